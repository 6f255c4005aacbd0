// Simulated failures of calls, such as a timeout. The tool itself is not their cause; they are planned by the task or
// drawn with the trial seed. They take no real time.
import type { FromJsonSchema } from './validator.ts';

/**
 * UNAVAILABLE, RATE_LIMITED, TIMEOUT: the call is refused before it runs. lost_answer: the write happens, but the
 * caller gets no answer. partial_page: only the first half of a list arrives, and the error says so.
 */
export const FAULT_KINDS = ['UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT', 'lost_answer', 'partial_page'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A planned fault: the n-th call of a tool fails, with any arguments. */
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

/** Faults that are drawn at random: how often, of which kinds and for which tools. */
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
