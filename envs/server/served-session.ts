// A session as the server knows it, and the wish from which the server makes it.
import type { CallRequest } from '../session/call.ts';
import type { Session } from '../session/session.ts';
import type { FaultRate } from '../values/fault.ts';
import { asJson, checkedAs, type JsonObject } from '../values/json.ts';
import { END_REASONS, type EndReason, type Task } from '../values/task.ts';
import type { ProgressMeter } from '../verification/progress.ts';
import type { World } from '../world/world.ts';
import { HttpError } from './http-errors.ts';
import type { LiveUser } from './live-user.ts';
import type { Plane } from './plane.ts';
import { outcomeOf, type Outcome } from './outcome.ts';
import type { Words } from './told-messages.ts';

/** The value of `user` for a session of which clients play both sides. */
export const SHARED = 'seat';

export interface ServedSession {
  readonly session: Session;
  readonly task: Task | undefined;
  readonly trialSeed: number;
  /** Seconds after which the idle session is closed. */
  readonly ttl: number;
  /** The time of the last use, in seconds of the server's clock. */
  lastUsed: number;
  /** The live user; undefined without one. */
  live: LiveUser | undefined;
  /**
   * Whether this server took the log over: from another server, or from before a restart. The client may then have
   * missed the last answer.
   */
  readonly adopted: boolean;
  /** Whether the session had a live user that was lost in a restart, so that nothing answers the agent. */
  readonly forsaken: boolean;
  /** Whether clients play both sides of the session. */
  readonly shared: boolean;
  /** Whether the agent works without a user and so has the user's tools too. */
  readonly solo: boolean;
  /** Words that a side said outside a live conversation. */
  readonly words: Words[];
  /** How the agent ended the episode; undefined before the end. */
  end: EndReason | undefined;
  /** The first fault of the server that answered a request; undefined without one. Such an episode has no reward. */
  fault: string | undefined;
  /** The outcome of the episode for its player; undefined until it is decided. */
  outcome: Outcome | undefined;
  /** Measures the progress of the episode; absent until a client asks for the progress. */
  meter?: ProgressMeter | undefined;
  /** Attempts to use the session's tokens on the control plane or on other sessions. */
  trespasses?: string[];
  /** The session's tokens, each made at its first use. */
  readonly tokens: { agent?: string; user?: string };
}

/** How a session came to this server: made here, forked here, or read from a log. */
export type Origin = 'begun' | 'forked' | 'adopted';

/**
 * Makes the server's view of a session from the session and from `about`, the state that its log keeps besides the
 * calls.
 */
export function servedOf(
  session: Session,
  { task, origin, idle, now }: { task: Task | undefined; origin: Origin; idle: number; now: number },
): ServedSession {
  const { about } = session;
  const { trial_seed: trialSeed, ttl_s: ttl, user, fault } = about ?? {};
  const live = typeof user === 'string' && user !== 'none' && user !== SHARED;
  return {
    session,
    task,
    trialSeed: typeof trialSeed === 'number' ? trialSeed : 0,
    ttl: typeof ttl === 'number' ? ttl : idle,
    lastUsed: now,
    live: undefined,
    adopted: origin === 'adopted',
    forsaken: live && origin !== 'begun',
    shared: user === SHARED,
    solo: user === 'none',
    words: wordsOf(about),
    end: endOf(about),
    fault: typeof fault === 'string' ? fault : undefined,
    outcome: outcomeOf(about),
    tokens: {},
  };
}

export interface NewServedSession extends SessionNames {
  readonly world: World;
  readonly task?: Task;
  readonly sessionSeed?: number;
  readonly trialSeed?: number;
  readonly faults?: FaultRate;
  readonly ttl?: number;
  /** Who plays the user: a simulated user by its name; 'none' or undefined if the client plays it or no user speaks. */
  readonly user?: string | undefined;
}

