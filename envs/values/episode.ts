// One played episode as the run folder keeps it: OpenAI-style messages plus the steps behind them.
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

/** An OpenAI-style message; the acts of it are metadata for the rules' checks. */
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
    /** Why no model should be taught to write this. */
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
    /** Who played, in which version, and what is to be known of how: planted mistakes, values that were not earned. */
    agent: { type: 'object' },
    user: { type: 'object' },
    /** Tokens, where a model played. */
    usage: {
      type: 'object',
      properties: { agent: USAGE, user: USAGE },
      required: ['agent', 'user'],
      additionalProperties: false,
    },
    /** What the agent tried that was none of its business. */
    alarms: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          step: { type: 'integer' },
          kind: { enum: ['control', 'other_side', 'honeypot'] },
          what: { type: 'string' },
        },
        required: ['step', 'kind', 'what'],
        additionalProperties: false,
      },
    },
    /** Why it ended where that was nobody's choice. */
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
