// The sessions of a server: their tokens, their idle times and the limits on their calls. The rows and logs are in the
// SessionStore, and no code in this file changes the result of a call.
import type { CallAnswer, CallRequest, MadeCall } from '../session/call.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Journal } from '../session/journal.ts';
import type { Faults, Session } from '../session/session.ts';
import { GymError } from '../errors/gym-error.ts';
import { isJsonObject } from '../values/json.ts';
import type { EndReason, Task } from '../values/task.ts';
import { NO_SETUP } from '../session/session.ts';
import { setupOf } from '../verification/judge.ts';
import type { World } from '../world/world.ts';
import { sameText, type Capabilities } from './capabilities.ts';
import { PLANES, type Plane } from './plane.ts';
import type { EnvironmentShelf } from './environment-shelf.ts';
import { HttpError } from './http-errors.ts';
import type { Limits } from './limits.ts';
import type { Outcome } from './outcome.ts';
import {
  aboutNow,
  aboutOf,
  aboutOfFork,
  asSide,
  noteTrespass,
  refuseEnded,
  servedOf,
  type NewServedSession,
  type Origin,
  type ServedSession,
  type SessionNames,
} from './served-session.ts';

export interface Parts {
  readonly store: SessionStore;
  readonly journal: Journal | undefined;
  readonly shelf: EnvironmentShelf;
  readonly capabilities: Capabilities;
  readonly limits: Limits;
  /** Returns the seconds of a clock that never goes back. */
  readonly now: () => number;
}

export class ServedSessions {
  private readonly served = new Map<string, ServedSession>();
  /** The number of open sessions of each environment (world). */
  readonly users = new Map<World, number>();
  private readonly parts: Parts;
  readonly totals = { created: 0, expired: 0, closed: 0, revived: 0, trespassed: 0 };
  stopping = false;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  get size(): number {
    return this.served.size;
  }

  uses(world: World): boolean {
    return (this.users.get(world) ?? 0) > 0;
  }

  create({ world, ...wish }: NewServedSession): ServedSession {
    const { task, sessionSeed, trialSeed = 0, faults } = wish;
    const { store, capabilities } = this.parts;
    this.needRoom();
    if (task !== undefined && task.environment !== world.hash)
      throw new GymError('WRONG_ENVIRONMENT', { recorded: task.environment, found: world.hash });
    const suffered: Faults | undefined =
      faults === undefined && task?.faults === undefined
        ? undefined
        : {
            trialSeed,
            ...(faults === undefined ? {} : { drawn: faults }),
            ...(task?.faults === undefined ? {} : { planned: task.faults }),
          };
    const about = aboutOf(wish);
    const session = store.create({
      id: capabilities.newId(),
      world,
      seed: sessionSeed ?? task?.session_seed ?? 1,
      setup: task === undefined ? NO_SETUP : setupOf(task),
      ...(suffered === undefined ? {} : { faults: suffered }),
      ...(about === undefined ? {} : { about }),
    });
    this.totals.created += 1;
    return this.keep(session, task, 'begun');
  }

  private needRoom(): void {
    const { sessions: limit } = this.parts.limits;
    if (this.stopping) throw new HttpError('STOPPING');
    if (this.served.size >= limit) throw new HttpError('SESSIONS_FULL', { limit });
  }

  fork(of: ServedSession, step: number, names: SessionNames = {}): ServedSession {
    const { store, capabilities } = this.parts;
    this.needRoom();
    const session = store.fork(of.session, step, capabilities.newId(), aboutOfFork(of.session, step, names));
    this.totals.created += 1;
    return this.keep(session, of.task, 'forked');
  }

  all(): IterableIterator<ServedSession> {
    return this.served.values();
  }

  /** Tells whether a session is open. Asking does not count as a use of the session. */
  has(id: string): boolean {
    return this.served.has(id);
  }

  /** Takes over all sessions that the store has read from the journal. */
  adopt(): void {
    for (const session of this.parts.store.all()) if (!this.served.has(session.id)) this.adoptOne(session);
  }

  /** Takes over a session whose log was begun by another server. */
  take(session: Session): void {
    this.needRoom();
    this.parts.store.restore(session);
    this.adoptOne(session);
  }

