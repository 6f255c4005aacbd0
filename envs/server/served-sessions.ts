// Sessions as the server knows them: who owns which, how long they may idle, how many calls they have left. State and
// logs are the SessionStore's; nothing here reaches a result.
import type { CallAnswer, CallRequest, MadeCall } from '../session/call.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Journal } from '../session/journal.ts';
import type { Faults, Session } from '../session/session.ts';
import { GymError } from '../errors/gym-error.ts';
import type { FaultRate } from '../values/fault.ts';
import { isJsonObject, type JsonObject } from '../values/json.ts';
import type { EndReason, Task } from '../values/task.ts';
import { NO_SETUP } from '../session/session.ts';
import { setupOf } from '../verification/judge.ts';
import type { World } from '../world/world.ts';
import { sameText, type Capabilities } from './capabilities.ts';
import { PLANES, type Plane } from './plane.ts';
import type { EnvironmentLibrary } from './environment-library.ts';
import { HttpError } from './http-errors.ts';
import type { Limits } from './limits.ts';
import type { LiveUser } from './live-user.ts';
import type { Words } from './told-messages.ts';

export interface ServedSession {
  readonly session: Session;
  readonly task: Task | undefined;
  readonly trialSeed: number;
  /** Seconds of idleness after which it is swept. */
  readonly ttl: number;
  /** Seconds of the server's clock. */
  lastUsed: number;
  /** The other side, where it answers live. */
  live: LiveUser | undefined;
  /** A live user sat there before a restart, and did not outlive it. */
  readonly forsaken: boolean;
  /** Both sides are played from outside. */
  readonly shared: boolean;
  /** The agent works alone, and has the user's tools in its own hands. */
  readonly solo: boolean;
  /** What was said outside a live conversation. */
  readonly words: Words[];
  /** How the agent ended it, if it did. */
  end: EndReason | undefined;
  /** What its tokens were tried on in vain: the control plane, other sessions. */
  trespasses?: string[];
  /** Made when first asked for. */
  readonly tokens: { agent?: Buffer; user?: Buffer };
}

export interface NewServedSession {
  readonly world: World;
  readonly task?: Task;
  readonly sessionSeed?: number;
  readonly trialSeed?: number;
  readonly faults?: FaultRate;
  readonly ttl?: number;
  /** Who plays the user: none, or a live user by name. */
  readonly user?: string | undefined;
  /** What a dialect knows the session by. */
  readonly key?: string | undefined;
}

export interface Parts {
  readonly store: SessionStore;
  readonly journal: Journal | undefined;
  readonly library: EnvironmentLibrary;
  readonly capabilities: Capabilities;
  readonly limits: Limits;
  /** Seconds, of any monotonic clock. */
  readonly now: () => number;
}

/** Who plays the user where both sides come from outside. */
export const SHARED = 'seat';

/** So many are kept of a session, for whoever asks; all are counted. */
const MOST_TRESPASSES = 100;

export class ServedSessions {
  private readonly served = new Map<string, ServedSession>();
  private readonly users = new Map<World, number>();
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

  create({ world, task, sessionSeed, trialSeed = 0, faults, ttl, user, key }: NewServedSession): ServedSession {
    const { limits, store, capabilities } = this.parts;
    if (this.stopping) throw new HttpError('STOPPING');
    if (this.served.size >= limits.sessions) throw new HttpError('SESSIONS_FULL', { limit: limits.sessions });
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
    const about: JsonObject = {
      ...(task === undefined ? {} : { task: task.id }),
      ...(trialSeed === 0 ? {} : { trial_seed: trialSeed }),
      ...(ttl === undefined ? {} : { ttl_s: ttl }),
      ...(user === undefined ? {} : { user }),
      ...(key === undefined ? {} : { key }),
    };
    const session = store.create({
      id: capabilities.newId(),
      world,
      seed: sessionSeed ?? task?.session_seed ?? 1,
      setup: task === undefined ? NO_SETUP : setupOf(task),
      ...(suffered === undefined ? {} : { faults: suffered }),
      ...(Object.keys(about).length === 0 ? {} : { about }),
    });
    this.totals.created += 1;
    return this.keep(session, task, true);
  }

  fork(of: ServedSession, step: number): ServedSession {
    const { limits, store, capabilities } = this.parts;
    if (this.stopping) throw new HttpError('STOPPING');
    if (this.served.size >= limits.sessions) throw new HttpError('SESSIONS_FULL', { limit: limits.sessions });
    const session = store.fork(of.session, step, capabilities.newId());
    this.totals.created += 1;
    return this.keep(session, of.task);
  }

  /** Those live now. */
  all(): IterableIterator<ServedSession> {
    return this.served.values();
  }

  /** Whether it still lives; asking does not count as use. */
  has(id: string): boolean {
    return this.served.has(id);
  }

  /** Every session that the store was given from the journal. */
  adopt(): void {
    for (const session of this.parts.store.all()) if (!this.served.has(session.id)) this.adoptOne(session);
  }

  private adoptOne(session: Session): ServedSession {
    const id = session.about?.['task'];
    const { name } = session.world.environment;
    return this.keep(session, typeof id === 'string' ? this.parts.library.tasks(name).get(id) : undefined);
  }

