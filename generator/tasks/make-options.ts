// The wish for tasks, and the tasks that came of it.
import type { Story } from '../../envs/values/story.ts';
import type { Task } from '../../envs/values/task.ts';
import type { Band } from './band.ts';

export interface MakeOptions {
  readonly count: number;
  readonly kinds?: readonly Task['kind'][];
  readonly band?: Band;
  readonly seed: number;
  /** Tasks that the environment has already. */
  readonly existing: readonly Task[];
  /** The stories that are told, where they are not those of the environment. */
  readonly stories?: readonly Story[];
  /** Stories one at a time, as they are: none are joined, and no goals are drawn. */
  readonly plain?: true;
  /** Called with all tasks made so far. */
  readonly tell?: (made: readonly Task[]) => void;
}

export interface MadeTasks {
  readonly tasks: readonly Task[];
  readonly rejected: Readonly<Record<string, number>>;
  /** The number of holes that proofs find in the kept tasks. */
  readonly holes: number;
}
