// Tests several servers, each with its own sessions: through any server, every request reaches the owner of its
// session.
import { expect, onTestFinished, test } from 'vitest';
import { GymServer, type ServerOptions } from '../../../envs/server/server.ts';
import type { Owner, Ownership } from '../../../envs/server/ownership.ts';
import { ORDER_DESK, TOKEN, type SessionBody } from '../../support/server.ts';

interface Pair {
  readonly urls: string[];
  /** The owner of each session or name: server 0 or server 1. */
  readonly owners: Map<string, number>;
  /** The server that gets new sessions. */
  place: number;
  how: Owner['how'];
}

async function twoServers(options: Partial<ServerOptions> = {}): Promise<Pair> {
  const pair: Pair = { urls: [], owners: new Map(), place: 0, how: 'forward' };
  const seenBy = (own: number): Ownership => {
    const at = (which: number | undefined): Owner | undefined =>
      which === undefined || which === own ? undefined : { url: pair.urls[which] ?? '', how: pair.how };
    return {
      ownerOf: (id) => at(pair.owners.get(id)),
      ownerOfName: async (name) => at(pair.owners.get(name)),
      placeFor: () => at(pair.place),
      others: () => pair.urls.flatMap((url, index) => (index === own ? [] : [{ url, how: pair.how }])),
      baseOf: () => pair.urls[own] ?? '',
    };
  };
  for (const own of [0, 1]) {
    const server = await GymServer.make({
      environments: [ORDER_DESK],
      token: TOKEN,
      ownership: seenBy(own),
      ...options,
    });
    onTestFinished(() => server.stop());
    pair.urls.push(await server.listen(0, '127.0.0.1'));
  }
  return pair;
}

async function ask<T>(
  url: string,
  { token = TOKEN, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers; body: T }> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

async function sessionOn(pair: Pair, which: number): Promise<SessionBody> {
  pair.place = which;
  const { status, body } = await ask<SessionBody>(`${pair.urls[0]}/sessions`, { body: { environment: 'order-desk' } });
  expect(status).toBe(201);
  pair.owners.set(body.id, which);
  return body;
}

const LOOK = { name: 'find_customer_by_email', arguments: { email: 'nobody@example.com' } };

test('a new session begins on the server that it is placed on, and its URLs lead there', async () => {
  const pair = await twoServers();
  const session = await sessionOn(pair, 1);
  expect(session.urls.agent).toBe(`${pair.urls[1]}/s/${session.id}`);
  const direct = await ask<{ step: number }>(`${session.urls.agent}/calls`, {
    token: session.tokens.agent,
    body: LOOK,
  });
  expect(direct.body.step).toBe(1);
});

test('calls, control routes and MCP reach the owner through the other server', async () => {
  const pair = await twoServers();
  const session = await sessionOn(pair, 1);
  const [other = ''] = pair.urls;
  const call = await ask<{ step: number; error: { code: string } }>(`${other}/s/${session.id}/calls`, {
    token: session.tokens.agent,
    body: LOOK,
  });
  expect(call).toMatchObject({ status: 200, body: { step: 1, error: { code: 'NOT_FOUND' } } });
  const seen = await ask<SessionBody>(`${other}/sessions/${session.id}`);
  expect(seen.body).toMatchObject({ id: session.id, step: 1, urls: session.urls });
  const tools = await ask<{ result: { tools: unknown[] } }>(`${other}/mcp/${session.tokens.agent}`, {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
  });
  expect(tools.body.result.tools.length).toBeGreaterThan(10);
  const wrong = await ask<{ error: { code: string } }>(`${other}/s/${session.id}/calls`, {
    token: 'not-a-token-of-it',
    body: LOOK,
  });
  expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } });
});

