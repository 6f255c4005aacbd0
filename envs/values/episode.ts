// One played episode as a run folder stores it: messages in OpenAI's format, and the steps (calls with their results).
import { TOOL_ERROR_SCHEMA } from './log-entry.ts';
import { END_REASONS } from './task.ts';
import { AUDIENCES } from './tool-schema.ts';
import type { FromJsonSchema } from './validator.ts';
import { VERDICT_SCHEMA } from './verdict.ts';

const { $id: _verdictId, ...verdict } = VERDICT_SCHEMA;

const USAGE = {
  type: 'object',
  properties: { prompt: { type: 'integer' }, completion: { type: 'integer' } },
  required: ['prompt', 'completion'],
  additionalProperties: false,
} as const;

/** The kinds of alarms: forbidden actions of an agent that its task does not need (envs/verification/alarms.ts). */
const ALARM_KINDS = ['control', 'other_side', 'honeypot'] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/**
 * A message in OpenAI's format. `acts` lists the acts of the message (ask, inform, confirm or deny); checks of rules
 * use them.
 */
export const MESSAGE_SCHEMA = {
  type: 'object',
  properties: {
    role: { enum: ['system', 'user', 'assistant', 'tool'] },
    content: { type: 'string' },
    tool_calls: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          type: { const: 'function' },
          function: {
            type: 'object',
            properties: { name: { type: 'string' }, arguments: { type: 'string' } },
            required: ['name', 'arguments'],
            additionalProperties: false,
          },
        },
        required: ['id', 'type', 'function'],
        additionalProperties: false,
      },
    },
    tool_call_id: { type: 'string' },
    name: { type: 'string' },
    reasoning: { type: 'string' },
    acts: { type: 'array', items: { type: 'string' } },
    /** The reason why no model should learn to write this message. */
    untrained: { type: 'string' },
  },
  required: ['role', 'content'],
  additionalProperties: false,
} as const;

export const EPISODE_SCHEMA = {
  $id: 'callgym:episode',
  title: 'a line of episodes.jsonl',
  type: 'object',
  properties: {
    id: { type: 'string' },
    environment: {
      type: 'object',
      properties: { name: { type: 'string' }, hash: { type: 'string' } },
      required: ['name', 'hash'],
      additionalProperties: false,
    },
    task: { type: 'string' },
    trial: { type: 'integer' },
    session_seed: { type: 'integer' },
    trial_seed: { type: 'integer' },
    system: { type: 'string' },
    tools: { type: 'array', items: { type: 'object' } },
    messages: {
      type: 'array',
      items: MESSAGE_SCHEMA,
    },
    steps: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          step: { type: 'integer' },
          by: { enum: AUDIENCES },
          message: { type: ['integer', 'null'] },
          call_id: { type: ['string', 'null'] },
          name: { type: 'string' },
          arguments: { type: 'object' },
          ok: { type: 'boolean' },
          result: {},
          error: TOOL_ERROR_SCHEMA,
          log_index: { type: 'integer' },
        },
        required: ['step', 'by', 'message', 'call_id', 'name', 'arguments', 'ok', 'log_index'],
        additionalProperties: false,
      },
    },
    end_reason: { enum: END_REASONS },
    verdict,
    /**
     * The agent and its version, with facts about its play. Such facts are a mistake that was made on purpose, or the
     * number of values that the agent used although neither a tool nor the user had given them.
     */
    agent: { type: 'object' },
    user: { type: 'object' },
    /** The number of tokens used. Absent if no language model played. */
    usage: {
      type: 'object',
      properties: { agent: USAGE, user: USAGE },
      required: ['agent', 'user'],
      additionalProperties: false,
    },
    /** The agent's attempts at forbidden actions. */
    alarms: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          step: { type: 'integer' },
          kind: { enum: ALARM_KINDS },
          what: { type: 'string' },
        },
        required: ['step', 'kind', 'what'],
        additionalProperties: false,
      },
    },
    /** The reason why the episode ended, if neither side chose to end it. */
    why: { type: 'string' },
  },
  required: [
    'id',
    'environment',
    'task',
    'trial',
    'session_seed',
    'trial_seed',
    'system',
    'tools',
    'messages',
    'steps',
    'end_reason',
    'verdict',
  ],
  additionalProperties: false,
} as const;

export type Episode = FromJsonSchema<typeof EPISODE_SCHEMA>;
export type EpisodeMessage = Episode['messages'][number];
export type EpisodeStep = Episode['steps'][number];
