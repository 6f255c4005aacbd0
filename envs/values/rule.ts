// A numbered rule of the policy. Its check, where code can tell, is a SELECT that returns a row per violation, tried
// on a good and a bad trace.
import { SQL_SCHEMA } from './program.ts';
import { TOOL_CALL_SCHEMA } from './tool-schema.ts';
import type { FromJsonSchema } from './validator.ts';

export const TRACE_ACTS = ['ask', 'inform', 'confirm', 'deny'] as const;

/** What a rule's check looks at: calls and messages in order, and what is known of the user. */
const TRACE_SCHEMA = {
  type: 'object',
  properties: {
    /** The words of the rule's text that it shows. */
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
      /** One for every clause of the text. */
      bad: { anyOf: [TRACE_SCHEMA, { type: 'array', items: TRACE_SCHEMA, minItems: 1 }] },
      /** Clauses that no check can tell, and why. */
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

/** The traces that break a rule. */
export function badTraces({ bad }: Rule): readonly Trace[] {
  return bad === undefined ? [] : 'events' in bad ? [bad] : bad;
}

export type TraceEvent = Trace['events'][number];
