// An environment that is served, with its tasks, as the checks of quality that need a server look at it.
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import type { Gym } from '../http/local-gym.ts';

export interface PlayedSubject {
  readonly gym: Gym;
  readonly world: World;
  readonly tasks: readonly Task[];
  readonly seed: number;
  /** Benchmarks and other files with which the tasks shall share nothing. */
  readonly against: readonly string[];
}
