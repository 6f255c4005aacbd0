// A session's other side, answering live. Who plays it comes from outside: the server only knows that it answers.
import type { CallAnswer } from '../session/session-store.ts';
import type { Diff } from '../values/diff.ts';
import type { EpisodeMessage } from '../values/episode.ts';
import type { JsonObject } from '../values/json.ts';
import type { EndReason, Task } from '../values/task.ts';
import type { World } from '../world/world.ts';
import type { Plane } from './plane.ts';

export interface LiveSeat {
  readonly world: World;
  readonly task: Task;
  readonly trialSeed: number;
  /** A call of the user's own. */
  call(name: string, args: JsonObject): CallAnswer;
  /** What has changed since the task's start. */
  changes(): Diff;
}

export interface LiveAnswer {
  readonly message: string | null;
  readonly done: boolean;
  readonly end_reason?: EndReason;
}

export interface LiveUser {
  /** The whole conversation, calls of both sides included. */
  readonly messages: readonly EpisodeMessage[];
  readonly end: EndReason | undefined;
  answer(text: string): Promise<LiveAnswer>;
  /** The agent ends it, with last words if it has any; what has ended stays as it ended. */
  leave(end: EndReason, text?: string): void;
  /** The agent made a call. */
  saw(plane: Plane, name: string, args: JsonObject, answer: CallAnswer): void;
}

export interface LiveUserHost {
  /** Throws a GymError with one clear line for a user that it cannot play. */
  open(user: string, seat: LiveSeat): Promise<LiveUser>;
}
