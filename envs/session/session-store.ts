// All live sessions of a process: a few connections per environment, bound to the sessions that are called; everything
// else is a log. Calls are synchronous, so calls of one session never interleave.
import { badInput, GymError } from '../errors/gym-error.ts';
import { ToolError, type ToolErrorValue } from '../errors/tool-error.ts';
import type { Diff } from '../values/diff.ts';
import type { FaultKind } from '../values/fault.ts';
import { canonicalJson, parseJson, type Json, type JsonObject } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { Audience } from '../values/tool-schema.ts';
import type { Connection } from '../world/connection.ts';
import { hashRows } from '../world/full-hash.ts';
import { readArguments } from '../world/tool-arguments.ts';
import type { World } from '../world/world.ts';
import { AnswerMemo, type KnownAnswer } from './answer-memo.ts';
import { applyOverlay } from './apply-rows.ts';
import { drawFault, faultBefore, lostAnswer, partialPage } from './draw-fault.ts';
import type { Journal } from './journal.ts';
import { runSetup, setupEntry } from './run-setup.ts';
import { diffOverlays, overlaySize, readOverlay, EMPTY_OVERLAY, type Overlay } from './overlay.ts';
import {
  NO_SETUP,
  answerText,
  checkStep,
  clockAt,
  digestOf,
  identityAt,
  lastStep,
  type Entry,
  type Faults,
  type Session,
  type Setup,
} from './session.ts';

export interface CallRequest {
  readonly by: Audience;
  readonly name: string;
  readonly arguments: Json;
  /** Makes the call idempotent: the same key again gives the first answer and does not act. */
  readonly key?: string;
  /** The fault that befell a recorded call: playing a record anew needs no schedule. */
  readonly fault?: FaultKind;
}

export type CallAnswer =
  | { readonly step: number; readonly ok: true; readonly result: Json }
  | { readonly step: number; readonly ok: false; readonly error: ToolErrorValue };

export interface NewSession {
  readonly id: string;
  readonly world: World;
  readonly seed: number;
  readonly setup?: Setup;
  readonly faults?: Faults;
  readonly about?: JsonObject;
}

interface Outcome {
  readonly ok: boolean;
  readonly value: Json | ToolErrorValue;
  readonly committed: boolean;
}

interface Executed {
  readonly answer: CallAnswer;
  readonly committed: boolean;
  readonly args: string;
  readonly fault?: FaultKind;
}

/** Saving an overlay pays from this many committed calls on. */
const CHECKPOINT_AFTER = 12;
/** Applying a row costs about this part of replaying a write. */
const ROWS_PER_WRITE = 4;
/** Rows that all saved overlays may hold together; the oldest go first. */
const CHECKPOINT_ROWS = 400_000;

export class SessionStore {
  private readonly sessions = new Map<string, Session>();
  /** Bound sessions by environment, the least recently called first. */
  private readonly bound = new Map<World, Set<Session>>();
  private readonly checkpoints = new Map<Session, number>();
  private checkpointRows = 0;
  private readonly journal: Journal | undefined;
  private readonly memo: AnswerMemo | undefined;
  /** Which failure of a program refused the last call, if one did. */
  lastFailure: object | undefined;
  /** The result or error of the last call as JSON: whoever sends it on need not make it again. */
  lastText = '';

  /** `memo: false` runs every call, also where the answer is known: for measuring. */
  constructor(journal?: Journal, { memo = true }: { readonly memo?: boolean } = {}) {
    this.journal = journal;
    this.memo = memo ? new AnswerMemo() : undefined;
  }

  get size(): number {
    return this.sessions.size;
  }

  create({ id, world, seed, setup = NO_SETUP, faults, about }: NewSession): Session {
    if (this.sessions.has(id)) throw badInput({ what: `there is already a session ${id}` });
    const session: Session = {
      id,
      world,
      seed,
      setup,
      faults,
      about,
      entries: [],
      checkpoint: undefined,
      connection: undefined,
      seen: 0,
      closed: false,
    };
    // a set-up that fails must fail now
    if (setup !== NO_SETUP && (setup.calls.length > 0 || setup.patch !== undefined)) this.bind(session);
    this.journal?.created(session);
    this.sessions.set(id, session);
    this.memo?.begun(session);
    return session;
  }

