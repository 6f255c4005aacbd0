// Finds lists in the results of reads, and writes values as SQL.
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';

/** Writes a text, a number or a boolean as SQL. Returns undefined for any other value. */
export function literal(value: Json): string | undefined {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/**
 * Finds a list in which an object has the value. Returns the objects of the list, and the field names that lead to the
 * list.
 */
export function listWith(
  result: Json,
  value: Json,
  path: string[],
): { items: JsonObject[]; path: string[] } | undefined {
  if (Array.isArray(result)) {
    const items = (result as readonly Json[]).filter((each) => isJsonObject(each));
    return items.some((each) => Object.values(each).some((one) => one === value)) ? { items, path } : undefined;
  }
  if (!isJsonObject(result)) return undefined;
  for (const [name, each] of Object.entries(result)) {
    const found = listWith(each as Json, value, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}
