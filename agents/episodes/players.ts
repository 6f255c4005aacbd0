// The interface of the two sides of an episode, the agent and the user. A player gets the messages of its side and
// chooses the next move; it cannot call the session itself.
import type { Random } from '../../envs/random.ts';
import type { Diff } from '../../envs/values/diff.ts';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import type { Json } from '../../envs/values/json.ts';
import type { EndReason, Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';

/** A call as a player writes it. The arguments are JSON text, because language models write text. */
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
        /** Words to the other side. If `end` is given, the episode ends after these words. */
        readonly kind: 'say';
        readonly text: string;
        readonly acts?: readonly string[];
        readonly end?: EndReason;
      }
    | { readonly kind: 'call'; readonly calls: readonly WantedCall[]; readonly text?: string }
    /**
     * An end that the player did not choose, such as a reply that was cut off. The record keeps `text`, if it is given.
     */
    | { readonly kind: 'end'; readonly end: EndReason; readonly why?: string; readonly text?: string }
  );

export interface Player {
  next(messages: readonly EpisodeMessage[]): Promise<Move> | Move;
  /** Returns further facts about the player for the record. The same seeds must give the same facts. */
  notes?(): { readonly [key: string]: Json };
}

/**
 * The data that a player gets when an episode begins. A player that is tested may use only system, tools and messages;
 * the oracle and the simulated user also use the others.
 */
export interface Seat {
  readonly world: World;
  readonly task: Task;
  readonly trial: number;
  readonly system: string;
  /** The tools of this side, as OpenAI function tools. */
  readonly tools: readonly Json[];
  /** Returns a random generator for one purpose. Its seed is derived from the trial seed. */
  random(purpose: string): Random;
  /**
   * Returns the changes since the start of the episode. Only simulated users have this method, because they may see the
   * session's state.
   */
  changes?(): Promise<Diff> | Diff;
}

export interface PlayerKind {
  readonly name: string;
  readonly about: string;
  /**
   * Opens the player for a run. `spec` is the text after the colon of the player's name; if it is wrong, throws a
   * GymError of one line.
   */
  open(spec: string, options: PlayerOptions): Promise<SitDown> | SitDown;
}

export interface SitDown {
  sit(seat: Seat): Player;
  /** The facts about the player for the run's record, such as model, prompt and version. */
  readonly about: { readonly [key: string]: Json };
  close?(): void;
}

export interface PlayerOptions {
  readonly baseUrl?: string;
  readonly system?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
}

/** Thrown by a player that cannot go on because its model or its environment failed. */
export class PlayerFailure extends Error {
  readonly end: EndReason;
  /** True if the cause would make every episode of this run fail, for example a wrong API key or an unknown model. */
  readonly fatal: boolean;

  constructor(end: EndReason, message: string, fatal = false) {
    super(message);
    this.name = 'PlayerFailure';
    this.end = end;
    this.fatal = fatal;
  }
}
