// Tests the rights of tokens: the agent's token gives access to the agent's prompt and tools, and to nothing else.
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeServer, TOKEN } from '../../support/server.ts';

describe('two planes', () => {
  test('the agent and user tokens open no control route, other sessions, or each other', async () => {
    const { server, ask, session } = await makeServer();
    const [mine, other] = [await session({ environment: 'carrier-care' }), await session()];
    // Swagger's type allows references and missing parts, but this document has neither
    const document = server.app.swagger() as unknown as { paths: Record<string, Record<string, { tags: string[] }>> };
    let routes = 0;
    for (const [path, item] of Object.entries(document.paths))
      for (const [method, { tags }] of Object.entries(item)) {
        if (!tags.includes('control')) continue;
        routes += 1;
        const url = path.replace('{id}', mine.id).replace('{e}', 'order-desk');
        for (const token of [mine.tokens.agent, mine.tokens.user])
          expect((await ask(method.toUpperCase(), url, { token, body: {} })).status, `${method} ${url}`).toBe(403);
        for (const token of [null, 'wrong', `${mine.id}.wrong`, TOKEN.slice(1)])
          expect((await ask(method.toUpperCase(), url, { token, body: {} })).status, `${method} ${url}`).toBe(401);
      }
    expect(routes).toBeGreaterThan(15);

    const calls = (id: string, token: string | null, name = 'get_order'): Promise<{ status: number; body: never }> =>
      ask('POST', `/s/${id}/calls`, { token, body: { name, arguments: { order_id: 'A20001' } } });
    expect((await calls(other.id, mine.tokens.agent)).status).toBe(403);
    expect((await calls(other.id, null)).status).toBe(401);
    expect((await calls(other.id, 'x')).status).toBe(401);
    expect((await calls(other.id, TOKEN)).status).toBe(403);
    // each side has its own tools
    expect((await calls(mine.id, mine.tokens.agent, 'toggle_airplane_mode')).body).toMatchObject({
      error: { code: 'UNKNOWN_TOOL' },
    });
    expect((await calls(mine.id, mine.tokens.user, 'give_credit')).body).toMatchObject({
      error: { code: 'UNKNOWN_TOOL' },
    });
    for (const name of ['set_phone', 'assert_service', 'sync_phone'])
      for (const token of [mine.tokens.agent, mine.tokens.user])
        expect((await calls(mine.id, token, name)).body).toMatchObject({ error: { code: 'UNKNOWN_TOOL' } });
  });

  test('what a token is tried on in vain is told of its session, and counted', async () => {
    const { ask, session } = await makeServer();
    const [mine, other] = [await session(), await session()];
    expect((await ask('GET', `/sessions/${mine.id}`)).body).not.toHaveProperty('trespasses');
    await ask('GET', `/sessions/${mine.id}/state`, { token: mine.tokens.agent });
    await ask('POST', `/sessions/${mine.id}/verdict`, { token: mine.tokens.user, body: {} });
    await ask('GET', `/s/${other.id}/tools`, { token: mine.tokens.agent });
    await ask('GET', `/s/${mine.id}/tools`, { token: mine.tokens.agent });
    expect((await ask('GET', `/sessions/${mine.id}`)).body).toMatchObject({
      trespasses: [
        `agent GET /sessions/${mine.id}/state`,
        `user POST /sessions/${mine.id}/verdict`,
        `agent GET /s/${other.id}/tools`,
      ],
    });
    expect((await ask('GET', `/sessions/${other.id}`)).body).not.toHaveProperty('trespasses');
    expect((await ask('GET', '/metrics')).text).toContain('callgym_sessions_events{event="trespassed"} 3');
  });

  test('the open pages tell nothing of sessions', async () => {
    const { ask, session } = await makeServer();
    const mine = await session();
    for (const path of [
      '/health',
      '/ready',
      '/openapi.json',
      '/docs',
      '/console/order-desk',
      '/console.js',
      '/metrics',
    ]) {
      const { status, text } = await ask('GET', path, { token: null });
      expect(status, path).toBe(200);
      expect(text, path).not.toContain(mine.id);
      expect(text, path).not.toContain(TOKEN);
    }
  });

  test('metrics are for this machine, or the control token', async () => {
    const { server, session } = await makeServer();
    const mine = await session();
    const from = (remoteAddress: string, token?: string): Promise<{ statusCode: number }> =>
      server.app.inject({
        url: '/metrics',
        remoteAddress,
        ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
      });
    expect((await from('10.0.0.9')).statusCode).toBe(401);
    expect((await from('10.0.0.9', mine.tokens.agent)).statusCode).toBe(403);
    expect((await from('10.0.0.9', TOKEN)).statusCode).toBe(200);
    expect((await from('::ffff:127.0.0.1')).statusCode).toBe(200);
  });

  test('after metrics the server closes the connection, because it could not notice a lost answer there', async () => {
    const { server } = await makeServer();
    const { hostname, port } = new URL(await server.listen(0, '127.0.0.1'));
    const headOf = async (path: string): Promise<string> => {
      const line = connect(Number(port), hostname);
      onTestFinished(() => void line.destroy());
      let answer = '';
      line.setEncoding('utf8').on('data', (part: string) => {
        answer += part;
      });
      line.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
      await expect.poll(() => answer).toContain('\r\n\r\n');
      return answer.toLowerCase();
    };
    expect(await headOf('/metrics')).toContain('\r\nconnection: close\r\n');
    expect(await headOf('/health')).toContain('\r\nconnection: keep-alive\r\n');
  });
});