  private keep(session: Session, task: Task | undefined, fresh = false): ServedSession {
    const trialSeed = session.about?.['trial_seed'];
    const ttl = session.about?.['ttl_s'];
    const served: ServedSession = {
      session,
      task,
      trialSeed: typeof trialSeed === 'number' ? trialSeed : 0,
      ttl: typeof ttl === 'number' ? ttl : this.parts.limits.idle,
      lastUsed: this.parts.now(),
      live: undefined,
      forsaken:
        typeof session.about?.['user'] === 'string' &&
        session.about['user'] !== 'none' &&
        session.about['user'] !== SHARED &&
        !fresh,
      shared: session.about?.['user'] === SHARED,
      solo: session.about?.['user'] === 'none',
      words: [],
      end: undefined,
      tokens: {},
    };
    this.served.set(session.id, served);
    this.users.set(session.world, (this.users.get(session.world) ?? 0) + 1);
    return served;
  }

  /** A live session, marked as used. An id that was ours once answers 410, any other 404. */
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

  /** Ids in order, after one of them. */
  list(limit: number, after: string | undefined): { readonly sessions: ServedSession[]; readonly next: string | null } {
    const ids = [...this.served.keys()].sort();
    const from = after === undefined ? 0 : ids.findIndex((id) => id > after);
    const page = from < 0 ? [] : ids.slice(from, from + limit);
    const next = from >= 0 && from + limit < ids.length ? (page.at(-1) ?? null) : null;
    return { sessions: page.map((id) => this.served.get(id) as ServedSession), next };
  }

  token(served: ServedSession, plane: Plane): string {
    return this.tokenBytes(served, plane).toString();
  }

  private tokenBytes(served: ServedSession, plane: Plane): Buffer {
    served.tokens[plane] ??= Buffer.from(this.parts.capabilities.tokenFor(served.session.id, plane));
    return served.tokens[plane];
  }

  /** Who a token is, live or not: a live session's is known without making it again. */
  opens(token: string): { readonly id: string; readonly plane: Plane } | undefined {
    const id = token.slice(0, token.indexOf('.'));
    const served = this.served.get(id);
    if (served !== undefined) {
      for (const plane of PLANES) if (sameText(token, this.tokenBytes(served, plane))) return { id, plane };
      return undefined;
    }
    return this.parts.capabilities.opens(token);
  }

  /** A session's token where it opens nothing. */
  trespass(id: string, plane: Plane, what: string): void {
    this.totals.trespassed += 1;
    const served = this.served.get(id);
    if (served === undefined) return;
    served.trespasses ??= [];
    if (served.trespasses.length < MOST_TRESPASSES) served.trespasses.push(`${plane} ${what}`);
  }

  call(served: ServedSession, request: CallRequest): CallAnswer {
    return this.make(served, request).answer;
  }

  /** The same, with its answer as JSON text. */
  make(served: ServedSession, request: CallRequest): MadeCall {
    this.allow(served, 1);
    refuseEnded(served, request);
    const made = this.parts.store.make(served.session, asSide(served, request));
    tellLive(served, request, made);
    return made;
  }

  /** Calls in order; all are made, or none. */
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

  /** The session was taken back to a step: what came later was not said, and it has not ended. */
  takenBack(served: ServedSession, step: number): void {
    const kept = served.words.filter(({ after }) => after <= step && served.end === undefined);
    served.words.splice(0, served.words.length, ...kept);
    served.end = undefined;
  }

  /** The agent ends the episode, with last words if it has any. */
  finish(served: ServedSession, end: EndReason, text?: string): void {
    if (served.end !== undefined) return;
    if (served.live !== undefined) served.live.leave(end, text);
    else if (text !== undefined && text !== '')
      served.words.push({ by: 'agent', text, after: served.session.entries.length });
    served.end = served.live?.end ?? end;
  }

  /** Refuses before anything is done when so many calls would be too many. */
  allow(served: ServedSession, calls: number): void {
    const made = served.session.entries.length;
    const { calls: limit } = this.parts.limits;
    if (made + calls > limit) throw new HttpError('TOO_MANY_CALLS', { made, limit });
  }

  /** Ends a session, also one that lives on disk alone. */
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

  /** A swept session, live again from the journal. */
  revive(id: string): ServedSession {
    const live = this.served.get(id);
    if (live !== undefined) return live;
    const { capabilities, journal, store, library, limits } = this.parts;
    if (this.stopping) throw new HttpError('STOPPING');
    if (this.served.size >= limits.sessions) throw new HttpError('SESSIONS_FULL', { limit: limits.sessions });
    if (!capabilities.isOurs(id))
      throw new HttpError('NOT_FOUND', { what: `session ${JSON.stringify(id.slice(0, 64))}` });
    const session = journal?.revive(store, id, (hash, name) => library.findHash(hash, name));
    if (session === undefined) throw new HttpError('SESSION_EXPIRED', { id });
    this.totals.revived += 1;
    return this.adoptOne(session);
  }

  /** Lets idle sessions go. */
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

/** A live user sees the agent's calls. */
function tellLive({ live }: ServedSession, { by, name, arguments: args }: CallRequest, { answer }: MadeCall): void {
  if (live !== undefined && by === 'agent' && isJsonObject(args)) live.saw('agent', name, args, answer);
}

/** What the agent has ended stays as it was. */
function refuseEnded({ end, session }: ServedSession, { by }: CallRequest): void {
  if (end !== undefined && by !== 'control') throw new HttpError('EPISODE_ENDED', { id: session.id, end });
}

/** Alone, the agent presses the user's buttons too. */
function asSide({ solo, session }: ServedSession, request: CallRequest): CallRequest {
  if (!solo || request.by !== 'agent' || session.world.tools.get(request.name)?.tool.audience !== 'user')
    return request;
  return { ...request, by: 'user' };
}
