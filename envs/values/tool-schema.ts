// A tool as an environment holds it: what the agent sees (name, description, parameters, returns), who may call it,
// whether it writes, and the program that gives it behaviour.
import { TOOL_ERROR_CODES } from '../errors/tool-error.ts';
import { PROGRAM_DEFS, type ToolProgram } from './program.ts';
import type { FromJsonSchema } from './validator.ts';

export const AUDIENCES = ['agent', 'user', 'control'] as const;
export type Audience = (typeof AUDIENCES)[number];
export type Effect = 'read' | 'write';

/** A call as tasks, examples and traces write it. */
export const TOOL_CALL_SCHEMA = {
  type: 'object',
  properties: {
    by: { enum: AUDIENCES },
    name: { type: 'string', minLength: 1 },
    arguments: { type: 'object' },
  },
  required: ['name', 'arguments'],
  additionalProperties: false,
} as const;

export const TOOL_SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,128}$' },
    description: { type: 'string' },
    parameters: {
      type: 'object',
      properties: { type: { const: 'object' } },
      required: ['type'],
    },
    returns: { type: ['object', 'boolean'] },
    audience: { enum: AUDIENCES },
    effect: { enum: ['read', 'write'] },
    program: { type: 'array', items: { $ref: '#/$defs/step' }, minItems: 1 },
    examples: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          before: { type: 'array', items: TOOL_CALL_SCHEMA },
          arguments: { type: 'object' },
          expect: { enum: ['ok', ...TOOL_ERROR_CODES] },
        },
        required: ['arguments', 'expect'],
        additionalProperties: false,
      },
    },
    http: {
      type: 'object',
      properties: {
        method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] },
        path: { type: 'string', pattern: '^/' },
        in: { type: 'object', additionalProperties: { enum: ['path', 'query', 'header', 'body'] } },
        status: { type: 'integer', minimum: 200, maximum: 299 },
        errors: {
          type: 'object',
          propertyNames: { enum: TOOL_ERROR_CODES },
          additionalProperties: { type: 'integer', minimum: 400, maximum: 599 },
        },
        names: {
          type: 'object',
          additionalProperties: { type: 'string', minLength: 1 },
          description: 'What an argument is called on the wire, where that is another name.',
        },
        body: { type: 'string', description: 'The argument that is the whole body.' },
        consumes: { type: 'array', items: { type: 'string' }, minItems: 1 },
        produces: { type: 'string' },
      },
      required: ['method', 'path'],
      additionalProperties: false,
    },
  },
  required: ['name', 'description', 'parameters', 'audience', 'program'],
  additionalProperties: false,
} as const;

export const TOOLS_FILE_SCHEMA = {
  $id: 'callgym:tools',
  title: 'tools.json',
  type: 'array',
  items: TOOL_SCHEMA,
  $defs: PROGRAM_DEFS,
} as const;

export type ToolCall = FromJsonSchema<typeof TOOL_CALL_SCHEMA>;
/** A tool as it stands in tools.json: the effect may be missing (it is derived), never wrong. */
export type ToolDraft = Omit<FromJsonSchema<typeof TOOL_SCHEMA>, 'program'> & { readonly program: ToolProgram };
export type Tool = ToolDraft & { readonly effect: Effect };
/** The function schema of a tool, in the OpenAI sense, with what it returns. */
export type ToolSchema = Pick<Tool, 'name' | 'description' | 'parameters' | 'returns'>;
/** A call that `check` makes, and what must come of it. */
export type ToolExample = NonNullable<Tool['examples']>[number];
export type HttpMapping = NonNullable<Tool['http']>;
