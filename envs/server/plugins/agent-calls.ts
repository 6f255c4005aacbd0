// The routes with which an agent or user calls tools: one call, one call at the path of its tool, or several calls in
// order.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallRequest, MadeCall } from '../../session/call.ts';
import type { Json } from '../../values/json.ts';
import type { GymContext } from '../plugin.ts';
import { HttpError } from '../http-errors.ts';
import { CALL_SCHEMA, errors } from '../openapi/api-schemas.ts';
import { actingOf, SECURITY, SESSION, TAGS } from './agent-acting.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

interface CallBody {
  readonly name: string;
  readonly arguments: Json;
  readonly key?: string;
}

const CALL_ROUTE = {
  operationId: 'call',
  tags: TAGS,
  summary: 'Call a tool',
  security: SECURITY,
  params: SESSION,
  body: CALL_SCHEMA,
  response: {
    200: { description: 'The result, or why the call was refused', $ref: 'CallAnswer#' },
    ...errors(409, 410, 429),
  },
};

const CALL_BY_PATH_ROUTE = {
  operationId: 'callTool',
  tags: TAGS,
  summary: 'Call a tool by its own path',
  security: SECURITY,
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
};

export function agentCalls(app: FastifyInstance, { sessions, limits, metrics, logArguments }: GymContext): void {
  function requestOf(request: FastifyRequest, { name, arguments: args, key }: CallBody): CallRequest {
    const { plane: by } = actingOf(request);
    const { plainBody: plain } = request;
    return key === undefined ? { by, name, arguments: args, plain } : { by, name, arguments: args, plain, key };
  }

  /** Counts and logs a call, and returns its answer as JSON text. */
  function told(
    request: FastifyRequest,
    { by, name, arguments: args }: CallRequest,
    { answer, text }: MadeCall,
  ): string {
    const { id, world } = actingOf(request).served.session;
    metrics.called('native', answer, world.environment.name);
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

  app.post('/s/:id/calls', { schema: CALL_ROUTE }, (request, reply) =>
    send(reply, call(request, request.body as CallBody)),
  );

  app.post('/s/:id/tools/:tool', { schema: CALL_BY_PATH_ROUTE }, (request, reply) => {
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
  });

  app.post(
    '/s/:id/batch',
    {
      schema: {
        operationId: 'batch',
        tags: TAGS,
        summary: 'Call tools in order, going on after a refused call; where the answer is not 200, none was made',
        security: SECURITY,
        params: SESSION,
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
}
