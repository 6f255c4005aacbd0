// The routes of a server by path. If a client uses a wrong method for a path, the answer names the right methods.
import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { FastifyInstance } from 'fastify';
import { METHODS } from 'node:http';
import { HttpError } from './http-errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The methods to list in the header Allow. Only for a route that accepts every method and refuses some of them
     * itself.
     */
    allow?: readonly string[];
    /**
     * If true, a busy server reads the whole request before it refuses the request, because only the body names the
     * session.
     */
    busyOnceRead?: boolean;
    /**
     * If true, the request opens a socket. Sockets stay open for hours, so they do not count as requests that are being
     * handled.
     */
    opensSocket?: boolean;
  }
}

/** All methods but CONNECT, because Node passes CONNECT to no request handler. */
export const ALL_METHODS: readonly string[] = METHODS.filter((method) => method !== 'CONNECT');

export interface Refusal {
  readonly error: HttpError;
  /** The value of the header Allow. Undefined if the path does not exist. */
  readonly allow: string | undefined;
}

export class ServedRoutes {
  private readonly router = findMyWay({ maxParamLength: 512 });
  private readonly methods = new Set<string>();

  /** Must be called before the first route is added, because it watches the routes being added. */
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

  /** Returns why no route answers: either the path accepts only other methods, or the path does not exist. */
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
