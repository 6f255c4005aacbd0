// Tests agents of other authors. They play over MCP alone, with their own forms of messages, with or without a user.
import { Client } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { liveUsers } from '../../agents/server/live-users.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { CARRIER_CARE, makeServer, ORDER_DESK, type SessionBody, type TestServer } from '../support/server.ts';
import { tasksOf } from '../support/played.ts';

const TASKS = tasksOf(ORDER_DESK, 20);
const CARRIER_TASKS = tasksOf(CARRIER_CARE, 20);
const WRITE = TASKS.find(
  ({ kind, gold, user }) => kind === 'write' && gold.outputs.length === 0 && user.later === undefined,
) as Task;
const READ = TASKS.find(({ kind }) => kind === 'read') as Task;

interface Prompt {
  readonly system: string;
  readonly opening: string;
}
interface VerdictBody {
  readonly reward: number | null;
  readonly unjudged: readonly string[];
}

function gym(): Promise<TestServer> {
  return makeServer({
    tasks: new Map([
      ['order-desk', TASKS],
      ['carrier-care', CARRIER_TASKS],
    ]),
    liveUsers: liveUsers(),
  });
}

async function playGold({ call }: TestServer, session: SessionBody, task: Task): Promise<void> {
  for (const { name, arguments: args } of task.gold.calls) await call(session, name, args as JsonObject);
}

function words(task: Task): string {
  return `Done. ${task.gold.outputs.map(({ key, value }) => `${key.replaceAll('_', ' ')}: ${String(value)}`).join('; ')}`;
}

function verdict(server: TestServer, { id }: SessionBody, body: JsonObject = {}): Promise<VerdictBody> {
  return server.ask<VerdictBody>('POST', `/sessions/${id}/verdict`, { body }).then((answer) => answer.body);
}

describe('an agent that works alone', () => {
  test('is told everything at once and judged by its answer after its calls', async () => {
    const server = await gym();
    for (const task of [WRITE, READ]) {
      const session = await server.session({ task: task.id, user: 'none' });
      const told = await server.ask<Prompt>('GET', `/s/${session.id}/prompt`, { token: session.tokens.agent });
      for (const { value } of task.user.facts) expect(told.body.opening).toContain(String(value));
      await playGold(server, session, task);
      expect(await verdict(server, session, { answer: words(task) })).toMatchObject({ reward: 1 });
      expect((await verdict(server, session, { messages: [{ role: 'assistant', content: words(task) }] })).reward).toBe(
        1,
      );
    }
  });

  test('has the tools of the user in its own hands, in one record', async () => {
    const server = await gym();
    const dual = CARRIER_TASKS.find(({ gold }) => gold.calls.some(({ by }) => by === 'user')) as Task;
    const session = await server.session({ environment: 'carrier-care', task: dual.id, user: 'none' });
    const { tools } = (
      await server.ask<{ tools: { function: { name: string } }[] }>('GET', `/s/${session.id}/tools`, {
        token: session.tokens.agent,
      })
    ).body;
    const names = tools.map((tool) => tool.function.name);
    for (const { name } of dual.gold.calls) expect(names).toContain(name);
    await playGold(server, session, dual);
    const { entries } = (await server.ask<{ entries: { by: string }[] }>('GET', `/sessions/${session.id}/log`)).body;
    expect(entries.slice(1).map(({ by }) => by)).toEqual(dual.gold.calls.map(({ by }) => by));
    expect((await verdict(server, session, { answer: words(dual) })).reward).toBe(1);
  });

  test('ends by its own word; nothing can be called after it', async () => {
    const server = await gym();
    const session = await server.session({ task: READ.id, user: 'none' });
    await playGold(server, session, READ);
    const ended = await server.ask<{ end_reason: string }>('POST', `/s/${session.id}/end`, {
      token: session.tokens.agent,
      body: { text: words(READ) },
    });
    expect(ended.body).toEqual({ done: true, end_reason: 'done' });
    const first = READ.gold.calls[0] as (typeof READ.gold.calls)[number];
    expect(await server.call(session, first.name, first.arguments as JsonObject)).toMatchObject({
      status: 409,
      body: { error: { code: 'EPISODE_ENDED' } },
    });
    expect((await verdict(server, session)).reward).toBe(1);
  });

  test('messages of any maker are understood', async () => {
    const server = await gym();
    const session = await server.session({ task: READ.id });
    await playGold(server, session, READ);
    const messages = [
      { role: 'developer', content: 'You are an agent.', cache_control: {} },
      { role: 'user', content: [{ type: 'text', text: READ.user.opening }] },
      ...READ.gold.calls.map((call) => ({
        role: 'assistant',
        content: null,
        refusal: null,
        tool_calls: [{ function: { name: call.name, arguments: call.arguments } }],
      })),
      { role: 'assistant', content: [{ type: 'output_text', text: words(READ) }], annotations: [] },
    ];
    expect(await verdict(server, session, { messages, solo: true, end: 'done' })).toMatchObject({
      reward: 1,
    });
  });
});