  /** Removes a session from this server without ending it, because another server will continue it. */
  release(id: string): void {
    const served = this.served.get(id);
    if (served === undefined) return;
    this.parts.store.release(served.session);
    this.forget(served);
  }

  private adoptOne(session: Session): ServedSession {
    const id = session.about?.['task'];
    const task = typeof id === 'string' ? this.parts.shelf.tasksOf(session.world).get(id) : undefined;
    return this.keep(session, task, 'adopted');
  }

  private keep(session: Session, task: Task | undefined, origin: Origin): ServedSession {
    const { limits, now } = this.parts;
    const served = servedOf(session, { task, origin, idle: limits.idle, now: now() });
    this.served.set(session.id, served);
    this.users.set(session.world, (this.users.get(session.world) ?? 0) + 1);
    return served;
  }

  /** Returns an open session and marks it as used. Throws 410 if the session was here and has ended, otherwise 404. */
  get(id: string): ServedSession {
    const served = this.served.get(id);
    if (served === undefined) {
      if (this.parts.capabilities.isOurs(id)) throw new HttpError('SESSION_EXPIRED', { id });
      throw new HttpError('NOT_FOUND', { what: `session ${JSON.stringify(id.slice(0, 64))}` });
    }
    const now = this.parts.now();
    if (now - served.lastUsed > served.ttl) {
      this.expire(served);
      throw new HttpError('SESSION_EXPIRED', { id });
    }
    served.lastUsed = now;
    return served;
  }

  /** Returns a page of sessions in the order of their ids. The page begins after the id `after`. */
  list(limit: number, after: string | undefined): { readonly sessions: ServedSession[]; readonly next: string | null } {
    const ids = [...this.served.keys()].sort();
    const from = after === undefined ? 0 : ids.findIndex((id) => id > after);
    const page = from < 0 ? [] : ids.slice(from, from + limit);
    const next = from >= 0 && from + limit < ids.length ? (page.at(-1) ?? null) : null;
    return { sessions: page.map((id) => this.served.get(id) as ServedSession), next };
  }

  token(served: ServedSession, plane: Plane): string {
    served.tokens[plane] ??= this.parts.capabilities.tokenFor(served.session.id, plane);
    return served.tokens[plane];
  }

  /**
   * Returns the session and the side that a token opens, even if the session is not open. The stored token of an open
   * session is used, because computing the token again takes time.
   */
  opens(token: string): { readonly id: string; readonly plane: Plane } | undefined {
    const id = token.slice(0, token.indexOf('.'));
    const served = this.served.get(id);
    if (served !== undefined) {
      for (const plane of PLANES) if (sameText(token, this.token(served, plane))) return { id, plane };
      return undefined;
    }
    return this.parts.capabilities.opens(token);
  }

  /** Records an attempt to use a session's token for a route that the token does not open. */
  trespass(id: string, plane: Plane, what: string): void {
    this.totals.trespassed += 1;
    const served = this.served.get(id);
    if (served !== undefined) noteTrespass(served, `${plane} ${what}`);
  }

  call(served: ServedSession, request: CallRequest): CallAnswer {
    return this.make(served, request).answer;
  }

  /** Makes a call. The result contains the answer twice: as a value and as JSON text. */
  make(served: ServedSession, request: CallRequest): MadeCall {
    this.allow(served, 1);
    refuseEnded(served, request);
    const made = this.parts.store.make(served.session, asSide(served, request));
    tellLive(served, request, made);
    return made;
  }

  /** Makes several calls in order. The limit is tested first, so that either all calls are made or none. */
  batch(served: ServedSession, requests: readonly CallRequest[]): MadeCall[] {
    this.allow(served, requests.length);
    for (const request of requests) refuseEnded(served, request);
    const made = this.parts.store.batch(
      served.session,
      requests.map((request) => asSide(served, request)),
    );
    requests.forEach((request, at) => tellLive(served, request, made[at] as MadeCall));
    return made;
  }

  /** Called after a session went back to an earlier step: removes later messages, the end and the outcome. */
  takenBack(served: ServedSession, step: number): void {
    const kept = served.words.filter(({ after }) => after <= step && served.end === undefined);
    served.meter = undefined;
    const before = served.words.length;
    served.words.splice(0, before, ...kept);
    if (before === kept.length && served.end === undefined && served.outcome === undefined) return;
    served.end = undefined;
    served.outcome = undefined;
    this.remember(served);
  }

