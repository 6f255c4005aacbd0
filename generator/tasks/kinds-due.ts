// When a caller asked for several kinds of tasks, finds the kinds to make next: those of which there are fewest so far.
import type { Task } from '../../envs/values/task.ts';

export function kindsDue(kinds: readonly Task['kind'][], made: readonly Task[]): readonly Task['kind'][] {
  const counts = kinds.map((kind) => made.filter((task) => task.kind === kind).length);
  return kinds.filter((_kind, at) => counts[at] === Math.min(...counts));
}
