// The original REST paths of an API, as its own clients use them. The URL contains the session's token; credentials for
// the original API are accepted without a check. Each answer of a tool carries the header callgym-step.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Json } from '../../values/json.ts';
import { HttpError } from '../http-errors.ts';
import { argumentsOf } from '../origin/read-arguments.ts';
import { routingTable, statusOf, type OriginMatch } from '../origin/routing-table.ts';
import type { Plane } from '../plane.ts';
import type { ServedSession } from '../served-session.ts';
import { readBody, textOfBody } from '../read-body.ts';
import { ALL_METHODS } from '../served-routes.ts';
import type { ServerPlugin } from '../plugin.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json; charset=utf-8';

export const originDialect: ServerPlugin = (app, { sessions, metrics, limits }) => {
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, readForm(textOfBody(body as Buffer)));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser(/^application\/[\w.-]+\+json(?:;|$)/, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, readBody(textOfBody(body as Buffer), limits.depth));
    } catch (error) {
      done(error as Error);
    }
  });

  app.route({
    method: [...ALL_METHODS],
    url: '/origin/:capability/*',
    config: { allow: METHODS },
    schema: { hide: true },
    // a request with a wrong path or method is refused before its body is read
    onRequest: (request, reply, done) => {
      try {
        matched(request, reply);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    handler: answer,
  });

  function matched(request: FastifyRequest, reply: FastifyReply): Matched {
    const { capability } = request.params as { capability: string };
    const opened = sessions.opens(capability);
    if (opened === undefined) throw new HttpError('UNAUTHENTICATED');
    const served = sessions.get(opened.id);
    const { path, query } = pathOf(request.raw.url ?? '', capability);
    const table = routingTable(served.session.world, opened.plane);
    const match = table.find(request.method, path);
    if (match !== undefined) return { served, plane: opened.plane, match, query };
    const allowed = table.allowed(path);
    if (allowed.length === 0) throw new HttpError('NOT_FOUND', { what: `path ${path.slice(0, 200)} in this API` });
    reply.header('allow', allowed.join(', '));
    throw new HttpError('METHOD_NOT_ALLOWED', { method: request.method, allowed: allowed.join(', ') });
  }

  function answer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { served, plane, match, query } = matched(request, reply);
    const { route } = match;
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (
      request.body !== undefined &&
      type !== undefined &&
      !(route.http.consumes ?? ['application/json']).includes(type)
    )
      throw new HttpError('UNSUPPORTED_MEDIA');
    const key = request.headers['idempotency-key'];
    const given = sessions.call(served, {
      by: plane,
      name: route.tool.name,
      arguments: argumentsOf(match, {
        query,
        headers: request.headers,
        body: request.body as Json | undefined,
        form: type === FORM,
      }),
      ...(typeof key === 'string' && key.length <= 200 ? { key } : {}),
    });
    metrics.called('origin', given, served.session.world.environment.name);
    reply.header('callgym-step', given.step);
    if (!given.ok) {
      const status = statusOf(route, given.error.code);
      if (status === 429 || status === 503) reply.header('retry-after', 1);
      return reply.status(status).type(JSON_TYPE).send({ error: given.error });
    }
    const status = route.http.status ?? 200;
    reply.status(status);
    if (status === 204) return reply.send();
    const media = route.http.produces ?? 'application/json';
    if (media.startsWith('text/') && typeof given.result === 'string')
      return reply
        .type(media.includes('charset') ? media : `${media}; charset=utf-8`)
        .serializer((text: string) => text)
        .send(given.result);
    return reply.type(media === 'application/json' ? JSON_TYPE : media).send(JSON.stringify(given.result));
  }
};

interface Matched {
  readonly served: ServedSession;
  readonly plane: Plane;
  readonly match: OriginMatch;
  readonly query: URLSearchParams;
}

/** Returns the path and the query of the original API, as the client sent them. */
function pathOf(url: string, capability: string): { path: string; query: URLSearchParams } {
  const [whole = '', search = ''] = url.split('?', 2);
  return { path: whole.slice('/origin/'.length + capability.length) || '/', query: new URLSearchParams(search) };
}

function readForm(text: string): Record<string, string | string[]> {
  const form = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = form.get(name);
    form.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(form);
}
