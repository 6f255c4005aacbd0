// Turns a tool of the input into a tool of the environment, and adds the program that answers its calls.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { changesRows, stepsInside, type Step, type ToolProgram } from '../../envs/values/program.ts';
import type { Tool, ToolExample } from '../../envs/values/tool-schema.ts';
import type { PoolTool } from '../pool/pool-tool.ts';
import { unavailable } from './prove.ts';
import type { ToolFacts } from './read/tool-facts.ts';

/** Gives each HTTP path to one tool only: a later tool with the same method and path loses its path. */
export function withOnePath(tools: readonly Tool[]): Tool[] {
  const taken = new Set<string>();
  return tools.map((tool): Tool => {
    if (tool.http === undefined) return tool;
    const place = `${tool.audience} ${tool.http.method} ${tool.http.path.replaceAll(/\{[^}]*\}/g, '{}')}`;
    if (!taken.has(place)) {
      taken.add(place);
      return tool;
    }
    const { http: _http, ...rest } = tool;
    return rest;
  });
}

export function asTool(
  facts: ToolFacts,
  program: readonly Step[] | undefined,
  examples: readonly ToolExample[] = [],
): Tool {
  const { pool } = facts;
  const tool: Tool = {
    name: facts.name,
    description: pool.description,
    parameters: readable(pool.parameters as JsonObject) as Tool['parameters'],
    ...(pool.returns === undefined || holdsUntold(facts)
      ? {}
      : { returns: readable(pool.returns as JsonObject) as JsonObject }),
    audience: pool.hints?.audience ?? 'agent',
    effect: program !== undefined && writes(program) ? 'write' : 'read',
    program: (program ?? []) as ToolProgram,
    ...(examples.length === 0 ? {} : { examples: [...examples] }),
    ...hintsOf(pool),
    ...(pool.http === undefined ? {} : { http: pool.http }),
  };
  return program === undefined ? unavailable(tool) : tool;
}

/**
 * Tells whether the result is declared as one member without fields, such as {result: string}. Servers declare this for
 * functions that return JSON. The member then holds the row or the list that the description promises.
 */
function holdsUntold({ pool, result }: ToolFacts): boolean {
  const properties = isJsonObject(pool.returns) ? pool.returns['properties'] : undefined;
  const [only, ...others] = isJsonObject(properties) ? Object.values(properties) : [];
  const isUntold = isJsonObject(only) && (only['type'] === 'string' || only['type'] === 'object');
  return result === undefined && others.length === 0 && isUntold;
}

/** Returns the hints about the tool's behaviour that the source of the tool gave. */
function hintsOf({ hints }: PoolTool): Pick<Tool, 'hints'> {
  const { title, read_only, destructive, idempotent } = hints ?? {};
  const kept = {
    ...(title === undefined ? {} : { title }),
    ...(read_only === undefined ? {} : { read_only }),
    ...(destructive === undefined ? {} : { destructive }),
    ...(idempotent === undefined ? {} : { idempotent }),
  };
  return Object.keys(kept).length === 0 ? {} : { hints: kept };
}

/**
 * Returns the schema without integers beyond 2^53: JavaScript cannot hold these exactly, and nearly all of them are
 * only the limits of 64-bit numbers.
 */
function readable(schema: Json): Json {
  if (Array.isArray(schema)) return schema.filter(isReadable).map(readable);
  if (typeof schema !== 'object' || schema === null || JSON.isRawJSON(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => (isReadable(value) ? [[key, readable(value)]] : [])),
  );
}

const isReadable = (value: Json): boolean =>
  typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value);

function writes(program: readonly Step[]): boolean {
  return program.some((step) => changesRows(step) || writes(stepsInside(step)));
}
