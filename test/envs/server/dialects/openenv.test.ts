// Tests OpenEnv: a socket for an episode, JSON-RPC, and single requests over HTTP.
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Json, JsonObject } from '../../../../envs/values/json.ts';
import { goldCalls, lastWords, plainTask, TASKS, withFaces } from '../../../support/faces.ts';
import { TOKEN, type TestServer } from '../../../support/server.ts';

interface Frame {
  readonly type: string;
  readonly data: {
    readonly observation: JsonObject;
    readonly reward: number | null;
    readonly done: boolean;
    readonly metadata: JsonObject;
    readonly code?: string;
    readonly message?: string;
    readonly step_count?: number;
    readonly result?: JsonObject;
  };
}

interface Line {
  readonly socket: WebSocket;
  ask(frame: Json | string): Promise<Frame>;
}

async function open(server: TestServer, path = '/openenv/order-desk/ws'): Promise<Line> {
  if (server.server.app.server.address() === null) await server.server.listen(0, '127.0.0.1');
  const { port } = server.server.app.server.address() as { port: number };
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const answers: Frame[] = [];
  const waiting: ((frame: Frame) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as Frame;
    const next = waiting.shift();
    if (next === undefined) answers.push(frame);
    else next(frame);
  });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return {
    socket,
    ask: (frame) => {
      socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
      const [held] = answers.splice(0, 1);
      return held === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(held);
    },
  };
}

const call = (name: string, args: JsonObject): JsonObject => ({
  type: 'step',
  data: { type: 'call_tool', tool_name: name, arguments: args },
});

describe('a socket', () => {
  test('plays an episode; the reward stands in its last answer alone', async () => {
    const server = await withFaces();
    const line = await open(server);
    const task = plainTask();
    expect((await line.ask({ type: 'step', data: { type: 'list_tools' } })).data.observation['tools']).toBeTruthy();
    const first = await line.ask({ type: 'reset', data: { task_id: task.id, seed: 3, unknown_option: 1 } });
    expect(first.data).toMatchObject({ reward: null, done: false });
    expect(String(first.data.observation['prompt'])).toContain(task.user.opening);
    expect(Object.keys(first.data.observation)).not.toContain('tools');
    for (const { name, arguments: args } of goldCalls(task)) {
      const step = await line.ask(call(name, args));
      expect(step.data).toMatchObject({ reward: null, done: false });
      expect(step.data.observation['result']).toMatchObject({ is_error: false });
    }
    const last = await line.ask(call('finish', { answer: lastWords(task) }));
    expect(last.data).toMatchObject({ reward: 1, done: true });
    const state = await line.ask({ type: 'state' });
    expect(state.data.step_count).toBe(task.gold.calls.length + 1);
  });

  test('what is wrong is told by code, and the line goes on', async () => {
    const server = await withFaces();
    const line = await open(server);
    const codes: (string | undefined)[] = [];
    for (const frame of [
      call('finish', { answer: '' }),
      { type: 'step', data: { type: 'dance' } },
      { type: 'what' },
      '{no',
      { type: 'reset', data: { task_id: 'no-such-task' } },
      7,
    ])
      codes.push((await line.ask(frame)).data.code);
    expect(codes).toEqual([
      'EXECUTION_ERROR',
      'VALIDATION_ERROR',
      'UNKNOWN_TYPE',
      'INVALID_JSON',
      'VALIDATION_ERROR',
      'UNKNOWN_TYPE',
    ]);
    expect((await line.ask({ type: 'step', data: { type: 'list_tools' } })).type).toBe('observation');
  });

  test('a seed chooses a task; a second reset leaves the first seat; a fork goes on from a step', async () => {
    const server = await withFaces();
    const line = await open(server);
    const second = await line.ask({ type: 'reset', data: { seed: TASKS.length + 1 } });
    expect(second.data.metadata['task']).toBe(TASKS[1]?.id);
    const task = plainTask('write');
    const begun = await line.ask({ type: 'reset', data: { task: task.id } });
    expect(server.server.sessions.size).toBe(1);
    const [one, ...rest] = goldCalls(task);
    if (one === undefined) throw new Error('gold calls nothing');
    await line.ask(call(one.name, one.arguments));
    line.socket.terminate();
    const other = await open(server);
    await other.ask({ type: 'reset', data: { fork_of: begun.data.metadata['session'] ?? '', at: 1 } });
    for (const { name, arguments: args } of rest) await other.ask(call(name, args));
    const last = await other.ask(call('finish', { answer: lastWords(task) }));
    expect(last.data.reward).toBe(1);
  });

  test('words instead of an action end it alone, and go to the user in talk', async () => {
    const server = await withFaces();
    const alone = await open(server);
    await alone.ask({ type: 'reset', data: { task_id: plainTask().id } });
    expect((await alone.ask({ type: 'step', data: { message: 'I cannot.' } })).data).toMatchObject({
      done: true,
      reward: 0,
    });
    const talk = await open(server, '/openenv/order-desk.talk/ws');
    await talk.ask({ type: 'reset', data: { task_id: plainTask().id } });
    const said = await talk.ask({ type: 'step', data: { message: 'What can I do for you?' } });
    expect(said.data.done).toBe(false);
  });

  test('a value with a key data of its own survives what clients unwrap', async () => {
    const server = await withFaces();
    const line = await open(server);
    const task = plainTask();
    await line.ask({ type: 'reset', data: { task_id: task.id } });
    const [first] = goldCalls(task);
    const made = server.server.sessions.make.bind(server.server.sessions);
    server.server.sessions.make = (...given) => {
      const real = made(...given);
      const result = { data: [1, 2], rows: 2 };
      return { ...real, answer: { step: real.answer.step, ok: true, result }, text: JSON.stringify(result) };
    };
    const step = await line.ask(call(first?.name ?? '', first?.arguments ?? {}));
    expect((step.data.observation['result'] as JsonObject)['data']).toEqual({ data: [1, 2], rows: 2 });
  });
});

