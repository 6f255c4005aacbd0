// Checks that every value in a task's expected calls has a source: the user's words, an earlier result, the policy, or
// a choice that the tool's schema lists.
import type { Json } from '../../envs/values/json.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import type { Task } from '../../envs/values/task.ts';
import { Known, missingValues } from '../../envs/verification/derivable.ts';
import type { World } from '../../envs/world/world.ts';

/** Describes the values of the expected calls that no source gives. */
export function underivable(world: World, task: Task, log: readonly LogEntry[]): string[] {
  const known = new Known();
  const later = (task.user.later ?? []).map(({ text }) => text);
  for (const text of [task.user.opening, ...later, task.user.goal]) known.tell(text);
  for (const { value } of task.user.facts) known.tell(JSON.stringify(value) ?? '');
  return task.gold.calls.flatMap((call, at) => {
    const before = log[at];
    if (at > 0 && before !== undefined)
      known.show((before.ok ? (before.result ?? null) : (before.error ?? null)) as Json);
    return missingValues(world, call, known).map(
      ({ path, value }) => `${call.name} the ${path.join('.')} ${JSON.stringify(value)} (call ${at + 1})`,
    );
  });
}
