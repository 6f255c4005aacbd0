// A session's other side, which answers live. The player of the user comes from outside; the server only sees its
// answers.
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
  /** Makes a call of the user. */
  call(name: string, args: JsonObject): CallAnswer;
  /** The changes since the task's start. */
  changes(): Diff;
}

export interface LiveAnswer {
  readonly message: string | null;
  readonly done: boolean;
  readonly end_reason?: EndReason;
}

export interface LiveUser {
  /** The whole conversation, with the calls of both sides. */
  readonly messages: readonly EpisodeMessage[];
  readonly end: EndReason | undefined;
  answer(text: string): Promise<LiveAnswer>;
  /** The agent ends the episode. Its last words are optional. A second end changes nothing. */
  leave(end: EndReason, text?: string): void;
  /** Tells the user's player that the agent made a call. */
  saw(plane: Plane, name: string, args: JsonObject, answer: CallAnswer): void;
}

export interface LiveUserHost {
  /** Whether a model can play the user: an endpoint for it is known. */
  readonly models?: boolean;
  /** Throws a GymError with one clear line for a user that this host cannot play. */
  open(user: string, seat: LiveSeat): Promise<LiveUser>;
}

/** Refuses a user that cannot be played, before a session is made for it. */
export function refuseUser(host: LiveUserHost | undefined, user: string): void {
  if (host === undefined)
    throw badInput({ path: '/user', what: 'this server plays no live users', mend: 'callgym serve does' });
  if (user.startsWith(BY_MODEL) && host.models !== true)
    throw new HttpError('NO_USER_MODEL', { user: user.slice(0, 100) });
}

/** The beginning of the name of a user that a model plays. */
export const BY_MODEL = 'openai:';
