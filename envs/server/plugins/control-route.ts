// Declares a route for training code: its OpenAPI description and its handler in one value. Every such route needs the
// control token.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { plainJson, type Json } from '../../values/json.ts';
import { errors } from '../openapi/api-schemas.ts';

export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The path. A parameter is written as :name, and its value is a text. */
  readonly url: string;
  readonly id: string;
  readonly summary: string;
  readonly query?: object;
  readonly body?: object;
  /**
   * If true, numbers in the body keep the form in which they were sent (2.0 stays 2.0), because the body contains
   * arguments of a tool.
   */
  readonly numbersAsWritten?: boolean;
  /** The schemas of successful answers, by status. */
  readonly answers: Readonly<Record<number, object>>;
  /** The statuses of errors that only this route has. The statuses that every route has are added. */
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
    // plainBody turns numbers such as 5.0 into plain integers, because JSON Schema and the handlers expect these
    ...(body === undefined || route.numbersAsWritten === true ? {} : { preValidation: [plainBody] }),
    handler: (request, reply) => route.handle(request, reply),
  });
}

function plainBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.body !== undefined) request.body = plainJson(request.body as Json);
  done();
}
