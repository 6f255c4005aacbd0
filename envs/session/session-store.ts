// All open sessions of a process. The sessions that were called last hold a connection; every other session is only a
// log. Calls are synchronous, so that two calls of one session cannot overlap.
import { badInput, GymError } from '../errors/gym-error.ts';
import type { Diff } from '../values/diff.ts';
import { digestOf } from '../values/hash.ts';
import type { JsonObject } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { Connection } from '../engine/connection.ts';
import { hashRows } from '../world/full-hash.ts';
import type { World } from '../world/world.ts';
import { AnswerMemo, type KnownAnswer, type MemoLimits } from './answer-memo.ts';
import { checkKeys, isSentKey, sameCall } from './call-keys.ts';
import { BoundSessions } from './bound-sessions.ts';
import { answerAt, type CallAnswer, type CallRequest, type MadeCall } from './call.ts';
import { executeCall } from './execute-call.ts';
import { placeOfKey } from './log-keys.ts';
import { loggedAnswer } from './logged-answer.ts';
import { diffOverlays, readOverlay, EMPTY_OVERLAY, type Overlay } from './overlay.ts';
import { KnownReads } from './known-reads.ts';
import type { SessionLog } from './session-log.ts';
import { outcomeApart, replay, replayLog, shownArguments } from './replay.ts';
import {
  NO_SETUP,
  answerText,
  checkStep,
  cutLog,
  freshSession,
  lastStep,
  tallyOf,
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
  private readonly journal: SessionLog | undefined;
  private readonly memo: AnswerMemo | undefined;
  private readonly reads = new KnownReads();

  /**
   * With `memo: false`, every call runs, unless it repeats a key. Benchmarks use this to measure without shared
   * answers.
   */
  constructor(journal?: SessionLog, { memo = true }: { readonly memo?: boolean | MemoLimits } = {}) {
    this.journal = journal;
    if (memo !== false) this.memo = new AnswerMemo(memo === true ? undefined : memo);
  }

  get size(): number {
    return this.sessions.size;
  }

  create({ id, world, seed, setup = NO_SETUP, faults, about }: NewSession): Session {
    if (this.sessions.has(id)) throw badInput({ what: `there is already a session ${id}` });
    const session = freshSession({ id, world, seed, setup, faults, about });
    // the set-up runs now, so that an error in it is reported here and not at the first call
    if (setup !== NO_SETUP && (setup.calls.length > 0 || setup.patch !== undefined)) this.bound.bind(session);
    this.journal?.created(session);
    this.sessions.set(id, session);
    this.memo?.begun(session);
    return session;
  }

  /** Adds a session that was restored from its log. */
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

  /** Drops the session from memory. A journal can restore the session. */
  expire(session: Session): void {
    this.alive(session);
    this.drop(session);
    this.journal?.expired(session);
  }

  /** Drops the session from memory without a line in its log, because another server continues the session. */
  release(session: Session): void {
    this.alive(session);
    this.drop(session);
  }

  private drop(session: Session): void {
    this.bound.letGo(session);
    this.bound.forgetCheckpoint(session);
    session.closed = true;
    session.entries = [];
    this.sessions.delete(session.id);
  }

  /** Makes one call and logs it. Throws a GymError if callgym is at fault; such a call changes nothing. */
  call(session: Session, request: CallRequest): CallAnswer {
    return this.make(session, request).answer;
  }

  /** Like `call`, but also returns the answer as text and the program step that refused the call. */
  make(session: Session, request: CallRequest): MadeCall {
    this.alive(session);
    const repeated = request.key === undefined ? undefined : this.byKey(session, request.key, request);
    if (repeated !== undefined) return repeated;
    const step = lastStep(session);
    const args = JSON.stringify(request.arguments) ?? 'null';
    // a session with simulated faults shares no answers, because a fault can hit only a call that runs
    const memo = session.faults === undefined && request.fault === undefined ? this.memo : undefined;
    const state = memo?.stateOf(session);
    const call = memo === undefined ? '' : `${request.by}\n${request.name}\n${args}`;
    const known =
      memo === undefined
        ? undefined
        : (state?.answers?.get(call) ?? this.reads.find(session.world, call, tallyOf(session).changed));
    if (known !== undefined) return this.tellKnown(session, request, args, known);
    const { ok, value, committed, fault, failure, reads } = executeCall(session, request, args, this.bound);
    const text = JSON.stringify(value);
    const digest = digestOf(`${ok ? '+' : '-'}${text}`);
    const { by, name, key } = request;
    this.record(session, { by, name, args, ok, committed, digest, key, advance: undefined, fault });
    // the connection has made this call, unless the call was refused before the connection was brought up to date
    if (session.seen === step) session.seen = step + 1;
    const answer = { ok, committed, value, text, digest, failure };
    if (memo !== undefined && reads !== undefined) this.reads.keep(session.world, call, reads, answer);
    // stored reads are dropped sooner, so the answer is also kept for sessions with the same start
    if (state !== undefined) memo?.keep(state, call, answer);
    return { answer: answerAt(step + 1, ok, value), text, failure };
  }

  /** Answers a call from a stored answer. The call is logged but does not run. */
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
      // the entry could not be stored, so the client gets no answer; the connection is ahead of the log and is given up
      this.bound.letGo(session);
      throw error;
    }
    session.entries.push(entry);
  }

  /** Makes calls in order, even after a refused one. If a call throws, all of them are undone. */
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
    const at = placeOfKey(session.entries, request.by, key);
    if (at === undefined) return undefined;
    const entry = session.entries[at] as Entry;
    const first = { name: entry.name, arguments: shownArguments(entry.args) };
    if (!sameCall(first, request)) throw new GymError('KEY_REUSED', { key, step: at + 1 });
    if (entry.fault === 'lost_answer' && !isSentKey(key)) return this.tellLost(session, request, at);
    return loggedAnswer(session, at + 1);
  }

  /** Gives a lost answer again. This is a new step, because the caller learns from it, but the call does not run. */
  private tellLost(session: Session, { by, name, key }: CallRequest, at: number): MadeCall {
    const { ok, value } = outcomeApart(session, at);
    const { args } = session.entries[at] as Entry;
    const text = JSON.stringify(value);
    const digest = digestOf(`${ok ? '+' : '-'}${text}`);
    this.record(session, { by, name, args, ok, committed: false, digest, key, advance: undefined, fault: undefined });
    return { answer: answerAt(lastStep(session), ok, value), text, failure: undefined };
  }

  /** Moves the session's clock forward and logs this. Only training code may do so. */
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

  /** Takes the session back to its state after the set-up. */
  reset(session: Session): void {
    this.rewind(session, 0);
  }

  /** Keeps the steps up to `step` and drops the later ones. */
  rewind(session: Session, step: number): void {
    this.alive(session);
    checkStep(session, step);
    if (step === lastStep(session)) return;
    const dropped = session.entries.slice(step);
    this.journal?.rewound(session, step);
    cutLog(session, step);
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

  /** Makes a new session whose first steps, up to `step`, are those of this session. */
  fork(session: Session, step: number, id: string, about: JsonObject | undefined = session.about): Session {
    this.alive(session);
    checkStep(session, step);
    if (this.sessions.has(id)) throw badInput({ what: `there is already a session ${id}` });
    const fork: Session = {
      id,
      world: session.world,
      seed: session.seed,
      setup: session.setup,
      faults: session.faults,
      about,
      entries: session.entries.slice(0, step),
      checkpoint: session.checkpoint !== undefined && session.checkpoint.step <= step ? session.checkpoint : undefined,
      connection: undefined,
      seen: 0,
      closed: false,
      tally: undefined,
    };
    this.journal?.forked(session, step, fork);
    this.sessions.set(id, fork);
    this.memo?.begun(fork);
    return fork;
  }

  /** Replaces the data that the owner keeps about the session. A journal restores this data after a restart. */
  describe(session: Session, about: JsonObject | undefined): void {
    this.alive(session);
    this.journal?.described(session.id, about);
    session.about = about;
  }

  /** Notes in the log that a client gave up a session's name for good. */
  left(name: string): void {
    this.journal?.left(name);
  }

  /** Returns the rows that differ from the initial rows after a step. */
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

  diff(session: Session, from = 0, to = lastStep(session)): Diff {
    return diffOverlays(session.world, this.overlay(session, from), this.overlay(session, to));
  }

  /** Returns the net difference between the present rows of two sessions. */
  diffBetween(from: Session, to: Session): Diff {
    if (from.world.hash !== to.world.hash)
      throw new GymError('WRONG_ENVIRONMENT', { recorded: from.world.hash, found: to.world.hash });
    return diffOverlays(from.world, this.overlay(from), this.overlay(to));
  }

  fullHash(session: Session): string {
    this.alive(session);
    return hashRows(this.bound.bind(session).db, session.world.schema);
  }

  /** Runs `work`, which may read the present rows but must not write. */
  look<T>(session: Session, work: (connection: Connection) => T): T {
    this.alive(session);
    return work(this.bound.bind(session));
  }

  /** Returns the log with computed answers. Throws REPLAY_DIFFERS if an answer is not the recorded one. */
  log(session: Session, to = lastStep(session)): LogEntry[] {
    this.alive(session);
    return replayLog(session, to);
  }

  /** Returns the log entries after a step. Reads before that step are not made again. */
  logAfter(session: Session, step: number): LogEntry[] {
    this.alive(session);
    checkStep(session, step);
    return replayLog(session, lastStep(session), step);
  }

  /** Takes the SQLite connection from the session; its log stays. */
  unbind(session: Session): void {
    this.bound.unbind(session);
  }

  private alive(session: Session): void {
    if (session.closed) throw new GymError('SESSION_CLOSED', { id: session.id });
  }
}
