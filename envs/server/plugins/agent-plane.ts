// The agent's (or the user's) side of one session: its prompt, its tools, its calls, and nothing else.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallRequest, MadeCall } from '../../session/call.ts';
import type { Json } from '../../values/json.ts';
import { END_REASONS, type EndReason } from '../../values/task.ts';
import { credentialOf } from '../credentials.ts';
import type { Plane } from '../plane.ts';
import { HttpError } from '../http-errors.ts';
import { CALL_SCHEMA, errors } from '../openapi/api-schemas.ts';
import type { LiveUser } from '../live-user.ts';
import { promptOf } from '../prompt-of.ts';
import type { ServedSession } from '../served-sessions.ts';
import type { Dialect } from '../dialect.ts';
import { listTools, TOOL_FORMATS, type ToolFormat } from '../tool-listing.ts';

interface Acting {
  readonly served: ServedSession;
  readonly plane: Plane;
}

declare module 'fastify' {
  interface FastifyRequest {
    acting: Acting | null;
  }
}

/** What an agent may say of how it ended. */
const AGENT_ENDS = ['done', 'refused', 'transferred'] as const;

const JSON_TYPE = 'application/json; charset=utf-8';

interface CallBody {
  readonly name: string;
  readonly arguments: Json;
  readonly key?: string;
}

