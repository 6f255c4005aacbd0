// The sentences of an environment's agent about its tools: to propose a call, tell its outcome, guide a user through it
// or decline it. Also how a user reads a screen out. {name} stands for an argument and {result.name} for a member of
// the result. {id.name} stands for a member of the row that a tool showed with this id.
import type { FromJsonSchema } from './validator.ts';

const MONEY = String.raw`\{value\}`;
const texts = { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 } as const;

export const SPEECH_SCHEMA = {
  $id: 'callgym:speech',
  title: 'speech.json',
  type: 'object',
  properties: {
    tools: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          /** The clause after "Shall I", for example: cancel order {order_id}. */
          proposes: texts,
          /** A sentence that tells the outcome of the call. */
          told: texts,
          /**
           * Whether the agent asks for a yes before the call. False for harmless calls, such as identifying a customer,
           * opening a case or making a quote.
           */
          asks: { type: 'boolean' },
          /** A sentence that asks a user to do something with the user's own tool. */
          guides: texts,
          /**
           * How a user reads a screen out. For each member of the result, the clause for each value, or under "*" the
           * clause with {value} for any other value. A member with an empty clause is not read out.
           */
          reads: { type: 'object', additionalProperties: { type: 'object', additionalProperties: { type: 'string' } } },
          /** The sentences for a call that a rule forbids, by the rule's id. */
          declines: { type: 'object', additionalProperties: texts },
          /** How an amount of this tool is said, when a composed environment has several currencies. */
          money: { type: 'string', pattern: MONEY },
        },
        additionalProperties: false,
      },
    },
    /** How the agent says an amount, for example "{value} euros". Without this field, amounts are dollars. */
    money: { type: 'string', pattern: MONEY },
    /** The agent's last words when only the user made changes. */
    closes: texts,
  },
  required: ['tools'],
  additionalProperties: false,
} as const;

export type Speech = FromJsonSchema<typeof SPEECH_SCHEMA>;
