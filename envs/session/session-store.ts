// All live sessions of a process: a few connections per environment, bound to the sessions that are called; everything
// else is a log. Calls are synchronous, so calls of one session never interleave.
import { badInput, GymError } from '../errors/gym-error.ts';
import type { Diff } from '../values/diff.ts';
import { digestOf } from '../values/hash.ts';
import type { JsonObject } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { Connection } from '../engine/connection.ts';
import { hashRows } from '../world/full-hash.ts';
import type { World } from '../world/world.ts';
import { AnswerMemo, type KnownAnswer, type MemoLimits } from './answer-memo.ts';
import { checkKeys, sameCall } from './call-keys.ts';
import { BoundSessions } from './bound-sessions.ts';
import { answerAt, answerJson, type CallAnswer, type CallRequest, type MadeCall } from './call.ts';
import { executeCall } from './execute-call.ts';
import type { Journal } from './journal.ts';
import { diffOverlays, readOverlay, EMPTY_OVERLAY, type Overlay } from './overlay.ts';
import { outcomeApart, replay, replayLog, shownArguments } from './replay.ts';
import {
  NO_SETUP,
  answerText,
  checkStep,
  lastStep,
  type Entry,
  type Faults,
  type Session,
  type Setup,
} from './session.ts';

export type { CallAnswer, CallRequest, MadeCall } from './call.ts';

export interface NewSession {
  readonly id: string;
  readonly world: World;
  readonly seed: number;
  readonly setup?: Setup;
  readonly faults?: Faults;
  readonly about?: JsonObject;
}

export class SessionStore {
  private readonly sessions = new Map<string, Session>();
  private readonly bound = new BoundSessions();
  private readonly journal: Journal | undefined;
  private readonly memo: AnswerMemo | undefined;

  /** `memo: false` runs every call, also where the answer is known: for measuring. */
  constructor(journal?: Journal, { memo = true }: { readonly memo?: boolean | MemoLimits } = {}) {
    this.journal = journal;
    if (memo !== false) this.memo = new AnswerMemo(memo === true ? undefined : memo);
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
    if (setup !== NO_SETUP && (setup.calls.length > 0 || setup.patch !== undefined)) this.bound.bind(session);
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
    this.bound.letGo(session);
    this.bound.forgetCheckpoint(session);
    session.closed = true;
    session.entries = [];
    this.sessions.delete(session.id);
  }

  // ---- calls ------------------------------------------------------------------------------------------------------

  /** One call: a result or a ToolError, logged either way. Throws GymError for what is ours; then nothing happened. */
  call(session: Session, request: CallRequest): CallAnswer {
    return this.make(session, request).answer;
  }

  /** The same, with the answer as text and the failure that refused it. */
  make(session: Session, request: CallRequest): MadeCall {
    this.alive(session);
    const repeated = request.key === undefined ? undefined : this.byKey(session, request.key, request);
    if (repeated !== undefined) return repeated;
    const step = lastStep(session);
    const args = JSON.stringify(request.arguments) ?? 'null';
    // a fault is drawn for the call that is made: sessions that suffer some share nothing
    const memo = session.faults === undefined && request.fault === undefined ? this.memo : undefined;
    const state = memo?.stateOf(session);
    const call = state === undefined ? '' : `${request.by}\n${request.name}\n${args}`;
    const known = state?.answers?.get(call);
    if (known !== undefined) return this.tellKnown(session, request, args, known);
    const { ok, value, committed, fault, failure } = executeCall(session, request, args, this.bound);
    const text = JSON.stringify(value);
    const digest = digestOf(`${ok ? '+' : '-'}${text}`);
    const { by, name, key } = request;
    this.record(session, { by, name, args, ok, committed, digest, key, advance: undefined, fault });
    // a call refused before it reached the connection leaves one that lags where it is
    if (session.seen === step) session.seen = step + 1;
    if (state !== undefined) memo?.keep(state, call, { ok, committed, value, text, digest, failure });
    return { answer: answerAt(step + 1, ok, value), text, failure };
  }

