// Tests bodies of any shape on every route of every trainer protocol, and messages of any shape on a socket. There must
// be no status 5xx, no fault in a session, and one answer to each message. The routes come from the protocols' own
// code, so a new route is tested without a change here.
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { episodeHost } from '../../../../agents/server/play-episodes.ts';
import { FACES } from '../../../../envs/server/dialects/dialect-list.ts';
import type { Json, JsonObject } from '../../../../envs/values/json.ts';
import { draws } from '../../../support/draws.ts';
import { plainTask, withFaces } from '../../../support/faces.ts';
import { fc } from '../../../support/laws.ts';
import { TOKEN, type TestServer } from '../../../support/server.ts';

const TASK = plainTask('write');
const KEYS =
  'split index name input task_spec env_name responses_create_params verifier_metadata response output environment task user action type tool_name arguments method params jsonrpc domain task_id model base_url limits count fork_of at session_seed share side verify_responses data seed resources_session_id session_id episode_id task_data _ng_step_request_id start stop key id message env text answer content role call_id mcp'.split(
    ' ',
  );
const WORDS =
  'x order-desk order-desk.talk train none scripted openai:m call_tool list_tools finish say_to_user get_order tools/call tools/list openenv/session/create 2.0 function_call function_call_output message assistant user agent http://127.0.0.1:9/v1 __proto__'.split(
    ' ',
  );

const anyValue = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, true, 0, -1, 1.5, 1e300, '', TASK.id, ...WORDS),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), fc.string({ maxLength: 5 })), tie('any'), { maxKeys: 5 }),
  ),
})).any as fc.Arbitrary<Json>;

/** Texts that are JSON or broken JSON. */
const anyText = fc.oneof(
  { weight: 8, arbitrary: anyValue.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom('', '{', '[[', '{"a":1,"a":2}', '['.repeat(5_000), '"\\ud800"', '1e999') },
);

interface Door {
  readonly method: string;
  readonly url: string;
}

/** Starts a server with every protocol, and collects the routes that the protocols add. */
async function withDoors(): Promise<{ server: TestServer; doors: readonly Door[] }> {
  const doors: Door[] = [];
  for (const face of FACES) {
    const plug = face.plug.bind(face);
    const spy = vi.spyOn(face, 'plug').mockImplementation((app, context) => {
      app.addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) doors.push({ method: each, url });
      });
      return plug(app, context);
    });
    onTestFinished(() => spy.mockRestore());
  }
  return { server: await withFaces({ episodes: episodeHost() }), doors };
}

/** Begins one session in each protocol, so that a request can reach a live session. */
async function seated(server: TestServer): Promise<{ cookie: string; tau: string; rpc: string }> {
  const row = { verifier_metadata: { environment: 'order-desk', task: TASK.id } };
  const { headers } = await server.ask('POST', '/seed_session', { body: row });
  const cookie = String([headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  const body = { env_name: 'order-desk', task_spec: { task: TASK.id } };
  await server.ask('POST', '/create', { headers: { 'x-session-id': 's' }, body });
  const talk = { domain: 'order-desk', task_id: TASK.id };
  const tau = (await server.ask<{ id: string }>('POST', '/tau/environments', { body: talk })).body.id;
  const create = { jsonrpc: '2.0', id: 1, method: 'openenv/session/create' };
  const made = await server.ask<{ result: { session_id: string } }>('POST', '/openenv/order-desk/mcp', {
    body: create,
  });
  return { cookie, tau, rpc: made.body.result.session_id };
}

test('every route of every face: no 5xx, and no fault of ours stays in a session', async () => {
  const { server, doors } = await withDoors();
  expect(doors.length).toBeGreaterThan(70);
  const { cookie, tau, rpc } = await seated(server);
  const params: Readonly<Record<string, readonly string[]>> = {
    env: ['order-desk', 'Order-Desk.talk', 'nowhere', '%00'],
    name: ['order-desk', 'order-desk.talk', 'nowhere', '%00'],
    id: [tau, 'nobody', '%00'],
    tool: ['get_order', 'cancel_order', 'finish', 'nowhere', '__proto__'],
  };
  const tried = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...doors),
      fc.nat(11),
      anyText,
      fc.boolean(),
      fc.constantFrom('', '/ng-rollout/r1', '?session_id=x&domain=order-desk', '?domain=%00'),
      async ({ method, url }, pick, payload, isSeated, around) => {
        const path = url.replaceAll(/:(\w+)/g, (_all, name: string) => {
          const known = params[name];
          if (known === undefined) throw new Error(`no values for the parameter ${name} of ${url}`);
          return known[pick % known.length] ?? '';
        });
        const full = around.startsWith('/') ? around + path : path + around;
        const headers = { ...(isSeated ? { cookie } : { 'x-session-id': 's' }), 'x-deployment': 'a/order-desk' };
        const text = payload.replace('"session_id":"x"', `"session_id":"${rpc}"`);
        const { status } = await server.ask(method, full, { headers, ...(method === 'GET' ? {} : { payload: text }) });
        tried.add(`${method} ${url}`);
        expect([method, full, text, status]).toSatisfy((told: unknown[]) => Number(told[3]) < 500);
      },
    ),
    { numRuns: draws(3_000) },
  );
  expect(tried.size).toBeGreaterThan(doors.length * 0.9);
  for (const { fault } of server.server.sessions.all()) expect(fault).toBeUndefined();
});

test('a socket answers each frame with one frame, and stays open', async () => {
  const server = await withFaces();
  const { port } = new URL(await server.server.listen(0, '127.0.0.1'));
  const socket = new WebSocket(`ws://127.0.0.1:${port}/openenv/order-desk/ws`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const frame = fc.oneof(
    fc.record({ type: fc.constantFrom<Json>('reset', 'step', 'state', 'mcp', 'dance', null), data: anyValue }),
    fc.tuple(fc.constantFrom('get_order', 'finish', 'no_tool', ''), anyValue).map(([tool, args]): JsonObject => ({
      type: 'step',
      data: { type: 'call_tool', tool_name: tool, arguments: args },
    })),
    anyText,
  );
  const types = new Set<string>();
  await fc.assert(
    fc.asyncProperty(frame, async (sent) => {
      const answered = once(socket, 'message') as Promise<[Buffer]>;
      socket.send(typeof sent === 'string' ? sent : JSON.stringify(sent));
      const { type, data } = JSON.parse((await answered)[0].toString()) as { type: string; data: JsonObject };
      types.add(type);
      if (type === 'error') {
        expect(['INVALID_JSON', 'UNKNOWN_TYPE', 'VALIDATION_ERROR', 'EXECUTION_ERROR']).toContain(data['code']);
        expect(data['message']).not.toMatch(/\bat .*\.ts|undefined|\[object|internal/i);
      }
      expect(socket.readyState).toBe(WebSocket.OPEN);
    }),
    { numRuns: draws(600) },
  );
  expect([...types].sort()).toEqual(['error', 'mcp', 'observation', 'state']);
  for (const { fault } of server.server.sessions.all()) expect(fault).toBeUndefined();
});
