// Finds the values from which a story computed an answer. The verifier asks that the agent saw each of them, since no
// result shows the answer itself.
import { isJsonObject, type Json } from '../../../envs/values/json.ts';
import { memberOf } from '../../queries/bound-query.ts';
import { isPath, pathOf } from './evaluate.ts';

type Scalar = string | number | boolean;

export interface Source {
  readonly value: Json;
  /** The calls whose results hold the value. A value of the user's has none. */
  readonly uses: readonly number[];
  /** The values from which it was computed, such as the numbers of a total. */
  readonly parts?: readonly Json[];
}

/** Returns the parts of a value. Empty where a result shows the value itself. */
export function partsOf(expression: string, value: Json, sources: ReadonlyMap<string, Source>): readonly Scalar[] {
  if (isPath(expression)) return scalars(sources.get(pathOf(expression)?.name ?? '')?.parts ?? []);
  const parts = [...expression.matchAll(/:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g)].flatMap(([text]): readonly Json[] => {
    const path = pathOf(text);
    const source = path === undefined ? undefined : sources.get(path.name);
    if (path === undefined || source === undefined || source.uses.length === 0) return [];
    return source.parts ?? [memberOf(source.value, path.rest)];
  });
  return parts.some((part) => holds(part, value)) ? [] : scalars(parts);
}

/**
 * Returns the parts of a total. A total of one for each item counts the items, whose names the agent has to have seen;
 * no result shows such a one.
 */
export function partsOfTotal(expression: string, items: readonly Json[], numbers: readonly Json[]): readonly Json[] {
  return /:it\b/.test(expression) ? numbers : items.map(nameIn);
}

/** Returns the scalars among values, and for each list the first text of its items, which names them. */
function scalars(values: readonly Json[]): readonly Scalar[] {
  const found = values.flatMap((value): readonly Json[] =>
    Array.isArray(value) && value.length <= MOST_ITEMS ? (value as readonly Json[]).map(nameIn) : [value],
  );
  return [...new Set(found.filter((value): value is Scalar => value !== null && typeof value !== 'object'))];
}

/** More items than this come in pages, and no result shows them all. */
const MOST_ITEMS = 30;

const nameIn = (item: Json): Json =>
  isJsonObject(item) ? ((Object.values(item).find((value) => typeof value === 'string') as Json) ?? null) : item;

/** Tells whether a value is a part, stands in it, or is its number of items. */
function holds(part: Json, value: Json): boolean {
  if (Array.isArray(part)) return part.length === value || part.some((each: Json) => holds(each, value));
  if (part !== null && typeof part === 'object') return Object.values(part).some((each) => holds(each as Json, value));
  return part === value;
}
