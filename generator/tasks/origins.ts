// Where each argument of gold comes from: the user's words, an earlier result at a path, a choice that is none, or, for
// what nobody tells, the start state.
import type { LogEntry } from '../../envs/values/log-entry.ts';
import { plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { GoldCall, Task } from '../../envs/values/task.ts';
import { leavesOf, pointer, type Place } from '../../envs/values/places.ts';
import { Known, missingValues } from '../../envs/verification/derivable.ts';
import type { World } from '../../envs/world/world.ts';

export interface Origin {
  /** Where in the arguments. */
  readonly argument: Place;
  readonly from: 'user' | 'result' | 'literal' | 'start';
  /** Of a result: which call of gold, counted from 0, and where in its result. */
  readonly call?: number;
  readonly at?: Place;
}

/** What a call of gold gave back, or the error it met. */
export function shownBy(entry: LogEntry | undefined): Json {
  if (entry === undefined) return null;
  return plainJson((entry.ok ? (entry.result ?? null) : (entry.error ?? null)) as Json);
}

/** The origins of the arguments of every call of gold, in its order; `log` is what playing gold gave, the start first. */
export function originsOf(world: World, task: Task, log: readonly LogEntry[]): Origin[][] {
  const user = new Known();
  for (const text of [task.user.opening, task.user.goal]) user.tell(text);
  for (const { value } of task.user.facts) user.tell(JSON.stringify(value) ?? '');
  const results: Json[] = [];
  return task.gold.calls.map((call, at) => {
    if (at > 0) results.push(shownBy(log[at]));
    return leavesOf(call.arguments as Json).map(({ place, value }): Origin => {
      const label = String(place.findLast((step) => typeof step === 'string') ?? '');
      if (isScalar(value) && user.isTold(value, label)) return { argument: place, from: 'user' };
      for (const [index, result] of results.entries()) {
        const found = findValue(result, value);
        if (found !== undefined) return { argument: place, from: 'result', call: index, at: found };
      }
      const single = { name: call.name, arguments: withOnly(call.arguments as JsonObject, place) };
      const isOpen = missingValues(world, single, user).some((each) => each.value === value);
      return { argument: place, from: isOpen ? 'start' : 'literal' };
    });
  });
}

const isScalar = (value: Json): boolean => value !== null && typeof value !== 'boolean';

/** The argument that a place lies in, alone. */
function withOnly(args: JsonObject, [name = '']: Place): JsonObject {
  return { [name]: args[name] as Json };
}

function findValue(result: Json, value: Json): Place | undefined {
  return isScalar(value) ? leavesOf(result).find((leaf) => leaf.value === value)?.place : undefined;
}

/** As tasks.jsonl has it: places are JSON pointers. */
export function writtenOrigin({ argument, from, call, at }: Origin): NonNullable<GoldCall['origins']>[number] {
  return {
    argument: pointer(argument),
    from,
    ...(call === undefined ? {} : { call }),
    ...(at === undefined ? {} : { at: pointer(at) }),
  };
}
