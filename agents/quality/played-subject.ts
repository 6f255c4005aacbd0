// A served environment with its tasks: the subject of the quality checks that need a server.
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import type { Gym } from '../http/local-gym.ts';

export interface PlayedSubject {
  readonly gym: Gym;
  readonly world: World;
  readonly tasks: readonly Task[];
  readonly seed: number;
  /** Files of benchmarks with which the environment should share no tools and no wishes. */
  readonly against: readonly string[];
}
