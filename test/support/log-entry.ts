// Makes entries of a session's log for tests that judge words.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';

/** Makes the entry of a successful call of the agent. A write is committed. */
export function entry(index: number, name: string, effect: 'read' | 'write', args: JsonObject, result: Json): LogEntry {
  return { index, by: 'agent', name, arguments: args, ok: true, result, effect, committed: effect === 'write' };
}
