// Tests requests that a trainer protocol refuses before it acts: missing rights, bodies that cannot be read, and
// requests that cannot be fulfilled. Each refusal is one line with a stable code, in the protocol's form.
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { episodeHost } from '../../../../agents/server/play-episodes.ts';
import { liveUsers } from '../../../../agents/server/live-users.ts';
import type { JsonObject } from '../../../../envs/values/json.ts';
import type { FaceName } from '../../../../envs/server/dialects/dialect-list.ts';
import { facesFor, goldCalls, plainTask, withFaces } from '../../../support/faces.ts';
import { modelServer } from '../../../support/model-server.ts';
import { talkTo, type TestServer } from '../../../support/server.ts';

const TASK = plainTask('write');
const ROW: JsonObject = { verifier_metadata: { environment: 'order-desk', task: TASK.id } };
let shared: TestServer;
beforeAll(async () => {
  shared = talkTo(await facesFor({ episodes: episodeHost() }));
});
afterAll(() => shared.server.stop());

interface Refused {
  readonly code?: string;
  readonly error?: string | { readonly code: string | number; readonly message: string };
  readonly detail?: string;
}

const wordsOf = ({ error, detail }: Refused): string =>
  detail ?? (typeof error === 'string' ? error : (error?.message ?? ''));

/** Pages of each protocol that need a token. */
const PAGES: Readonly<Record<FaceName, readonly string[]>> = {
  ors: ['/list_environments'],
  nemo: ['/reverify_mode'],
  openenv: ['/openenv/order-desk/metadata'],
  tau: ['/tau/scenarios'],
  // this protocol has no page to read
  episodes: [],
};

describe('who may come in', () => {
  const elsewhere = { headers: { host: 'gym.example.net' } };
  const pages = Object.values(PAGES).flat();

  test('with the token by any name; without one on this machine alone', async () => {
    for (const path of pages) expect([path, (await shared.ask('GET', path, elsewhere)).status]).toEqual([path, 200]);
    const open = await withFaces({ faces: { open: true } });
    for (const path of pages) {
      expect([path, (await open.ask('GET', path, { token: null })).status]).toEqual([path, 200]);
      expect([path, (await open.ask('GET', path, { token: null, ...elsewhere })).status]).toEqual([path, 403]);
    }
  });

  test('anyone for the news that the server lives, and for nothing else', async () => {
    for (const path of ['/health', '/livez', '/readyz', '/openenv/order-desk/health'])
      expect([path, (await shared.ask('GET', path, { token: null, ...elsewhere })).status]).toEqual([path, 200]);
    for (const path of pages)
      expect([path, (await shared.ask('GET', path, { token: null })).status]).toEqual([path, 401]);
  });
});

describe('bodies', () => {
  test('that are not UTF-8 are refused on every door', async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d]);
    for (const path of ['/sessions', '/seed_session', '/create', '/tau/environments', '/episodes'])
      for (const type of ['application/json', 'text/plain']) {
        const { statusCode, payload } = await shared.server.app.inject({
          method: 'POST',
          url: path,
          headers: { authorization: `Bearer ${shared.server.token}`, 'content-type': type },
          payload: bytes,
        });
        if (path === '/sessions' && type === 'text/plain') continue;
        expect([path, statusCode]).toEqual([path, 400]);
        expect(payload).toContain('not UTF-8');
      }
  });

  test('JSON-RPC: every body gets one of result and error, with status 200', async () => {
    for (const payload of ['{"jsonrpc":', '', '[]', '7', '{"a":1,"a":2}', '{"jsonrpc":"1.0","method":"tools/list"}']) {
      const { status, body } = await shared.ask<{ error?: JsonObject; result?: JsonObject }>(
        'POST',
        '/openenv/order-desk/mcp',
        { payload, headers: { 'content-type': 'application/json' } },
      );
      expect([payload, status]).toEqual([payload, 200]);
      expect(body).toMatchObject({ jsonrpc: '2.0', id: null });
      expect([-32_700, -32_600]).toContain(body.error?.['code']);
    }
  });
});

describe('a model that plays the user', () => {
  test('is refused at the door where no endpoint is known, and makes no session', async () => {
    const host = liveUsers();
    const closed = await withFaces({ liveUsers: { ...host, models: false }, episodes: episodeHost() });
    const user = 'openai:policy';
    const doors: [string, JsonObject][] = [
      ['/sessions', { environment: 'order-desk', task: TASK.id, user }],
      ['/seed_session', { verifier_metadata: { environment: 'order-desk', task: TASK.id, user } }],
      ['/reset', { verifier_metadata: { environment: 'order-desk', task: TASK.id, user } }],
      ['/create', { task_spec: { env: 'order-desk', task: TASK.id, user } }],
      ['/openenv/order-desk/reset', { task_id: TASK.id, user }],
      [
        '/episodes',
        {
          environment: 'order-desk',
          task: TASK.id,
          user,
          model: { base_url: 'http://127.0.0.1:9/v1', name: 'policy' },
        },
      ],
    ];
    for (const [path, body] of doors) {
      const refused = await closed.ask<Refused>('POST', path, { headers: { 'x-session-id': 'one' }, body });
      expect([path, refused.status]).toEqual([path, 409]);
      expect(wordsOf(refused.body)).toBe(
        'openai:policy cannot play the user here: no model endpoint is known; serve with --user-base-url URL',
      );
    }
    expect(closed.server.sessions.size).toBe(0);
  });
});

