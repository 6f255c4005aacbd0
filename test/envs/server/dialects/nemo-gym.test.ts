// Tests NeMo Gym's resources server: simple and typed sessions, the gymnasium interface, and verdicts with masks.
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../envs/values/json.ts';
import type { Task } from '../../../../envs/values/task.ts';
import { goldCalls, lastWords, plainTask, question, withFaces } from '../../../support/faces.ts';
import type { TestServer } from '../../../support/server.ts';

function row(task: Task, more: JsonObject = {}): JsonObject {
  return {
    responses_create_params: { input: [{ role: 'user', content: task.user.opening }], tools: [] },
    verifier_metadata: { environment: 'order-desk', task: task.id, ...more },
  };
}

/** Returns the cookie of an answer. Every answer carries it. */
function cookieOf(headers: Readonly<Record<string, unknown>>): { cookie: string } {
  const cookie = String([headers['set-cookie']].flat()[0] ?? '').split(';')[0] ?? '';
  expect(cookie).toMatch(/^callgym=/);
  return { cookie };
}

async function seed(server: TestServer, body: JsonObject): Promise<{ cookie: string }> {
  const seeded = await server.ask('POST', '/seed_session', { body });
  expect(seeded.status).toBe(200);
  return cookieOf(seeded.headers);
}

interface Verified {
  readonly reward: number;
  readonly mask_sample: boolean;
  readonly failure_kind?: string;
}

async function play(server: TestServer, headers: { cookie: string }, task: Task): Promise<Json[]> {
  const output: Json[] = [];
  for (const [at, { name, arguments: args }] of goldCalls(task).entries()) {
    const answer = await server.ask('POST', `/${name}`, { headers, body: args });
    expect(answer.status).toBe(200);
    cookieOf(answer.headers);
    output.push(
      { type: 'function_call', call_id: `c${at}`, name: `mcp__callgym__${name}`, arguments: JSON.stringify(args) },
      { type: 'function_call_output', call_id: `c${at}`, output: answer.text },
    );
  }
  output.push({
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: lastWords(task), annotations: [] }],
  });
  return output;
}

async function verify(server: TestServer, headers: object, body: JsonObject): Promise<Verified> {
  const { body: verified, status } = await server.ask<Verified & JsonObject>('POST', '/verify', {
    headers: headers as Record<string, string>,
    body,
  });
  expect(status).toBe(200);
  expect(verified).toMatchObject({
    responses_create_params: body['responses_create_params'],
    response: body['response'],
  });
  return verified;
}

describe('a simple agent', () => {
  test('plays gold to 1; nothing done is 0; the same numbers for both', async () => {
    const server = await withFaces();
    for (const kind of ['write', 'read']) {
      const task = plainTask(kind);
      const done = await seed(server, row(task));
      const output = await play(server, done, task);
      const gold = await verify(server, done, { ...row(task), response: { output } });
      expect(gold).toMatchObject({ reward: 1, mask_sample: false });
      const idle = await seed(server, row(task));
      const words = [{ type: 'message', role: 'assistant', content: 'I can do nothing.' }];
      const nothing = await verify(server, idle, { ...row(task), response: { output: words } });
      expect(nothing).toMatchObject({ reward: 0, mask_sample: false });
      const numbers = (verified: object): string[] =>
        Object.entries(verified).flatMap(([key, value]) => (typeof value === 'number' ? [key] : []));
      expect(numbers(nothing)).toEqual(numbers(gold));
    }
  });

  test('refused calls, unknown tools and calls without a session are told, never thrown', async () => {
    const server = await withFaces();
    const headers = await seed(server, row(plainTask()));
    expect(await server.ask('POST', '/no_such_tool', { headers, body: {} })).toMatchObject({
      status: 200,
      body: { error: { code: 'UNKNOWN_TOOL' } },
    });
    expect((await server.ask('POST', '/find_customer_by_email', { body: {} })).status).toBe(409);
  });

  test('a session that is gone is masked, not an error', async () => {
    const server = await withFaces();
    expect(await verify(server, {}, { ...row(plainTask()), response: { output: [] } })).toMatchObject({
      reward: 0,
      mask_sample: true,
      failure_kind: 'session_expired',
    });
  });

  test('a fault of ours in mid-episode masks the sample', async () => {
    const task = plainTask('write');
    const server = await withFaces({ limits: { calls: 100 } });
    const headers = await seed(server, row(task));
    const [first] = goldCalls(task);
    // makes a request fail by a fault of the server, here a full disk
    const world = server.server.sessions;
    const make = world.make.bind(world);
    world.make = () => {
      throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
    };
    const refused = await server.ask('POST', `/${first?.name ?? ''}`, { headers, body: first?.arguments ?? {} });
    expect(refused.status).toBe(500);
    world.make = make;
    const output = await play(server, headers, task);
    expect(await verify(server, headers, { ...row(task), response: { output } })).toMatchObject({
      reward: 0,
      mask_sample: true,
      failure_kind: 'verifier_error',
    });
  });

  test('under a rollout prefix', async () => {
    const server = await withFaces();
    const task = plainTask();
    const seeded = await server.ask('POST', '/ng-rollout/r1/training-token-capture/seed_session', { body: row(task) });
    const headers = cookieOf(seeded.headers);
    const [first] = goldCalls(task);
    const answer = await server.ask('POST', `/ng-rollout/r1/${first?.name ?? ''}`, {
      headers,
      body: first?.arguments ?? {},
    });
    expect(answer.status).toBe(200);
  });

  test('an original tool that is named as a path of another dialect is still called by its cookie', async () => {
    const server = await withFaces();
    const headers = await seed(server, row(plainTask()));
    expect((await server.ask('POST', '/tasks', { headers, body: {} })).text).toContain('UNKNOWN_TOOL');
  });
});

