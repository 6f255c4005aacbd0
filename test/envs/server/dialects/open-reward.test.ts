// Tests the protocol Open Reward Standard in the way in which its SDK and TRL's adapter use it.
import { fc } from '../../../support/laws.ts';
import { describe, expect, test } from 'vitest';
import { asciiJson, piecesOf } from '../../../../envs/server/dialects/event-stream.ts';
import type { LiveUserHost } from '../../../../envs/server/live-user.ts';
import type { JsonObject } from '../../../../envs/values/json.ts';
import { goldCalls, lastWords, plainTask, TASKS, withFaces } from '../../../support/faces.ts';
import type { TestServer } from '../../../support/server.ts';
import { draws } from '../../../support/draws.ts';

interface Output {
  readonly ok: boolean;
  readonly reason?: string;
  readonly output: {
    readonly blocks: readonly { readonly text: string }[];
    readonly reward: number | null;
    readonly finished: boolean;
    readonly metadata: JsonObject;
  };
}

/** Reads a stream as the SDK's client does: blanks at the beginning and the end of each line are lost. */
function readStream(text: string): Output {
  const data: string[] = [];
  let event = '';
  for (const line of text.split(/\r\n/)) {
    if (line.startsWith('event: ')) event = line.slice(7);
    else if (line.startsWith('data:') && (event === 'chunk' || event === 'end')) data.push(line.slice(5).trim());
  }
  return JSON.parse(data.join('')) as Output;
}

let sessions = 0;

async function begin(server: TestServer, env: string, task: string): Promise<Record<string, string>> {
  const headers = { 'x-session-id': `sid-${++sessions}` };
  const made = await server.ask('POST', '/create', { headers, body: { env_name: env, task_spec: { env, task } } });
  expect(made.status).toBe(200);
  return headers;
}

async function call(server: TestServer, headers: Record<string, string>, name: string, input: JsonObject, more = {}) {
  const { text } = await server.ask('POST', '/call', { headers, body: { name, input, ...more } });
  return readStream(text);
}

describe('an episode', () => {
  test.each([
    ['gold', 1],
    ['nothing done', 0],
  ])('%s is worth %i, told once, at the end', async (who, reward) => {
    const server = await withFaces();
    const task = plainTask();
    const headers = await begin(server, 'order-desk', task.id);
    if (reward === 1)
      for (const { name, arguments: args } of goldCalls(task)) {
        const { output } = await call(server, headers, name, args);
        expect(output).toMatchObject({ reward: null, finished: false });
      }
    const answer = who === 'gold' ? lastWords(task) : 'I did nothing.';
    expect((await call(server, headers, 'finish', { answer })).output).toMatchObject({ reward, finished: true });
    expect(await call(server, headers, 'finish', { answer })).toMatchObject({ ok: false, reason: 'episode_finished' });
  });

  test('with a user: words are a tool, and the user ends it', async () => {
    const server = await withFaces();
    const task = plainTask('read');
    const headers = await begin(server, 'order-desk.talk', task.id);
    const { tools } = (await server.ask<{ tools: { name: string }[] }>('GET', '/task_tools', { headers })).body;
    expect(tools.map(({ name }) => name)).toContain('say_to_user');
    for (const { name, arguments: args } of goldCalls(task)) await call(server, headers, name, args);
    const { output } = await call(server, headers, 'say_to_user', { text: lastWords(task) });
    expect(output).toMatchObject({ finished: true, reward: 1 });
  });

  test('running rewards tell what it is worth so far', async () => {
    const server = await withFaces({ faces: { runningReward: true } });
    const task = plainTask('write');
    const headers = await begin(server, 'order-desk', task.id);
    const rewards: (number | null)[] = [];
    for (const { name, arguments: args } of goldCalls(task))
      rewards.push((await call(server, headers, name, args)).output.reward);
    expect(rewards[0]).toBe(0);
    expect(rewards.every((each) => each === 0 || each === 1)).toBe(true);
  });

  test('what a client lists is what it plays, and nothing of gold', async () => {
    const server = await withFaces();
    expect((await server.ask<string[]>('GET', '/list_environments')).body).toEqual(['order-desk', 'order-desk.talk']);
    const { tasks } = (
      await server.ask<{ tasks: JsonObject[] }>('POST', '/ORDER-DESK/tasks', { body: { split: 'train' } })
    ).body;
    expect(tasks.map(({ task }) => task)).toEqual(TASKS.map(({ id }) => id));
    for (const task of tasks) expect(Object.keys(task).sort()).toEqual(['difficulty', 'env', 'kind', 'task']);
    expect((await server.ask('GET', '/nowhere/tools')).text).toContain("unknown environment 'nowhere'");
    expect((await server.ask('GET', '/tools', { headers: { 'x-deployment': 'x/nowhere' } })).status).toBe(200);
    expect((await server.ask('POST', '/task', { body: { split: 'train', index: 999 } })).status).toBe(400);
    expect((await server.ask('POST', '/tasks', { body: { split: 'no' } })).status).toBe(400);
  });
});

