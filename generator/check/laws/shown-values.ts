// Compares results with arguments and rows for the laws.
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';

/** Tells whether a result shows one object and no list of items. */
export function isOneRow(result: Json): boolean {
  return isJsonObject(result) && itemsOf(result) === undefined;
}

/**
 * Returns the items of a result: the result itself if it is a list, or else its only list, if at most three plain
 * values stand beside this list. Returns undefined for other results.
 */
export function itemsOf(result: Json): readonly Json[] | undefined {
  if (Array.isArray(result)) return result as readonly Json[];
  if (!isJsonObject(result)) return undefined;
  const lists = Object.values(result).filter((value) => Array.isArray(value));
  const scalars = Object.values(result).filter((value) => value === null || typeof value !== 'object');
  return lists.length === 1 && scalars.length <= 3 ? (lists[0] as readonly Json[]) : undefined;
}

/**
 * Counts the items that show the key of one of these rows. If the field of the key is known, only this field counts,
 * because another field may hold the same number. Otherwise the item itself, or any of its values, may be the key.
 */
export function keysIn(items: readonly Json[], keys: ReadonlySet<string>, field?: string): number {
  const valuesOf = (item: Json): readonly Json[] =>
    !isJsonObject(item) ? [item] : field === undefined ? (Object.values(item) as Json[]) : [item[field] ?? null];
  return items.filter((item) => valuesOf(item).some((value) => keys.has(canonicalJson(value)))).length;
}

/** Returns the field that shows a key in every item, a different key in each, if there is exactly one such field. */
export function keyField(items: readonly Json[], keys: ReadonlySet<string>): string | undefined {
  const [first] = items;
  const fields = Object.keys(isJsonObject(first) ? first : {}).filter((name) => {
    const shown = new Set(items.map((item) => canonicalJson(isJsonObject(item) ? (item[name] ?? null) : null)));
    return shown.size === items.length && [...shown].every((value) => keys.has(value));
  });
  return fields.length === 1 ? fields[0] : undefined;
}

/** Leaves out an argument that has the key's name but holds another column of the new row, such as its parent's key. */
export function withoutParent(args: JsonObject, row: JsonObject, key: string): JsonObject {
  return Object.fromEntries(
    Object.entries(args).filter(
      ([name, value]) =>
        plainName(name) !== plainName(key) ||
        row[key] === value ||
        !Object.entries(row).some(([column, stored]) => column !== key && stored === value),
    ),
  );
}

export function scalarsOf(value: Json, depth = 0): Json[] {
  if (value === null || typeof value !== 'object') return [value];
  if (depth > 4) return [];
  return Object.values(value as object).flatMap((each) => scalarsOf(each as Json, depth + 1));
}

/** Returns a key of the same type that hardly any row has. */
export function strange(key: Json): Json {
  return typeof key === 'number' ? 987_654_321 : 'no-such-key';
}

export function alike(a: Json, b: Json): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.toLowerCase() === b.toLowerCase();
  if (typeof a !== typeof b && typeof a !== 'boolean' && typeof b !== 'boolean') return spelled(a) === spelled(b);
  return canonicalJson(a) === canonicalJson(b);
}

/** Writes a single value as text. 57 and 57.0 give the same text. */
function spelled(value: Json): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const text = canonicalJson(value);
  return JSON.isRawJSON(value) ? String(Number(text)) : text;
}

/** Converts a stored number to a boolean or a text, if `like` is one. Other values stay as they are. */
export function shownAs(stored: Json, like: Json): Json {
  if (typeof like === 'boolean') return stored === 1;
  if (typeof like === 'string' && typeof stored === 'number') return String(stored);
  return stored;
}

/**
 * Describes the first column that a result shows with another value. Returns undefined if all compared columns agree,
 * and null if the result shows none. Booleans, lists and objects are not compared; an amount may be stored in cents.
 */
export function differs(row: JsonObject, result: Json, key: Json): string | undefined | null {
  const shown = isJsonObject(result)
    ? new Map(Object.entries(result).map(([name, value]): [string, Json] => [plainName(name), value as Json]))
    : new Map<string, Json>();
  let seen = false;
  for (const [column, value] of Object.entries(row)) {
    const found = shown.get(plainName(column));
    // this field shows the row's key, although it has the name of another column
    if (found === key && value !== key) continue;
    if (
      found === undefined ||
      found === null ||
      value === null ||
      typeof found === 'object' ||
      typeof found === 'boolean'
    )
      continue;
    const same =
      typeof found === 'number' && typeof value === 'number'
        ? Math.abs(found - value) < 1e-9 || Math.abs(found * 100 - value) < 1e-6
        : String(found) === String(value) ||
          JSON.stringify(found) === value ||
          (typeof found !== typeof value && Number(found) === Number(value));
    if (!same) return `${column} is shown as ${JSON.stringify(found)} and stored as ${JSON.stringify(value)}`;
    seen = true;
  }
  return seen ? undefined : null;
}

export const plainName = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

/**
 * Describes the first given value that a result shows differently under the same name. Objects, booleans and null are
 * not compared.
 */
export function lost(args: JsonObject, result: Json): string | undefined {
  const shown = fieldsOf(result);
  for (const [name, value] of Object.entries(args)) {
    if (value === null || typeof value === 'object' || typeof value === 'boolean') continue;
    const seen = shown.get(plainName(name));
    if (seen !== undefined && seen !== null && !alike(seen, value as Json))
      return `${name} was given as ${JSON.stringify(value)} and is ${JSON.stringify(seen)}`;
  }
  return undefined;
}

/**
 * Describes the first changed column that a result shows with another value. Returns undefined if all agree, and null
 * if the result shows no changed column.
 */
export function stale(after: JsonObject, result: Json): string | undefined | null {
  const shown = fieldsOf(result);
  let seen = false;
  for (const [column, value] of Object.entries(after)) {
    const found = shown.get(plainName(column));
    if (found === undefined || (found !== null && typeof found === 'object')) continue;
    if (typeof found === 'boolean' || typeof value === 'object') continue;
    // an amount may be stored in cents and shown in whole units
    if (
      typeof found === 'number' &&
      typeof value === 'number' &&
      found !== value &&
      Math.abs(found * 100 - value) > 1e-6
    )
      return `${column} is ${found}, not ${value}`;
    if (typeof found === 'string' && typeof value === 'string' && found !== value)
      return `${column} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`;
    seen = true;
  }
  return seen ? undefined : null;
}

function fieldsOf(result: Json, depth = 0): Map<string, Json> {
  const found = new Map<string, Json>();
  if (!isJsonObject(result) || depth > 2) return found;
  for (const [name, value] of Object.entries(result)) {
    if (!found.has(plainName(name))) found.set(plainName(name), value as Json);
    if (isJsonObject(value as Json))
      for (const [inner, each] of fieldsOf(value as Json, depth + 1)) if (!found.has(inner)) found.set(inner, each);
  }
  return found;
}
