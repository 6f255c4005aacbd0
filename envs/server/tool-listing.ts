// A plane's tools in the dialects that clients speak, in the order of the environment.
import type { Json, JsonObject } from '../values/json.ts';
import type { Tool } from '../values/tool-schema.ts';
import type { World } from '../world/world.ts';
import type { Plane } from './plane.ts';

export const TOOL_FORMATS = ['openai', 'anthropic', 'mcp'] as const;
export type ToolFormat = (typeof TOOL_FORMATS)[number];

const RENDER: Readonly<Record<ToolFormat, (tool: Tool) => JsonObject>> = {
  openai: ({ name, description, parameters }) => ({ type: 'function', function: { name, description, parameters } }),
  anthropic: ({ name, description, parameters }) => ({ name, description, input_schema: parameters }),
  mcp: mcpTool,
};

export function listTools(world: World, plane: Plane, format: ToolFormat): Json[] {
  return world.environment.tools.filter((tool) => tool.audience === plane).map(RENDER[format]);
}

/** As MCP lists it. Results that are no object travel as {result}: clients of every revision can read that. */
export function mcpTool(tool: Tool): JsonObject {
  const { name, description, parameters } = tool;
  const output = mcpOutput(tool);
  return {
    name,
    description,
    inputSchema: parameters,
    ...(output === undefined ? {} : { outputSchema: output }),
    annotations: { readOnlyHint: tool.effect === 'read' },
  };
}

/** Whether structured results of this tool are wrapped. */
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
