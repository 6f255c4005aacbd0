// A tool of an environment. The agent sees its name, description, parameters and returns. The agent does not see who
// may call the tool (agent, user or training code), whether it reads or writes, and its program.
import { TOOL_ERROR_CODES } from '../errors/tool-error.ts';
import { PROGRAM_DEFS, type ToolProgram } from './program.ts';
import type { FromJsonSchema } from './validator.ts';

export const AUDIENCES = ['agent', 'user', 'control'] as const;
export type Audience = (typeof AUDIENCES)[number];
export type Effect = 'read' | 'write';

/** A call as it is written in tasks, examples and traces. */
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

/** Calls that the command `check` makes, each with its expected outcome. */
export const EXAMPLES_SCHEMA = {
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
    hints: {
      type: 'object',
      properties: {
        title: { type: 'string', minLength: 1 },
        read_only: { type: 'boolean' },
        destructive: { type: 'boolean' },
        idempotent: { type: 'boolean' },
      },
      additionalProperties: false,
    },
    program: { type: 'array', items: { $ref: '#/$defs/step' }, minItems: 1 },
    examples: EXAMPLES_SCHEMA,
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
/**
 * A tool in tools.json. The effect (read or write) may be left out, because it follows from the program; a wrong one is
 * an error.
 */
export type ToolDraft = Omit<FromJsonSchema<typeof TOOL_SCHEMA>, 'program'> & { readonly program: ToolProgram };
export type Tool = ToolDraft & { readonly effect: Effect };
export type ToolExample = NonNullable<Tool['examples']>[number];
export type HttpMapping = NonNullable<Tool['http']>;