describe('a conversation', () => {
  test('is worth nothing yet while the user still talks; the agent may end it', async () => {
    const server = await gym();
    const session = await server.session({ task: WRITE.id, user: 'scripted' });
    await playGold(server, session, WRITE);
    expect(await verdict(server, session)).toMatchObject({
      reward: null,
      unjudged: expect.arrayContaining(['the conversation has not ended']),
    });
    await server.ask('POST', `/s/${session.id}/end`, { token: session.tokens.agent, body: { reason: 'done' } });
    expect((await verdict(server, session)).reward).not.toBeNull();
  });

  test('tasks are listed without gold', async () => {
    const server = await gym();
    const { tasks } = (await server.ask<{ tasks: JsonObject[] }>('GET', '/environments/order-desk/tasks?gold=false'))
      .body;
    expect(tasks.map((task) => task['id'])).toEqual(TASKS.map(({ id }) => id));
    expect(new Set(tasks.flatMap((task) => Object.keys(task)))).toEqual(new Set(['id', 'kind', 'difficulty', 'tags']));
  });
});

describe('credentials', () => {
  test.each([
    ['Basic', { authorization: `Basic ${Buffer.from('x:a-token-for-tests-only').toString('base64')}` }, 200],
    ['X-API-Key', { 'x-api-key': 'a-token-for-tests-only' }, 200],
    ['a wrong key', { 'x-api-key': 'another' }, 401],
    ['a wrong password', { authorization: `Basic ${Buffer.from('x:another').toString('base64')}` }, 401],
  ])('%s', async (_name, headers, status) => {
    const server = await makeServer();
    const answer = await server.ask('GET', '/environments', { token: null, headers });
    expect(answer.status).toBe(status);
  });
});

test('a generic MCP client alone plays a task with a live user', async () => {
  const server = await gym();
  await server.server.listen(0, '127.0.0.1');
  const address = server.server.app.server.address() as { port: number };
  const session = await server.session({ task: WRITE.id, user: 'scripted' });
  const client = new Client({ name: 'anybody', version: '1' });
  const token = session.urls.mcp.slice(session.urls.mcp.lastIndexOf('/') + 1);
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${address.port}/mcp/${token}`)));
  onTestFinished(() => client.close());
  const told = client.getInstructions() ?? '';
  expect(told).toContain('# Policy');
  expect(told).toContain('Today is');
  expect(told).toContain(WRITE.user.opening);
  const opening = await client.readResource({ uri: 'callgym://opening' });
  expect(opening.contents[0]).toMatchObject({ text: WRITE.user.opening });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('say');
  for (const tool of tools) expect(tool.title).toBeTruthy();
  const say = async (text: string): Promise<{ done: boolean }> =>
    (await client.callTool({ name: 'say', arguments: { text } })).structuredContent as { done: boolean };
  for (const call of WRITE.gold.calls) {
    const tool = tools.find(({ name }) => name === call.name);
    if (tool?.annotations?.readOnlyHint !== true)
      await say(`I will call ${call.name} with ${JSON.stringify(call.arguments)}. Shall I go ahead?`);
    await client.callTool({ name: call.name, arguments: call.arguments as Record<string, unknown> });
  }
  expect((await say(words(WRITE))).done).toBe(true);
  const talk = await client.readResource({ uri: 'callgym://talk' });
  expect(JSON.parse((talk.contents[0] as { text: string }).text)).toMatchObject({ done: true });
  expect((await verdict(server, session)).reward).toBe(1);
});

test('every tool listing names a type beside an enumeration', async () => {
  const server = await gym();
  const session = await server.session({ environment: 'order-desk' });
  for (const format of ['openai', 'anthropic', 'mcp']) {
    const { text } = await server.ask('GET', `/s/${session.id}/tools?format=${format}`, {
      token: session.tokens.agent,
    });
    const untyped: string[] = [];
    JSON.parse(text, (key, value: unknown) => {
      if (value !== null && typeof value === 'object' && 'enum' in value && !('type' in value)) untyped.push(key);
      return value;
    });
    expect(untyped).toEqual([]);
  }
});
