// A tool as it is found (raw, of some dialect) and as a line of pool.jsonl holds it (legal, repaired, its original
// beside it).
import { badInput } from '../../envs/errors/gym-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { HttpMapping } from '../../envs/values/tool-schema.ts';
import { forEachLine } from './read-lines.ts';

/** What a dialect's reader finds; nothing is repaired yet. */
export interface FoundTool {
  readonly name: string;
  readonly description: string;
  /** The parameters as they stand, in whatever form. */
  readonly parameters?: Json | undefined;
  readonly returns?: Json | undefined;
  /** What a returns value is: a schema of some kind, a sample of its shape, or a sentence about it. */
  readonly returnsAre?: 'schema' | 'skeleton';
  readonly group?: string | undefined;
  readonly http?: HttpMapping;
  readonly hints?: ToolHints;
  /** Where it stood, for tools that are no JSON object of their own: GET /pets of an OpenAPI document. */
  readonly place?: string;
  /** The schemas are valid JSON Schema already; nothing of them is kept twice. */
  readonly sound?: true;
}

/** What the source itself says of a tool's behaviour. */
export interface ToolHints {
  readonly read_only?: boolean;
  readonly idempotent?: boolean;
  readonly audience?: 'agent' | 'user';
  /** The verb of HTTP, also where there is no mapping to serve. */
  readonly method?: string;
}

/** What stood there before: only what differs now. */
export interface OriginalText {
  readonly name?: string;
  readonly description?: string;
  readonly parameters?: Json;
  readonly returns?: Json;
  readonly place?: string;
  /** What was repaired, in words. */
  readonly repairs?: readonly string[];
}

/** A line of pool.jsonl. */
export interface PoolTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly returns?: JsonObject;
  readonly source: string;
  readonly group?: string;
  readonly http?: HttpMapping;
  readonly hints?: ToolHints;
  readonly original: OriginalText;
}

/** The name that stood in the source. */
export function originalName(tool: Pick<PoolTool, 'name' | 'original'>): string {
  return tool.original.name ?? tool.name;
}

/** Reads a pool line by line, so that its size does not matter. Names are proven unique. */
export function readPool(file: string, each: (tool: PoolTool) => void): { tools: number; sha256: string } {
  const names = new Set<string>();
  const sha256 = forEachLine(file, (text, number) => {
    const place = `${file}:${number}`;
    let value: Json;
    try {
      value = JSON.parse(text) as Json;
    } catch {
      throw badInput({ file: place, what: 'is no JSON', mend: 'a pool is what callgym pool writes' });
    }
    const tool = asPoolTool(value, place);
    if (names.has(tool.name)) throw badInput({ file: place, what: `repeats the name ${tool.name}` });
    names.add(tool.name);
    each(tool);
  });
  return { tools: names.size, sha256 };
}

/** A line of a pool, or a located refusal. */
export function asPoolTool(value: Json, place: string): PoolTool {
  const wrong = !isJsonObject(value)
    ? 'is no object'
    : typeof value['name'] !== 'string' || !/^[A-Za-z0-9_.-]{1,128}$/.test(value['name'])
      ? 'has no legal name'
      : typeof value['description'] !== 'string'
        ? 'has no description'
        : !isJsonObject(value['parameters']) || value['parameters']['type'] !== 'object'
          ? 'has no parameters of type object'
          : value['returns'] !== undefined && !isJsonObject(value['returns'])
            ? 'has returns that are no schema'
            : typeof value['source'] !== 'string'
              ? 'has no source'
              : undefined;
  if (wrong !== undefined) throw badInput({ file: place, what: wrong, mend: 'a pool is what callgym pool writes' });
  const tool = value as unknown as PoolTool;
  return isJsonObject(tool.original as unknown as Json) ? tool : { ...tool, original: {} };
}
