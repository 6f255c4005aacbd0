// A numbered rule of the policy. If code can decide the rule, it has a check: a SELECT that returns one row per
// violation. Example conversations that break the rule or follow it test the check.
import { SQL_SCHEMA } from './program.ts';
import { TOOL_CALL_SCHEMA } from './tool-schema.ts';
import type { FromJsonSchema } from './validator.ts';

export const TRACE_ACTS = ['ask', 'inform', 'confirm', 'deny'] as const;

/**
 * An example conversation for testing the check of a rule: calls and messages in order, and the facts known about the
 * user.
 */
const TRACE_SCHEMA = {
  type: 'object',
  properties: {
    /** The clause of the rule that this example tests, in the words of the rule. */
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
      /** Examples that break the rule, at least one for each clause. */
      bad: { anyOf: [TRACE_SCHEMA, { type: 'array', items: TRACE_SCHEMA, minItems: 1 }] },
      /** The clauses that the check cannot decide, with the reason. */
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

export function badTraces({ bad }: Rule): readonly Trace[] {
  return bad === undefined ? [] : 'events' in bad ? [bad] : bad;
}
