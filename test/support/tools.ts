// Builds tools in the form of the compiler's input from a short notation, such as list_orders(customer_id, status?)
// with the result {orders: [{order_id, total}]}.
import { SessionStore } from '../../envs/session/session-store.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { World } from '../../envs/world/world.ts';
import { compileDomain, type Compiled } from '../../generator/compile/compile-domain.ts';
import type { Overrides } from '../../generator/compile/overrides.ts';
import { nameByPath } from '../../generator/pool/openapi/read-openapi.ts';
import type { PoolTool } from '../../generator/pool/pool-tool.ts';

type Fields = Readonly<Record<string, JsonObject | 'string' | 'integer' | 'number' | 'boolean'>>;

export function schemaOf(fields: Fields): JsonObject {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, type]): [string, JsonObject] => [
      name.replace('?', ''),
      typeof type === 'string' ? { type } : type,
    ]),
  );
  const required = Object.keys(fields).filter((name) => !name.endsWith('?'));
  return { type: 'object', properties, required };
}

export const listOf = (fields: Fields): JsonObject => ({ type: 'array', items: schemaOf(fields) });

export function tool(name: string, description: string, args: Fields = {}, returns?: Fields | JsonObject): PoolTool {
  const isSchema =
    returns !== undefined && 'type' in returns && typeof returns['type'] === 'string' && 'items' in returns;
  return {
    name,
    description,
    parameters: schemaOf(args),
    ...(returns === undefined ? {} : { returns: isSchema ? (returns as JsonObject) : schemaOf(returns as Fields) }),
    source: 'test',
    original: {},
  };
}

/**
 * Builds a tool for an operation of an OpenAPI document. Without a name, the operation is named after its method and
 * path.
 */
export function rest(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  description: string,
  args: Fields = {},
  returns?: Fields | JsonObject,
  name = nameByPath(method, path),
): PoolTool {
  const ids = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => id));
  const places = Object.keys(args).map((each): [string, 'path' | 'query' | 'body'] => {
    const bare = each.replace('?', '');
    return [bare, ids.has(bare) ? 'path' : method === 'GET' ? 'query' : 'body'];
  });
  return {
    ...tool(name, description, args, returns),
    hints: { method },
    http: { method, path, in: Object.fromEntries(places) },
  };
}

/** Turns a tool of an MCP list into the form of the compiler's input. */
export function asPool(listed: JsonObject): PoolTool {
  const hints = isJsonObject(listed['annotations']) ? listed['annotations'] : {};
  return {
    name: String(listed['name']),
    description: String(listed['description']),
    parameters: listed['inputSchema'] as JsonObject,
    source: 'test',
    original: {},
    ...(typeof hints['readOnlyHint'] === 'boolean' ? { hints: { read_only: hints['readOnlyHint'] } } : {}),
  };
}

export function compile(tools: readonly PoolTool[], overrides: Overrides = {}, seed = 1): Compiled {
  return compileDomain({ name: 'test', title: 'Test', description: '', tools }, { seed, discovery: true, overrides });
}

/** Returns the rule by which the compiler understood each tool, by the tool's name. */
export function readings(compiled: Compiled): Record<string, string> {
  return Object.fromEntries(compiled.tools.map((each) => [each.name, each.match?.rule ?? '']));
}

/** Returns the reason why a tool answers UNAVAILABLE, or an empty text if the tool works. */
export function flagOf(compiled: Compiled, name: string): string {
  return compiled.tools.find((each) => each.name === name)?.flags[0] ?? '';
}

/** Returns a function that calls tools of a compiled environment in one session. It returns the result or the code of the error. */
export function playerOf(compiled: Compiled): (name: string, args: JsonObject) => Json {
  const store = new SessionStore();
  const session = store.create({ id: 'play', world: new World(compiled.environment, { pool: 1 }), seed: 1 });
  return (name, args) => {
    const answer = store.call(session, { by: 'agent', name, arguments: args });
    return answer.ok ? answer.result : answer.error.code;
  };
}