  /** A session as the journal told of it. */
  restore(session: Session): void {
    this.sessions.set(session.id, session);
    this.memo?.begun(session);
  }

  get(id: string): Session {
    const session = this.sessions.get(id);
    if (session === undefined) throw new GymError('UNKNOWN_SESSION', { id });
    return session;
  }

  all(): IterableIterator<Session> {
    return this.sessions.values();
  }

  close(session: Session): void {
    this.alive(session);
    this.drop(session);
    this.journal?.closed(session);
  }

  /** Out of memory; with a journal it can be revived. */
  expire(session: Session): void {
    this.alive(session);
    this.drop(session);
    this.journal?.expired(session);
  }

  private drop(session: Session): void {
    this.letGo(session);
    this.forget(session);
    session.closed = true;
    session.entries = [];
    this.sessions.delete(session.id);
  }

  // ---- calls ------------------------------------------------------------------------------------------------------

  /** One call: a result or a ToolError, logged either way. Throws GymError for what is ours; then nothing happened. */
  call(session: Session, request: CallRequest): CallAnswer {
    this.alive(session);
    const repeated = request.key === undefined ? undefined : this.byKey(session, request.key, request);
    if (repeated !== undefined) {
      this.lastText = JSON.stringify(repeated.ok ? repeated.result : repeated.error);
      return repeated;
    }
    const step = lastStep(session);
    const args = JSON.stringify(request.arguments) ?? 'null';
    // a fault is drawn for the call that is made: sessions that suffer some share nothing
    const memo = session.faults === undefined && request.fault === undefined ? this.memo : undefined;
    const state = memo?.stateOf(session);
    const call = state === undefined ? '' : `${request.by}\n${request.name}\n${args}`;
    const known = state?.answers?.get(call);
    if (known !== undefined) return this.tellKnown(session, request, args, known);
    const executed = this.execute(session, request, args, step);
    this.append(session, request, executed);
    const { answer, committed } = executed;
    // a call refused before it reached the connection leaves one that lags where it is
    if (session.seen === step) session.seen = step + 1;
    if (state !== undefined) {
      memo?.keep(state, call, {
        ok: answer.ok,
        committed,
        value: answer.ok ? answer.result : answer.error,
        text: this.lastText,
        digest: (session.entries.at(-1) as Entry).digest,
        failure: this.lastFailure,
      });
    }
    return answer;
  }

  /** A call whose answer at this state is known: logged like any other, not run. */
  private tellKnown(session: Session, request: CallRequest, args: string, known: KnownAnswer): CallAnswer {
    const { by, name, key } = request;
    const { ok, committed, digest } = known;
    this.lastFailure = known.failure;
    this.lastText = known.text;
    this.record(session, { by, name, args, ok, committed, digest, key, advance: undefined, fault: undefined });
    const step = lastStep(session);
    if (!committed && session.seen === step - 1) session.seen = step;
    return ok
      ? { step, ok: true, result: known.value as Json }
      : { step, ok: false, error: known.value as ToolErrorValue };
  }

  private append(session: Session, request: CallRequest, { answer, committed, args, fault }: Executed): void {
    this.lastText = JSON.stringify(answer.ok ? answer.result : answer.error);
    const entry: Entry = {
      by: request.by,
      name: request.name,
      args,
      ok: answer.ok,
      committed,
      digest: digestOf(`${answer.ok ? '+' : '-'}${this.lastText}`),
      key: request.key,
      advance: undefined,
      fault,
    };
    this.record(session, entry);
  }

