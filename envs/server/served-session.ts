// A session as the server knows it, and the wish that it is made of.
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

/** The value of `user` for a session of which both sides are played from outside. */
export const SHARED = 'seat';

export interface ServedSession {
  readonly session: Session;
  readonly task: Task | undefined;
  readonly trialSeed: number;
  /** Seconds of idleness after which it is swept. */
  readonly ttl: number;
  /** The time of the last use, in seconds of the server's clock. */
  lastUsed: number;
  /** The live user, if the session has one. */
  live: LiveUser | undefined;
  /** A log that was begun elsewhere, or before a restart: the last answer may not have reached its client. */
  readonly adopted: boolean;
  /** The session had a live user that did not outlive a restart. */
  readonly forsaken: boolean;
  /** Both sides are played from outside. */
  readonly shared: boolean;
  /** The agent works alone and has the user's tools too. */
  readonly solo: boolean;
  /** Words that were said outside a live conversation. */
  readonly words: Words[];
  /** How the agent ended the episode, if it did. */
  end: EndReason | undefined;
  /** A fault of the server answered a request: the episode has no reward. */
  fault: string | undefined;
  /** How the episode ended for its player, once that is decided. */
  outcome: Outcome | undefined;
  /** Follows the progress of the episode, once a client has asked for it. */
  meter?: ProgressMeter | undefined;
  /** Uses of its tokens where they open nothing: on the control plane, on other sessions. */
  trespasses?: string[];
  /** The tokens, each made when first asked for. */
  readonly tokens: { agent?: string; user?: string };
}

/** How a session came to this server: begun here, forked here, or found in a log. */
export type Origin = 'begun' | 'forked' | 'adopted';

/** A session with the state that its log keeps beside the calls. */
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
  /** The player of the user: none, or a live user by name. */
  readonly user?: string | undefined;
}

/** The names by which a session is found again, also after a restart. A fork does not have its origin's names. */
export interface SessionNames {
  /** The key by which a dialect knows the agent's seat at the session. */
  readonly key?: string | undefined;
  /** The same for the user's own seat at a shared session. */
  readonly userKey?: string | undefined;
  /** The word that seats of one session share. */
  readonly share?: string | undefined;
}

/** The parts that the journal keeps of a session beside its log: the wish, and the names. */
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

/** A seat's key as the name of its side. */
export function nameOfSeat(plane: Plane, key: string | undefined): SessionNames {
  return plane === 'user' ? { userKey: key } : { key };
}

/** The same for a fork after a step: with the words until then, and without the names of its origin. */
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

/** The same for the present state: with a new name, new words, the end or a fault. */
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

/** Refuses further calls after the agent has ended the episode. */
export function refuseEnded({ end, session }: ServedSession, { by }: CallRequest): void {
  if (end !== undefined && by !== 'control') throw new HttpError('EPISODE_ENDED', { id: session.id, end });
}

/** In solo play, the agent also calls the user's tools. */
export function asSide({ solo, session }: ServedSession, request: CallRequest): CallRequest {
  if (!solo || request.by !== 'agent' || session.world.tools.get(request.name)?.tool.audience !== 'user')
    return request;
  return { ...request, by: 'user' };
}

/** The most trespasses that are kept of one session; all are counted. */
const MOST_TRESPASSES = 100;

export function noteTrespass(served: ServedSession, what: string): void {
  served.trespasses ??= [];
  if (served.trespasses.length < MOST_TRESPASSES) served.trespasses.push(what);
}
