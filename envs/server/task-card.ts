// Returns the parts of a task that its players may see, without the solution, the checks and the user's instructions.
import type { JsonObject } from '../values/json.ts';
import type { Task } from '../values/task.ts';

export function taskCard({ id, kind, difficulty, tags }: Task): JsonObject {
  return { id, kind, difficulty, tags };
}
