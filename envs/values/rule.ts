// A numbered rule of the policy. Where code can decide it, the rule has a check: a SELECT that returns a row per
// violation, tested on good and bad traces.
import { SQL_SCHEMA } from './program.ts';
import { TOOL_CALL_SCHEMA } from './tool-schema.ts';
import type { FromJsonSchema } from './validator.ts';

export const TRACE_ACTS = ['ask', 'inform', 'confirm', 'deny'] as const;

/** The trace that a rule's check reads: calls and messages in order, and the known facts about the user. */
const TRACE_SCHEMA = {
  type: 'object',
  properties: {
    /** The clause of the rule that the trace shows, in the rule's words. */
    clause: { type: 'string', minLength: 1 },
    facts: { type: 'object' },
    events: {
      type: 'array',
      items: {
        anyOf: [
          TOOL_CALL_SCHEMA,
          {
            type: 'object',
            properties: {
              role: { enum: ['user', 'assistant'] },
              text: { type: 'string' },
              acts: { type: 'array', items: { enum: TRACE_ACTS } },
            },
            required: ['role', 'text'],
            additionalProperties: false,
          },
        ],
      },
    },
  },
  required: ['events'],
  additionalProperties: false,
} as const;

export const RULES_FILE_SCHEMA = {
  $id: 'callgym:rules',
  title: 'rules.json',
  type: 'array',
  items: {
    type: 'object',
    properties: {
      id: { type: 'string', minLength: 1 },
      text: { type: 'string', minLength: 1 },
      check: SQL_SCHEMA,
      good: TRACE_SCHEMA,
      /** At least one trace for every clause of the text. */
      bad: { anyOf: [TRACE_SCHEMA, { type: 'array', items: TRACE_SCHEMA, minItems: 1 }] },
      /** The clauses that no check can decide, with the reason. */
      unchecked: {
        type: 'array',
        items: {
          type: 'object',
          properties: { clause: { type: 'string', minLength: 1 }, why: { type: 'string', minLength: 1 } },
          required: ['clause', 'why'],
          additionalProperties: false,
        },
      },
    },
    required: ['id', 'text'],
    additionalProperties: false,
  },
} as const;

export type Rule = FromJsonSchema<typeof RULES_FILE_SCHEMA>[number];
export type Trace = FromJsonSchema<typeof TRACE_SCHEMA>;

/** The traces that break the rule. */
export function badTraces({ bad }: Rule): readonly Trace[] {
  return bad === undefined ? [] : 'events' in bad ? [bad] : bad;
}
