// Tests requests that no honest client sends. Each is refused cleanly, the state does not change, and none reaches
// another session.
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { makeRandom } from '../../../envs/random.ts';
import { makeServer, TOKEN, type SessionBody, type TestServer } from '../../support/server.ts';

async function hashOf({ ask }: TestServer, { id }: SessionBody): Promise<string> {
  return (await ask<{ hash: string }>('GET', `/sessions/${id}/state?table=orders&limit=1`)).body.hash;
}

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', () => resolve(answer));
    // the socket stays open, because a client that hangs up gets no answer
    socket.write(text);
  });
}

describe('hostile calls', () => {
  test('bodies: deep, doubled names, __proto__, wrong types, broken text', async () => {
    const talk = await makeServer();
    const mine = await talk.session();
    const before = await hashOf(talk, mine);
    const send = (payload: string) =>
      talk.ask<{ error?: { code: string }; ok?: boolean }>('POST', `/s/${mine.id}/calls`, {
        token: mine.tokens.agent,
        payload,
      });
    for (const payload of [
      '{"name":"cancel_order","name":"get_order","arguments":{"order_id":"A20001","reason":"no longer needed"}}',
      '{"name":"cancel_order","arguments":{"order_id":"A0","order_id":"A20001","reason":"no longer needed"}}',
      '{"name":"cancel_order","arguments":{"order_id":"A20001","reason":"no longer needed","__proto__":{"x":1}}}',
      '{"name":"cancel_order","arguments":{"order_id":"A20001","reason":"no longer needed"},"__proto__":{"by":"control"}}',
      '{"name":"cancel_order","arguments":{"order_id":"A20001","re\\u0061son":"no longer needed","reason":"x"}}',
      `{"name":"get_order","arguments":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`,
      `{"name":"get_order","arguments":${'['.repeat(100_000)}`,
      '{"name":"cancel_order"',
      '[]',
      'null',
      '"cancel_order"',
      '{"name":5,"arguments":{}}',
      '{"name":"cancel_order","arguments":{},"by":"control"}',
      '{"name":"cancel_order","arguments":{},"key":""}',
      '\u0000',
      '{"name":"cancel_order","arguments":{}}trailing',
    ]) {
      const { status, body } = await send(payload);
      expect(status, payload.slice(0, 80)).toBe(400);
      expect(body.error!.code).toMatch(/^BAD_/);
    }
    for (const args of [
      [],
      'x',
      5,
      null,
      { order_id: ['A20001'] },
      { order_id: { $ne: 1 } },
      { constructor: 1 },
      { toString: 1 },
    ]) {
      const { status, body } = await send(JSON.stringify({ name: 'cancel_order', arguments: args }));
      expect([status, body.ok, body.error!.code]).toEqual([200, false, 'INVALID_ARGUMENT']);
    }
    const long = await send('{"name":"cancel_order","arguments":{"order_id":9007199254740993}}');
    expect([long.status, long.body.ok, long.body.error!.code]).toEqual([200, false, 'INVALID_ARGUMENT']);
    for (const name of [
      '__init__',
      'constructor',
      'toString',
      '__proto__',
      'hasOwnProperty',
      '',
      '../sessions',
      'get_order\u0000',
      'GET_ORDER',
    ]) {
      const { status, body } = await send(JSON.stringify({ name, arguments: {} }));
      expect([status, body.ok, body.error!.code]).toEqual([200, false, 'UNKNOWN_TOOL']);
    }
    expect(
      (await talk.ask('POST', `/s/${mine.id}/calls`, { token: mine.tokens.agent, payload: 'x'.repeat(2_000_000) }))
        .status,
    ).toBe(413);
    expect(await hashOf(talk, mine)).toBe(before);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test('paths: traversal, encodings, the capability of another', async () => {
    const talk = await makeServer();
    const mine = await talk.session();
    const url = new URL(await talk.server.listen(0, '127.0.0.1'));
    const port = Number(url.port);
    const origin = new URL(mine.urls.origin).pathname;
    for (const path of [
      '/docs/static/../../../package.json',
      '/docs/static/..%2f..%2f..%2fpackage.json',
      '/docs/static/%2e%2e/%2e%2e/package.json',
      `/s/${mine.id}/../../sessions`,
      `/s/${mine.id}/%2e%2e/%2e%2e/environments`,
      `${origin}/../../sessions`,
      '//sessions',
      '/environments/..%2f..%2fetc',
      '/console/%3Cscript%3E',
      '/s/%00/calls',
      '/sessions/%ff',
      '/%',
      `/${'a'.repeat(10_000)}`,
    ]) {
      const answer = await raw(
        port,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${mine.tokens.agent}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer, path).toMatch(/^HTTP\/1\.1 4\d\d/);
      expect(answer, path).not.toContain('"dependencies"');
    }
    for (const text of [
      'nonsense\r\n\r\n',
      'GET / HTTP/9.9\r\nConnection: close\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`,
    ])
      expect(await raw(port, text)).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*\{"error":\{"code":/);
    expect((await fetch(new URL('/health', url))).status).toBe(200);
  });

  test('10,000 random requests: no 5xx, no state moved, no session reached by another', async () => {
    const talk = await makeServer();
    const random = makeRandom(77, 'hostile');
    const victim = await talk.session();
    const mine = await talk.session({ environment: 'carrier-care' });
    const before = await hashOf(talk, victim);
    const text = (): string =>
      Array.from({ length: random.int(0, 12) }, () =>
        String.fromCodePoint(random.int(1, random.pick([127, 0x2fff]))),
      ).join('');
    const word = (): string =>
      random.pick([
        victim.id,
        mine.id,
        'sessions',
        's',
        'mcp',
        'origin',
        'environments',
        'tools',
        'calls',
        'batch',
        'prompt',
        'log',
        'verdict',
        'state',
        'fork',
        'order-desk',
        'openapi.json',
        'docs',
        '..',
        '%2e%2e',
        '__proto__',
        encodeURIComponent(text()),
      ]);
    const body = (): string =>
      random.pick([
        () =>
          JSON.stringify({
            name: random.pick(['cancel_order', 'set_phone', word()]),
            arguments: { order_id: 'A20001', reason: 'no longer needed' },
          }),
        () => JSON.stringify({ environment: 'order-desk', task: word() }),
        () => JSON.stringify({ calls: [{ name: word(), arguments: { id: text() } }] }),
        () => JSON.stringify({ step: random.int(-5, 5) }),
        () => text(),
        () => `{"${text()}":${text()}`,
      ])();
    for (let at = 0; at < 10_000; at++) {
      const method = random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']);
      const path = `/${Array.from({ length: random.int(0, 5) }, word).join('/')}${random.pick(['', '', `?${word()}=${word()}`])}`;
      const { status } = await talk.ask(method, path, {
        token: random.pick(
          [null, mine.tokens.agent, mine.tokens.user, word(), TOKEN.slice(1)].map((each) =>
            each !== null && /[^\x21-\x7e]/.test(each) ? 'x' : each,
          ),
        ),
        ...(method === 'GET' || method === 'HEAD' ? {} : { payload: body() }),
        headers: {
          'content-type': random.pick(['application/json', 'text/plain', 'application/x-www-form-urlencoded']),
        },
      });
      expect(status, `${method} ${path}`).toBeLessThan(500);
    }
    expect(talk.server.sessions.size).toBe(2);
    expect(await hashOf(talk, victim)).toBe(before);
    expect((await talk.ask<{ entries: unknown[] }>('GET', `/sessions/${victim.id}/log`)).body.entries).toHaveLength(1);
  });
});

describe('isolation', () => {
  test('what one session does, no other route of another session shows', async () => {
    const talk = await makeServer({ pool: 2 });
    const players = await Promise.all(Array.from({ length: 8 }, () => talk.session()));
    const [writer, ...others] = players as [SessionBody, ...SessionBody[]];
    const routes = async (session: SessionBody): Promise<string[]> => {
      const control = ['log', 'diff', 'state?table=orders'].map((path) =>
        talk.ask('GET', `/sessions/${session.id}/${path}`),
      );
      const agent = ['prompt', 'tools'].map((path) =>
        talk.ask('GET', `/s/${session.id}/${path}`, { token: session.tokens.agent }),
      );
      const call = talk.ask('POST', `/s/${session.id}/calls`, {
        token: session.tokens.agent,
        body: { name: 'list_orders', arguments: { customer_id: 'C1001' } },
      });
      return (await Promise.all([...control, ...agent, call])).map((each) => each.text);
    };
    const [first, ...rest] = others as [SessionBody, ...SessionBody[]];
    const untouched = await routes(first);
    await talk.call(writer, 'cancel_order', { order_id: 'A20001', reason: 'no longer needed' });
    await talk.call(writer, 'add_note', { customer_id: 'C1001', body: 'a secret of session one' });
    for (const other of rest) expect(await routes(other)).toEqual(untouched);
  });
});
