// The input of the quality checks that need a server: a served environment and its tasks.
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import type { Gym } from '../http/local-gym.ts';

export interface PlayedSubject {
  readonly gym: Gym;
  readonly world: World;
  readonly tasks: readonly Task[];
  readonly seed: number;
  /** Paths of benchmark files. The environment should have no tool and no wish in common with them. */
  readonly against: readonly string[];
}
