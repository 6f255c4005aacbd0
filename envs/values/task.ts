// A task: the start state, the user's wishes and knowledge, the stored solution (called gold), and the parts that its
// verdict judges.
import { DIFF_SCHEMA } from './diff.ts';
import { PLANNED_FAULT_SCHEMA } from './fault.ts';
import { TOOL_ERROR_SCHEMA } from './log-entry.ts';
import { OUTPUT_TYPES } from './output-types.ts';
import { TASK_STORY_SCHEMA } from './story.ts';
import { AUDIENCES, TOOL_CALL_SCHEMA } from './tool-schema.ts';
import type { FromJsonSchema } from './validator.ts';
import { VERDICT_PARTS } from './verdict.ts';

export const TASK_KINDS = ['write', 'read', 'mixed', 'multi', 'abstain', 'recover', 'dual', 'clarify'] as const;
export const END_REASONS = [
  'done',
  'refused',
  'transferred',
  'user_gave_up',
  'max_turns',
  'max_errors',
  'max_tokens',
  'agent_error',
  'user_error',
  'infrastructure',
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** The bands of measured difficulty, by the share of trials that passed. */
export const MEASURED_BANDS = ['never', 'rarely', 'sometimes', 'often', 'always'] as const;

const strings = { type: 'array', items: { type: 'string' } } as const;

export const TASK_SCHEMA = {
  $id: 'callgym:task',
  title: 'a line of tasks.jsonl',
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 1 },
    kind: { enum: TASK_KINDS },
    environment: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    session_seed: { type: 'integer' },
    setup: { type: 'array', items: TOOL_CALL_SCHEMA },
    patch: DIFF_SCHEMA,
    faults: { type: 'array', items: PLANNED_FAULT_SCHEMA },
    user: {
      type: 'object',
      properties: {
        persona: { type: 'string' },
        opening: { type: 'string' },
        goal: { type: 'string' },
        facts: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              key: { type: 'string' },
              value: {},
              say: { enum: ['open', 'asked', 'insist', 'wrong_first', 'later'] },
            },
            required: ['key', 'value', 'say'],
            additionalProperties: false,
          },
        },
        /** The key of a value that the call needs and that the user does not know. */
        unknown: { type: 'string', minLength: 1 },
        /**
         * Wishes that the user tells later. `instead`: the user asks for another value when the agent proposes the
         * call. `also`: the user tells a further wish when all earlier ones are done. `call` is the index of the first
         * call of the solution that the wish affects.
         */
        later: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              kind: { enum: ['instead', 'also'] },
              call: { type: 'integer' },
              text: { type: 'string', minLength: 1 },
              /** The arguments that the call would have without this wish. */
              was: { type: 'object' },
            },
            required: ['kind', 'call', 'text'],
            additionalProperties: false,
          },
        },
      },
      required: ['persona', 'opening', 'goal', 'facts'],
      additionalProperties: false,
    },
    gold: {
      type: 'object',
      properties: {
        calls: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              by: { enum: AUDIENCES },
              name: { type: 'string' },
              arguments: { type: 'object' },
              result: {},
              error: TOOL_ERROR_SCHEMA,
              /**
               * The origin of each scalar in the arguments. For a result, `at` is a JSON pointer into the result of an
               * earlier call. For a computed value, `expression` is evaluated over the results of the calls in `uses`.
               */
              origins: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: {
                    argument: { type: 'string' },
                    from: { enum: ['user', 'result', 'literal', 'start', 'computed'] },
                    call: { type: 'integer' },
                    at: { type: 'string' },
                    expression: { type: 'string' },
                    uses: { type: 'array', items: { type: 'integer' } },
                  },
                  required: ['argument', 'from'],
                  additionalProperties: false,
                },
              },
            },
            required: ['by', 'name', 'arguments'],
            additionalProperties: false,
          },
        },
        diff: DIFF_SCHEMA,
        outputs: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              key: { type: 'string' },
              type: { enum: OUTPUT_TYPES },
              value: {},
              /**
               * The values from which the answer is computed. Results before the answer must have shown all of them.
               */
              from: { type: 'array', items: { type: ['string', 'number', 'boolean'] } },
              /** The other possible values. A reply that also names one of them does not count as an answer. */
              among: { type: 'array', items: { type: ['string', 'number', 'boolean'] } },
              /**
               * The place at which the results of the solution's calls show the answer. `how` tells whether the answer
               * is a value, the number of items of a list, their sum, or a member of the item in which another member
               * is least or greatest. `item` and `by` are JSON pointers into an item.
               */
              origin: {
                type: 'object',
                properties: {
                  call: { type: 'integer' },
                  at: { type: 'string' },
                  how: { enum: ['value', 'count', 'sum', 'least', 'most', 'computed'] },
                  item: { type: 'string' },
                  by: { type: 'string' },
                },
                required: ['call', 'at', 'how'],
                additionalProperties: false,
              },
            },
            required: ['key', 'type', 'value'],
            additionalProperties: false,
          },
        },
        end: { enum: END_REASONS },
        /**
         * Sentences that a good agent says during the task: an answer (the key of an output), or why an action is done
         * or left out. `after` is the number of calls before the sentence. `late` is the index of the later wish
         * (`also`) that the sentence answers; the sentence then waits until the user has told this wish. The judge does
         * not require these sentences.
         */
        says: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              after: { type: 'integer', minimum: 0 },
              answer: { type: 'string' },
              text: { type: 'string', minLength: 1 },
              late: { type: 'integer', minimum: 0 },
            },
            required: ['after'],
            additionalProperties: false,
          },
        },
        /** Calls that the user asks for but a rule forbids. The solution does not make them. */
        declines: { type: 'array', items: TOOL_CALL_SCHEMA },
      },
      required: ['calls', 'diff', 'outputs', 'end'],
      additionalProperties: false,
    },
    accept: { type: 'array', items: DIFF_SCHEMA },
    free: { type: 'array', items: { type: 'string', pattern: '^[^.]+\\.[^.]+$' } },
    assertions: {
      type: 'array',
      items: {
        anyOf: [
          {
            type: 'object',
            properties: { name: { type: 'string' }, arguments: { type: 'object' }, expect: {} },
            required: ['name', 'arguments', 'expect'],
            additionalProperties: false,
          },
          { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false },
        ],
      },
    },
    rules: strings,
    basis: { type: 'array', items: { enum: VERDICT_PARTS } },
    tags: strings,
    difficulty: {
      type: 'object',
      properties: {
        tools: { type: 'number' },
        information: { type: 'number' },
        interaction: { type: 'number' },
        /**
         * The measured difficulty: the number of trials of one agent in a run, the number that passed, pass@8, and the
         * band.
         */
        measured: {
          type: 'object',
          properties: {
            agent: { type: 'string', minLength: 1 },
            trials: { type: 'integer', minimum: 1 },
            passes: { type: 'integer', minimum: 0 },
            pass_at_8: { type: 'number', minimum: 0, maximum: 1 },
            band: { enum: MEASURED_BANDS },
          },
          required: ['agent', 'trials', 'passes', 'pass_at_8', 'band'],
          additionalProperties: false,
        },
      },
      required: ['tools', 'information', 'interaction'],
      additionalProperties: false,
    },
    twin: { type: 'string' },
    story: TASK_STORY_SCHEMA,
  },
  required: ['id', 'kind', 'environment', 'session_seed', 'user', 'gold', 'rules', 'basis', 'tags', 'difficulty'],
  additionalProperties: false,
} as const;

export type Task = FromJsonSchema<typeof TASK_SCHEMA>;
export type GoldCall = Task['gold']['calls'][number];
export type TaskOutput = Task['gold']['outputs'][number];
