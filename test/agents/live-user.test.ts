// Tests a simulated user over HTTP. An agent in any language talks to the user, and the verdict depends on the words
// and acts of both.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { liveUsers } from '../../agents/server/live-users.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { GymServer } from '../../envs/server/server.ts';
import type { Task } from '../../envs/values/task.ts';
import { World } from '../../envs/world/world.ts';
import { makeTasks } from '../../generator/tasks/make-tasks.ts';
import { ORDER_DESK, TOKEN, type SessionBody } from '../support/server.ts';
import { tasksOf } from '../support/played.ts';

/** Makes tasks to cancel an order, because the example agent in Python can do no other task. */
function cancelTasks(): Task[] {
  const real = openEnvironment(ORDER_DESK);
  // an environment without stories gets randomly drawn tasks, and its rows stay the same
  const { stories: _stories, ...plain } = real.environment;
  const world = new World(plain);
  try {
    const found: Task[] = [];
    for (let seed = 1; seed <= 8 && found.length < 3; seed++)
      found.push(
        ...makeTasks(world, { count: 40, kinds: ['write'], seed, existing: [] }).tasks.filter(
          ({ gold, user }) =>
            gold.calls.map(({ name }) => name).join(' ') === 'find_customer_by_email list_orders cancel_order' &&
            user.facts.every(({ say }) => say !== 'wrong_first'),
        ),
      );
    return found.map((task, at) => ({ ...task, id: `cancel-${at}`, environment: real.hash }));
  } finally {
    world.close();
    real.close();
  }
}

const CANCELS = cancelTasks();
if (CANCELS.length < 2) throw new Error('too few tasks of cancelling among 320');
const TASKS = [...tasksOf(ORDER_DESK, 20), ...CANCELS];
const TASK = TASKS.find(
  ({ kind, user }) => kind === 'write' && user.later === undefined && user.facts.some(({ say }) => say === 'asked'),
) as Task;

interface Talk {
  readonly status: number;
  readonly body: {
    readonly message?: string | null;
    readonly done?: boolean;
    readonly end_reason?: string;
    readonly error?: { code: string };
    readonly messages?: { role: string; content: string }[];
    readonly reward?: number;
  };
}

async function served(): Promise<{
  url: string;
  ask: (method: string, path: string, body?: object, token?: string) => Promise<Talk>;
}> {
  const server = await GymServer.make({
    environments: [ORDER_DESK],
    token: TOKEN,
    tasks: new Map([['order-desk', TASKS]]),
    liveUsers: liveUsers(),
  });
  onTestFinished(() => server.stop());
  const url = await server.listen(0, '127.0.0.1');
  return {
    url,
    async ask(method, path, body, token = TOKEN) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Talk['body'] };
    },
  };
}

describe('a live user', () => {
  test('opens, answers, ends; calls stand where they were made', async () => {
    const { ask } = await served();
    const made = await ask('POST', '/sessions', {
      environment: 'order-desk',
      task: TASK.id,
      user: 'scripted',
      trial_seed: 3,
    });
    expect(made.status).toBe(201);
    const { id, tokens } = made.body as SessionBody & { tokens: { agent: string; user: string } };
    const at = `/s/${id}`;
    const opening = await ask('GET', `${at}/messages`, undefined, tokens.agent);
    expect(opening.body).toEqual({ messages: [{ role: 'user', content: TASK.user.opening }], done: false });
    const asks = await ask(
      'POST',
      `${at}/messages`,
      { text: 'To verify your identity, please tell me who you are.' },
      tokens.agent,
    );
    expect(asks.body).toMatchObject({ done: false });
    for (const call of TASK.gold.calls) {
      if (!/^(?:find|list|get|search|track)_/.test(call.name)) {
        const back = await ask('POST', `${at}/messages`, { text: 'Shall I go ahead?' }, tokens.agent);
        expect(back.body.message).toMatch(/What exactly/);
        const text = `I will call ${call.name} with ${JSON.stringify(call.arguments)}. Shall I go ahead?`;
        const yes = await ask('POST', `${at}/messages`, { text }, tokens.agent);
        expect(yes.body.message).toMatch(/[Yy]es/);
      }
      await ask('POST', `${at}/calls`, { name: call.name, arguments: call.arguments }, tokens.agent);
    }
    const end = await ask('POST', `${at}/messages`, { text: 'That is done.' }, tokens.agent);
    expect(end.body).toMatchObject({ done: true, end_reason: 'done' });
    expect((await ask('POST', `/sessions/${id}/verdict`)).body).toMatchObject({ reward: 1 });
    expect(await ask('POST', `${at}/messages`, { text: 'Hello?' }, tokens.agent)).toMatchObject({
      status: 409,
      body: { error: { code: 'LIVE_CONVERSATION' } },
    });
    expect(await ask('POST', `/sessions/${id}/rewind`, { step: 0 })).toMatchObject({ status: 409 });
    expect(await ask('GET', `${at}/messages`, undefined, tokens.user)).toMatchObject({ status: 403 });
  });

  test('needs a task and a known name; a session without one says so', async () => {
    const { ask } = await served();
    expect(await ask('POST', '/sessions', { environment: 'order-desk', user: 'scripted' })).toMatchObject({
      status: 400,
    });
    expect(await ask('POST', '/sessions', { environment: 'order-desk', task: TASK.id, user: 'nobody' })).toMatchObject({
      status: 400,
    });
    const made = await ask('POST', '/sessions', { environment: 'order-desk', task: TASK.id });
    const { id, tokens } = made.body as SessionBody & { tokens: { agent: string } };
    expect(await ask('POST', `/s/${id}/messages`, { text: 'Hi' }, tokens.agent)).toMatchObject({
      status: 409,
      body: { error: { code: 'NO_LIVE_USER' } },
    });
  });
});

const python = spawnSync('python3', ['--version']).status === 0;
if (!python) process.stderr.write('the agent in Python is not tried: there is no python3\n');

test.skipIf(!python)('an agent of sixty lines of Python plays tasks of cancelling and breaks on none', async () => {
  const { url } = await served();
  const rewards: boolean[] = [];
  for (const { id } of CANCELS) {
    const { stdout } = await promisify(execFile)('python3', ['docs/outside_agent.py', url, 'order-desk', id], {
      env: { ...process.env, CALLGYM_TOKEN: TOKEN },
    });
    expect(stdout).toMatch(/^reward [01]$/m);
    rewards.push(stdout.includes('reward 1'));
  }
  // the agent finds numbers, days and superlatives with a few patterns; if no pattern fits, it says so and stops
  expect(rewards.filter(Boolean).length).toBeGreaterThan(rewards.length / 2);
});

test.skipIf(!python)('the client plays a whole task in thirty lines of Python', async () => {
  const lines = readFileSync('docs/play_a_task.py', 'utf8').split('\n');
  expect(lines.slice(lines.findIndex((line) => line.startsWith('import'))).length).toBeLessThanOrEqual(31);
  const { url } = await served();
  const rewards: string[] = [];
  for (const { id } of CANCELS.slice(0, 6)) {
    const { stdout } = await promisify(execFile)('python3', ['docs/play_a_task.py', url, 'order-desk', id], {
      env: { ...process.env, CALLGYM_TOKEN: TOKEN },
    });
    rewards.push(stdout.trim());
  }
  expect(rewards).toContain('reward 1');
  expect(rewards.filter((each) => !/^reward (?:[01]|None)$/.test(each))).toEqual([]);
});
