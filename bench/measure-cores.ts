// node bench/measure-cores.ts [sessions]: prints how many calls a second of processor time serves, with one worker and
// with two. The client runs on the same machine, so only the workers' processor time counts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asAgents } from './http-suite.ts';
import { loadTape, SESSION_LENGTH } from './tape.ts';

const SESSIONS = Number(process.argv[2] ?? 320);
const CONNECTIONS = 32;
const TOKEN = 'a-token-of-the-benchmark';
/** Linux counts processor time in ticks: this many for a second. */
const TICKS = 100;
const root = fileURLToPath(new URL('../', import.meta.url));
const tape = asAgents(loadTape('order-desk'));

interface Session {
  readonly urls: { readonly agent: string };
  readonly tokens: { readonly agent: string };
}

async function post<T>(url: string, token: string, body: object): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Returns the seconds of processor time that a process has used. */
function used(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

async function play(url: string, from: number, count: number, made: Map<string, number>): Promise<void> {
  for (let at = from; at < from + count; at++) {
    const wish = { environment: 'order-desk', session_seed: at + 1 };
    const { urls, tokens } = await post<Session>(`${url}/sessions`, TOKEN, wish);
    const { port } = new URL(urls.agent);
    for (let call = 0; call < SESSION_LENGTH; call++) {
      const { name, arguments: args } = tape[(at * SESSION_LENGTH + call) % tape.length] ?? {};
      await post(`${urls.agent}/calls`, tokens.agent, { name, arguments: args });
    }
    made.set(port, (made.get(port) ?? 0) + SESSION_LENGTH);
  }
}

async function rateOf(workers: number): Promise<number> {
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
  try {
    const url = String((await once(child.stdout, 'data'))[0]).trim();
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
    const pids = workers === 1 ? [child.pid ?? 0] : children.split(' ').map(Number);
    const round = async (): Promise<Map<string, number>> => {
      const made = new Map<string, number>();
      const each = SESSIONS / CONNECTIONS;
      await Promise.all(Array.from({ length: CONNECTIONS }, (_each, at) => play(url, at * each, each, made)));
      return made;
    };
    await round();
    const before = pids.map(used);
    const made = await round();
    const seconds = pids.map((pid, at) => used(pid) - (before[at] ?? 0));
    const calls = [...made.values()].reduce((sum, each) => sum + each, 0);
    // the ports get nearly the same number of calls, so the mean cost of a call holds for each worker
    const cost = seconds.reduce((sum, each) => sum + each, 0) / calls;
    process.stdout.write(
      `${workers} workers: ${[...made.values()].join(' + ')} calls, ${(cost * 1e6).toFixed(1)} CPU µs a call, ${seconds.map((each) => each.toFixed(2)).join(' + ')} s\n`,
    );
    // the whole load is served when the busiest worker ends
    return calls / Math.max(...seconds);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

const one = await rateOf(1);
const two = await rateOf(2);
process.stdout.write(
  `calls a second of the busiest worker's processor: ${one.toFixed(0)} with one, ${two.toFixed(0)} with two: ${(two / one).toFixed(2)} times\n`,
);
