// Finds the origin of each argument of the expected calls: the user's words, an earlier result, or a literal that needs
// no source. If it is none of these, the value comes from the start state.
import type { LogEntry } from '../../envs/values/log-entry.ts';
import { plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { GoldCall, Task } from '../../envs/values/task.ts';
import { leavesOf, pointer, type Place } from '../../envs/values/places.ts';
import { Known, missingValues } from '../../envs/verification/derivable.ts';
import type { World } from '../../envs/world/world.ts';

export interface Origin {
  /** The place of the value in the call's arguments. */
  readonly argument: Place;
  readonly from: 'user' | 'result' | 'literal' | 'start' | 'computed';
  /** For a value from a result: the index of the expected call that shows it, and the place in the result. */
  readonly call?: number;
  readonly at?: Place;
  /** For a computed value: the expression in the task's story, and the indexes of the calls whose results it uses. */
  readonly expression?: string;
  readonly uses?: readonly number[];
}

/** Returns the result of an expected call, or its error. */
export function shownBy(entry: LogEntry | undefined): Json {
  if (entry === undefined) return null;
  return plainJson((entry.ok ? (entry.result ?? null) : (entry.error ?? null)) as Json);
}

/**
 * Returns the origins of the arguments of every expected call, in order. `log` records the play of these calls; its
 * first entry is the start.
 */
export function originsOf(world: World, task: Task, log: readonly LogEntry[]): Origin[][] {
  const user = new Known();
  for (const text of [task.user.opening, task.user.goal]) user.tell(text);
  for (const { value } of task.user.facts) user.tell(JSON.stringify(value) ?? '');
  const results: Json[] = [];
  return task.gold.calls.map((call, at) => {
    if (at > 0) results.push(shownBy(log[at]));
    return leavesOf(call.arguments as Json).map(({ place, value }): Origin => {
      const computed = call.origins?.find((each) => each.from === 'computed' && each.argument === pointer(place));
      if (computed !== undefined && task.story !== undefined)
        return { argument: place, from: 'computed', expression: computed.expression ?? '', uses: computed.uses ?? [] };
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

/** Returns an object with only the argument that contains the value at the place. */
function withOnly(args: JsonObject, [name = '']: Place): JsonObject {
  return { [name]: args[name] as Json };
}

function findValue(result: Json, value: Json): Place | undefined {
  return isScalar(value) ? leavesOf(result).find((leaf) => leaf.value === value)?.place : undefined;
}

/** Writes the origin as tasks.jsonl stores it, with places as JSON pointers. */
export function writtenOrigin({
  argument,
  from,
  call,
  at,
  expression,
  uses,
}: Origin): NonNullable<GoldCall['origins']>[number] {
  return {
    argument: pointer(argument),
    from,
    ...(call === undefined ? {} : { call }),
    ...(at === undefined ? {} : { at: pointer(at) }),
    ...(expression === undefined ? {} : { expression }),
    ...(uses === undefined ? {} : { uses }),
  };
}
