// Tests which address of the server a client sees, with and without proxies.
import { expect, test } from 'vitest';
import { clientBase } from '../../../envs/server/client-base.ts';

const reached = (forwarded: Readonly<Record<string, string>>): string =>
  clientBase({
    protocol: 'http',
    host: '127.0.0.1:8080',
    headers: Object.fromEntries(Object.entries(forwarded).map(([name, value]) => [`x-forwarded-${name}`, value])),
  });

test.each([
  ['http://127.0.0.1:8080', {}],
  ['https://127.0.0.1:8080', { proto: 'https' }],
  ['https://gym.example/desk', { proto: 'HTTPS', host: 'gym.example', prefix: '/desk/' }],
  ['https://outer.example:8443', { proto: 'https, http', host: 'outer.example:8443, inner' }],
  ['http://[::1]:9', { host: '[::1]:9' }],
])('%s from %j', (base, forwarded) => expect(reached(forwarded)).toBe(base));

test.each([
  { proto: 'javascript' },
  { host: 'x/y' },
  { host: 'user:secret@x' },
  { host: 'x:port' },
  { prefix: '//other.example' },
  { prefix: '/a?b' },
  { prefix: 'a' },
])('a forwarded %j that is none is passed over', (forwarded) => {
  expect(reached(forwarded)).toBe('http://127.0.0.1:8080');
});