/** The names by which a client finds a session again, even after a restart. A fork does not inherit these names. */
export interface SessionNames {
  /** The key by which the client that plays the agent finds the session again. */
  readonly key?: string | undefined;
  /** The key by which the client that plays the user finds the session again. */
  readonly userKey?: string | undefined;
  /** The word that the two clients of a shared session have in common. */
  readonly share?: string | undefined;
}

/** Returns the state that the journal keeps of a new session besides its calls: the wish and the names. */
export function aboutOf(wish: Omit<NewServedSession, 'world'>): JsonObject | undefined {
  return orNone({
    ...(wish.task === undefined ? {} : { task: wish.task.id }),
    ...(wish.trialSeed === undefined || wish.trialSeed === 0 ? {} : { trial_seed: wish.trialSeed }),
    ...(wish.ttl === undefined ? {} : { ttl_s: wish.ttl }),
    ...(wish.user === undefined ? {} : { user: wish.user }),
    ...namesOf(wish),
  });
}

function namesOf({ key, userKey, share }: SessionNames): JsonObject {
  return {
    ...(key === undefined ? {} : { key }),
    ...(userKey === undefined ? {} : { user_key: userKey }),
    ...(share === undefined ? {} : { share }),
  };
}

/** Returns a client's key as the name of the side that the client plays. */
export function nameOfSeat(plane: Plane, key: string | undefined): SessionNames {
  return plane === 'user' ? { userKey: key } : { key };
}

/** Returns the state for the journal of a fork: the words up to the step of the fork, and the fork's own names. */
export function aboutOfFork({ about }: Session, step: number, names: SessionNames): JsonObject | undefined {
  const {
    key: _key,
    user_key: _userKey,
    share: _share,
    end: _end,
    outcome: _outcome,
    words: _words,
    ...kept
  } = about ?? {};
  const words = wordsOf(about).filter(({ after }) => after <= step);
  return orNone({ ...kept, ...namesOf(names), ...wordsAbout(words) });
}

/** Returns the state for the journal of a session as it is now, with its words, end, fault and outcome. */
export function aboutNow(
  { session, words, end, fault, outcome }: ServedSession,
  names: SessionNames = {},
): JsonObject | undefined {
  const { words: _words, end: _end, fault: _fault, outcome: _outcome, ...kept } = session.about ?? {};
  return orNone({
    ...kept,
    ...namesOf(names),
    ...wordsAbout(words),
    ...(end === undefined ? {} : { end }),
    ...(fault === undefined ? {} : { fault }),
    ...(outcome === undefined ? {} : { outcome: asJson(outcome) }),
  });
}

export function wordsOf(about: JsonObject | undefined): Words[] {
  const words = about?.['words'];
  return Array.isArray(words) ? [...checkedAs<readonly Words[]>(words)] : [];
}

export function endOf(about: JsonObject | undefined): EndReason | undefined {
  return END_REASONS.find((each) => each === about?.['end']);
}

function wordsAbout(words: readonly Words[]): JsonObject {
  return words.length === 0 ? {} : { words: words.map((each) => ({ ...each })) };
}

function orNone(about: JsonObject): JsonObject | undefined {
  return Object.keys(about).length === 0 ? undefined : about;
}

/** Throws when an agent or user makes a call after the agent has ended the episode. */
export function refuseEnded({ end, session }: ServedSession, { by }: CallRequest): void {
  if (end !== undefined && by !== 'control') throw new HttpError('EPISODE_ENDED', { id: session.id, end });
}

/** Makes the user the caller when an agent without a user calls one of the user's tools. */
export function asSide({ solo, session }: ServedSession, request: CallRequest): CallRequest {
  if (!solo || request.by !== 'agent' || session.world.tools.get(request.name)?.tool.audience !== 'user')
    return request;
  return { ...request, by: 'user' };
}

/** The most trespasses of one session that are described. All of them are counted. */
const MOST_TRESPASSES = 100;

export function noteTrespass(served: ServedSession, what: string): void {
  served.trespasses ??= [];
  if (served.trespasses.length < MOST_TRESPASSES) served.trespasses.push(what);
}
