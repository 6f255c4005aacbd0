// Finds the kinds of tasks that are due where a caller asked for some kinds: those of which there are fewest.
import type { Task } from '../../envs/values/task.ts';

export function kindsDue(kinds: readonly Task['kind'][], made: readonly Task[]): readonly Task['kind'][] {
  const counts = kinds.map((kind) => made.filter((task) => task.kind === kind).length);
  return kinds.filter((_kind, at) => counts[at] === Math.min(...counts));
}