export const agentPlane: Dialect = (app, context) => {
  const { sessions, capabilities, limits, metrics, logArguments } = context;
  app.decorateRequest('acting', null);

  app.addHook('onRequest', (request, _reply, done) => {
    try {
      request.acting = enter(request);
      done();
    } catch (error) {
      done(error as Error);
    }
  });

  function enter(request: FastifyRequest): Acting {
    const { id } = request.params as { id: string };
    const token = credentialOf(request.headers);
    if (token === undefined) throw new HttpError('UNAUTHENTICATED');
    const opened = sessions.opens(token);
    if (opened === undefined) {
      if (capabilities.isControl(token))
        throw new HttpError('FORBIDDEN', { what: 'this needs the agent or user token of the session' });
      throw new HttpError('UNAUTHENTICATED');
    }
    if (opened.id !== id) {
      sessions.trespass(opened.id, opened.plane, `${request.method} ${request.url}`);
      throw new HttpError('FORBIDDEN', { what: 'the token is of another session' });
    }
    return { served: sessions.get(id), plane: opened.plane };
  }

  function actingOf(request: FastifyRequest): Acting {
    const found = request.acting;
    if (found === null) throw new HttpError('UNAUTHENTICATED');
    return found;
  }

  function requestOf(request: FastifyRequest, { name, arguments: args, key }: CallBody): CallRequest {
    return { by: actingOf(request).plane, name, arguments: args, ...(key === undefined ? {} : { key }) };
  }

  /** Counts and logs a call; its answer as JSON text. */
  function told(
    request: FastifyRequest,
    { by, name, arguments: args }: CallRequest,
    { answer, text }: MadeCall,
  ): string {
    metrics.called('native', answer);
    const { id } = actingOf(request).served.session;
    if (logArguments) request.log.info({ session: id, by, name, arguments: args, ok: answer.ok });
    return `{"step":${answer.step},"ok":${answer.ok},"${answer.ok ? 'result' : 'error'}":${text}}`;
  }

  function call(request: FastifyRequest, body: CallBody): string {
    const wanted = requestOf(request, body);
    return told(request, wanted, sessions.make(actingOf(request).served, wanted));
  }

  function send(reply: FastifyReply, text: string): FastifyReply {
    return reply.header('content-type', JSON_TYPE).send(text);
  }

  const params = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } as const;
  const security = [{ agent: [] }, { user: [] }];
  const tags = ['agent'];

  app.get(
    '/s/:id/prompt',
    {
      schema: {
        operationId: 'prompt',
        tags,
        summary: 'What this side is told',
        security,
        params,
        querystring: {
          type: 'object',
          properties: {
            user: { enum: ['none'], description: 'none: as for an agent that works alone, all facts told at once' },
            policy: {
              enum: ['within', 'apart'],
              default: 'within',
              description: 'apart: the policy is not in `system` but in `policy`, for a system prompt of your own',
            },
          },
        },
        response: {
          200: {
            description: 'The prompt',
            type: 'object',
            properties: {
              system: { type: 'string' },
              policy: { type: 'string', description: 'Empty where `system` holds it' },
              opening: { type: ['string', 'null'] },
            },
            required: ['system', 'policy', 'opening'],
          },
          ...errors(410),
        },
      },
    },
    (request) => {
      const { served, plane } = actingOf(request);
      const { user, policy } = request.query as { user?: 'none'; policy: 'within' | 'apart' };
      return promptOf(served, plane, {
        apart: policy === 'apart',
        ...(user === 'none' ? { solo: true } : {}),
      });
    },
  );

  app.get(
    '/s/:id/tools',
    {
      schema: {
        operationId: 'tools',
        tags,
        summary: 'The tools of this side',
        security,
        params,
        querystring: {
          type: 'object',
          properties: { format: { type: 'string', enum: TOOL_FORMATS, default: 'openai' } },
        },
        response: {
          200: {
            description: 'Function schemas in the format asked for',
            type: 'object',
            properties: { tools: { type: 'array', items: { type: 'object' } } },
            required: ['tools'],
          },
          ...errors(410),
        },
      },
    },
    (request) => {
      const { served, plane } = actingOf(request);
      const { format } = request.query as { format: ToolFormat };
      return { tools: listTools(served.session.world, plane, format, served.solo) };
    },
  );

  app.post(
    '/s/:id/calls',
    {
      schema: {
        operationId: 'call',
        tags,
        summary: 'Call a tool',
        security,
        params,
        body: CALL_SCHEMA,
        response: {
          200: { description: 'The result, or why the call was refused', $ref: 'CallAnswer#' },
          ...errors(409, 410, 429),
        },
      },
    },
    (request, reply) => send(reply, call(request, request.body as CallBody)),
  );

  app.post(
    '/s/:id/tools/:tool',
    {
      schema: {
        operationId: 'callTool',
        tags,
        summary: 'Call a tool by its own path',
        security,
        params: {
          type: 'object',
          properties: { id: { type: 'string' }, tool: { type: 'string' } },
          required: ['id', 'tool'],
        },
        headers: {
          type: 'object',
          properties: { 'idempotency-key': { type: 'string', minLength: 1, maxLength: 200 } },
        },
        body: { description: 'The arguments' },
        response: {
          200: { description: 'The result, or why the call was refused', $ref: 'CallAnswer#' },
          ...errors(409, 410, 429),
        },
      },
    },
    (request, reply) => {
      if (request.body === undefined)
        throw new HttpError('BAD_REQUEST', { what: 'the body is missing; send {} for no arguments' });
      const { tool } = request.params as { tool: string };
      const key = request.headers['idempotency-key'];
      return send(
        reply,
        call(request, {
          name: tool,
          arguments: request.body as Json,
          ...(typeof key === 'string' ? { key } : {}),
        }),
      );
    },
  );

  app.post(
    '/s/:id/batch',
    {
      schema: {
        operationId: 'batch',
        tags,
        summary: 'Call tools in order, going on after a refused call; where the answer is not 200, none was made',
        security,
        params,
        body: {
          type: 'object',
          properties: { calls: { type: 'array', items: CALL_SCHEMA, maxItems: limits.batch } },
          required: ['calls'],
          additionalProperties: false,
        },
        response: {
          200: {
            description: 'An answer per call',
            type: 'object',
            properties: { results: { type: 'array', items: { $ref: 'CallAnswer#' } } },
            required: ['results'],
          },
          ...errors(409, 410, 429),
        },
      },
    },
    (request, reply) => {
      const { calls } = request.body as { calls: readonly CallBody[] };
      const wanted = calls.map((each) => requestOf(request, each));
      const made = sessions.batch(actingOf(request).served, wanted);
      const texts = made.map((each, at) => told(request, wanted[at] as CallRequest, each));
      return send(reply, `{"results":[${texts.join(',')}]}`);
    },
  );

  // a live user is another side that answers; a session without one says so
  const liveOf = (request: FastifyRequest): LiveUser => {
    const { served, plane } = actingOf(request);
    if (served.live === undefined) throw new HttpError('NO_LIVE_USER', { id: served.session.id });
    if (plane !== 'agent')
      throw new HttpError('FORBIDDEN', { what: 'this side is played here; the agent talks to it' });
    return served.live;
  };
  app.post(
    '/s/:id/messages',
    {
      schema: {
        operationId: 'say',
        tags,
        summary: 'Say something to the live user, and hear the answer',
        security,
        params,
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
      },
    },
    async (request) => {
      const live = liveOf(request);
      if (live.end !== undefined)
        throw new HttpError('LIVE_CONVERSATION', {
          id: actingOf(request).served.session.id,
          what: `has ended (${live.end})`,
        });
      return live.answer((request.body as { text: string }).text);
    },
  );
  app.post(
    '/s/:id/end',
    {
      schema: {
        operationId: 'end',
        tags,
        summary: 'End the episode, with last words if there are any; nothing can be called after it',
        security,
        params,
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
      },
    },
    (request) => {
      const { served, plane } = actingOf(request);
      if (plane !== 'agent') throw new HttpError('FORBIDDEN', { what: 'the agent ends an episode' });
      const { text, reason = 'done' } = (request.body ?? {}) as { text?: string; reason?: EndReason };
      sessions.finish(served, reason, text);
      return { done: true, end_reason: served.end ?? reason };
    },
  );

  app.get(
    '/s/:id/messages',
    {
      schema: {
        operationId: 'messages',
        tags,
        summary: 'The conversation so far, as the agent has seen it',
        security,
        params,
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
      },
    },
    (request) => {
      const { messages, end } = liveOf(request);
      return {
        messages: messages
          .filter(({ role, tool_calls }) => role !== 'tool' && tool_calls === undefined)
          .map(({ role, content }) => ({ role, content })),
        done: end !== undefined,
        ...(end === undefined ? {} : { end_reason: end }),
      };
    },
  );
};
