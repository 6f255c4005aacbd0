// Describes a tool in two forms: as found in a source (in some dialect, not repaired), and as a line of pool.jsonl
// (legal and repaired, with the original texts).
import { badInput } from '../../envs/errors/gym-error.ts';
import { checkedAs, asJson, isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { HttpMapping } from '../../envs/values/tool-schema.ts';
import { forEachLine } from './read-lines.ts';

/** The tool as the reader of a dialect finds it. Nothing is repaired yet. */
export interface FoundTool {
  readonly name: string;
  readonly description: string;
  /** The parameters as the source holds them, in any form. */
  readonly parameters?: Json | undefined;
  readonly returns?: Json | undefined;
  /** Whether `returns` is a schema of some kind, or a sample of the result. */
  readonly returnsAre?: 'schema' | 'skeleton';
  readonly group?: string | undefined;
  readonly http?: HttpMapping;
  readonly hints?: ToolHints;
  /** The place of the tool in its document, such as "GET /pets". It is absent for tools that are JSON objects. */
  readonly place?: string;
  /** True if the schemas are already valid JSON Schema, so that no original has to be kept. */
  readonly sound?: true;
}

/** Statements of the source about a tool's behaviour. */
export interface ToolHints {
  readonly read_only?: boolean;
  readonly idempotent?: boolean;
  readonly destructive?: boolean;
  readonly title?: string;
  readonly audience?: 'agent' | 'user';
  /** Texts of responses that tell more than the status: an order of rows, or when a call is refused. */
  readonly answers?: { readonly success?: string; readonly refused?: readonly string[] };
  /** The HTTP method. It is set even if callgym cannot serve the operation over HTTP. */
  readonly method?: string;
}

/** The original texts that a repair changed. Unchanged texts are absent. */
export interface OriginalText {
  readonly name?: string;
  readonly description?: string;
  readonly parameters?: Json;
  readonly returns?: Json;
  readonly place?: string;
  /** The repairs, each as a sentence. */
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

/** The name that the tool had in the source. */
export function originalName(tool: Pick<PoolTool, 'name' | 'original'>): string {
  return tool.original.name ?? tool.name;
}

/** Reads a pool line by line, so that its size does not matter. Throws if two tools have the same name. */
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

/** Reads a line of a pool, or throws an error that names its place. */
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
  const tool = checkedAs<PoolTool>(value);
  return isJsonObject(asJson(tool.original)) ? tool : { ...tool, original: {} };
}
