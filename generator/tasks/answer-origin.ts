// The place of an answer in gold's results, and the value of the answer when it is read there anew.
import { isJsonObject, type Json } from '../../envs/values/json.ts';
import type { TaskOutput } from '../../envs/values/task.ts';
import { placeOf, valueAt } from '../../envs/values/places.ts';

export type AnswerOrigin = NonNullable<TaskOutput['origin']>;

const DAY = 10;
const CENTS = 100;

/** The answer as a result shows it; undefined where it is not there, or where no single item wins. */
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

/** The pointer to the list or value in a result that is `found`, compared by identity. */
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