test('a model is reached over http or https alone', async () => {
  for (const url of ['file:///etc/passwd', 'ftp://127.0.0.1/v1', 'no url']) {
    const run = await shared.ask<Refused>('POST', '/run', { headers: { 'x-callgym-model': url }, body: ROW });
    expect([url, run.status, run.body.code]).toEqual([url, 400, 'BAD_INPUT']);
    const model = { base_url: url, name: 'policy' };
    const body = { environment: 'order-desk', task: TASK.id, model };
    expect((await shared.ask('POST', '/episodes', { body })).status).toBe(400);
  }
});

test('an episode alone has one shape, counted or not, and tells its steps', async () => {
  const [call] = goldCalls(TASK);
  const { name, arguments: args } = call ?? { name: '', arguments: {} };
  const model = await modelServer((_request, at) =>
    at % 2 === 0 ? { calls: [{ name, arguments: args }] } : { content: 'Done.' },
  );
  const wish = { environment: 'order-desk', task: TASK.id, user: 'none', model: { base_url: model.url, name: 'm' } };
  for (const more of [{}, { count: 1 }]) {
    const { status, body } = await shared.ask<JsonObject>('POST', '/episodes', { body: { ...wish, ...more } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      end: 'done',
      steps: [
        { index: 0, name: 'setup' },
        { index: 1, name },
      ],
    });
  }
});

test('an index that names no task says which do', async () => {
  const asked = async (server: TestServer, index?: unknown): Promise<string> => {
    const body = (index === undefined ? {} : { index }) as JsonObject;
    return wordsOf((await server.ask<Refused>('POST', '/task', { body })).body);
  };
  expect(await asked(shared)).toMatch(/^\/index: is missing; send a number from 0 to \d+$/);
  expect(await asked(shared, 'x')).toBe('/index: is "x", not an integer');
  expect(await asked(shared, 10_000)).toMatch(/^\/index: is 10000; send a number from 0 to \d+$/);
  const bare = await withFaces({ tasks: new Map([['order-desk', []]]) });
  expect(await asked(bare, 0)).toBe('/index: names a task, and the environment has none; callgym tasks makes some');
});

test('rewards that are all masked have no mean', async () => {
  const masked = { reward: 0, mask_sample: true };
  const { body } = await shared.ask<{ agent_metrics: JsonObject; key_metrics: JsonObject }>(
    'POST',
    '/aggregate_metrics',
    { body: { verify_responses: [masked, masked] } },
  );
  expect(body).toEqual({ agent_metrics: {}, key_metrics: {}, group_level_metrics: [] });
  const one = { body: { verify_responses: [masked, { reward: 1, mask_sample: false }] } };
  expect((await shared.ask('POST', '/aggregate_metrics', one)).body).toMatchObject({
    agent_metrics: { 'mean/reward': 1 },
  });
});

describe('OpenEnv', () => {
  test('a socket of an unknown environment is refused before it opens', async () => {
    const server = await withFaces({ faces: { open: true } });
    const { port } = new URL(await server.server.listen(0, '127.0.0.1'));
    const socket = new WebSocket(`ws://127.0.0.1:${port}/openenv/nowhere/ws`);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    socket.on('error', () => undefined).terminate();
    expect(response.statusCode).toBe(404);
  });

  test('a fork takes nothing that its origin has not: each difference is refused by name', async () => {
    const begun = await shared.ask<{ id: string }>('POST', '/sessions', {
      body: { environment: 'order-desk', task: TASK.id, user: 'none' },
    });
    const { id } = begun.body;
    const reset = (more: JsonObject): Promise<{ status: number; body: Refused }> =>
      shared.ask<Refused>('POST', '/openenv/order-desk/reset', { body: { fork_of: id, ...more } });
    expect((await reset({})).status).toBe(200);
    expect((await reset({ task_id: TASK.id, user: 'none' })).status).toBe(200);
    for (const [more, words] of [
      [{ task_id: 'another' }, `has the task ${TASK.id}`],
      [{ user: 'scripted' }, 'has no live user'],
      [{ session_seed: 77 }, 'has the seed'],
      [{ share: 'pair', side: 'user' }, 'share and side are for forks of shared sessions'],
    ] as const) {
      const { status, body } = await reset(more);
      expect([more, status]).toEqual([more, 409]);
      expect(wordsOf(body)).toContain(words);
    }
  });

  test('a fork of a shared session is shared by a new word, and both sides sit down at it', async () => {
    const seed = (more: JsonObject): Promise<{ status: number; headers: object }> =>
      shared.ask('POST', '/seed_session', {
        body: { verifier_metadata: { environment: 'order-desk', task: TASK.id, ...more } },
      });
    const first = await seed({ share: 'origin' });
    const id = /callgym=([\w-]+)/.exec(JSON.stringify(first.headers))?.[1] ?? '';
    expect((await seed({ fork_of: id })).status).toBe(409);
    const before = shared.server.sessions.size;
    expect((await seed({ fork_of: id, share: 'branch' })).status).toBe(200);
    expect((await seed({ fork_of: id, share: 'branch', side: 'user' })).status).toBe(200);
    expect((await seed({ fork_of: id, share: 'branch', side: 'user' })).status).toBe(409);
    expect(shared.server.sessions.size).toBe(before + 1);
  });
});
