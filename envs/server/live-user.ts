// The interface to a live user: a program or a model that plays the user of a session while the agent talks to it. The
// caller passes an implementation in; the server only sees the answers.
import { badInput } from '../errors/gym-error.ts';
import type { CallAnswer } from '../session/session-store.ts';
import type { Diff } from '../values/diff.ts';
import type { EpisodeMessage } from '../values/episode.ts';
import type { JsonObject } from '../values/json.ts';
import type { EndReason, Task } from '../values/task.ts';
import type { World } from '../world/world.ts';
import { HttpError } from './http-errors.ts';
import type { Plane } from './plane.ts';

export interface LiveSeat {
  readonly world: World;
  readonly task: Task;
  readonly trialSeed: number;
  call(name: string, args: JsonObject): CallAnswer;
  /** Returns the rows that have changed since the task's start. */
  changes(): Diff;
}

export interface LiveAnswer {
  readonly message: string | null;
  readonly done: boolean;
  readonly end_reason?: EndReason;
}

export interface LiveUser {
  /** The whole conversation so far, with the calls of both sides. */
  readonly messages: readonly EpisodeMessage[];
  readonly end: EndReason | undefined;
  answer(text: string): Promise<LiveAnswer>;
  /**
   * Called when the agent ends the episode, with the agent's last words if there are any. Further calls change nothing.
   */
  leave(end: EndReason, text?: string): void;
  /** Tells the user's player about a call that the agent made. */
  saw(plane: Plane, name: string, args: JsonObject, answer: CallAnswer): void;
}

export interface LiveUserHost {
  /** True if a language model can play the user, because an endpoint is configured. */
  readonly models?: boolean;
  /** Starts the player of a user. If this host cannot play the named user, throws a GymError of one line. */
  open(user: string, seat: LiveSeat): Promise<LiveUser>;
}

/** Throws if the named user cannot be played. Called before a session is made. */
export function refuseUser(host: LiveUserHost | undefined, user: string): void {
  if (host === undefined)
    throw badInput({ path: '/user', what: 'this server plays no live users', mend: 'callgym serve does' });
  if (user.startsWith(BY_MODEL) && host.models !== true)
    throw new HttpError('NO_USER_MODEL', { user: user.slice(0, 100) });
}

/** The beginning of the names of users that a language model plays. */
export const BY_MODEL = 'openai:';
