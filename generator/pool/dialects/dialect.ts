// The interface of a dialect, that is, a way to write tool schemas as JSON objects. To add a dialect, write a file here
// and a line in all-dialects.ts.
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { FoundTool } from '../pool-tool.ts';

export interface Dialect {
  readonly name: string;
  /** Tells whether the object is a tool of this dialect. The first dialect that returns true reads the object. */
  recognises(item: JsonObject): boolean;
  /** Reads the tool. The tool's name is empty if the object has none. */
  read(item: JsonObject): FoundTool;
}

/** Returns the first text under one of these keys, or an empty text. */
export function textAt(item: JsonObject, ...keys: readonly string[]): string {
  for (const key of keys) {
    const value = item[key];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return '';
}

/** Returns the first value under one of these keys. */
export function valueAt(item: JsonObject, ...keys: readonly string[]): Json | undefined {
  for (const key of keys) if (Object.hasOwn(item, key) && item[key] !== undefined) return item[key];
  return undefined;
}

export function objectAt(item: JsonObject, key: string): JsonObject | undefined {
  const value = item[key];
  return isJsonObject(value) ? value : undefined;
}

/** Returns who uses the tool, the agent or the user, if the object says so. */
export function audienceOf(item: JsonObject): 'agent' | 'user' | undefined {
  const word = textAt(item, 'audience', 'requestor', 'actor', 'owner').toLowerCase();
  if (/^(?:user|customer|human)$/.test(word)) return 'user';
  return /^(?:agent|assistant)$/.test(word) ? 'agent' : undefined;
}