test('nulls of what was left out are dropped; unknown tools are told apart from refused calls', async () => {
  const server = await withFaces();
  const headers = await begin(server, 'order-desk', plainTask().id);
  const nulls = await call(server, headers, 'find_customer_by_email', { email: 'nobody@example.com', name: null });
  expect(nulls.output.metadata['refused']).toBe(true);
  expect(nulls.output.blocks[0]?.text).not.toContain('null');
  expect(await call(server, headers, 'no_such_tool', {})).toMatchObject({ ok: false, reason: 'not_found' });
});

test('the same call with the same task_id is answered again and not made again', async () => {
  const server = await withFaces();
  const task = plainTask('write');
  const headers = await begin(server, 'order-desk', task.id);
  const [first] = goldCalls(task);
  if (first === undefined) throw new Error('gold calls nothing');
  const once = await call(server, headers, first.name, first.arguments, { task_id: 'again' });
  expect(await call(server, headers, first.name, first.arguments, { task_id: 'again' })).toEqual(once);
  expect(once.output.metadata['step']).toBe(1);
  const next = await call(server, headers, first.name, first.arguments);
  expect(next.output.metadata['step']).toBe(2);
});

test('a session that is not there, twice made, or ended', async () => {
  const server = await withFaces();
  const headers = { 'x-session-id': 'nobody' };
  expect(await server.ask('POST', '/ping', { headers })).toMatchObject({
    status: 404,
    body: { detail: 'Active environment not found' },
  });
  const made = await begin(server, 'order-desk', plainTask().id);
  const body = { env_name: 'order-desk', split: 'train', index: 0 };
  expect((await server.ask('POST', '/create', { headers: made, body })).status).toBe(400);
  expect((await server.ask('POST', '/delete', { headers: made })).status).toBe(200);
  expect((await server.ask('POST', '/ping', { headers: made })).status).toBe(410);
  expect((await server.ask('POST', '/delete', { headers: made })).status).toBe(200);
  expect(server.server.sessions.size).toBe(0);
});

describe('a stream', () => {
  test('a result with blanks wherever the stream is cut arrives whole, at once or late', async () => {
    let text = '';
    const users: LiveUserHost = {
      open: () =>
        Promise.resolve({
          messages: [{ role: 'user', content: 'Hello.' }],
          end: undefined,
          leave: () => undefined,
          saw: () => undefined,
          answer: () => Promise.resolve({ message: text, done: false }),
        }),
    };
    const server = await withFaces({ liveUsers: users });
    const { sessions } = server.server;
    const make = sessions.make.bind(sessions);
    sessions.make = (...given) => {
      const made = make(...given);
      return { ...made, answer: { step: made.answer.step, ok: true, result: text }, text: JSON.stringify(text) };
    };
    const task = plainTask();
    const [first] = goldCalls(task);
    const alone = await begin(server, 'order-desk', task.id);
    const talk = await begin(server, 'order-desk.talk', task.id);
    for (let before = 3_960; before < 4_100; before += 1) {
      text = `${'x'.repeat(before)}   y${' '.repeat(4_096)} z `;
      const streams = [
        await server.ask('POST', '/call', { headers: alone, body: { name: first?.name ?? '', input: {} } }),
        await server.ask('POST', '/call', { headers: talk, body: { name: 'say_to_user', input: { text: 'Go on.' } } }),
      ];
      for (const { text: stream } of streams) {
        expect(stream.match(/^data: \s/m)).toBeNull();
        expect(readStream(stream).output.blocks[0]?.text).toBe(text);
      }
    }
  });

  test('its pieces, stripped of blanks as clients do, are the text again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(' ', 'a', 'é', '\u2028', '"', '\\'), { maxLength: 3_000 }),
        fc.nat(5_000),
        (units, before) => {
          const text = asciiJson(
            JSON.stringify({ text: `${'x'.repeat(before)}${units.join('')}${' '.repeat(before)}y` }),
          );
          const pieces = piecesOf(text);
          expect(pieces.map((piece) => piece.trim()).join('')).toBe(text);
          expect(text).toMatch(/^[\x20-\x7e]*$/);
        },
      ),
      { seed: 1, numRuns: draws(200) },
    );
  });
});
