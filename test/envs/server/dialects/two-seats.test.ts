// Tests a session with two clients, one for the agent and one for the user. Each has its own tools and messages. One
// record holds the messages of both, and only the agent's client ends the episode.
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { JsonObject } from '../../../../envs/values/json.ts';
import type { ServedSession } from '../../../../envs/server/served-session.ts';
import { goldCalls, lastWords, plainTask, withFaces } from '../../../support/faces.ts';
import { TOKEN, type TestServer } from '../../../support/server.ts';

const TASK = plainTask('write');
const items = (words: string): JsonObject[] => [{ type: 'message', role: 'assistant', content: words }];
const sessionOf = ({ server }: TestServer): ServedSession => [...server.sessions.all()][0] as ServedSession;

test('NeMo Gym: words are recorded on either side, and the user ends nothing', async () => {
  const server = await withFaces();
  const take = async (side: 'agent' | 'user'): Promise<(path: string, body: JsonObject) => Promise<JsonObject>> => {
    const row = { verifier_metadata: { environment: 'order-desk', task: TASK.id, share: 'one', side } };
    const { headers } = await server.ask('POST', '/reset', { body: row });
    const cookie = String([headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    return async (path, body) => (await server.ask<JsonObject>('POST', path, { headers: { cookie }, body })).body;
  };
  const [agent, user] = [await take('agent'), await take('user')];
  const says = (words: string): JsonObject => ({ response: { output: items(words) } });
  expect(await agent('/step', says('Shall I?'))).toMatchObject({ terminated: false, observation: null });
  expect(await user('/step', says('Yes, please.'))).toMatchObject({ terminated: false, observation: null });
  expect(await user('/verify', says('Thanks.'))).toMatchObject({ mask_sample: true, failure_kind: 'callgym:unjudged' });
  for (const { name, arguments: args } of goldCalls(TASK)) await agent(`/${name}`, args);
  expect(sessionOf(server).words.map(({ by, text }) => [by, text])).toEqual([
    ['agent', 'Shall I?'],
    ['user', 'Yes, please.'],
  ]);
  expect(await agent('/verify', says(lastWords(TASK)))).toMatchObject({ reward: 1, mask_sample: false });
  expect(await user('/verify', says('Thanks.'))).toMatchObject({ reward: 1, mask_sample: false });
  await user('/close', {});
  expect(server.server.sessions.size).toBe(1);
});

test('OpenEnv: each side lists its own tools and says what it says', async () => {
  const server = await withFaces();
  const url = (await server.server.listen(0, '127.0.0.1')).replace('http', 'ws');
  const take = async (side: 'agent' | 'user'): Promise<(type: string, data: JsonObject) => Promise<JsonObject>> => {
    const socket = new WebSocket(`${url}/openenv/order-desk/ws`, { headers: { authorization: `Bearer ${TOKEN}` } });
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    const ask = async (type: string, data: JsonObject): Promise<JsonObject> => {
      const answered = once(socket, 'message') as Promise<[Buffer]>;
      socket.send(JSON.stringify({ type, data }));
      return (JSON.parse((await answered)[0].toString()) as { data: JsonObject }).data;
    };
    await ask('reset', { task_id: TASK.id, share: 'two', side });
    return ask;
  };
  const [agent, user] = [await take('agent'), await take('user')];
  const own = async (ask: typeof agent): Promise<string[]> =>
    ((await ask('step', { type: 'list_tools' })) as { observation: { tools: { name: string }[] } }).observation.tools
      .map(({ name }) => name)
      .filter((name) => /^say_|^finish$/.test(name));
  expect([await own(agent), await own(user)]).toEqual([['say_to_user', 'finish'], ['say_to_agent']]);
  const call = (name: string, args: JsonObject): JsonObject => ({
    type: 'call_tool',
    tool_name: name,
    arguments: args,
  });
  await agent('step', call('say_to_user', { text: 'Shall I?' }));
  await user('step', { message: 'Yes.' });
  expect(await user('step', call('finish', { answer: 'I end it.' }))).toMatchObject({ done: false });
  for (const { name, arguments: args } of goldCalls(TASK)) await agent('step', call(name, args));
  const served = sessionOf(server);
  expect(served.words.map(({ by, text }) => [by, text])).toEqual([
    ['agent', 'Shall I?'],
    ['user', 'Yes.'],
  ]);
  expect(await agent('step', call('finish', { answer: lastWords(TASK) }))).toMatchObject({ done: true, reward: 1 });
  expect(served.session.entries.map(({ by }) => by)).toEqual(['user', ...TASK.gold.calls.map(() => 'agent')]);
});

test('a shared word stands for one episode and two seats: another task, a taken seat or an ended episode is refused', async () => {
  const server = await withFaces();
  const other = plainTask('mixed');
  const take = (task: string, side: 'agent' | 'user'): ReturnType<TestServer['ask']> =>
    server.ask('POST', '/reset', {
      body: { verifier_metadata: { environment: 'order-desk', task, share: 'w', side } },
    });
  const first = await take(TASK.id, 'agent');
  expect(first.status).toBe(200);
  const refused = async (task: string, side: 'agent' | 'user'): Promise<[number, string]> => {
    const { status, body } = await take(task, side);
    return [status, JSON.stringify(body)];
  };
  for (const [task, side] of [
    [other.id, 'user'],
    ['zzz', 'user'],
    [TASK.id, 'agent'],
  ] as const)
    expect((await refused(task, side))[0], `${task} ${side}`).toBe(409);
  expect((await take(TASK.id, 'user')).status).toBe(200);
  const cookie = String([first.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  await server.ask('POST', '/verify', { headers: { cookie }, body: { response: { output: items('I am done.') } } });
  const [status, text] = await refused(TASK.id, 'agent');
  expect([status, text.includes('has ended') || text.includes('already')]).toEqual([409, true]);
});

test('a key stands for one request: another request under it is refused, and a trace of a proxy is no key', async () => {
  const server = await withFaces();
  const row = { verifier_metadata: { environment: 'order-desk', task: TASK.id } };
  const { headers } = await server.ask('POST', '/reset', { body: row });
  const cookie = String([headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  const call = (
    key: string,
    tool: string,
    body: JsonObject,
    header = 'idempotency-key',
  ): ReturnType<TestServer['ask']> => server.ask('POST', `/${tool}`, { headers: { cookie, [header]: key }, body });
  const found = await call('k', 'search_products', { query: 'lamp' });
  expect((await call('k', 'search_products', { query: 'lamp' })).body).toEqual(found.body);
  expect((await call('k', 'search_products', { query: 'mug' })).status).toBe(409);
  const lamp = await call('trace', 'search_products', { query: 'lamp' }, 'x-request-id');
  const mug = await call('trace', 'search_products', { query: 'mug' }, 'x-request-id');
  expect(lamp.status).toBe(200);
  expect(mug.status).toBe(200);
  expect(mug.body).not.toEqual(lamp.body);
  // the same read later in the trace is executed again, because its first answer may be out of date
  const made = sessionOf(server).session.entries.length;
  expect((await call('trace', 'search_products', { query: 'lamp' }, 'x-request-id')).body).toEqual(lamp.body);
  expect(sessionOf(server).session.entries).toHaveLength(made + 1);
});

test("a cookie that names the user's seat opens it in a shared session only", async () => {
  const server = await withFaces();
  const row = { verifier_metadata: { environment: 'order-desk', task: TASK.id } };
  await server.ask('POST', '/reset', { body: row });
  const cookie = `callgym=${sessionOf(server).session.id}~user`;
  const forged = await server.ask('POST', '/step', {
    headers: { cookie },
    body: { response: { output: items('Bye.') } },
  });
  expect(sessionOf(server).end).toBeUndefined();
  expect(JSON.stringify(forged.body)).not.toContain('"terminated":false');
});
