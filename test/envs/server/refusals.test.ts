// Tests refused requests: each refusal gives a true reason, and no request is carried out in part.
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { LiveUserHost } from '../../../envs/server/live-user.ts';
import { badInput } from '../../../envs/errors/gym-error.ts';
import { tasksOf } from '../../support/played.ts';
import { makeServer, ORDER_DESK, TOKEN } from '../../support/server.ts';

const CANCEL = { name: 'cancel_order', arguments: { order_id: 'A20001', reason: 'no longer needed' } };
const GET = { name: 'get_order', arguments: { order_id: 'A20001' } };

interface Refusal {
  readonly error: { readonly code: string; readonly message: string };
}

describe('a batch that is refused makes none of its calls', () => {
  test('a key that an earlier call was made with', async () => {
    const { ask, session, call } = await makeServer();
    const mine = await session();
    await call(mine, GET.name, GET.arguments, { key: 'k' });
    const batch = await ask<Refusal>('POST', `/s/${mine.id}/batch`, {
      token: mine.tokens.agent,
      body: { calls: [CANCEL, { ...CANCEL, key: 'k' }] },
    });
    expect(batch).toMatchObject({ status: 409, body: { error: { code: 'KEY_REUSED' } } });
    expect((await ask('GET', `/sessions/${mine.id}/diff`)).body).toEqual({});
    expect((await ask<{ entries: unknown[] }>('GET', `/sessions/${mine.id}/log`)).body.entries).toHaveLength(2);
  });

  test('one key for two calls of the batch', async () => {
    const { ask, session } = await makeServer();
    const mine = await session();
    const batch = await ask<Refusal>('POST', `/s/${mine.id}/batch`, {
      token: mine.tokens.agent,
      body: {
        calls: [
          { ...CANCEL, key: 'k' },
          { ...GET, key: 'k' },
        ],
      },
    });
    expect(batch).toMatchObject({ status: 409, body: { error: { code: 'KEY_REUSED' } } });
    expect((await ask('GET', `/sessions/${mine.id}/diff`)).body).toEqual({});
  });

  test('a call that fails by a fault of ours', async () => {
    const { ask, session, server } = await makeServer();
    const mine = await session();
    const { world } = server.sessions.get(mine.id).session;
    const run = world.run.bind(world);
    let runs = 0;
    world.run = (...given) => {
      runs += 1;
      if (runs === 2) throw new Error('a fault of ours');
      return run(...given);
    };
    const batch = await ask<Refusal>('POST', `/s/${mine.id}/batch`, {
      token: mine.tokens.agent,
      body: { calls: [CANCEL, GET] },
    });
    world.run = run;
    expect(batch).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL' } } });
    expect((await ask('GET', `/sessions/${mine.id}/diff`)).body).toEqual({});
  });

  test('the same key for the same call is no reuse', async () => {
    const { ask, session } = await makeServer();
    const mine = await session();
    const batch = await ask<{ results: { step: number; ok: boolean }[] }>('POST', `/s/${mine.id}/batch`, {
      token: mine.tokens.agent,
      body: {
        calls: [
          { ...CANCEL, key: 'k' },
          { ...CANCEL, key: 'k' },
        ],
      },
    });
    expect(batch.body.results.map(({ step, ok }) => [step, ok])).toEqual([
      [1, true],
      [1, true],
    ]);
  });
});

test('a group whose third live user cannot sit down leaves no session behind', async () => {
  let seats = 0;
  const liveUsers: LiveUserHost = {
    open() {
      seats += 1;
      if (seats === 3) return Promise.reject(badInput({ path: '/user', what: 'is not there' }));
      return Promise.resolve({
        messages: [],
        end: undefined,
        answer: () => Promise.resolve({ message: null, done: true }),
        leave: () => undefined,
        saw: () => undefined,
      });
    },
  };
  const tasks = tasksOf(ORDER_DESK, 1);
  const { ask, server } = await makeServer({ liveUsers, tasks: new Map([['order-desk', tasks]]) });
  const body = { environment: 'order-desk', task: tasks[0]!.id, user: 'scripted', count: 4 };
  expect((await ask('POST', '/sessions', { body })).status).toBe(400);
  expect(seats).toBe(3);
  expect(server.sessions.size).toBe(0);
});

describe('the request', () => {
  test('a body that is too large is told the limit', async () => {
    const { ask, session } = await makeServer({ limits: { body: 1000 } });
    const mine = await session();
    const large = await ask<Refusal>('POST', `/s/${mine.id}/calls`, {
      token: mine.tokens.agent,
      body: { name: 'x'.repeat(2000), arguments: {} },
    });
    expect(large.body.error.message).toBe('the body is larger than 1000 bytes');
  });

  test('a required body that is missing', async () => {
    const { ask, session } = await makeServer();
    const mine = await session();
    for (const path of [`/s/${mine.id}/tools/get_order`, `/s/${mine.id}/calls`, `/sessions/${mine.id}/rewind`]) {
      const token = path.startsWith('/s/') ? mine.tokens.agent : TOKEN;
      expect((await ask('POST', path, { token })).status, path).toBe(400);
    }
    expect((await ask<{ entries: unknown[] }>('GET', `/sessions/${mine.id}/log`)).body.entries).toHaveLength(1);
  });

  test('a whole number may be written with a point', async () => {
    const { ask, session } = await makeServer();
    const payload = '{"environment":"order-desk","session_seed":5549322.0,"count":1e0}';
    const made = await ask<{ sessions: { session_seed: number }[] }>('POST', '/sessions', { payload });
    expect(made).toMatchObject({ status: 201, body: { sessions: [{ session_seed: 5549322 }] } });
    const mine = await session();
    expect((await ask('POST', `/sessions/${mine.id}/clock`, { payload: '{"seconds":60.0}' })).status).toBe(200);
  });

  test('a table without a name', async () => {
    const { ask, session } = await makeServer();
    const mine = await session();
    expect((await ask('GET', `/sessions/${mine.id}/state?table=`)).status).toBe(400);
  });
});