  private record(session: Session, entry: Entry): void {
    try {
      this.journal?.called(session, entry);
    } catch (error) {
      // not on disk, not acknowledged: the connection is ahead of the log and must be made again
      this.letGo(session);
      throw error;
    }
    session.entries.push(entry);
  }

  /** Calls in order, going on after a refused one. */
  batch(session: Session, requests: readonly CallRequest[]): CallAnswer[] {
    return requests.map((request) => this.call(session, request));
  }

  private execute(session: Session, request: CallRequest, args: string, step: number): Executed {
    const { world } = session;
    this.lastFailure = undefined;
    const refused = (error: ToolError, fault?: FaultKind, committed = false): Executed => ({
      answer: { step: step + 1, ok: false, error: error.toValue() },
      committed,
      args,
      ...(fault === undefined ? {} : { fault }),
    });
    let runnable;
    let given: Json;
    try {
      runnable = world.find(request.name, request.by);
      given = readArguments(args);
      const check: typeof runnable.check = runnable.check;
      check(given);
    } catch (error) {
      if (error instanceof ToolError) return refused(error);
      throw error;
    }
    const object = given as JsonObject;
    const fault =
      request.fault ??
      (session.faults === undefined ? undefined : drawFault(session, session.faults, runnable, object, request.key));
    if (fault !== undefined && fault !== 'lost_answer' && fault !== 'partial_page')
      return refused(faultBefore(fault), fault);
    const connection = this.bind(session);
    let outcome;
    try {
      outcome = world.run(connection, runnable, object, clockAt(session, step), () =>
        identityAt(session, step, request.name, object),
      );
    } catch (error) {
      if (!connection.db.inTransaction) this.discard(session);
      throw error;
    }
    this.lastFailure = outcome.error?.site;
    if (fault === 'lost_answer' && outcome.committed) return refused(lostAnswer(), fault, true);
    if (outcome.error !== undefined) return refused(outcome.error, undefined, outcome.committed);
    const result = outcome.result ?? null;
    const partial = fault === 'partial_page' ? partialPage(result) : undefined;
    if (partial !== undefined) return refused(partial, 'partial_page');
    return { answer: { step: step + 1, ok: true, result }, committed: outcome.committed, args };
  }

  private byKey(session: Session, key: string, request: CallRequest): CallAnswer | undefined {
    const at = session.entries.findIndex((entry) => entry.key === key && entry.by === request.by);
    if (at < 0) return undefined;
    const entry = session.entries[at] as Entry;
    if (
      entry.name !== request.name ||
      canonicalJson(shownArguments(entry.args)) !==
        canonicalJson(shownArguments(JSON.stringify(request.arguments) ?? 'null'))
    ) {
      throw new GymError('KEY_REUSED', { key, step: at + 1 });
    }
    if (entry.fault === 'lost_answer') return this.tellLost(session, request, at);
    const logged = this.log(session, at + 1)[at + 1] as LogEntry;
    return logged.ok
      ? { step: at + 1, ok: true, result: logged.result ?? null }
      : { step: at + 1, ok: false, error: logged.error as ToolErrorValue };
  }

  /** The answer that was lost, told now: a step of its own, for the caller learns something; nothing is done again. */
  private tellLost(session: Session, request: CallRequest, at: number): CallAnswer {
    const { ok, value } = session.world.withConnection((connection) => {
      this.replay(session, connection, at);
      return this.outcomeAgain(session, connection, at);
    });
    const step = lastStep(session) + 1;
    const answer: CallAnswer = ok
      ? { step, ok: true, result: value as Json }
      : { step, ok: false, error: value as ToolErrorValue };
    this.append(session, request, { answer, committed: false, args: (session.entries[at] as Entry).args });
    return answer;
  }

