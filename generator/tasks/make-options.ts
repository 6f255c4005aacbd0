// The options for making tasks, and the result: the tasks, and counts of the rejected drafts.
import type { Story } from '../../envs/values/story.ts';
import type { Task } from '../../envs/values/task.ts';
import type { Band } from './band.ts';

export interface MakeOptions {
  readonly count: number;
  readonly kinds?: readonly Task['kind'][];
  readonly band?: Band;
  readonly seed: number;
  /** Tasks that exist in the environment before new ones are made. */
  readonly existing: readonly Task[];
  /** The stories to tell. If absent, the stories of the environment are told. */
  readonly stories?: readonly Story[];
  /** Makes tasks of one story each. No stories are joined, and no tasks are made without a story. */
  readonly plain?: true;
  /** Called after each step with the tasks made so far. */
  readonly tell?: (made: readonly Task[]) => void;
}

export interface MadeTasks {
  readonly tasks: readonly Task[];
  readonly rejected: Readonly<Record<string, number>>;
  /** The number of flaws that the proofs found in the kept tasks. */
  readonly holes: number;
}
