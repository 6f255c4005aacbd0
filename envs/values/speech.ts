// The sentences of an environment's agent about its tools: to propose a call, tell its outcome, guide a user through it
// or decline it. Also how a user reads a screen out. {name} stands for an argument and {result.name} for a member of
// the result. {id.name} stands for a member of the row that a tool showed with this id.
import type { FromJsonSchema } from './validator.ts';

const MONEY = String.raw`\{value\}`;
const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'array', items: text, minItems: 1 } as const;

/** A sentence about a user that may hold for some users only: `when` is a SELECT that returns a row for these users. */
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
          /** The clause after "Shall I", for example: cancel order {order_id}. */
          proposes: texts,
          /** Sentences, one of which the agent says to tell the user the outcome of the call. */
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
          /** The roles of users who may ask for this call. Without this field, every user may. */
          asked_by: texts,
          /**
           * The reasons for which a user asks for the call. `when` is a SELECT over the start state. It may use the
           * arguments (:order_id) and the user's own values (:user.email). If it returns a row, the user may say a
           * sentence of `says`; {column} stands for a value of that row.
           */
          causes: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              properties: {
                when: text,
                says: texts,
                /** Why the cause holds for every row, where it does. */
                always: text,
              },
              required: ['when', 'says'],
              additionalProperties: false,
            },
          },
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
    /** Who the users are, by the name of the role. */
    roles: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          /**
           * A SELECT of the people in this role. A user has the role where the known values agree with a row in all
           * columns that the two share. A role without this field is for the users whom no other role names.
           */
          people: text,
          /** Who the user is: "You are a guest of the house." */
          is: LINES,
          /** Why the user writes just now: "You are on the train home." */
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