test('the list and readiness tell of all servers, page by page', async () => {
  const pair = await twoServers();
  const ids = [];
  for (const which of [0, 1, 1, 0, 1]) ids.push((await sessionOn(pair, which)).id);
  const found: string[] = [];
  let after = '';
  for (let page = 0; page < 10; page++) {
    const { body } = await ask<{ sessions: { id: string }[]; next: string | null }>(
      `${pair.urls[page % 2]}/sessions?limit=2${after}`,
    );
    found.push(...body.sessions.map(({ id }) => id));
    if (body.next === null) break;
    after = `&after=${body.next}`;
  }
  expect(found).toEqual([...ids].sort());
  expect((await ask<{ sessions: number }>(`${pair.urls[1]}/ready`)).body.sessions).toBe(5);
});

test('a server that cannot be reached from here is named, with the whole URL', async () => {
  const pair = await twoServers();
  const session = await sessionOn(pair, 1);
  pair.how = 'redirect';
  const told = await ask<{ error: { code: string; url: string } }>(`${pair.urls[0]}/s/${session.id}/calls`, {
    token: session.tokens.agent,
    body: LOOK,
  });
  expect(told.status).toBe(307);
  expect(told.headers.get('location')).toBe(`${session.urls.agent}/calls`);
  expect(told.body.error).toMatchObject({ code: 'MOVED', url: `${session.urls.agent}/calls` });
});

test('two servers that both point at each other answer once, and an owner that is gone is a stable code', async () => {
  const pair = await twoServers();
  const session = await sessionOn(pair, 1);
  const [other = ''] = pair.urls;
  pair.urls[1] = 'http://127.0.0.1:9';
  const away = await ask<{ error: { code: string } }>(`${other}/sessions/${session.id}`);
  expect(away).toMatchObject({ status: 503, body: { error: { code: 'AWAY' } } });
  expect(away.headers.get('retry-after')).toBe('1');
  const passed = await ask<{ error: { code: string } }>(`${other}/sessions/${session.id}`, {
    headers: { 'x-callgym-passed': '1' },
  });
  expect(passed.status).toBe(503);
});

test('faces whose clients cannot be sent elsewhere: cookies, seat names, bodies', async () => {
  const pair = await twoServers({ dialects: ['ors', 'nemo'], faces: { open: true } });
  const [other = '', home = ''] = pair.urls;
  pair.owners.set('rollout-7', 1);
  const made = await ask<{ sid: string }>(`${other}/create`, {
    body: { env_name: 'order-desk', index: 0, split: 'train' },
    headers: { 'x-session-id': 'rollout-7' },
  });
  // the environment has no tasks in this test, so the owner refuses the request
  const direct = await ask<unknown>(`${home}/create`, {
    body: { env_name: 'order-desk', index: 0, split: 'train' },
    headers: { 'x-session-id': 'rollout-7' },
  });
  expect(made.status).toBe(direct.status);
  const seeded = await ask<unknown>(`${home}/seed_session`, {
    body: { verifier_metadata: { environment: 'order-desk' } },
  });
  const cookie = seeded.headers.get('set-cookie')?.split(';')[0] ?? '';
  pair.owners.set(cookie.replace('callgym=', ''), 1);
  const called = await fetch(`${other}/find_customer_by_email`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(LOOK.arguments),
  });
  expect(await called.text()).toContain('NOT_FOUND');
  expect(called.headers.get('set-cookie')).toContain(cookie);
  pair.owners.set('typed-1', 1);
  const typed = await ask<{ resources_session_id: string }>(`${other}/seed_session`, {
    body: { resources_session_id: 'typed-1', task_data: { verifier_metadata: { environment: 'order-desk' } } },
  });
  expect(typed.body.resources_session_id).toBe('typed-1');
  const count = async (url: string): Promise<number> =>
    (await ask<{ sessions: unknown[] }>(`${url}/sessions`, { headers: { 'x-callgym-passed': '1' } })).body.sessions
      .length;
  expect(await count(home)).toBeGreaterThanOrEqual(2);
  expect(await count(other)).toBe(0);
});
