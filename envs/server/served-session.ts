// A session as the server keeps it, and the data that the server needs to make one.
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

/** The value of `user` for a session in which clients play both sides. */
export const SHARED = 'seat';

export interface ServedSession {
  readonly session: Session;
  readonly task: Task | undefined;
  readonly trialSeed: number;
  /** Seconds of idleness after which the session is closed. */
  readonly ttl: number;
  /** The time of the last use, in seconds of the server's clock. */
  lastUsed: number;
  live: LiveUser | undefined;
  /**
   * True if the session's log began elsewhere: on another server, or before a restart. The client may then have missed
   * the last answer.
   */
  readonly adopted: boolean;
  /** True if the session had a simulated user that was lost in a restart. The agent then gets no answers any more. */
  readonly forsaken: boolean;
  /** True if clients play both sides of the session. */
  readonly shared: boolean;
  /** True if the agent works without a user and may therefore call the user's tools. */
  readonly solo: boolean;
  /** Messages of the two sides in a session without a simulated user. */
  readonly words: Words[];
  /** The reason for the end of the episode. Undefined while the episode goes on. */
  end: EndReason | undefined;
  /**
   * The first fault of the server in this episode. Undefined if there was none. An episode with such a fault has no
   * reward.
   */
  fault: string | undefined;
  /** The outcome of the episode for its player. Undefined until it is decided. */
  outcome: Outcome | undefined;
  /** Measures how many checks of the task are met. Undefined until a client asks for the progress. */
  meter?: ProgressMeter | undefined;
  /** Attempts to use the session's tokens for routes of training code or for other sessions. */
  trespasses?: string[];
  /** The session's tokens. Each is computed when it is first used. */
  readonly tokens: { agent?: string; user?: string };
}

/** How a session came to this server: begun here, forked here, or taken over from a log. */
export type Origin = 'begun' | 'forked' | 'adopted';

/**
 * Makes the server's record of a session. Its contents come from the session and from `about`, the data that the log
 * keeps besides the calls.
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
  /**
   * The player of the user: the name of a simulated user. 'none' or undefined if no user speaks or a client plays the
   * user.
   */
  readonly user?: string | undefined;
}

/** The names with which a client finds a session again, even after a restart. A fork does not inherit them. */
export interface SessionNames {
  /** The key of the client that plays the agent. */
  readonly key?: string | undefined;
  /** The key of the client that plays the user. */
  readonly userKey?: string | undefined;
  /** The word that the two clients of one session have agreed on. */
  readonly share?: string | undefined;
}

/** Returns the data of a new session that the journal keeps besides its calls. */
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

/** Stores a client's key as the key of the side that the client plays. */
export function nameOfSeat(plane: Plane, key: string | undefined): SessionNames {
  return plane === 'user' ? { userKey: key } : { key };
}

/**
 * Returns the data that the journal keeps for a fork: messages up to the step of the fork, and the fork's own names.
 */
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

/** Returns the data that the journal keeps for a session now, including its messages, end, fault and outcome. */
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

/** Throws if the agent or the user makes a call after the end of the episode. */
export function refuseEnded({ end, session }: ServedSession, { by }: CallRequest): void {
  if (end !== undefined && by !== 'control') throw new HttpError('EPISODE_ENDED', { id: session.id, end });
}

/**
 * If an agent that works without a user calls one of the user's tools, changes the caller of the request to the user.
 */
export function asSide({ solo, session }: ServedSession, request: CallRequest): CallRequest {
  if (!solo || request.by !== 'agent' || session.world.tools.get(request.name)?.tool.audience !== 'user')
    return request;
  return { ...request, by: 'user' };
}

/** The largest number of forbidden attempts of one session that are described. Further ones are only counted. */
const MOST_TRESPASSES = 100;

export function noteTrespass(served: ServedSession, what: string): void {
  served.trespasses ??= [];
  if (served.trespasses.length < MOST_TRESPASSES) served.trespasses.push(what);
}