  /** Moves the session's clock: control only, a log entry like any other. */
  advanceClock(session: Session, seconds: number): number {
    this.alive(session);
    if (!Number.isSafeInteger(seconds) || seconds < 1)
      throw badInput({ path: '/seconds', what: 'must be a whole number of seconds above 0' });
    const entry: Entry = {
      by: 'control',
      name: 'advance_clock',
      args: JSON.stringify({ seconds }),
      ok: true,
      committed: true,
      digest: digestOf(answerText(true, null)),
      key: undefined,
      advance: seconds,
      fault: undefined,
    };
    this.journal?.called(session, entry);
    session.entries.push(entry);
    return lastStep(session);
  }

  // ---- time travel ------------------------------------------------------------------------------------------------

  /** Back to after the set-up. */
  reset(session: Session): void {
    this.rewind(session, 0);
  }

  /** Keeps steps 0..step. */
  rewind(session: Session, step: number): void {
    this.alive(session);
    checkStep(session, step);
    if (step === lastStep(session)) return;
    const dropped = session.entries.slice(step);
    this.journal?.rewound(session, step);
    session.entries.length = step;
    this.memo?.moved(session);
    if (session.checkpoint !== undefined && session.checkpoint.step > step) this.forget(session);
    if (!dropped.some((entry) => entry.committed)) {
      session.seen = Math.min(session.seen, step);
      return;
    }
    if (session.connection === undefined) return;
    this.replay(session, session.connection, step);
    session.seen = step;
  }

  /** Another session with the same steps 0..step. */
  fork(session: Session, step: number, id: string): Session {
    this.alive(session);
    checkStep(session, step);
    if (this.sessions.has(id)) throw badInput({ what: `there is already a session ${id}` });
    const fork: Session = {
      id,
      world: session.world,
      seed: session.seed,
      setup: session.setup,
      faults: session.faults,
      about: session.about,
      entries: session.entries.slice(0, step),
      checkpoint: session.checkpoint !== undefined && session.checkpoint.step <= step ? session.checkpoint : undefined,
      connection: undefined,
      seen: 0,
      closed: false,
    };
    this.journal?.forked(session, step, id);
    this.sessions.set(id, fork);
    this.memo?.begun(fork);
    return fork;
  }

  // ---- looking ----------------------------------------------------------------------------------------------------

  /** The rows that the session changed against the template, after a step. */
  overlay(session: Session, step = lastStep(session)): Overlay {
    this.alive(session);
    checkStep(session, step);
    if (step === lastStep(session)) return readOverlay(session.world, this.bind(session));
    if (step === 0 && session.setup === NO_SETUP) return EMPTY_OVERLAY;
    return session.world.withConnection((connection) => {
      this.replay(session, connection, step);
      return readOverlay(session.world, connection);
    });
  }

  /** The net difference between two steps. */
  diff(session: Session, from = 0, to = lastStep(session)): Diff {
    return diffOverlays(session.world, this.overlay(session, from), this.overlay(session, to));
  }

  /** The net difference from one session's end to another's. */
  diffBetween(from: Session, to: Session): Diff {
    if (from.world.hash !== to.world.hash)
      throw new GymError('WRONG_ENVIRONMENT', { recorded: from.world.hash, found: to.world.hash });
    return diffOverlays(from.world, this.overlay(from), this.overlay(to));
  }

  /** A hash of every row. */
  fullHash(session: Session): string {
    this.alive(session);
    return hashRows(this.bind(session).db, session.world.schema);
  }

  /** Reads on the state as it is; the work must not write. */
  look<T>(session: Session, work: (connection: Connection) => T): T {
    this.alive(session);
    return work(this.bind(session));
  }

  /** The log with its answers, made again by replay. Throws REPLAY_DIFFERS if one is not the recorded one. */
  log(session: Session, to = lastStep(session)): LogEntry[] {
    this.alive(session);
    return session.world.withConnection((connection) => {
      const entries: LogEntry[] = [setupEntry(session)];
      this.replay(session, connection, 0);
      for (let at = 0; at < to; at++) entries.push(this.again(session, connection, at));
      return entries;
    });
  }

