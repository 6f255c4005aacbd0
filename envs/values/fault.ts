// Faults: failures of a session that the tool does not cause. They are drawn by the trial seed and reported without any
// real waiting.
import type { FromJsonSchema } from './validator.ts';

/** UNAVAILABLE, RATE_LIMITED, TIMEOUT: the call is refused before anything happens. lost_answer: the write is done,
 * but its answer is lost. partial_page: only the first part of a list arrives, and the caller is told so. */
export const FAULT_KINDS = ['UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT', 'lost_answer', 'partial_page'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault of a task: the n-th call of a tool fails, with any arguments. */
export const PLANNED_FAULT_SCHEMA = {
  type: 'object',
  properties: {
    tool: { type: 'string' },
    attempt: { type: 'integer', minimum: 1 },
    kind: { enum: FAULT_KINDS },
  },
  required: ['tool', 'attempt', 'kind'],
  additionalProperties: false,
} as const;

/** Random faults: their rate, their kinds and the tools that they affect. */
export const FAULT_RATE_SCHEMA = {
  type: 'object',
  properties: {
    rate: { type: 'number', minimum: 0, maximum: 1 },
    kinds: { type: 'array', items: { enum: FAULT_KINDS }, minItems: 1, uniqueItems: true },
    tools: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
  },
  required: ['rate'],
  additionalProperties: false,
} as const;

export type PlannedFault = FromJsonSchema<typeof PLANNED_FAULT_SCHEMA>;
export type FaultRate = FromJsonSchema<typeof FAULT_RATE_SCHEMA>;
