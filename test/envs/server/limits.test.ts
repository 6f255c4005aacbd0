// Tests limits of the server: they are on by default, a request beyond a limit is refused with a stable code, and
// /metrics shows them.
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { makeServer } from '../../support/server.ts';

describe('limits', () => {
  test('calls of a session, alone and in a batch: 429, nothing done', async () => {
    const { ask, session, call } = await makeServer({ limits: { calls: 3 } });
    const mine = await session();
    const get = { name: 'get_order', arguments: { order_id: 'A20001' } };
    const batch = await ask('POST', `/s/${mine.id}/batch`, {
      token: mine.tokens.agent,
      body: { calls: [get, get, get, get] },
    });
    expect(batch.status).toBe(429);
    expect((await call(mine, get.name, get.arguments)).body.step).toBe(1);
    await call(mine, get.name, get.arguments);
    await call(mine, get.name, get.arguments);
    const refused = await call(mine, get.name, get.arguments);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_CALLS' } } });
    expect(refused.headers['retry-after']).toBeDefined();
    await ask('POST', `/sessions/${mine.id}/reset`);
    expect((await call(mine, get.name, get.arguments)).status).toBe(200);
  });

  test('sessions: 503 with Retry-After, a group whole or not at all, room again when one ends', async () => {
    const { ask, session, server } = await makeServer({ limits: { sessions: 2 } });
    const mine = await session();
    const group = await ask('POST', '/sessions', { body: { environment: 'order-desk', count: 2 } });
    expect(group).toMatchObject({ status: 503, body: { error: { code: 'SESSIONS_FULL' } } });
    expect(group.headers['retry-after']).toBeDefined();
    expect(server.sessions.size).toBe(1);
    await session();
    expect((await ask('POST', `/sessions/${mine.id}/fork`, { body: { step: 0 } })).status).toBe(503);
    await ask('DELETE', `/sessions/${mine.id}`);
    expect((await ask('POST', '/sessions', { body: { environment: 'order-desk' } })).status).toBe(201);
  });

  test('bodies: too large 413, too deep 400', async () => {
    const { ask, session } = await makeServer({ limits: { body: 1000, depth: 10 } });
    const mine = await session();
    const send = (payload: string): Promise<{ status: number; body: never }> =>
      ask('POST', `/s/${mine.id}/calls`, { token: mine.tokens.agent, payload });
    expect(await send(JSON.stringify({ name: 'get_order', arguments: { order_id: 'x'.repeat(2000) } }))).toMatchObject({
      status: 413,
      // the message tells the limit as a number
      body: { error: { code: 'TOO_LARGE', message: expect.stringContaining('1000') as string } },
    });
    expect(await send(`{"name":"get_order","arguments":${'['.repeat(20)}${']'.repeat(20)}}`)).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_JSON' } },
    });
  });

  test('idle sessions end: 410, and the count goes back to zero', async () => {
    let clock = 0;
    const { server, session, call, ask } = await makeServer({ now: () => clock, limits: { idle: 60 } });
    const mine = await session();
    const longer = await session({ ttl_s: 600 });
    clock = 50;
    expect((await call(mine, 'get_order', { order_id: 'A20001' })).status).toBe(200);
    clock = 100;
    expect((await call(mine, 'get_order', { order_id: 'A20001' })).status).toBe(200);
    clock = 161;
    // the session has ended, although the regular clean-up has not removed it yet
    expect((await call(mine, 'get_order', { order_id: 'A20001' })).body).toMatchObject({
      error: { code: 'SESSION_EXPIRED' },
    });
    expect((await ask('POST', `/sessions/${mine.id}/revive`)).status).toBe(410);
    clock = 602;
    server.sessions.sweep();
    expect(server.sessions.size).toBe(0);
    expect((await call(longer, 'get_order', { order_id: 'A20001' })).status).toBe(410);
    expect((await ask('GET', '/metrics')).text).toMatch(/callgym_sessions_events\{event="expired"\} 2/);
  });

  test('requests in flight: those beyond the limit get 503, those that hang up are forgotten', async () => {
    const { server, session } = await makeServer({ limits: { inFlight: 2 } });
    const mine = await session();
    const url = new URL(await server.listen(0, '127.0.0.1'));
    const open = (): ReturnType<typeof connect> => {
      const socket = connect(Number(url.port), '127.0.0.1');
      socket.write(
        `POST /s/${mine.id}/calls HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${mine.tokens.agent}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`,
      );
      return socket;
    };
    const held = [open(), open()];
    await expect.poll(async () => (await fetch(new URL('/health', url))).status).toBe(503);
    const refused = await fetch(new URL('/health', url));
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(await refused.json()).toMatchObject({ error: { code: 'BUSY' } });
    for (const socket of held) socket.destroy();
    await expect.poll(async () => (await fetch(new URL('/health', url))).status).toBe(200);
  });

  test('every limit and every count stands in /metrics', async () => {
    const { ask, session, call } = await makeServer();
    const mine = await session();
    await call(mine, 'get_order', { order_id: 'A20001' });
    await call(mine, 'get_order', { order_id: 'A0' });
    const { text } = await ask('GET', '/metrics');
    for (const limit of ['body', 'depth', 'calls', 'batch', 'sessions', 'count', 'inFlight', 'idle'])
      expect(text).toMatch(new RegExp(`callgym_limit\\{limit="${limit}"\\} \\d+`));
    expect(text).toContain('callgym_sessions 1\n');
    expect(text).toContain('callgym_calls_total{dialect="native",outcome="ok"} 1');
    expect(text).toContain('callgym_calls_total{dialect="native",outcome="NOT_FOUND"} 1');
  });
});
