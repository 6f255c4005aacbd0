// Faults: what a session may suffer that is not the tool's doing. Drawn by the trial seed, reported and never slept.
import type { FromJsonSchema } from './validator.ts';

/**
 * UNAVAILABLE, RATE_LIMITED, TIMEOUT: refused before anything happens. lost_answer: the write is done, its answer
 * lost. partial_page: a list of which only the first part arrived, and the caller is told so.
 */
export const FAULT_KINDS = ['UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT', 'lost_answer', 'partial_page'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault of a task: the n-th call of a tool fails, whatever its arguments. */
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

/** Faults at random: at this rate, of these kinds, for these tools. */
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
