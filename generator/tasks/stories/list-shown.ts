// Finds lists in the results of looks, and writes values as expressions do.
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';

/** A value as SQL; undefined where it is a list or an object. */
export function literal(value: Json): string | undefined {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** The list whose objects include one with a value, and the names that lead to the list. */
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
