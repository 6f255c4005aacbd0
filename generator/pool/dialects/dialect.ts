// A dialect of tool schemas whose tools are JSON objects. Adding one: a file here and a line in all-dialects.ts.
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { FoundTool } from '../pool-tool.ts';

export interface Dialect {
  /** As the sources of a summary call it. */
  readonly name: string;
  /** Whether the object is a tool of this dialect. The first dialect that says yes reads it. */
  recognises(item: JsonObject): boolean;
  /** Undefined where it has no name. */
  read(item: JsonObject): FoundTool;
}

/** The first text among these keys. */
export function textAt(item: JsonObject, ...keys: readonly string[]): string {
  for (const key of keys) {
    const value = item[key];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return '';
}

/** The first value that is there among these keys. */
export function valueAt(item: JsonObject, ...keys: readonly string[]): Json | undefined {
  for (const key of keys) if (Object.hasOwn(item, key) && item[key] !== undefined) return item[key];
  return undefined;
}

export function objectAt(item: JsonObject, key: string): JsonObject | undefined {
  const value = item[key];
  return isJsonObject(value) ? value : undefined;
}

/** agent or user, where the item says whose tool it is. */
export function audienceOf(item: JsonObject): 'agent' | 'user' | undefined {
  const word = textAt(item, 'audience', 'requestor', 'actor', 'owner').toLowerCase();
  if (/^(?:user|customer|human)$/.test(word)) return 'user';
  return /^(?:agent|assistant)$/.test(word) ? 'agent' : undefined;
}
