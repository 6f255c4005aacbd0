// The routes that need no token: health, readiness, metrics and the OpenAPI document. Metrics need the control token if
// the request comes from another machine.
import type { FastifyRequest } from 'fastify';
import { credentialOf } from '../credentials.ts';
import { HttpError } from '../http-errors.ts';
import { errors } from '../openapi/api-schemas.ts';
import type { ServerPlugin } from '../plugin.ts';

export const openPages: ServerPlugin = (app, { capabilities, metrics, stopping, sessions, shelf, peers }) => {
  const status = { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] } as const;

  app.get(
    '/health',
    {
      schema: {
        operationId: 'health',
        tags: ['open'],
        summary: 'Alive',
        response: { 200: { description: 'Alive', ...status }, 503: { description: 'At a limit', $ref: 'Error#' } },
      },
    },
    () => ({ status: 'healthy' }),
  );

  app.get(
    '/ready',
    {
      schema: {
        operationId: 'ready',
        tags: ['open'],
        summary: 'Takes new sessions',
        response: {
          200: {
            description: 'Ready',
            type: 'object',
            properties: {
              status: { type: 'string' },
              environments: { type: 'integer' },
              sessions: { type: 'integer' },
            },
            required: ['status', 'environments', 'sessions'],
          },
          503: { description: 'Stopping, or at a limit', $ref: 'Error#' },
        },
      },
    },
    async (request) => {
      if (stopping()) throw new HttpError('STOPPING');
      const theirs = (await peers?.ask(request, '/ready')) ?? [];
      const live = theirs.reduce((sum, { sessions: count }) => sum + Number(count), sessions.size);
      return { status: 'ready', environments: shelf.size, sessions: live };
    },
  );

  app.get(
    '/metrics',
    {
      schema: {
        operationId: 'metrics',
        tags: ['open'],
        summary: 'Prometheus metrics; from this machine, or with the control token',
        response: {
          200: { description: 'Metrics', content: { 'text/plain': { schema: { type: 'string' } } } },
          ...errors(),
        },
      },
    },
    async (request, reply) => {
      // this route reads the client's address, and Node then remembers it; such a connection no longer shows whether it
      // was reset (see seat/lost-answer.ts), so it is closed after this request
      reply.header('connection', 'close');
      if (!isLoopback(request)) {
        const token = credentialOf(request.headers);
        if (token === undefined) throw new HttpError('UNAUTHENTICATED');
        if (!capabilities.isControl(token))
          throw new HttpError('FORBIDDEN', { what: 'metrics need the control token' });
      }
      return reply
        .type(metrics.registry.contentType)
        .serializer((text: string) => text)
        .send(await metrics.text());
    },
  );

  app.get(
    '/openapi.json',
    {
      schema: {
        operationId: 'document',
        tags: ['open'],
        summary: 'This document',
        response: { 200: { description: 'OpenAPI 3.1', type: 'object' } },
      },
    },
    () => app.swagger(),
  );
};

function isLoopback({ ip }: FastifyRequest): boolean {
  return ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.');
}
