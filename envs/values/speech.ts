// The words of an environment's agent about its tools: how it proposes a call, tells its outcome, guides a user through
// it, and declines it; and how a user reads out a screen. They are data beside the stories. {name} stands for an argument, {result.name} for a member of the
// result, and {id.name} for a member of the row that was shown with this id.
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
          /** The clause after "Shall I": cancel order {order_id}. */
          proposes: texts,
          /** A sentence about the deed. */
          told: texts,
          /**
           * false: the agent does it without asking for a yes, as when it identifies somebody, opens a case or makes a
           * quote.
           */
          asks: { type: 'boolean' },
          /** Asks a user to do something with their own tool. */
          guides: texts,
          /**
           * A user reads a screen out: by member of the result, the clause for a value, or under "*" the clause for any
           * other, with {value}. A member with an empty clause is not read out.
           */
          reads: { type: 'object', additionalProperties: { type: 'object', additionalProperties: { type: 'string' } } },
          /** Sentences for a call that a rule forbids, by the rule's id. */
          declines: { type: 'object', additionalProperties: texts },
          /** How an amount of this tool is said, where services with several currencies are composed. */
          money: { type: 'string', pattern: MONEY },
        },
        additionalProperties: false,
      },
    },
    /** How the agent says an amount: "{value} euros". Dollars where it is left out. */
    money: { type: 'string', pattern: MONEY },
    /** The agent's last words where only the user did something. */
    closes: texts,
  },
  required: ['tools'],
  additionalProperties: false,
} as const;

export type Speech = FromJsonSchema<typeof SPEECH_SCHEMA>;
