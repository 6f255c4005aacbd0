// Finds the schemas that the responses of an OpenAPI document contain, directly or by reference.
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Located, References } from './references.ts';

/**
 * Returns the schemas in the responses of the document's operations. They are the document's own objects, not copies.
 */
export function answeredSchemas(document: JsonObject, file: string, references: References): ReadonlySet<Json> {
  const found = new Set<Json>();
  const open: Located[] = [];
  const { paths } = document;
  for (const item of isJsonObject(paths) ? Object.values(paths) : [])
    for (const operation of isJsonObject(item) ? Object.values(item) : [])
      if (isJsonObject(operation)) open.push({ value: operation['responses'] ?? {}, file });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const at = references.follow(next);
    if (at === undefined || at.value === null || typeof at.value !== 'object' || found.has(at.value)) continue;
    found.add(at.value);
    for (const value of Object.values(at.value)) open.push({ value, file: at.file });
  }
  return found;
}
