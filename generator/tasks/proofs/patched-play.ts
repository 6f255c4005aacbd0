// Plays a task's expected calls from a start state in which one row was changed, added or removed, and returns the
// result of each call.
import { GymError } from '../../../envs/errors/gym-error.ts';
import { SessionStore } from '../../../envs/session/session-store.ts';
import type { Diff } from '../../../envs/values/diff.ts';
import { plainJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Task } from '../../../envs/values/task.ts';
import type { ToolCall } from '../../../envs/values/tool-schema.ts';
import { beginTask } from '../../../envs/verification/script.ts';
import type { World } from '../../../envs/world/world.ts';

export interface Shown {
  readonly ok: boolean;
  readonly result: Json;
}

/**
 * Yields the answer to each call. If the consumer stops early, the later calls are not made. If the change of the start
 * state is not possible, nothing is yielded.
 */
export function* patchedPlay(world: World, task: Task, diff: Diff, calls: readonly ToolCall[]): Generator<Shown> {
  const store = new SessionStore();
  let session;
  try {
    session = beginTask(store, world, patched(task, diff));
  } catch (error) {
    // a change that breaks a key or a constraint is not possible
    if (error instanceof GymError) return;
    throw error;
  }
  try {
    for (const { by, name, arguments: args } of calls) {
      const answer = store.call(session, { by: by ?? 'agent', name, arguments: args as JsonObject });
      yield { ok: answer.ok, result: plainJson((answer.ok ? answer.result : answer.error) as Json) };
    }
  } finally {
    store.close(session);
  }
}

/** Returns the task with the change added to its start state. */
export function patched(task: Task, diff: Diff): Task {
  const patch: Record<string, Diff[string]> = { ...(task.patch as Diff | undefined) };
  for (const [table, { inserted, updated, deleted }] of Object.entries(diff)) {
    const known = patch[table];
    patch[table] = {
      inserted: [...(known?.inserted ?? []), ...inserted],
      updated: [...(known?.updated ?? []), ...updated],
      deleted: [...(known?.deleted ?? []), ...deleted],
    };
  }
  return { ...task, patch: patch as Task['patch'] & object };
}
