// Returns the base URL with which a client reached this server. A proxy that ends TLS, uses another host name or adds a
// path prefix reports these in X-Forwarded-Proto, -Host and -Prefix. The headers need no check, because the result is
// shown only to their sender.
import type { FastifyRequest } from 'fastify';

type Reached = Pick<FastifyRequest, 'headers' | 'host' | 'protocol'>;

export function clientBase({ headers, host, protocol }: Reached): string {
  const told = (name: string): string =>
    String(headers[`x-forwarded-${name}`] ?? '')
      .split(',', 1)[0]
      ?.trim() ?? '';
  const proto = told('proto').toLowerCase();
  const scheme = proto === 'http' || proto === 'https' ? proto : protocol;
  const name = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(told('host')) ? told('host') : host;
  const prefix = /^(?:\/[\w.~-]+)+\/?$/.test(told('prefix')) ? told('prefix').replace(/\/$/, '') : '';
  return `${scheme}://${name}${prefix}`;
}