  /** Makes one call again, reads and refused calls included. */
  private again(session: Session, connection: Connection, at: number): LogEntry {
    const { world } = session;
    const entry = session.entries[at] as Entry;
    const shown = shownArguments(entry.args);
    const base = {
      index: at + 1,
      by: entry.by,
      name: entry.name,
      arguments: shown as JsonObject,
      committed: entry.committed,
      ...(entry.key === undefined ? {} : { key: entry.key }),
      ...(entry.fault === undefined ? {} : { fault: entry.fault }),
    };
    if (entry.advance !== undefined) return { ...base, ok: true, result: null, effect: 'write' };
    const tool = world.tools.get(entry.name)?.tool;
    const effect = tool?.effect ?? 'read';
    const answer = this.answerAgain(session, connection, at);
    if (
      answer.ok !== entry.ok ||
      answer.committed !== entry.committed ||
      digestOf(answerText(answer.ok, answer.value)) !== entry.digest
    ) {
      throw new GymError('REPLAY_DIFFERS', { id: session.id, step: at + 1 });
    }
    return answer.ok
      ? { ...base, ok: true, result: answer.value as Json, effect }
      : { ...base, ok: false, error: answer.value as ToolErrorValue, effect };
  }

  /** What the caller saw of a call, faults and told-again answers included. */
  private answerAgain(session: Session, connection: Connection, at: number): Outcome {
    const { fault, key, by } = session.entries[at] as Entry;
    if (fault !== undefined && fault !== 'lost_answer' && fault !== 'partial_page')
      return { ok: false, value: faultBefore(fault).toValue(), committed: false };
    const first = key === undefined ? at : session.entries.findIndex((each) => each.key === key && each.by === by);
    if (first < at) {
      // told again: the state has moved on since, so the answer comes from the call itself
      const told = session.world.withConnection((other) => {
        this.replay(session, other, first);
        return this.outcomeAgain(session, other, first);
      });
      return { ...told, committed: false };
    }
    const outcome = this.outcomeAgain(session, connection, at);
    if (fault === 'lost_answer') return { ok: false, value: lostAnswer().toValue(), committed: outcome.committed };
    const partial = fault === 'partial_page' ? partialPage(outcome.value as Json) : undefined;
    return partial === undefined ? outcome : { ok: false, value: partial.toValue(), committed: false };
  }

  /** What came of a call, made on a connection at the step before it. */
  private outcomeAgain(session: Session, connection: Connection, at: number): Outcome {
    const { world } = session;
    const entry = session.entries[at] as Entry;
    try {
      const runnable = world.find(entry.name, entry.by);
      const args = readArguments(entry.args);
      const check: typeof runnable.check = runnable.check;
      check(args);
      const outcome = world.run(connection, runnable, args as JsonObject, clockAt(session, at), () =>
        identityAt(session, at, entry.name, args as JsonObject),
      );
      return outcome.error === undefined
        ? { ok: true, value: outcome.result ?? null, committed: outcome.committed }
        : { ok: false, value: outcome.error.toValue(), committed: outcome.committed };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return { ok: false, value: error.toValue(), committed: false };
    }
  }

  // ---- binding ----------------------------------------------------------------------------------------------------

  /** The session's connection at its last step. */
  private bind(session: Session): Connection {
    const { world } = session;
    let bound = this.bound.get(world);
    if (bound === undefined) {
      bound = new Set();
      this.bound.set(world, bound);
    }
    if (session.connection !== undefined) {
      if (bound.size > 1) {
        bound.delete(session);
        bound.add(session);
      }
      this.catchUp(session, session.connection);
      return session.connection;
    }
    if (bound.size >= world.poolSize) {
      const [oldest] = bound;
      if (oldest !== undefined) this.unbind(oldest);
    }
    const connection = world.acquire();
    try {
      this.replay(session, connection, lastStep(session));
    } catch (error) {
      world.release(connection);
      throw error;
    }
    session.connection = connection;
    session.seen = lastStep(session);
    bound.add(session);
    return connection;
  }

