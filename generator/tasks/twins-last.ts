// Orders the tasks of a file. A task and its twin are nearly the same, so the second of each pair goes to the end of
// the file, and the tasks before it all differ.
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