describe('methods', () => {
  test.each([
    ['PUT', '/sessions', 'GET, POST'],
    ['TRACE', '/sessions', 'GET, POST'],
    ['PROPFIND', '/sessions/x/log', 'GET'],
    ['DELETE', '/sessions/x/fork', 'POST'],
    ['POST', '/health', 'GET'],
    ['GET', '/s/x/calls', 'POST'],
  ])('%s %s is answered 405 with what is allowed', async (method, path, allow) => {
    const { ask } = await makeServer();
    const answer = await ask<Refusal>(method, path, { token: null });
    expect([answer.status, answer.headers['allow']]).toEqual([405, allow]);
    expect(answer.body.error.code).toBe('METHOD_NOT_ALLOWED');
  });

  test('where there is no path there is no method either', async () => {
    const { ask } = await makeServer();
    expect((await ask('TRACE', '/nowhere')).status).toBe(404);
  });

  test('MCP and original paths name their own', async () => {
    const { ask, session } = await makeServer();
    const mine = await session();
    for (const method of ['GET', 'DELETE', 'PUT', 'TRACE', 'PROPFIND']) {
      const mcp = await ask(method, new URL(mine.urls.mcp).pathname, { token: null });
      expect([mcp.status, mcp.headers['allow']], method).toEqual([405, 'POST']);
    }
    const known = plainPath(await ask<Document>('GET', '/environments/order-desk/openapi.json?view=origin'));
    const origin = new URL(mine.urls.origin).pathname;
    const traced = await ask('TRACE', `${origin}${known.path}`, { token: null });
    expect([traced.status, traced.headers['allow']]).toEqual([405, known.methods]);
  });

  test('a method that HTTP does not know', async () => {
    const { server } = await makeServer();
    const { port } = new URL(await server.listen(0, '127.0.0.1'));
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      let text = '';
      socket.on('data', (data) => {
        text += data.toString('latin1');
      });
      socket.on('close', () => resolve(text));
      socket.write('FROB /sessions?x=1 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    });
    expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
    expect(answer).toContain('\r\nAllow: GET, POST\r\n');
  });
});

interface Document {
  readonly paths: Record<string, Record<string, unknown>>;
}

function plainPath({ body }: { body: Document }): { path: string; methods: string } {
  const [path, item] = Object.entries(body.paths).find(([each]) => !each.includes('{')) as [string, object];
  return {
    path,
    methods: Object.keys(item)
      .map((each) => each.toUpperCase())
      .filter((each) => /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(each))
      .sort()
      .join(', '),
  };
}

describe('MCP endpoints know the names that they are reached by', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const status = async (headers: Record<string, string>, allowOrigins: readonly string[] = []): Promise<number> => {
    const { ask, session } = await makeServer({ allowOrigins });
    const mine = await session();
    const accept = 'application/json, text/event-stream';
    return (
      await ask('POST', new URL(mine.urls.mcp).pathname, { token: null, body: list, headers: { accept, ...headers } })
    ).status;
  };

  test.each([
    { host: 'localhost:8080' },
    { host: '127.0.0.1:8080' },
    { host: '[::1]:8080' },
    { host: '192.168.1.5:8080' },
    { host: 'localhost:8080', origin: 'http://localhost:3000' },
    { host: '192.168.1.5:8080', origin: 'http://192.168.1.5:8080' },
  ])('%j is served', async (headers) => {
    expect(await status(headers)).toBe(200);
  });

  test.each([
    { host: 'evil.example:8080' },
    { host: 'evil.example', origin: 'http://evil.example' },
    { host: 'localhost:8080', origin: 'http://evil.example' },
    { host: '192.168.1.5:8080', origin: 'http://192.168.1.6:8080' },
    { host: 'localhost:8080', origin: 'null' },
    { host: '127.0.0.1.evil.example' },
  ])('%j is refused', async (headers) => {
    expect(await status(headers)).toBe(403);
  });

  test('a name that was allowed is served, as Host and as Origin', async () => {
    const allowed = ['http://gym.example:8080'];
    expect(await status({ host: 'gym.example:8080' }, allowed)).toBe(200);
    expect(await status({ host: 'localhost', origin: 'http://gym.example:8080' }, allowed)).toBe(200);
    expect(await status({ host: 'localhost', origin: 'http://gym.example:9090' }, allowed)).toBe(403);
  });
});
