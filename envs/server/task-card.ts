// A task as its players may see it: nothing of gold, checks or the user's script.
import type { JsonObject } from '../values/json.ts';
import type { Task } from '../values/task.ts';

export function taskCard({ id, kind, difficulty, tags }: Task): JsonObject {
  return { id, kind, difficulty, tags };
}
