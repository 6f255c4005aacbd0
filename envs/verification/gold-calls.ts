// Finds the calls of a task's stored solution in a log: calls with the same tool, arguments and outcome, in any order.
// Where the solution has a new id, this episode may have another one.
import { canonicalJson, isJsonObject, plainJson, type Json } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { GoldCall, Task } from '../values/task.ts';
import type { Naming } from './match-changes.ts';
import { sameJson } from './same-json.ts';

/**
 * Returns for each call of the solution the log entry that made the same call, or undefined. An entry counts for one
 * call only.
 */
export function findGoldCalls(task: Task, log: readonly LogEntry[], naming: Naming): (LogEntry | undefined)[] {
  const open = new Set(log.slice(1));
  return task.gold.calls.map((call) => {
    const wanted = canonicalJson(plainJson(rename(call.arguments, naming)));
    const match = [...open].find(
      (entry) =>
        entry.name === call.name &&
        entry.by === call.by &&
        (call.error === undefined ? entry.ok : entry.error?.code === call.error.code) &&
        sameArguments(canonicalJson(plainJson(entry.arguments)), wanted, entry.arguments, call),
    );
    if (match !== undefined) open.delete(match);
    return match;
  });
}

/** Replaces the solution's new ids by those of this episode. */
function rename(value: Json, naming: Naming): Json {
  if (typeof value === 'string' || typeof value === 'number') return naming.get(value) ?? value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => rename(each, naming));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rename(each, naming)]));
  return value;
}

function sameArguments(found: string, wanted: string, foundValue: Json, call: GoldCall): boolean {
  return found === wanted || sameJson(foundValue, call.arguments);
}
