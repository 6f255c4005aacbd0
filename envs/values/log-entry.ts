// One entry of a session's log: a call and its outcome. Entry 0 is the set-up.
import { TOOL_ERROR_CODES } from '../errors/tool-error.ts';
import { FAULT_KINDS } from './fault.ts';
import { AUDIENCES } from './tool-schema.ts';
import type { FromJsonSchema } from './validator.ts';

export const TOOL_ERROR_SCHEMA = {
  type: 'object',
  properties: { code: { enum: TOOL_ERROR_CODES }, message: { type: 'string' }, details: {} },
  required: ['code', 'message'],
  additionalProperties: false,
} as const;

export const LOG_ENTRY_SCHEMA = {
  $id: 'callgym:log-entry',
  title: 'an entry of a session log',
  type: 'object',
  properties: {
    index: { type: 'integer', minimum: 0 },
    by: { enum: AUDIENCES },
    name: { type: 'string' },
    arguments: { type: 'object' },
    ok: { type: 'boolean' },
    result: {},
    error: TOOL_ERROR_SCHEMA,
    effect: { enum: ['read', 'write'] },
    committed: { type: 'boolean' },
    key: { type: 'string' },
    fault: { enum: FAULT_KINDS },
  },
  required: ['index', 'by', 'name', 'arguments', 'ok', 'effect', 'committed'],
  additionalProperties: false,
} as const;

export type LogEntry = FromJsonSchema<typeof LOG_ENTRY_SCHEMA>;
