// Finds the place of an answer in the results of the expected calls, and reads the answer again from a new result.
import { isJsonObject, type Json } from '../../envs/values/json.ts';
import type { TaskOutput } from '../../envs/values/task.ts';
import { placeOf, valueAt } from '../../envs/values/places.ts';

export type AnswerOrigin = NonNullable<TaskOutput['origin']>;

const DAY = 10;
const CENTS = 100;

/** Reads the answer from a result. Returns undefined if the result lacks it, or if several items fit equally. */
export function answerFrom(
  { at, how, item, by }: AnswerOrigin,
  type: TaskOutput['type'],
  result: Json,
): Json | undefined {
  const found = valueAt(result, placeOf(at));
  if (found === undefined) return undefined;
  if (how === 'value') return plain(type, found);
  if (!Array.isArray(found)) return undefined;
  const items = found as readonly Json[];
  if (how === 'count') return items.length;
  const member = (each: Json, pointer: string | undefined): Json | undefined => valueAt(each, placeOf(pointer ?? ''));
  if (how === 'sum') {
    const parts = items.map((each) => member(each, item));
    if (!parts.every((part) => typeof part === 'number')) return undefined;
    return parts.reduce((sum, part) => sum + Math.round(part * CENTS), 0) / CENTS;
  }
  const keyed = items.map((each) => ({ each, key: member(each, by) }));
  const comparable = keyed.every(
    ({ key }) => typeof key === typeof keyed[0]?.key && (typeof key === 'number' || typeof key === 'string'),
  );
  if (!comparable) return undefined;
  const sorted = keyed.toSorted((a, b) => ((a.key as number | string) < (b.key as number | string) ? -1 : 1));
  const [winner, second] = how === 'least' ? [sorted[0], sorted[1]] : [sorted.at(-1), sorted.at(-2)];
  if (winner === undefined || winner.key === second?.key) return undefined;
  const value = member(winner.each, item);
  return value === undefined ? undefined : plain(type, value);
}

function plain(type: TaskOutput['type'], value: Json): Json {
  return type === 'date' ? String(value).slice(0, DAY) : value;
}

/**
 * Returns the JSON pointer to a list or object inside a result. `found` must be the same object; an equal copy does not
 * count.
 */
export function pointerTo(result: Json, found: Json): string | undefined {
  if (result === found) return '';
  const members: [string, Json][] = Array.isArray(result)
    ? (result as readonly Json[]).map((each, at) => [String(at), each])
    : isJsonObject(result)
      ? (Object.entries(result) as [string, Json][])
      : [];
  for (const [name, each] of members) {
    const rest = typeof each === 'object' && each !== null ? pointerTo(each, found) : undefined;
    if (rest !== undefined) return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}${rest}`;
  }
  return undefined;
}
