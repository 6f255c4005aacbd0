// The address by which a client reached this server. A proxy that ends TLS, has a name of its own or puts the server
// under a path says so in X-Forwarded-Proto, -Host and -Prefix. Only the sender of a request is told this address.
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
