// Finds the values from which a story computed an answer. No result shows the answer itself, so the verifier requires
// that the agent saw each of these values.
import { isJsonObject, type Json } from '../../../envs/values/json.ts';
import { memberOf } from '../../queries/bound-query.ts';
import { isPath, pathOf } from './evaluate.ts';

type Scalar = string | number | boolean;

export interface Source {
  readonly value: Json;
  /** The calls whose results hold the value. The list is empty for a value that the user told. */
  readonly uses: readonly number[];
  /** The values from which the value was computed, such as the numbers of a total. */
  readonly parts?: readonly Json[];
}

/** Returns the values from which an expression was computed. The list is empty if a result shows the value itself. */
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
 * Returns the values from which a total was computed. If the expression uses the item (`:it`), these are the summed
 * numbers. Otherwise the total only counts the items, and these are their names, because the agent must have seen each
 * item.
 */
export function partsOfTotal(expression: string, items: readonly Json[], numbers: readonly Json[]): readonly Json[] {
  return /:it\b/.test(expression) ? numbers : items.map(nameIn);
}

/**
 * Returns the single values among the given ones. Each list gives the first text of each of its items, because this
 * text names the item.
 */
function scalars(values: readonly Json[]): readonly Scalar[] {
  const found = values.flatMap((value): readonly Json[] =>
    Array.isArray(value) && value.length <= MOST_ITEMS ? (value as readonly Json[]).map(nameIn) : [value],
  );
  return [...new Set(found.filter((value): value is Scalar => value !== null && typeof value !== 'object'))];
}

/** Longer lists are shown in several pages, so no single result shows them whole. */
const MOST_ITEMS = 30;

const nameIn = (item: Json): Json =>
  isJsonObject(item) ? ((Object.values(item).find((value) => typeof value === 'string') as Json) ?? null) : item;

/** Tells whether `value` is the part itself, stands anywhere in it, or is the number of its items. */
function holds(part: Json, value: Json): boolean {
  if (Array.isArray(part)) return part.length === value || part.some((each: Json) => holds(each, value));
  if (part !== null && typeof part === 'object') return Object.values(part).some((each) => holds(each as Json, value));
  return part === value;
}
