// Measures the cost of a call over HTTP, as processor time of the server process. The floor (the least possible cost)
// is a bare Fastify JSON echo with Ajv on the same bodies. If Python has FastAPI and uvicorn, the same SQL is measured
// there too.
import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon, { type Client, type Request } from 'autocannon';
import Database from 'better-sqlite3';
import { openEnvironment } from '../envs/folder/environment-folder.ts';
import { GymServer } from '../envs/server/server.ts';
import type { CallRequest } from '../envs/session/session-store.ts';
import { recordStatements, type Recorded } from './call-interpreter.ts';
import type { SelfTime } from './self-times.ts';
import { median, result, type BenchResult } from './measure.ts';
import { environmentPath, loadTape, SESSION_LENGTH } from './tape.ts';

const TOKEN = 'a-token-of-the-benchmark';
const CONNECTIONS = 32;
export const CALLS = 16_000;
export const WARM_UP = 48_000;
const ROUNDS = 3;
const BATCH = 10;
/**
 * The number of sessions that begin alike and make the same calls. A trainer that plays one task repeatedly does this.
 */
const GROUP = 16;
const HEADERS = { 'content-type': 'application/json' };

interface Measured {
  /** Microseconds of the server's processor time per request. */
  readonly cpu: number;
  /** The 99th percentile of the waiting time, in milliseconds. */
  readonly p99: number;
}

/** A server in a separate process, whose processor time can be read. */
export class ServerProcess {
  readonly url: string;
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.child = child;
    this.url = url;
  }

  static async start(kind: string): Promise<ServerProcess> {
    const child = fork(fileURLToPath(new URL('http-server.ts', import.meta.url)), [kind, TOKEN], { stdio: 'inherit' });
    const [message] = (await once(child, 'message')) as [{ url: string }];
    return new ServerProcess(child, message.url);
  }

  async cpu(): Promise<number> {
    return (await this.ask<{ cpu: number }>('cpu')).cpu;
  }

  async startProfile(): Promise<void> {
    await this.ask('profile');
  }

  /** Returns the time of each function since `startProfile`, without the functions that it called. */
  async endProfile(): Promise<SelfTime[]> {
    return (await this.ask<{ profile: SelfTime[] }>('profiled')).profile;
  }

  private async ask<T>(question: string): Promise<T> {
    const answer = once(this.child, 'message') as Promise<[T]>;
    this.child.send(question);
    return (await answer)[0];
  }

  stop(): void {
    this.child.disconnect();
  }
}

/**
 * Returns calls in the proportion of typical agents, four reads for one write, from the tape (a fixed list of calls).
 * In the tape itself, half of the calls are writes.
 */
export function asAgents(tape: readonly CallRequest[]): CallRequest[] {
  const world = openEnvironment(environmentPath('order-desk'));
  const writes = tape.filter((call) => world.tools.get(call.name)?.tool.effect === 'write');
  const reads = tape.filter((call) => world.tools.get(call.name)?.tool.effect === 'read');
  world.close();
  return reads.flatMap((call, at) =>
    at % 4 === 3 ? [call, writes[(at >> 2) % writes.length] as CallRequest] : [call],
  );
}

/** Sends requests over connections that stay open. Each connection sends its own list of requests. */
export async function load(
  url: string,
  lists: readonly (readonly Request[])[],
  amount: number,
  cpu: () => Promise<number>,
): Promise<Measured> {
  let next = 0;
  // the client never sleeps, because waking a sleeping client would cost the server processor time
  let awake = true;
  const stayAwake = (): void => {
    if (awake) setImmediate(stayAwake);
  };
  stayAwake();
  const before = await cpu();
  const done = await autocannon({
    url,
    connections: lists.length,
    amount,
    setupClient: (client: Client) => {
      client.setRequests(lists[next++ % lists.length] as Request[]);
    },
  });
  awake = false;
  if (done.errors > 0 || done.non2xx > 0) throw new Error(`${done.errors} errors, ${done.non2xx} not 2xx at ${url}`);
  return { cpu: ((await cpu()) - before) / amount, p99: done.latency.p99 };
}

interface Session {
  readonly id: string;
  readonly tokens: { readonly agent: string };
}

let seeds = 0;

/** Makes sessions with the same seed. Each call of this function takes a new seed. */
async function newSessions(url: string, count: number): Promise<Session[]> {
  seeds += 1;
  const response = await fetch(`${url}/sessions`, {
    method: 'POST',
    headers: { ...HEADERS, authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ environment: 'order-desk', count, session_seed: seeds }),
  });
  return ((await response.json()) as { sessions: Session[] }).sessions;
}

