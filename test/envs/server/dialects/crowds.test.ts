// Tests many clients at the same time in each trainer protocol, and the sessions that are left when the clients are
// gone.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Json, JsonObject } from '../../../../envs/values/json.ts';
import { goldCalls, lastWords, plainTask, withFaces } from '../../../support/faces.ts';
import { TOKEN } from '../../../support/server.ts';

const SEEDS = 2_000;
const SOCKETS = 200;
const SESSIONS = 96;
const CONNECTIONS = 128;

interface Posted {
  readonly status: number;
  readonly text: string;
  readonly cookie: string;
}

function poster(url: string): (path: string, body: Json, headers?: Record<string, string>) => Promise<Posted> {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  return (path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent,
          host: hostname,
          port,
          path,
          method: 'POST',
          headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          const cookie = String(response.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text, cookie }));
        },
      );
      outgoing.on('error', reject);
      outgoing.end(JSON.stringify(body));
    });
}

test(`NeMo Gym: ${SEEDS} seeds, 5 calls each and a verdict, at once: no 5xx, and every reward is right`, async () => {
  let clock = 0;
  const { server } = await withFaces({ now: () => clock });
  const post = poster(await server.listen(0, '127.0.0.1'));
  const task = plainTask('read');
  const row: JsonObject = { verifier_metadata: { environment: 'order-desk', task: task.id } };
  const statuses = new Set<number>();
  const episode = async (at: number): Promise<number> => {
    const seeded = await post('/seed_session', row);
    statuses.add(seeded.status);
    const headers = { cookie: seeded.cookie };
    const calls = goldCalls(task);
    for (let step = 0; step < 5; step++) {
      const call = calls[step % calls.length] ?? { name: 'none', arguments: {} };
      statuses.add((await post(`/${call.name}`, call.arguments, headers)).status);
    }
    const words = at % 2 === 0 ? lastWords(task) : 'I do not know.';
    const output = [{ type: 'message', role: 'assistant', content: words }];
    const verified = await post('/verify', { ...row, response: { output } }, headers);
    statuses.add(verified.status);
    return (JSON.parse(verified.text) as { reward: number }).reward;
  };
  const rewards = await Promise.all(Array.from({ length: SEEDS }, (_each, at) => episode(at)));
  expect([...statuses]).toEqual([200]);
  expect(rewards).toEqual(rewards.map((_each, at) => (at % 2 === 0 ? 1 : 0)));
  expect(server.sessions.size).toBe(SEEDS);
  // no client closes its session, so each session ends when it has been idle for long enough
  clock += 1_801;
  server.sessions.sweep();
  expect(server.sessions.size).toBe(0);
});

test(`OpenEnv: ${SOCKETS} sockets at once; a killed client's seat goes within a minute`, async () => {
  let clock = 0;
  const { server } = await withFaces({ now: () => clock });
  const url = (await server.listen(0, '127.0.0.1')).replace('http', 'ws');
  const task = plainTask('write');
  const frames: JsonObject[] = [
    { type: 'reset', data: { task_id: task.id } },
    ...goldCalls(task).map(({ name, arguments: args }): JsonObject => ({
      type: 'step',
      data: { type: 'call_tool', tool_name: name, arguments: args },
    })),
    { type: 'step', data: { type: 'call_tool', tool_name: 'finish', arguments: { answer: lastWords(task) } } },
  ];
  const play = async (at: number): Promise<number | null> => {
    const socket = new WebSocket(`${url}/openenv/order-desk/ws`, { headers: { authorization: `Bearer ${TOKEN}` } });
    await once(socket, 'open');
    let reward: number | null = null;
    for (const frame of at % 2 === 0 ? frames : [frames[0] as JsonObject, frames.at(-1) as JsonObject]) {
      const answered = once(socket, 'message') as Promise<[Buffer]>;
      socket.send(JSON.stringify(frame));
      reward = (JSON.parse((await answered)[0].toString()) as { data: { reward: number | null } }).data.reward;
    }
    socket.terminate();
    return reward;
  };
  const rewards = await Promise.all(Array.from({ length: SOCKETS }, (_each, at) => play(at)));
  expect(rewards).toEqual(rewards.map((_each, at) => (at % 2 === 0 ? 1 : 0)));
  clock += 61;
  server.sessions.sweep();
  expect(server.sessions.size).toBe(0);
});

test(`ORS: ${SESSIONS} sessions at once; those whose clients ping no more go`, async () => {
  let clock = 0;
  const { server } = await withFaces({ now: () => clock });
  const post = poster(await server.listen(0, '127.0.0.1'));
  const task = plainTask('write');
  const play = async (at: number): Promise<boolean> => {
    const headers = { 'x-session-id': `s${at}` };
    await post('/create', { env_name: 'order-desk', task_spec: { env: 'order-desk', task: task.id } }, headers);
    if (at % 2 === 0)
      for (const { name, arguments: args } of goldCalls(task)) await post('/call', { name, input: args }, headers);
    const { text } = await post('/call', { name: 'finish', input: { answer: lastWords(task) } }, headers);
    return text.includes('"reward":1');
  };
  const rewards = await Promise.all(Array.from({ length: SESSIONS }, (_each, at) => play(at)));
  expect(rewards).toEqual(rewards.map((_each, at) => at % 2 === 0));
  clock += 60;
  for (let at = 0; at < SESSIONS; at += 2) await post('/ping', {}, { 'x-session-id': `s${at}` });
  clock += 60;
  server.sessions.sweep();
  expect(server.sessions.size).toBe(SESSIONS / 2);
  clock += 91;
  server.sessions.sweep();
  expect(server.sessions.size).toBe(0);
});
