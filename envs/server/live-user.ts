// The interface to a live user, that is, a program or model that plays the user of a session while the agent talks to
// it. The caller passes the player in; the server only sees its answers.
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
  /** Makes a call of one of the user's own tools. */
  call(name: string, args: JsonObject): CallAnswer;
  /** Returns the changes of rows since the task's start. */
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
   * Called when the agent ends the episode, with the agent's last words if there are any. A second end changes nothing.
   */
  leave(end: EndReason, text?: string): void;
  /** Called after a call of the agent, so that the user's player knows of it. */
  saw(plane: Plane, name: string, args: JsonObject, answer: CallAnswer): void;
}

export interface LiveUserHost {
  /** Whether a model can play the user, because an endpoint is known. */
  readonly models?: boolean;
  /** Starts the player of a user. Throws a GymError of one line for a user that this host cannot play. */
  open(user: string, seat: LiveSeat): Promise<LiveUser>;
}

/** Throws for a user that cannot be played, before a session is made. */
export function refuseUser(host: LiveUserHost | undefined, user: string): void {
  if (host === undefined)
    throw badInput({ path: '/user', what: 'this server plays no live users', mend: 'callgym serve does' });
  if (user.startsWith(BY_MODEL) && host.models !== true)
    throw new HttpError('NO_USER_MODEL', { user: user.slice(0, 100) });
}

/** The names of users that a model plays begin so. */
export const BY_MODEL = 'openai:';