  /** A call whose answer at this state is known: logged like any other, not run. */
  private tellKnown(session: Session, request: CallRequest, args: string, known: KnownAnswer): MadeCall {
    const { by, name, key } = request;
    const { ok, committed, digest, text, failure } = known;
    this.record(session, { by, name, args, ok, committed, digest, key, advance: undefined, fault: undefined });
    const step = lastStep(session);
    if (!committed && session.seen === step - 1) session.seen = step;
    return { answer: answerAt(step, ok, known.value), text, failure };
  }

  private record(session: Session, entry: Entry): void {
    try {
      this.journal?.called(session, entry);
    } catch (error) {
      // not on disk, not acknowledged: the connection is ahead of the log and must be made again
      this.bound.letGo(session);
      throw error;
    }
    session.entries.push(entry);
  }

  /** Calls in order, going on after a refused one. All are made or, where one throws, none. */
  batch(session: Session, requests: readonly CallRequest[]): MadeCall[] {
    this.alive(session);
    checkKeys(session, requests);
    const before = lastStep(session);
    try {
      return requests.map((request) => this.make(session, request));
    } catch (error) {
      this.rewind(session, before);
      throw error;
    }
  }

  private byKey(session: Session, key: string, request: CallRequest): MadeCall | undefined {
    const at = session.entries.findIndex((entry) => entry.key === key && entry.by === request.by);
    if (at < 0) return undefined;
    const entry = session.entries[at] as Entry;
    const first = { name: entry.name, arguments: shownArguments(entry.args) };
    if (!sameCall(first, request)) throw new GymError('KEY_REUSED', { key, step: at + 1 });
    if (entry.fault === 'lost_answer') return this.tellLost(session, request, at);
    const logged = this.log(session, at + 1)[at + 1] as LogEntry;
    const value = logged.ok ? logged.result : logged.error;
    const answer = answerAt(at + 1, logged.ok, value ?? null);
    return { answer, text: answerJson(answer), failure: undefined };
  }

  /** The answer that was lost, told now: a step of its own, for the caller learns something; nothing is done again. */
  private tellLost(session: Session, { by, name, key }: CallRequest, at: number): MadeCall {
    const { ok, value } = outcomeApart(session, at);
    const { args } = session.entries[at] as Entry;
    const text = JSON.stringify(value);
    const digest = digestOf(`${ok ? '+' : '-'}${text}`);
    this.record(session, { by, name, args, ok, committed: false, digest, key, advance: undefined, fault: undefined });
    return { answer: answerAt(lastStep(session), ok, value), text, failure: undefined };
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
    if (session.checkpoint !== undefined && session.checkpoint.step > step) this.bound.forgetCheckpoint(session);
    if (!dropped.some((entry) => entry.committed)) {
      session.seen = Math.min(session.seen, step);
      return;
    }
    if (session.connection === undefined) return;
    replay(session, session.connection, step);
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
    if (step === lastStep(session)) return readOverlay(session.world, this.bound.bind(session));
    if (step === 0 && session.setup === NO_SETUP) return EMPTY_OVERLAY;
    return session.world.withConnection((connection) => {
      replay(session, connection, step);
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
    return hashRows(this.bound.bind(session).db, session.world.schema);
  }

  /** Reads on the state as it is; the work must not write. */
  look<T>(session: Session, work: (connection: Connection) => T): T {
    this.alive(session);
    return work(this.bound.bind(session));
  }

  /** The log with its answers, made again by replay. Throws REPLAY_DIFFERS if one is not the recorded one. */
  log(session: Session, to = lastStep(session)): LogEntry[] {
    this.alive(session);
    return replayLog(session, to);
  }

  /** Lets go of the connection; the log stays. */
  unbind(session: Session): void {
    this.bound.unbind(session);
  }

  private alive(session: Session): void {
    if (session.closed) throw new GymError('SESSION_CLOSED', { id: session.id });
  }
}
