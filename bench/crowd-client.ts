// node bench/crowd-client.ts FACE COUNT URL TASKS: plays COUNT episodes at the same time over one protocol (FACE) and
// leaves them open. Every second episode makes the expected calls and says the right words; the others do not. The
// client prints one line of JSON and waits to be killed.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';
import type { Json, JsonObject } from '../envs/values/json.ts';
import type { Task } from '../envs/values/task.ts';

const [, , face = '', count = '0', url = '', file = ''] = process.argv;
const { hostname, port } = new URL(url);
const agent = new Agent({ keepAlive: true, maxSockets: 128 });
const statuses = new Map<number, number>();

interface Posted {
  readonly text: string;
  readonly cookie: string;
}

function post(path: string, body: Json, headers: Record<string, string> = {}): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const to = { agent, host: hostname, port, path, method: 'POST' };
    const sent = request({ ...to, headers: { 'content-type': 'application/json', ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      const status = response.statusCode ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const cookie = String(response.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
      response.on('end', () => resolve({ text, cookie }));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

const tasks = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Task)
  .filter(({ kind, faults, gold: { calls } }) => {
    const plain = ['write', 'read', 'mixed', 'multi'].includes(kind) && faults === undefined;
    return plain && calls.length > 0 && calls.every(({ by }) => by === 'agent');
  });

const callsOf = ({ gold }: Task): { name: string; arguments: JsonObject }[] =>
  gold.calls.map(({ name, arguments: args }) => ({ name, arguments: args as JsonObject }));
const wordsOf = ({ gold }: Task, right: boolean): string =>
  right
    ? `Done. ${gold.outputs.map(({ key, value }) => `${key.replaceAll('_', ' ')}: ${String(value)}`).join('; ')}`
    : 'No.';

type Play = (task: Task, at: number, right: boolean) => Promise<number | null>;

/** Plays an episode of the NeMo Gym protocol: sends a seed and at least five calls, and asks for a verdict. */
const nemo: Play = async (task, _at, right) => {
  const row = { verifier_metadata: { environment: 'order-desk', task: task.id } };
  const { cookie } = await post('/seed_session', row);
  const looks = Array.from({ length: 5 }, () => ({ name: 'find_customer_by_email', arguments: { email: 'no' } }));
  for (const call of [...looks, ...(right ? callsOf(task) : [])])
    await post(`/${call.name}`, call.arguments, { cookie });
  const output = [{ type: 'message', role: 'assistant', content: wordsOf(task, right) }];
  const { text } = await post('/verify', { ...row, response: { output } }, { cookie });
  return (JSON.parse(text) as { reward: number }).reward;
};

const ors: Play = async (task, at, right) => {
  const headers = { 'x-session-id': `crowd-${at}` };
  await post('/create', { env_name: 'order-desk', task_spec: { task: task.id } }, headers);
  if (right) for (const { name, arguments: input } of callsOf(task)) await post('/call', { name, input }, headers);
  const { text } = await post('/call', { name: 'finish', input: { answer: wordsOf(task, right) } }, headers);
  return /"reward":(\d)/.exec(text)?.[1] === undefined ? null : Number(/"reward":(\d)/.exec(text)?.[1]);
};

const openenv: Play = async (task, _at, right) => {
  const socket = new WebSocket(`ws://${hostname}:${port}/openenv/order-desk/ws`);
  await once(socket, 'open');
  const ask = async (type: string, data: JsonObject): Promise<{ reward: number | null }> => {
    const answered = once(socket, 'message') as Promise<[Buffer]>;
    socket.send(JSON.stringify({ type, data }));
    return (JSON.parse((await answered)[0].toString()) as { data: { reward: number | null } }).data;
  };
  const step = (name: string, args: JsonObject): Promise<{ reward: number | null }> =>
    ask('step', { type: 'call_tool', tool_name: name, arguments: args });
  await ask('reset', { task_id: task.id });
  if (right) for (const { name, arguments: args } of callsOf(task)) await step(name, args);
  return (await step('finish', { answer: wordsOf(task, right) })).reward;
};

const play = { nemo, ors, openenv }[face];
if (play === undefined) throw new Error(`there is no face ${face}: nemo, ors, openenv`);
const episodes = Array.from({ length: Number(count) }, (_each, at) => {
  const task = tasks[at % tasks.length];
  if (task === undefined) throw new Error('no task that gold alone can solve');
  return play(task, at, at % 2 === 0);
});
const rewards = await Promise.all(episodes);
const wrong = rewards.filter((reward, at) => reward !== (at % 2 === 0 ? 1 : 0)).length;
process.stdout.write(
  `${JSON.stringify({ face, episodes: rewards.length, wrong, statuses: Object.fromEntries(statuses) })}\n`,
);
setInterval(() => undefined, 60_000);
