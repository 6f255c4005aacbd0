// A tool as the model sees it: the tool of the input, with long texts and schemas cut to fit a prompt. The prompt
// presents these texts as data, never as instructions.
import type { JsonObject } from '../../envs/values/json.ts';
import type { Audience, HttpMapping, Tool } from '../../envs/values/tool-schema.ts';
import type { PoolTool } from '../pool/pool-tool.ts';

export interface AuthorTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Tool['parameters'];
  readonly returns?: JsonObject;
  readonly audience: Audience;
  readonly http?: HttpMapping;
}

const MOST_TEXT = 3000;
const MOST_SCHEMA = 12_000;

export function authorTool(tool: PoolTool): AuthorTool {
  return {
    name: tool.name,
    description: tool.description,
    parameters: { ...tool.parameters, type: 'object' },
    ...(tool.returns === undefined ? {} : { returns: tool.returns }),
    audience: tool.hints?.audience ?? 'agent',
    ...(tool.http === undefined ? {} : { http: tool.http }),
  };
}

export function shownTool(tool: AuthorTool): Readonly<Record<string, unknown>> {
  const cut = (value: JsonObject): unknown => {
    const text = JSON.stringify(value);
    return text.length <= MOST_SCHEMA ? value : `${text.slice(0, MOST_SCHEMA)}…`;
  };
  return {
    name: tool.name,
    ...(tool.audience === 'agent' ? {} : { audience: tool.audience }),
    description: tool.description.length <= MOST_TEXT ? tool.description : `${tool.description.slice(0, MOST_TEXT)}…`,
    parameters: cut(tool.parameters),
    ...(tool.returns === undefined ? {} : { returns: cut(tool.returns) }),
  };
}
