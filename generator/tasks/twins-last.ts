// Orders the tasks of a file. Twins begin with the same words, so each twin comes after all first tasks. The first
// tasks of a file then differ in their words.
import type { Task } from '../../envs/values/task.ts';

export function twinsLast(tasks: readonly Task[]): readonly Task[] {
  const seen = new Set<string>();
  const isSecond = new Set(
    tasks.flatMap(({ id, twin }) => {
      seen.add(id);
      return twin !== undefined && seen.has(twin) ? [id] : [];
    }),
  );
  return [...tasks.filter(({ id }) => !isSecond.has(id)), ...tasks.filter(({ id }) => isSecond.has(id))];
}
