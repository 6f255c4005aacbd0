// Makes a trace span for each request. If the client sends the header `traceparent`, the new span becomes a child of
// the client's span.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { constants } from 'node:http2';
import type { StatementSpans } from '../tracing/statement-spans.ts';
import { readTraceparent, TRACEPARENT } from '../tracing/traceparent.ts';
import type { OpenSpan, Tracer } from '../tracing/tracer.ts';
import { namedInHead } from './named-session.ts';

export interface Tracing {
  readonly tracer: Tracer;
  readonly statements: StatementSpans;
}

export function traceRequests(app: FastifyInstance, { tracer, statements }: Tracing): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    const named = namedInHead(request);
    const span = tracer.begin(`${method} ${route}`, {
      kind: 'server',
      parent: readTraceparent(request.headers[TRACEPARENT]),
      attributes: {
        'http.request.method': method,
        'http.route': route,
        ...(named?.kind === 'session' ? { 'callgym.session': named.id } : {}),
      },
    });
    spans.set(request, span);
    reply.raw.once('close', () => {
      const status = reply.raw.statusCode;
      span.set({ 'http.response.status_code': status });
      span.end(status >= constants.HTTP_STATUS_INTERNAL_SERVER_ERROR ? `status ${status}` : undefined);
    });
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else statements.within(span, done);
  });
}
