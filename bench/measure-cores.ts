// node bench/measure-cores.ts [sessions]: prints how many calls a second of processor time serves, with one worker,
// with two workers, and with two independent servers. The client runs on the same machine, so only the servers'
// processor time counts.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Request } from 'autocannon';
import { asAgents, load } from './http-suite.ts';
import { loadTape, SESSION_LENGTH } from './tape.ts';

/** The number of sessions of each worker in a round. */
const SESSIONS = Number(process.argv[2] ?? 320);
const CONNECTIONS = 32;
const TOKEN = 'a-token-of-the-benchmark';
/** Linux counts processor time in ticks, 100 in a second. */
const TICKS = 100;
const root = fileURLToPath(new URL('../', import.meta.url));
const tape = asAgents(loadTape('order-desk'));

interface Session {
  readonly urls: { readonly agent: string };
  readonly tokens: { readonly agent: string };
}

async function newSession(url: string, seed: number): Promise<Session> {
  const response = await fetch(`${url}/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ environment: 'order-desk', session_seed: seed }),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Session;
}

/** Returns the seconds of processor time that a process has used. */
function used(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Makes sessions over the control API. Returns their calls, grouped by the worker that serves them. */
async function callsByWorker(url: string, from: number, count: number): Promise<Map<string, Request[][]>> {
  const workers = new Map<string, Request[][]>();
  for (let seed = from; seed < from + count; seed++) {
    const { urls, tokens } = await newSession(url, seed);
    const { origin, pathname } = new URL(urls.agent);
    const headers = { authorization: `Bearer ${tokens.agent}`, 'content-type': 'application/json' };
    const sessions = workers.get(origin) ?? [];
    sessions.push(
      Array.from({ length: SESSION_LENGTH }, (_call, call): Request => {
        const { name, arguments: args } = tape[(seed * SESSION_LENGTH + call) % tape.length] ?? {};
        return { method: 'POST', path: `${pathname}/calls`, headers, body: JSON.stringify({ name, arguments: args }) };
      }),
    );
    workers.set(origin, sessions);
  }
  return workers;
}

/** Plays all sessions, on all workers at once. Returns the number of calls that each worker served. */
async function play(workers: ReadonlyMap<string, readonly Request[][]>): Promise<number[]> {
  return Promise.all(
    [...workers].map(async ([origin, sessions]) => {
      const lists = Array.from({ length: CONNECTIONS }, (_list, at) =>
        sessions.filter((_session, index) => index % CONNECTIONS === at).flat(),
      );
      const calls = sessions.length * SESSION_LENGTH;
      await load(origin, lists, calls, async () => 0);
      return calls;
    }),
  );
}

/** Starts `callgym serve`. Returns its process and its URL. */
async function serve(workers: number): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const args = [
    'cli/callgym.js',
    'serve',
    'fixtures/environments/order-desk',
    '--port',
    '0',
    '--workers',
    `${workers}`,
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, CALLGYM_TOKEN: TOKEN },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { child, url: String((await once(child.stdout, 'data'))[0]).trim() };
}

/** Returns the calls per second of a fully busy process. `servers` commands run, each with `workers` workers. */
async function rateOf(title: string, servers: number, workers: number): Promise<number> {
  const started = await Promise.all(Array.from({ length: servers }, () => serve(workers)));
  try {
    const pids = started.flatMap(({ child: { pid } }) =>
      workers === 1
        ? [pid ?? 0]
        : readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number),
    );
    // each process serves as many calls as a single process would, so that warm-up counts the same; seeds never repeat,
    // so that no session reuses answers of an earlier one
    const prepare = async (round: number): Promise<Map<string, Request[][]>> => {
      const count = SESSIONS * workers;
      const made = await Promise.all(started.map(({ url }) => callsByWorker(url, 1 + round * count, count)));
      return new Map(made.flatMap((each) => [...each]));
    };
    await play(await prepare(0));
    const measured = await prepare(1);
    const before = pids.map(used);
    const made = await play(measured);
    const seconds = pids.map((pid, at) => used(pid) - (before[at] ?? 0));
    const calls = made.reduce((sum, each) => sum + each, 0);
    const cost = seconds.reduce((sum, each) => sum + each, 0) / calls;
    process.stdout.write(
      `${title}: ${made.join(' + ')} calls, ${(cost * 1e6).toFixed(1)} CPU µs a call, ${seconds.map((each) => each.toFixed(2)).join(' + ')} s\n`,
    );
    // all calls are served when the busiest process ends
    return calls / Math.max(...seconds);
  } finally {
    for (const { child } of started) child.kill('SIGTERM');
    await Promise.all(started.map(({ child }) => once(child, 'exit')));
  }
}

const one = await rateOf('one worker', 1, 1);
const two = await rateOf('two workers', 1, 2);
// two independent servers share only the machine, so they show how much of the loss is caused by the machine
const apart = await rateOf('two servers apart', 2, 1);
process.stdout.write(
  `calls a second of the busiest process: ${one.toFixed(0)} with one worker, ${two.toFixed(0)} with two (${(two / one).toFixed(2)} times), ${apart.toFixed(0)} with two servers apart (${(apart / one).toFixed(2)} times)\n`,
);
