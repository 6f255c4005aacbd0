// The host names under which a browser may use this server. A page of another site can point its own host name at this
// machine (DNS rebinding), and its requests would then look harmless to the browser. The headers Host and Origin reveal
// such requests.
import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { HttpError } from './http-errors.ts';

export class AllowedHosts {
  private readonly hosts: ReadonlySet<string>;
  private readonly origins: ReadonlySet<string>;

  /** `origins` are allowed values of the header Origin, such as http://name:port. Their host names are allowed too. */
  constructor(origins: readonly string[]) {
    const urls = origins.map((origin) => new URL(origin));
    this.origins = new Set(urls.map((url) => url.origin));
    this.hosts = new Set(['localhost', ...urls.map((url) => url.hostname)]);
  }

  /** Throws FORBIDDEN if the Host or the Origin of a request is not allowed. */
  check({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): void {
    const url = parse(`http://${host}`);
    if (url === undefined || !this.knows(url.hostname))
      throw new HttpError('FORBIDDEN', { what: `the Host is not allowed here; ${MEND}` });
    const { origin } = headers;
    if (origin === undefined) return;
    const from = parse(origin);
    if (from === undefined || !(from.host === url.host || isLoopback(from.hostname) || this.origins.has(from.origin)))
      throw new HttpError('FORBIDDEN', { what: `the Origin is another site; ${MEND}` });
  }

  /** Tells whether a host name is allowed. Every IP address is allowed, because DNS rebinding works only with names. */
  private knows(hostname: string): boolean {
    return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || this.hosts.has(hostname);
  }
}

const MEND = 'serve with --allow-origin http://HOST:PORT to allow it';

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}