  /** Makes the committed calls that the session was only told of. */
  private catchUp(session: Session, connection: Connection): void {
    const last = lastStep(session);
    if (session.seen === last) return;
    try {
      this.recommitAll(session, connection, session.seen, last);
    } catch (error) {
      this.discard(session);
      throw error;
    }
    session.seen = last;
  }

  /** Lets go of the connection; the log stays, and an overlay where replaying would cost more. */
  unbind(session: Session): void {
    if (session.connection === undefined) return;
    this.saveCheckpoint(session, session.connection);
    this.letGo(session);
  }

  private letGo(session: Session): void {
    const { connection, world } = session;
    if (connection === undefined) return;
    session.connection = undefined;
    this.bound.get(world)?.delete(session);
    world.release(connection);
  }

  private discard(session: Session): void {
    session.connection?.close();
    session.connection = undefined;
    this.bound.get(session.world)?.delete(session);
  }

  private saveCheckpoint(session: Session, connection: Connection): void {
    const from = session.checkpoint?.step ?? 0;
    const { seen } = session;
    let writes = 0;
    for (let at = from; at < seen; at++) if (session.entries[at]?.committed === true) writes += 1;
    if (writes < CHECKPOINT_AFTER || !connection.db.inTransaction) return;
    const overlay = readOverlay(session.world, connection);
    const rows = overlaySize(overlay);
    if (rows > writes * ROWS_PER_WRITE && session.checkpoint === undefined) return;
    this.forget(session);
    session.checkpoint = { step: seen, overlay };
    this.checkpoints.set(session, rows);
    this.checkpointRows += rows;
    for (const [oldest] of this.checkpoints) {
      if (this.checkpointRows <= CHECKPOINT_ROWS) break;
      this.forget(oldest);
    }
  }

  private forget(session: Session): void {
    this.checkpointRows -= this.checkpoints.get(session) ?? 0;
    this.checkpoints.delete(session);
    session.checkpoint = undefined;
  }

  /** Brings a connection to a step: from a saved overlay where there is one, then committed calls only. */
  private replay(session: Session, connection: Connection, step: number): void {
    connection.reset();
    const { checkpoint } = session;
    let from = 0;
    if (checkpoint !== undefined && checkpoint.step <= step && this.fromOverlay(connection, checkpoint.overlay)) {
      from = checkpoint.step;
    } else {
      runSetup(session, connection);
    }
    this.recommitAll(session, connection, from, step);
  }

  private recommitAll(session: Session, connection: Connection, from: number, step: number): void {
    let clock = clockAt(session, from);
    for (let at = from; at < step; at++) {
      const entry = session.entries[at] as Entry;
      if (!entry.committed) continue;
      if (entry.advance !== undefined) {
        clock += entry.advance;
        continue;
      }
      this.recommit(session, connection, entry, at, clock);
      clock += 1;
    }
  }

  private fromOverlay(connection: Connection, overlay: Overlay): boolean {
    try {
      applyOverlay(connection, overlay);
      return true;
    } catch {
      // unique values that changed places cannot be put back row by row: the calls can
      connection.reset();
      return false;
    }
  }

  private recommit(session: Session, connection: Connection, entry: Entry, at: number, clock: number): void {
    const runnable = session.world.find(entry.name, entry.by);
    const args = parseJson(entry.args) as JsonObject;
    const outcome = session.world.run(connection, runnable, args, clock, () =>
      identityAt(session, at, entry.name, args),
    );
    const sameEnd = entry.fault === 'lost_answer' || (outcome.error === undefined) === entry.ok;
    if (!outcome.committed || !sameEnd) throw new GymError('REPLAY_DIFFERS', { id: session.id, step: at + 1 });
  }

  private alive(session: Session): void {
    if (session.closed) throw new GymError('SESSION_CLOSED', { id: session.id });
  }
}

/** Arguments as a log shows them; those that could not be read (and were refused for it) as nearly as numbers allow. */
function shownArguments(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return JSON.parse(text) as Json;
  }
}