describe('a typed session', () => {
  const typed = (id: string, task: Task): JsonObject => ({
    resources_session_id: id,
    episode_id: { rollout_id: 'r', attempt: 0 },
    task_id: { taskset: 'callgym', task_id: task.id },
    task_data: { verifier_metadata: { environment: 'order-desk', task: task.id } },
  });

  test('the same id is the same session; after its close it is not made again', async () => {
    const server = await withFaces();
    const task = plainTask();
    const first = await server.ask<{ resources_tools: { url_path: string } }>('POST', '/seed_session', {
      body: typed('s1', task),
    });
    const again = await server.ask<{ resources_tools: { url_path: string } }>('POST', '/seed_session', {
      body: typed('s1', task),
    });
    expect(again.body).toEqual(first.body);
    expect(first.body.resources_tools.url_path).toMatch(/^\/mcp\//);
    expect(server.server.sessions.size).toBe(1);
    for (const id of ['s1', 's1', 'never']) {
      const closed = await server.ask('POST', '/close_session', { body: { resources_session_id: id, episode_id: {} } });
      expect(closed).toMatchObject({ status: 200, body: { resources_session_id: id } });
    }
    expect(server.server.sessions.size).toBe(0);
    for (const id of ['s1', 'never'])
      expect((await server.ask('POST', '/seed_session', { body: typed(id, task) })).status).toBe(409);
  });
});

describe('gymnasium', () => {
  interface Step {
    readonly observation: string | null;
    readonly reward: number;
    readonly terminated: boolean;
    readonly info: { readonly tool_outputs?: { output: string }[]; readonly mask_sample?: boolean };
  }
  const reply = (...output: Json[]): JsonObject => ({ response: { output } });
  const says = (text: string): Json => ({ type: 'message', role: 'assistant', content: text });

  test('a conversation with a user; the last step alone has a reward', async () => {
    const server = await withFaces();
    const task = plainTask('write');
    const given = row(task, { user: 'scripted' });
    const reset = await server.ask<{ observation: null; info: object }>('POST', '/reset', { body: given });
    expect(reset.body.observation).toBeNull();
    const headers = cookieOf(reset.headers);
    const step = async (body: JsonObject): Promise<Step> =>
      (await server.ask<Step & Record<string, never>>('POST', '/step', { headers, body: { ...given, ...body } })).body;
    let last: Step | undefined;
    for (const call of goldCalls(task)) {
      if (!/^(find|list|get|search|look)/.test(call.name)) await step(reply(says(question(call))));
      const item = { type: 'function_call', call_id: 'c', name: call.name, arguments: JSON.stringify(call.arguments) };
      last = await step(reply(item));
      expect(last).toMatchObject({ observation: null, reward: 0, terminated: false });
      expect(last.info.tool_outputs).toHaveLength(1);
    }
    const bad = await step(reply({ type: 'function_call', call_id: 'b', name: 'get_order', arguments: '{no' }));
    expect(bad.info.tool_outputs?.[0]?.output).toContain('BAD_JSON');
    last = await step(reply(says(lastWords(task))));
    expect(last).toMatchObject({ observation: null, reward: 1, terminated: true });
    expect((await server.ask('POST', '/close', { headers, body: {} })).status).toBe(200);
    expect(server.server.sessions.size).toBe(0);
  });

  test('the same step again, by its id, acts once', async () => {
    const server = await withFaces();
    const task = plainTask('write');
    const reset = await server.ask('POST', '/reset', { body: row(task) });
    const headers = cookieOf(reset.headers);
    const [call] = goldCalls(task);
    const item = {
      type: 'function_call',
      call_id: 'c',
      name: call?.name ?? '',
      arguments: JSON.stringify(call?.arguments),
    };
    const body = { ...row(task), ...reply(item), _ng_step_request_id: 'one' };
    const [first, second] = await Promise.all([
      server.ask('POST', '/step', { headers, body }),
      server.ask('POST', '/step', { headers, body }),
    ]);
    expect(second.body).toEqual(first.body);
    const [served] = [...server.server.sessions.all()];
    expect(served?.session.entries).toHaveLength(1);
  });
});

test('two seats of one session: the user has tools of their own, in one interleaved record', async () => {
  const server = await withFaces();
  const task = plainTask('write');
  const agent = await seed(server, row(task, { share: 'pair' }));
  const user = await seed(server, row(task, { share: 'pair', side: 'user' }));
  expect(server.server.sessions.size).toBe(1);
  expect(user.cookie).not.toBe(agent.cookie);
  const [first] = goldCalls(task);
  // the user's side must not have the agent's tools
  expect(
    (await server.ask('POST', `/${first?.name ?? ''}`, { headers: user, body: first?.arguments ?? {} })).text,
  ).toContain('error');
  await play(server, agent, task);
  const [served] = [...server.server.sessions.all()];
  expect(served?.session.entries.map(({ by }) => by)).toEqual(['user', ...task.gold.calls.map(() => 'agent')]);
});

test('metrics leave masked samples out', async () => {
  const server = await withFaces();
  const { body } = await server.ask('POST', '/aggregate_metrics', {
    body: { verify_responses: [{ reward: 1 }, { reward: 0 }, { reward: 0, mask_sample: true }] },
  });
  // Python writes a float without a fraction as 1.0
  const floats = await server.ask('POST', '/aggregate_metrics', {
    payload: '{"verify_responses": [{"reward": 1.0, "mask_sample": false}, {"reward": 1.0}]}',
  });
  expect(floats.body).toMatchObject({ agent_metrics: { 'mean/reward': 1 } });
  expect(body).toMatchObject({ agent_metrics: { 'mean/reward': 0.5 } });
});
