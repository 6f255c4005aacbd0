// The phrases of an environment: how an agent proposes a call, reports it, guides a user through it or refuses it, and
// how a user reads a screen out. {name} stands for an argument, {result.name} for a member of the result, and {id.name}
// for a member of the row with this id, as a tool has shown it.
import type { FromJsonSchema } from './validator.ts';

const MONEY = String.raw`\{value\}`;
const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'array', items: text, minItems: 1 } as const;

/**
 * Sentences about a user. If there is `when` (a SELECT), the sentence is true only of users for whom it returns a row.
 */
const LINES = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    properties: { when: text, says: texts },
    required: ['says'],
    additionalProperties: false,
  },
} as const;

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
          /** Clauses that complete "Shall I", such as: cancel order {order_id}. */
          proposes: texts,
          /** Sentences that report the outcome of the call to the user. The agent says one of them. */
          told: texts,
          /**
           * Whether the agent asks for consent before the call. False for harmless calls, such as identifying a
           * customer, opening a case or making a quote.
           */
          asks: { type: 'boolean' },
          /** Sentences that ask the user to call this tool, which belongs to the user. */
          guides: texts,
          /**
           * How a user reads a screen out. Each member of the result has a clause for each value; the clause under "*"
           * is for any other value and contains {value}. A member with an empty clause is not read out.
           */
          reads: { type: 'object', additionalProperties: { type: 'object', additionalProperties: { type: 'string' } } },
          /** Sentences that refuse a call because of a rule, by the rule's id. */
          declines: { type: 'object', additionalProperties: texts },
          /** The roles of users who may ask for this call. If absent, every user may. */
          asked_by: texts,
          /**
           * The reasons that a user may give for asking for the call. `when` is a SELECT over the start state; it may
           * use the arguments (:order_id) and the user's own values (:user.email). If it returns a row, the user may
           * say a sentence of `says`, in which {column} stands for a value of that row.
           */
          causes: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              properties: {
                when: text,
                says: texts,
                /** If the reason is true for every row, the explanation why. */
                always: text,
              },
              required: ['when', 'says'],
              additionalProperties: false,
            },
          },
          /**
           * How amounts of this tool are said, if an environment that was joined from several has several currencies.
           */
          money: { type: 'string', pattern: MONEY },
        },
        additionalProperties: false,
      },
    },
    /** How the agent says an amount, such as "{value} euros". If absent, amounts are said in dollars. */
    money: { type: 'string', pattern: MONEY },
    /** The agent's last words if only the user made changes, with the user's own tools. */
    closes: texts,
    roles: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          /**
           * A SELECT with one row for each person in this role. A user's values are the facts that the user knows and,
           * if the story has one, the person's row in stories.json. The user has the role if some row shares at least
           * one column with these values and is equal to them in every shared column that is not null. A role without
           * this field is for users who have no other role.
           */
          people: text,
          /** Who the user is: "You are a guest of the house." */
          is: LINES,
          /** Why the user writes at this moment: "You are on the train home." */
          now: LINES,
        },
        required: ['is'],
        additionalProperties: false,
      },
    },
  },
  required: ['tools'],
  additionalProperties: false,
} as const;

export type Speech = FromJsonSchema<typeof SPEECH_SCHEMA>;
export type Role = NonNullable<Speech['roles']>[string];
export type Line = Role['is'][number];
export type Cause = NonNullable<Speech['tools'][string]['causes']>[number];
