// The two sides of an episode. A player sees what its side sees and says what it does next; it never touches a session.
import type { Random } from '../../envs/random.ts';
import type { Diff } from '../../envs/values/diff.ts';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import type { Json } from '../../envs/values/json.ts';
import type { EndReason, Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';

/** A call as a player words it: the arguments are text, as models write them. */
export interface WantedCall {
  readonly name: string;
  readonly arguments: string;
}

export interface Usage {
  readonly prompt: number;
  readonly completion: number;
}

interface MoveBase {
  readonly reasoning?: string;
  readonly usage?: Usage;
}
export type Move = MoveBase &
  (
    | {
        /** To the other side; with an end, the last words. */
        readonly kind: 'say';
        readonly text: string;
        readonly acts?: readonly string[];
        readonly end?: EndReason;
      }
    | { readonly kind: 'call'; readonly calls: readonly WantedCall[]; readonly text?: string }
    /** Not by choice: the words, if any, are kept but reach nobody. */
    | { readonly kind: 'end'; readonly end: EndReason; readonly why?: string; readonly text?: string }
  );

export interface Player {
  /** `messages` is what this side has seen, in order. */
  next(messages: readonly EpisodeMessage[]): Promise<Move> | Move;
  /** What the record keeps of it beside the messages; the same for the same seeds. */
  notes?(): { readonly [key: string]: Json };
}

/** What a player finds when it sits down. Those that are tested read system, tools and messages alone. */
export interface Seat {
  readonly world: World;
  readonly task: Task;
  readonly trial: number;
  readonly system: string;
  /** OpenAI function tools of this side. */
  readonly tools: readonly Json[];
  /** Chance by purpose, from the trial seed. */
  random(purpose: string): Random;
  /** What has changed since the start: for users, who sit on the control side. */
  changes?(): Promise<Diff> | Diff;
}

export interface PlayerKind {
  readonly name: string;
  readonly about: string;
  /** Parsed once a run; throws a GymError with one clear line for what follows the colon. */
  open(spec: string, options: PlayerOptions): Promise<SitDown> | SitDown;
}

export interface SitDown {
  sit(seat: Seat): Player;
  /** What the run's record says of it: model, prompt, version. */
  readonly about: { readonly [key: string]: Json };
  close?(): void;
}

export interface PlayerOptions {
  readonly baseUrl?: string;
  readonly system?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
}

/** Thrown by a player that cannot go on for reasons of its own surroundings. */
export class PlayerFailure extends Error {
  readonly end: EndReason;
  /** Nothing that this run plays can work: a wrong key, no such model. */
  readonly fatal: boolean;

  constructor(end: EndReason, message: string, fatal = false) {
    super(message);
    this.name = 'PlayerFailure';
    this.end = end;
    this.fatal = fatal;
  }
}
