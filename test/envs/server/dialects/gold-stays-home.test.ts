// Tests that no answer to a player contains the task's stored solution. In each protocol, a player does nothing and
// claims success. Each answer of the server is searched for values of the solution that occur in no other text.
// Verdicts of the control API are for the trainer and not searched; for /episodes and /run, the model's prompts are
// searched.
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { episodeHost } from '../../../../agents/server/play-episodes.ts';
import { openEnvironment } from '../../../../envs/folder/environment-folder.ts';
import type { Json, JsonObject } from '../../../../envs/values/json.ts';
import type { Task } from '../../../../envs/values/task.ts';
import { makeTasks } from '../../../../generator/tasks/make-tasks.ts';
import { FACE_PLAYERS } from '../../../support/face-players.ts';
import { withFaces } from '../../../support/faces.ts';
import { madeOnce } from '../../../support/made-once.ts';
import { modelServer } from '../../../support/model-server.ts';
import { ORDER_DESK, TOKEN, type TestServer } from '../../../support/server.ts';

/**
 * This test has more tasks than others, because many values of a solution also occur in the user's own words, and these
 * cannot be searched for.
 */
const ASKED = madeOnce('tasks of which gold is a secret', () => {
  const world = openEnvironment(ORDER_DESK);
  const { tasks } = makeTasks(world, { count: 40, kinds: ['read', 'mixed'], seed: 3, existing: [] });
  world.close();
  return tasks;
});
const FACES_TASKS = new Map([['order-desk', ASKED]]);
const CLAIM = 'Done, everything is as you asked.';

function* leaves(value: Json): Iterable<string> {
  if (Array.isArray(value)) for (const each of value as Json[]) yield* leaves(each);
  else if (value !== null && typeof value === 'object') for (const each of Object.values(value)) yield* leaves(each);
  else if (value !== null && typeof value !== 'boolean') yield String(value);
}

/**
 * Returns the values of the solution that occur in no text of the task or the environment. Short values are left out,
 * because they may occur by chance.
 */
function secretsOf(server: TestServer, task: Task): string[] {
  const { calls, outputs } = task.gold;
  const known = JSON.stringify([task.user, task.id, server.server.shelf.find('order-desk')?.environment ?? null]);
  const own = [...leaves([...calls.map((call) => call.arguments as Json), ...outputs.map(({ value }) => value)])];
  const words = known.toLowerCase();
  return [...new Set(own)].filter((each) => each.length >= 3 && !words.includes(each.toLowerCase()));
}

/** Tells whether a text contains a value as a separate word. */
function says(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + value.length))) return true;
  return false;
}

/** Collects each answer of the server with its path. */
function heard(server: TestServer, into: [string, string][]): TestServer {
  return {
    ...server,
    async ask(method, path, options) {
      const answer = await server.ask<never>(method, path, options);
      into.push([path, `${answer.text} ${JSON.stringify(answer.headers)}`]);
      return answer;
    },
  };
}

const FOR_TRAINERS = new Set(['/verify', '/episodes', '/run']);

test('each face, each task: no answer to the player holds a value of gold', async () => {
  let searched = 0;
  const server = await withFaces({ tasks: FACES_TASKS });
  for (const task of ASKED) {
    const secrets = secretsOf(server, task);
    if (secrets.length === 0) continue;
    for (const { face, take } of FACE_PLAYERS) {
      const told: [string, string][] = [];
      const played = await take(heard(server, told), task);
      told.push(['call', (await played.call('no_such_tool', {})).text]);
      const { text, told: reward } = await played.finish(CLAIM);
      if (!face.startsWith('NeMo Gym, simple')) told.push(['the end', text]);
      expect(reward ?? 0, `${face} ${task.id}`).toBe(0);
      for (const [path, answer] of told) {
        if (FOR_TRAINERS.has(path)) continue;
        expect(answer, `${face}, ${task.id}: ${path}`).not.toMatch(
          /"(?:expected|found|message)":\s*"[^"]*\bexpected\b/,
        );
        for (const secret of secrets) {
          searched += 1;
          expect(says(answer, secret), `${face}, ${task.id}: ${path} tells ${secret}\n${answer}`).toBe(false);
        }
      }
    }
  }
  expect(searched).toBeGreaterThan(200);
});

test('lists, prompts and tools of each face hold no value of gold', async () => {
  const server = await withFaces({ tasks: FACES_TASKS });
  const told: [string, string][] = [];
  const { ask } = heard(server, told);
  const [task] = ASKED;
  if (task === undefined) throw new Error('no task was made');
  const headers = { 'x-session-id': 'reader' };
  await ask('POST', '/create', { headers, body: { env_name: 'order-desk', task_spec: { task: task.id } } });
  for (const path of ['/prompt', '/messages', '/task_tools', '/tools']) await ask('GET', path, { headers });
  for (const path of ['/tasks', '/task_range', '/order-desk.talk/tasks', '/openenv/order-desk/tasks'])
    await ask('POST', path, { body: {} });
  for (const path of ['/tau/scenarios', '/openenv/order-desk/schema', '/openenv/order-desk/metadata'])
    await ask('GET', path);
  const { port } = new URL(await server.server.listen(0, '127.0.0.1'));
  const socket = new WebSocket(`ws://127.0.0.1:${port}/openenv/order-desk/ws`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  for (const frame of [
    { type: 'step', data: { type: 'list_tools' } },
    { type: 'reset', data: { task_id: task.id } },
    { type: 'state' },
  ]) {
    const answered = once(socket, 'message') as Promise<[Buffer]>;
    socket.send(JSON.stringify(frame));
    told.push([`socket ${frame.type}`, (await answered)[0].toString()]);
  }
  const secrets = ASKED.flatMap((each) => secretsOf(server, each));
  expect(secrets.length).toBeGreaterThan(10);
  expect(told).toHaveLength(15);
  for (const [path, answer] of told)
    for (const secret of secrets) expect(says(answer, secret), `${path} tells ${secret}`).toBe(false);
});

test('the model of a whole episode is told no value of gold', async () => {
  const server = await withFaces({ tasks: FACES_TASKS, episodes: episodeHost() });
  const withSecrets = ASKED.filter((task) => secretsOf(server, task).length > 0).slice(0, 6);
  expect(withSecrets).toHaveLength(6);
  for (const task of withSecrets) {
    const model = await modelServer(() => ({ content: CLAIM }));
    const body: JsonObject = {
      environment: 'order-desk',
      task: task.id,
      user: 'scripted',
      model: { base_url: model.url, name: 'm' },
      limits: { moves: 3 },
    };
    await server.ask('POST', '/episodes', { body });
    const asked = JSON.stringify(model.asked);
    expect(asked.length).toBeGreaterThan(100);
    for (const secret of secretsOf(server, task)) expect(says(asked, secret), secret).toBe(false);
  }
});
