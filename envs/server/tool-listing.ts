// Lists the tools of one side in the formats of OpenAI, Anthropic and MCP, in the environment's order of tools.
import { isJsonObject, type Json, type JsonObject } from '../values/json.ts';
import type { Tool } from '../values/tool-schema.ts';
import type { World } from '../world/world.ts';
import type { Plane } from './plane.ts';
import { typedParameters } from './typed-parameters.ts';

export const TOOL_FORMATS = ['openai', 'anthropic', 'mcp'] as const;
export type ToolFormat = (typeof TOOL_FORMATS)[number];

const RENDER: Readonly<Record<ToolFormat, (tool: Tool) => JsonObject>> = {
  openai: (tool) => ({
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: parametersOf(tool) },
  }),
  anthropic: (tool) => ({ name: tool.name, description: tool.description, input_schema: parametersOf(tool) }),
  mcp: mcpTool,
};

/** Lists the tools of one side. With `solo` (no user), the agent's list also contains the user's tools. */
export function listTools(world: World, plane: Plane, format: ToolFormat, solo = false): Json[] {
  return toolsOf(world, plane, solo).map(RENDER[format]);
}

export function toolsOf(world: World, plane: Plane, solo = false): Tool[] {
  const { tools } = world.environment;
  const own = tools.filter(({ audience }) => audience === plane);
  return solo && plane === 'agent' ? [...own, ...tools.filter(({ audience }) => audience === 'user')] : own;
}

export function parametersOf(tool: Tool): JsonObject {
  return typedParameters(tool.parameters as JsonObject);
}

/**
 * Returns a tool as MCP lists it. If the result is not an object, it is sent inside one as {result}, because clients of
 * older MCP revisions accept only objects.
 */
export function mcpTool(tool: Tool): JsonObject {
  const { name, description } = tool;
  const output = mcpOutput(tool);
  const { hints = {} } = tool;
  const title = hints.title ?? titleOf(name);
  // if a tool only refuses, its program does not show whether it would read or write, so only the declared hints count
  const reads = hints.read_only ?? (isDead(tool) ? undefined : tool.effect === 'read');
  const idempotent = hints.idempotent ?? (reads === true ? true : undefined);
  return {
    name,
    title,
    description,
    inputSchema: mcpInput(tool),
    ...(output === undefined ? {} : { outputSchema: output }),
    annotations: {
      title,
      ...(reads === undefined ? {} : { readOnlyHint: reads }),
      ...(idempotent === undefined ? {} : { idempotentHint: idempotent }),
      ...(hints.destructive === undefined || reads === true ? {} : { destructiveHint: hints.destructive }),
      openWorldHint: false,
    },
  };
}

function isDead({ program }: Tool): boolean {
  const [only] = program as readonly JsonObject[];
  const failure = program.length === 1 && only?.['when'] === undefined ? only?.['fail'] : undefined;
  return Array.isArray(failure) && failure[0] === 'UNAVAILABLE';
}

const inputs = new WeakMap<Tool, JsonObject>();

/**
 * Returns the parameters, with the optional ones marked as nullable. Without this mark, some clients treat every
 * parameter as required. A null for an optional parameter counts as missing.
 */
function mcpInput(tool: Tool): JsonObject {
  let input = inputs.get(tool);
  if (input === undefined) {
    const schema = parametersOf(tool);
    const required = new Set((schema['required'] ?? []) as readonly string[]);
    const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
    const marked = Object.entries(properties).map(([name, each]): [string, Json] => [
      name,
      required.has(name) || !isJsonObject(each) ? each : { ...each, nullable: true },
    ]);
    input = { ...schema, properties: Object.fromEntries(marked) };
    inputs.set(tool, input);
  }
  return input;
}

/** Makes a title from a name: find_customer_by_email becomes "Find customer by email". */
function titleOf(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Tells whether the results of a tool are sent inside an object as {result}. */
export function isWrapped({ returns }: Tool): boolean {
  return typeof returns !== 'object' || (returns as JsonObject)['type'] !== 'object';
}

function mcpOutput(tool: Tool): JsonObject | undefined {
  if (tool.returns === undefined) return undefined;
  if (!isWrapped(tool)) return tool.returns as JsonObject;
  if (typeof tool.returns === 'boolean') return { type: 'object', properties: { result: {} }, required: ['result'] };
  const { $defs, ...returns } = tool.returns as JsonObject;
  return {
    type: 'object',
    properties: { result: returns },
    required: ['result'],
    ...($defs === undefined ? {} : { $defs }),
  };
}