describe('JSON-RPC', () => {
  const rpc = async (server: TestServer, body: Json): Promise<{ result?: JsonObject; error?: { code: number } }> => {
    const { body: answer, status } = await server.ask('POST', '/openenv/order-desk/mcp', { body });
    expect(status).toBe(200);
    return answer;
  };
  const request = (method: string, params: JsonObject = {}): JsonObject => ({ jsonrpc: '2.0', id: 1, method, params });

  test('sessions are made, attached to by one socket at a time, and closed', async () => {
    const server = await withFaces();
    const made = await rpc(server, request('openenv/session/create'));
    const id = String(made.result?.['session_id']);
    const line = await open(server, `/openenv/order-desk/ws?session_id=${id}`);
    const task = plainTask();
    await line.ask({ type: 'reset', data: { task_id: task.id } });
    const [first] = goldCalls(task);
    const called = await rpc(
      server,
      request('tools/call', { session_id: id, name: first?.name ?? '', arguments: first?.arguments ?? {} }),
    );
    expect(called.result).toMatchObject({ is_error: false });
    const late = await open(server, `/openenv/order-desk/ws?session_id=${id}`);
    await once(late.socket, 'close');
    expect((await rpc(server, request('openenv/session/close', { session_id: id }))).result).toMatchObject({
      closed: true,
    });
    expect(server.server.sessions.size).toBe(0);
    expect((await rpc(server, request('openenv/session/close', { session_id: id }))).error?.code).toBe(-32_602);
  });

  test('a body is always answered, with exactly one of result and error', async () => {
    const server = await withFaces();
    const answers = [
      await rpc(server, {}),
      await rpc(server, request('no/such')),
      await rpc(server, request('tools/call', { session_id: 'x', name: 'get_order' })),
      await rpc(server, request('tools/call', { name: 'get_order' })),
      await rpc(server, request('tools/list')),
    ];
    for (const answer of answers) expect('result' in answer).not.toBe('error' in answer);
    expect(answers.map(({ error }) => error?.code)).toEqual([-32_600, -32_601, -32_602, -32_602, undefined]);
  });
});

test('an episode has the name that the client gave it', async () => {
  const server = await withFaces();
  const line = await open(server);
  await line.ask({ type: 'reset', data: { seed: 0, episode_id: 'mine' } });
  expect((await line.ask({ type: 'state' })).data).toMatchObject({ episode_id: 'mine', step_count: 0 });
  const { metadata } = (await line.ask({ type: 'reset', data: {} })).data;
  expect((await line.ask({ type: 'state' })).data).toMatchObject({ episode_id: metadata['session'] ?? '' });
});

test('the task API of version 0.10, behind the base address', async () => {
  const server = await withFaces();
  const base = '/openenv/order-desk';
  expect((await server.ask('GET', `${base}/list_environments`)).body).toEqual(['order-desk']);
  expect((await server.ask('GET', `${base}/order-desk/splits`)).body).toEqual([{ name: 'train', type: 'train' }]);
  const asked = async (path: string, body: JsonObject): Promise<Record<string, unknown>> =>
    (
      await server.ask<Record<string, unknown>>('POST', `${base}/Order-Desk/${path}`, {
        body: { split: 'train', ...body },
      })
    ).body;
  const { tasks } = (await asked('tasks', {})) as { tasks: { task_id: string }[] };
  expect(await asked('num_tasks', {})).toEqual({ num_tasks: tasks.length });
  expect(await asked('task', { index: 1 })).toMatchObject({ task: tasks[1] });
  expect(await asked('task_range', { start: -2 })).toMatchObject({ tasks: tasks.slice(-2) });
  const reset = await server.ask('POST', `${base}/reset`, { body: { task_id: tasks[1]?.task_id ?? '' } });
  expect(reset.body).toMatchObject({ observation: { metadata: { task: tasks[1]?.task_id } } });
  expect((await server.ask('GET', `${base}/other/splits`)).status).toBe(404);
});

test('over HTTP each request has a seat of its own, which it leaves', async () => {
  const server = await withFaces();
  for (const path of ['health', 'metadata', 'schema', 'state', 'openapi.json'])
    expect((await server.ask('GET', `/openenv/order-desk/${path}`)).status).toBe(200);
  expect((await server.ask('POST', '/openenv/order-desk/reset', { body: { seed: 1 } })).body).toMatchObject({
    done: false,
  });
  expect((await server.ask('POST', '/openenv/order-desk/step', { body: { action: { type: 'dance' } } })).status).toBe(
    422,
  );
  expect((await server.ask('POST', '/openenv/nowhere/reset', { body: {} })).status).toBe(404);
  expect(server.server.sessions.size).toBe(0);
});
