// Tests a server with tracing: its spans belong to the spans of its callers, as the header of W3C Trace Context
// demands.
import { expect, test } from 'vitest';
import { StatementSpans } from '../../../envs/tracing/statement-spans.ts';
import { readTraceparent } from '../../../envs/tracing/traceparent.ts';
import { Tracer, type EndedSpan } from '../../../envs/tracing/tracer.ts';
import { makeServer, TOKEN } from '../../support/server.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

test('a request with traceparent stands under its caller, one without begins a trace', async () => {
  const spans: EndedSpan[] = [];
  let ids = 0;
  let time = 0n;
  const tracer = new Tracer({
    now: () => (time += 1n),
    newId: (bytes) => (ids += 1).toString(16).padStart(2 * bytes, '0'),
    send: (some) => {
      spans.push(...some);
      return Promise.resolve();
    },
  });
  const { server } = await makeServer({ tracing: { tracer, statements: new StatementSpans() } });
  const url = await server.listen(0, '127.0.0.1');
  const ask = async (more: Record<string, string>): Promise<number> => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...more };
    const body = JSON.stringify({ environment: 'order-desk' });
    const response = await fetch(`${url}/sessions`, { method: 'POST', headers, body });
    await response.text();
    return response.status;
  };
  expect(await ask({ traceparent: `00-${TRACE}-${CALLER}-01` })).toBe(201);
  expect(await ask({ traceparent: 'nonsense' })).toBe(201);
  await expect
    .poll(async () => {
      await tracer.close();
      return spans.length;
    })
    .toBe(2);
  const [first, second] = spans;
  expect(first).toMatchObject({ trace: TRACE, parent: CALLER, name: 'POST /sessions', kind: 'server' });
  expect(first?.attributes).toMatchObject({ 'http.response.status_code': 201, 'http.route': '/sessions' });
  expect(second?.trace).not.toBe(TRACE);
  expect(second?.parent).toBeUndefined();
});

test('a header of zeros or of another form names no place', () => {
  expect(readTraceparent(`00-${TRACE}-${CALLER}-00`)).toEqual({ trace: TRACE, id: CALLER });
  expect(readTraceparent(`00-${'0'.repeat(32)}-${CALLER}-01`)).toBeUndefined();
  expect(readTraceparent(`00-${TRACE}-${'0'.repeat(16)}-01`)).toBeUndefined();
  expect(readTraceparent(`00-${TRACE.toUpperCase()}-${CALLER}-01`)).toBeUndefined();
  expect(readTraceparent(undefined)).toBeUndefined();
});
