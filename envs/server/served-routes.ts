// The routes of a server by path, so that a request with a wrong method is told the methods that its path takes.
import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { FastifyInstance } from 'fastify';
import { METHODS } from 'node:http';
import { HttpError } from './http-errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods to name in Allow, for a route that takes every method and refuses some itself. */
    allow?: readonly string[];
    /** A busy server reads the request before it refuses it, because the body alone names the session. */
    busyOnceRead?: boolean;
    /** The request opens a socket, which may stay open for hours and is no request in flight. */
    opensSocket?: boolean;
  }
}

/** CONNECT is left out, because Node passes it to no request handler. */
export const ALL_METHODS: readonly string[] = METHODS.filter((method) => method !== 'CONNECT');

export interface Refusal {
  readonly error: HttpError;
  /** The Allow header. */
  readonly allow: string | undefined;
}

export class ServedRoutes {
  private readonly router = findMyWay({ maxParamLength: 512 });
  private readonly methods = new Set<string>();

  /** Must be made before the first route is. */
  constructor(app: FastifyInstance) {
    for (const method of ALL_METHODS)
      if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
    app.addHook('onRoute', ({ method, url, config }) => {
      for (const each of config?.allow ?? [method].flat()) {
        this.methods.add(each);
        if (!this.router.hasRoute(each as HTTPMethod, url)) this.router.on(each as HTTPMethod, url, () => undefined);
      }
    });
  }

  /** Why no route answers: the path takes other methods, or the path does not exist. */
  refusal(method: string, url: string): Refusal {
    const [path = '/'] = url.split('?');
    const allowed = [...this.methods].filter((each) => this.takes(each, path)).sort();
    if (allowed.length === 0)
      return {
        error: new HttpError('NOT_FOUND', { what: `route ${method} ${path.slice(0, 200)}` }),
        allow: undefined,
      };
    const allow = allowed.join(', ');
    return { error: new HttpError('METHOD_NOT_ALLOWED', { method, allowed: allow }), allow };
  }

  private takes(method: string, path: string): boolean {
    return this.router.find(method as HTTPMethod, path) !== null;
  }
}