  /** Records a message of one side, for a session without a simulated user. */
  hear(served: ServedSession, by: Plane, text: string): void {
    served.words.push({ by, text, after: served.session.entries.length });
    this.remember(served);
  }

  /** Notes that a request failed because of a fault of the server. Only the first fault is kept. */
  failed(served: ServedSession, why: string): void {
    if (served.fault !== undefined) return;
    served.fault = why;
    try {
      this.remember(served);
    } catch {
      // the journal itself may be broken, and then this error is a part of the noted fault
    }
  }

  /** Writes the server's data of a session to the journal. `names`, if given, replace the stored names. */
  remember(served: ServedSession, names?: SessionNames): void {
    if (this.has(served.session.id)) this.parts.store.describe(served.session, aboutNow(served, names));
  }

  /** Ends the episode for the agent. `text` holds the agent's last words, if there are any. */
  finish(served: ServedSession, end: EndReason, text?: string): void {
    if (served.end !== undefined) return;
    if (served.live !== undefined) served.live.leave(end, text);
    else if (text !== undefined && text !== '')
      served.words.push({ by: 'agent', text, after: served.session.entries.length });
    this.ended(served, served.live?.end ?? end);
  }

  /** Notes the end of the episode. Only going back to an earlier step removes the end again. */
  ended(served: ServedSession, end: EndReason): void {
    if (served.end !== undefined) return;
    served.end = end;
    this.remember(served);
  }

  /**
   * Stores the outcome of an episode, which ends with it. If the journal cannot store it, removes it again and throws.
   */
  settled(served: ServedSession, outcome: Outcome): void {
    const { end } = served;
    served.outcome = outcome;
    served.end ??= outcome.end;
    try {
      this.remember(served);
    } catch (error) {
      served.outcome = undefined;
      served.end = end;
      throw error;
    }
  }

  /** Throws if this number of further calls would exceed the session's limit. Called before a call is made. */
  allow(served: ServedSession, calls: number): void {
    const made = served.session.entries.length;
    const { calls: limit } = this.parts.limits;
    if (made + calls > limit) throw new HttpError('TOO_MANY_CALLS', { made, limit });
  }

  /** Ends a session. The session may be an expired one that only the journal still has. */
  close(id: string): void {
    const served = this.served.get(id);
    if (served !== undefined) {
      this.parts.store.close(served.session);
      this.forget(served);
      this.totals.closed += 1;
      return;
    }
    if (!this.parts.capabilities.isOurs(id))
      throw new HttpError('NOT_FOUND', { what: `session ${JSON.stringify(id.slice(0, 64))}` });
    if (this.parts.journal?.drop(id) !== true) throw new HttpError('SESSION_EXPIRED', { id });
    this.totals.closed += 1;
  }

  /** Reads an expired session from the journal and opens it again. */
  revive(id: string): ServedSession {
    const live = this.served.get(id);
    if (live !== undefined) return live;
    const { capabilities, journal, store, shelf } = this.parts;
    this.needRoom();
    if (!capabilities.isOurs(id))
      throw new HttpError('NOT_FOUND', { what: `session ${JSON.stringify(id.slice(0, 64))}` });
    const session = journal?.revive(store, id, (hash, name) => shelf.findHash(hash, name));
    if (session === undefined) throw new HttpError('SESSION_EXPIRED', { id });
    this.totals.revived += 1;
    return this.adoptOne(session);
  }

  sweep(): void {
    const now = this.parts.now();
    for (const served of this.served.values()) if (now - served.lastUsed > served.ttl) this.expire(served);
  }

  private expire(served: ServedSession): void {
    this.parts.store.expire(served.session);
    this.forget(served);
    this.totals.expired += 1;
  }

  private forget({ session }: ServedSession): void {
    this.served.delete(session.id);
    const users = (this.users.get(session.world) ?? 1) - 1;
    if (users === 0) this.users.delete(session.world);
    else this.users.set(session.world, users);
  }
}

function tellLive({ live }: ServedSession, { by, name, arguments: args }: CallRequest, { answer }: MadeCall): void {
  if (live !== undefined && by === 'agent' && isJsonObject(args)) live.saw('agent', name, args, answer);
}
