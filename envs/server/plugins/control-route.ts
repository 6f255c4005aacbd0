// Declares a route of the control plane, its OpenAPI description and its handler in one value. Every such route needs
// the control token.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { plainJson, type Json } from '../../values/json.ts';
import { errors } from '../openapi/api-schemas.ts';

export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The path. A parameter of the path is written :name and is a text. */
  readonly url: string;
  readonly id: string;
  readonly summary: string;
  readonly query?: object;
  readonly body?: object;
  /** Whether the body keeps its numbers as written, because it holds arguments of a tool. */
  readonly numbersAsWritten?: boolean;
  /** The schemas of successful answers, by status. */
  readonly answers: Readonly<Record<number, object>>;
  /** The statuses of the route's own errors. Errors that every request may meet are added. */
  readonly refusals?: readonly number[];
  handle(request: FastifyRequest, reply: FastifyReply): unknown;
}

export function controlRoute(app: FastifyInstance, route: ControlRoute): void {
  const { method, url, id, summary, query, body, answers, refusals = [] } = route;
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const params = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
  };
  app.route({
    method,
    url,
    schema: {
      operationId: id,
      tags: ['control'],
      summary,
      security: [{ control: [] }],
      ...(names.length === 0 ? {} : { params }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined ? {} : { body }),
      response: { ...answers, ...errors(...refusals) },
    },
    // JSON Schema and the handlers must read 5.0 as an integer.
    ...(body === undefined || route.numbersAsWritten === true ? {} : { preValidation: [plainBody] }),
    handler: (request, reply) => route.handle(request, reply),
  });
}

function plainBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.body !== undefined) request.body = plainJson(request.body as Json);
  done();
}