/**
 * Lists the requests of each connection. A connection plays sessions one after another, and ends each. Connections of
 * one group make the same calls; each group begins at another position of the tape (the list of calls).
 */
export async function callLists(
  url: string,
  tape: readonly CallRequest[],
  calls: number,
  batch: number,
  group: number,
): Promise<Request[][]> {
  const rounds = Math.ceil(calls / CONNECTIONS / SESSION_LENGTH);
  const sessions: Session[][] = [];
  for (let at = 0; at < (CONNECTIONS / group) * rounds; at++) sessions.push(await newSessions(url, group));
  return Array.from({ length: CONNECTIONS }, (_connection, at) =>
    Array.from({ length: rounds }, (_round, round): Request[] => {
      const mates = sessions[Math.floor(at / group) * rounds + round] ?? [];
      const { id, tokens } = mates[at % group] as Session;
      const headers = { ...HEADERS, authorization: `Bearer ${tokens.agent}` };
      const from = (Math.floor(at / group) * rounds + round) * SESSION_LENGTH;
      const played = Array.from({ length: SESSION_LENGTH }, (_call, index) => {
        const { name, arguments: args } = tape[(from + index) % tape.length] as CallRequest;
        return { name, arguments: args };
      });
      const requests: Request[] =
        batch === 1
          ? played.map((call) => ({ method: 'POST', path: `/s/${id}/calls`, headers, body: JSON.stringify(call) }))
          : Array.from({ length: SESSION_LENGTH / batch }, (_each, index) => ({
              method: 'POST',
              path: `/s/${id}/batch`,
              headers,
              body: JSON.stringify({ calls: played.slice(index * batch, (index + 1) * batch) }),
            }));
      return [
        ...requests,
        { method: 'DELETE', path: `/sessions/${id}`, headers: { authorization: `Bearer ${TOKEN}` } },
      ];
    }).flat(),
  );
}

/** Lists requests for the echo server, with the bodies of the calls. */
export function echoLists(tape: readonly CallRequest[]): Request[][] {
  return Array.from({ length: CONNECTIONS }, (_each, at) =>
    tape.map((_call, index): Request => {
      const { name, arguments: args } = tape[(at * SESSION_LENGTH + index) % tape.length] as CallRequest;
      return { method: 'POST', path: '/echo', headers: HEADERS, body: JSON.stringify({ name, arguments: args }) };
    }),
  );
}

export async function benchHttp(): Promise<BenchResult[]> {
  const tape = asAgents(loadTape('order-desk'));
  const [gym, bare, echo] = (await Promise.all(['callgym', 'callgym-alone', 'echo'].map(ServerProcess.start))) as [
    ServerProcess,
    ServerProcess,
    ServerProcess,
  ];
  const floorLists = echoLists(tape);
  const single: Measured[] = [];
  const batched: Measured[] = [];
  const floor: Measured[] = [];
  const alone: Measured[] = [];
  const run: Measured[] = [];
  /** Returns the processor time for each call. The cost of ending the sessions is included. */
  const play = async (calls: number, batch: number, group: number, server = gym): Promise<Measured> => {
    const lists = await callLists(server.url, tape, calls, batch, group);
    const requests = lists.reduce((sum, list) => sum + list.length, 0);
    const { cpu, p99 } = await load(server.url, lists, requests, () => server.cpu());
    const made = (requests * (SESSION_LENGTH / batch)) / (SESSION_LENGTH / batch + 1);
    return { cpu: (cpu * requests) / (made * batch), p99 };
  };
  try {
    await load(echo.url, floorLists, WARM_UP, () => echo.cpu());
    await play(WARM_UP, 1, GROUP);
    await play(WARM_UP, BATCH, GROUP);
    await play(WARM_UP, 1, 1, bare);
    for (let round = 0; round < ROUNDS; round++) {
      floor.push(await load(echo.url, floorLists, CALLS, () => echo.cpu()));
      single.push(await play(CALLS, 1, GROUP));
      batched.push(await play(CALLS, BATCH, GROUP));
      alone.push(await play(CALLS, 1, 1));
      run.push(await play(CALLS, 1, 1, bare));
    }
  } finally {
    gym.stop();
    bare.stop();
    echo.stop();
  }
  const middle = (all: readonly Measured[], key: keyof Measured): number => median(all.map((each) => each[key]));
  const call = middle(single, 'cpu');
  return [
    result('http.call', call, 'CPU µs', middle(floor, 'cpu')),
    result('http.batch10', middle(batched, 'cpu'), 'CPU µs', call),
    result('http.call.alone', middle(alone, 'cpu'), 'CPU µs', middle(floor, 'cpu')),
    result('http.call.run', middle(run, 'cpu'), 'CPU µs', middle(floor, 'cpu')),
    result('http.p99', middle(single, 'p99'), 'ms', middle(floor, 'p99')),
  ];
}

