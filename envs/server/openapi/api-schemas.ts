// The JSON Schemas of callgym's own API. Routes check requests with them, and the OpenAPI documents show them.
import { TOOL_ERROR_CODES } from '../../errors/tool-error.ts';
import { HTTP_ERRORS } from '../http-errors.ts';
import { TOOL_ERROR_SCHEMA } from '../../values/log-entry.ts';
import { AUDIENCES } from '../../values/tool-schema.ts';

export const ERROR_SCHEMA = {
  $id: 'Error',
  title: 'Error',
  description: "The client's fault or ours; never a tool result, never in a log.",
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', description: `Stable, such as ${Object.keys(HTTP_ERRORS).slice(0, 4).join(', ')}.` },
        message: { type: 'string' },
      },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
} as const;

export const TOOL_REFUSAL_SCHEMA = {
  $id: 'ToolError',
  title: 'ToolError',
  description: `A refused call: an observation for the agent. Codes: ${TOOL_ERROR_CODES.join(', ')}.`,
  type: 'object',
  properties: { step: { type: 'integer' }, ok: { type: 'boolean', enum: [false] }, error: TOOL_ERROR_SCHEMA },
  required: ['step', 'ok', 'error'],
  additionalProperties: false,
} as const;

export const CALL_ANSWER_SCHEMA = {
  $id: 'CallAnswer',
  title: 'CallAnswer',
  oneOf: [
    {
      type: 'object',
      properties: { step: { type: 'integer' }, ok: { type: 'boolean', enum: [true] }, result: {} },
      required: ['step', 'ok', 'result'],
      additionalProperties: false,
    },
    { $ref: 'ToolError#' },
  ],
} as const;

const key = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'Makes the call idempotent: the same key again gives the first answer and does not act twice.',
} as const;

export const CALL_SCHEMA = {
  title: 'Call',
  type: 'object',
  properties: { name: { type: 'string', maxLength: 256 }, arguments: {}, key },
  required: ['name', 'arguments'],
  additionalProperties: false,
} as const;

export const CONTROL_CALL_SCHEMA = {
  ...CALL_SCHEMA,
  title: 'ControlCall',
  properties: { ...CALL_SCHEMA.properties, by: { enum: AUDIENCES } },
} as const;

export const SESSION_SCHEMA = {
  $id: 'Session',
  title: 'Session',
  type: 'object',
  properties: {
    id: { type: 'string' },
    environment: { type: 'string' },
    hash: { type: 'string' },
    step: { type: 'integer' },
    task: { type: 'string' },
    session_seed: { type: 'integer' },
    trial_seed: { type: 'integer' },
    ttl_s: { type: 'integer' },
    idle_s: { type: 'number' },
    trespasses: {
      type: 'array',
      items: { type: 'string' },
      description: 'Requests to the control plane or to other sessions that were made with its tokens, and refused',
    },
    urls: {
      type: 'object',
      properties: Object.fromEntries(
        ['agent', 'user', 'mcp', 'user_mcp', 'origin'].map((name) => [name, { type: 'string' }]),
      ),
      required: ['agent', 'user', 'mcp', 'user_mcp', 'origin'],
    },
    tokens: {
      type: 'object',
      properties: { agent: { type: 'string' }, user: { type: 'string' } },
      required: ['agent', 'user'],
    },
  },
  required: ['id', 'environment', 'hash', 'step', 'session_seed', 'trial_seed', 'ttl_s', 'urls', 'tokens'],
} as const;

export const ENVIRONMENT_SUMMARY_SCHEMA = {
  $id: 'EnvironmentSummary',
  title: 'EnvironmentSummary',
  type: 'object',
  properties: {
    name: { type: 'string' },
    hash: { type: ['string', 'null'], description: 'null where the environment cannot be opened' },
    title: { type: 'string' },
    description: { type: 'string' },
    tools: { type: 'integer' },
    problem: { type: 'string', description: 'Why it cannot be opened' },
  },
  required: ['name', 'hash', 'title', 'description'],
} as const;

/** A whole number that every client can represent exactly. Many clients lose digits beyond 2^53. */
export const WHOLE = {
  type: 'integer',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;

export const COUNT = { ...WHOLE, minimum: 0 } as const;

/** The query of a list: at most `limit` items after the cursor. */
export const PAGE_QUERY = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 500, default: 50, description: 'Items of a page' },
    after: { type: 'string', description: 'The `next` of the page before' },
  },
} as const;

export const NEXT_SCHEMA = {
  type: ['string', 'null'],
  description: 'Cursor of the next page; null on the last',
} as const;

const ERROR_TEXT: Readonly<Record<number, string>> = {
  400: 'The request is not valid',
  401: 'No token',
  403: 'A token of another plane or session',
  404: 'Not there',
  405: 'Another method',
  409: 'Not possible in this state',
  410: 'The session has ended',
  413: 'The body is too large',
  415: 'Not application/json',
  429: 'Too many calls',
  500: 'Our fault; nothing was changed',
  503: 'At a limit, or stopping',
};

/** Returns the error responses of a route: the given statuses and the statuses that every route may have. */
export function errors(...statuses: number[]): Record<number, object> {
  const all = [...new Set([...statuses, 400, 401, 403, 404, 413, 415, 500, 503])].sort((a, b) => a - b);
  return Object.fromEntries(
    all.map((status) => [status, { description: ERROR_TEXT[status] ?? 'Error', $ref: 'Error#' }]),
  );
}

export function errorText(status: number): string {
  return ERROR_TEXT[status] ?? 'Error';
}
