// The routes with which an agent talks to a simulated user, reads the conversation and ends the episode.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { END_REASONS, type EndReason } from '../../values/task.ts';
import type { GymContext } from '../plugin.ts';
import { HttpError } from '../http-errors.ts';
import type { LiveUser } from '../live-user.ts';
import { errors } from '../openapi/api-schemas.ts';
import { actingOf, SECURITY, SESSION, TAGS } from './agent-acting.ts';

const AGENT_ENDS = ['done', 'refused', 'transferred'] as const;

/**
 * Returns the simulated user of a session. Throws if the session has none, or if the request comes from the user's
 * side.
 */
function liveOf(request: FastifyRequest): LiveUser {
  const { served, plane } = actingOf(request);
  if (served.live === undefined) throw new HttpError('NO_LIVE_USER', { id: served.session.id });
  if (plane !== 'agent') throw new HttpError('FORBIDDEN', { what: 'this side is played here; the agent talks to it' });
  return served.live;
}

const SAY_ROUTE = {
  operationId: 'say',
  tags: TAGS,
  summary: 'Say something to the live user, and hear the answer',
  security: SECURITY,
  params: SESSION,
  body: {
    type: 'object',
    properties: { text: { type: 'string', minLength: 1 } },
    required: ['text'],
    additionalProperties: false,
  },
  response: {
    200: {
      description: 'What the user says, and whether that was the last of it',
      type: 'object',
      properties: {
        message: { type: ['string', 'null'] },
        done: { type: 'boolean' },
        end_reason: { type: 'string', enum: END_REASONS },
      },
      required: ['message', 'done'],
    },
    ...errors(409, 410),
  },
};

const END_ROUTE = {
  operationId: 'end',
  tags: TAGS,
  summary: 'End the episode, with last words if there are any; nothing can be called after it',
  security: SECURITY,
  params: SESSION,
  body: {
    type: ['object', 'null'],
    properties: {
      text: { type: 'string', description: 'Last words; the answer, where the agent works alone' },
      reason: { enum: AGENT_ENDS, default: 'done' },
    },
    additionalProperties: false,
  },
  response: {
    200: {
      description: 'How it ended; what had ended before stays as it was',
      type: 'object',
      properties: { done: { type: 'boolean' }, end_reason: { type: 'string', enum: END_REASONS } },
      required: ['done', 'end_reason'],
    },
    ...errors(410),
  },
};

const MESSAGES_ROUTE = {
  operationId: 'messages',
  tags: TAGS,
  summary: 'The conversation so far, as the agent has seen it',
  security: SECURITY,
  params: SESSION,
  response: {
    200: {
      description: 'What was said, in order',
      type: 'object',
      properties: {
        messages: {
          type: 'array',
          items: {
            type: 'object',
            properties: { role: { enum: ['user', 'assistant'] }, content: { type: 'string' } },
            required: ['role', 'content'],
          },
        },
        done: { type: 'boolean' },
        end_reason: { type: 'string', enum: END_REASONS },
      },
      required: ['messages', 'done'],
    },
    ...errors(409, 410),
  },
};

export function agentTalk(app: FastifyInstance, { sessions }: GymContext): void {
  app.post('/s/:id/messages', { schema: SAY_ROUTE }, async (request) => {
    const live = liveOf(request);
    if (live.end !== undefined)
      throw new HttpError('LIVE_CONVERSATION', {
        id: actingOf(request).served.session.id,
        what: `has ended (${live.end})`,
      });
    return live.answer((request.body as { text: string }).text);
  });

  app.post('/s/:id/end', { schema: END_ROUTE }, (request) => {
    const { served, plane } = actingOf(request);
    if (plane !== 'agent') throw new HttpError('FORBIDDEN', { what: 'the agent ends an episode' });
    const { text, reason = 'done' } = (request.body ?? {}) as { text?: string; reason?: EndReason };
    sessions.finish(served, reason, text);
    return { done: true, end_reason: served.end ?? reason };
  });

  app.get('/s/:id/messages', { schema: MESSAGES_ROUTE }, (request) => {
    const { messages, end } = liveOf(request);
    return {
      messages: messages
        .filter(({ role, tool_calls }) => role !== 'tool' && tool_calls === undefined)
        .map(({ role, content }) => ({ role, content })),
      done: end !== undefined,
      ...(end === undefined ? {} : { end_reason: end }),
    };
  });
}