const ENVIRONMENTS = 1_000;

/** Measures the time until a server with 1,000 folders on disk is ready. */
export async function benchStart(): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-bench-'));
  try {
    const from = environmentPath('order-desk');
    const head = JSON.parse(readFileSync(join(from, 'environment.json'), 'utf8')) as Record<string, unknown>;
    const dirs = Array.from({ length: ENVIRONMENTS }, (_each, at) => {
      const to = join(dir, `e${at}`);
      cpSync(from, to, { recursive: true });
      writeFileSync(join(to, 'environment.json'), JSON.stringify({ ...head, name: `e${at}` }));
      return to;
    });
    const start = process.hrtime.bigint();
    const server = await GymServer.make({ environments: dirs });
    await server.listen(0, '127.0.0.1');
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    await server.stop();
    return [result('http.start_1000', seconds, 's')];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Measures the same SQL behind FastAPI and uvicorn. Returns no result if Python does not have them. */
export async function benchFastApi(): Promise<BenchResult[]> {
  if (spawnSync('python3', ['-c', 'import fastapi, uvicorn']).status !== 0) {
    process.stderr.write('http.fastapi is skipped: python3 has no fastapi and uvicorn (pip install fastapi uvicorn)\n');
    return [];
  }
  const world = openEnvironment(environmentPath('order-desk'));
  const tape = loadTape('order-desk');
  const bare = new Database(world.templateImage());
  // take only calls that use none of callgym's SQL functions, because Python does not have these
  const portable = recordStatements(world, tape).flatMap((call, at) =>
    call.answer.ok && call.statements.length > 0 && call.statements.every(({ sql }) => prepares(bare, sql))
      ? [{ call, at }]
      : [],
  );
  bare.close();
  const dir = mkdtempSync(join(tmpdir(), 'callgym-fastapi-'));
  const gym = await ServerProcess.start('callgym');
  let python: ChildProcess | undefined;
  try {
    writeFileSync(join(dir, 'template.db'), world.templateImage());
    writeFileSync(join(dir, 'calls.json'), JSON.stringify(portable.map(({ call }) => statementsOf(call))));
    python = spawn('python3', [fileURLToPath(new URL('fastapi_floor.py', import.meta.url)), dir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(python.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    const url = `http://127.0.0.1:${line.toString().trim()}`;
    const theirs = Array.from({ length: CONNECTIONS }, () =>
      portable.map(({ at }, index): Request => {
        const { name, arguments: args } = tape[at] as CallRequest;
        return {
          method: 'POST',
          path: '/call',
          headers: HEADERS,
          body: JSON.stringify({ name, arguments: args, index }),
        };
      }),
    );
    // give the sessions different seeds, so that callgym cannot reuse answers and executes every call
    const sessions: Session[] = [];
    for (let at = 0; at < CONNECTIONS; at++) sessions.push(...(await newSessions(gym.url, 1)));
    const ours = sessions.map(({ id, tokens }) =>
      portable.map(({ at }): Request => {
        const { name, arguments: args } = tape[at] as CallRequest;
        return {
          method: 'POST',
          path: `/s/${id}/calls`,
          headers: { ...HEADERS, authorization: `Bearer ${tokens.agent}` },
          body: JSON.stringify({ name, arguments: args }),
        };
      }),
    );
    const cpu = async (): Promise<number> => Number(await (await fetch(`${url}/cpu`)).text());
    await load(url, theirs, 1_000, cpu);
    await load(gym.url, ours, 1_000, () => gym.cpu());
    const fast = await load(url, theirs, 6_000, cpu);
    const mine = await load(gym.url, ours, 6_000, () => gym.cpu());
    return [result('http.fastapi', fast.cpu, 'CPU µs', mine.cpu)];
  } finally {
    gym.stop();
    python?.kill();
    world.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

function prepares(db: Database.Database, sql: string): boolean {
  try {
    db.prepare(sql);
    return true;
  } catch {
    return false;
  }
}

function statementsOf({ statements, savepoint, answer }: Recorded): object {
  return {
    savepoint,
    answer,
    statements: statements.map(({ sql, mode, params }) => ({
      sql,
      mode,
      params: params.map((value) => (typeof value === 'bigint' ? Number(value) : value)),
    })),
  };
}
