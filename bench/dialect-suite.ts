// Measures the cost of a call over each trainer protocol, as processor time of the server process. The floor (the least
// possible cost) is the same calls over callgym's own API in the same run. A protocol that always simulates a user is
// compared with sessions of that API that simulate a user too.
import { once } from 'node:events';
import type { Request } from 'autocannon';
import { WebSocket } from 'ws';
import type { CallRequest } from '../envs/session/session-store.ts';
import { asAgents, load, ServerProcess } from './http-suite.ts';
import { median, result, type BenchResult } from './measure.ts';
import { loadTape, SESSION_LENGTH } from './tape.ts';

const TOKEN = 'a-token-of-the-benchmark';
const CONNECTIONS = 32;
/**
 * The number of sessions that begin alike and make the same calls. A trainer that plays one task repeatedly does this.
 */
const GROUP = 16;
const ROUNDS = 3;
const SESSIONS = 4;
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };
const HEADERS = { ...AUTHORIZED, 'content-type': 'application/json' };

/** Begins a session and returns the function that turns a call into a request. */
type Begin = (url: string, seed: number) => Promise<(call: CallRequest) => Request>;

export async function benchDialects(): Promise<BenchResult[]> {
  const tape = asAgents(loadTape('order-desk'));
  const gym = await ServerProcess.start('faces');
  try {
    const tasks = (await ask(gym.url, 'GET', '/environments/order-desk/tasks?gold=false')).body as {
      tasks: { id: string }[];
    };
    const task = tasks.tasks[0]?.id ?? '';
    let seeds = 0;
    const overHttp = async (begin: Begin): Promise<number> => {
      const lists = await Promise.all(
        Array.from({ length: CONNECTIONS }, async (_connection, at) => {
          const requests: Request[] = [];
          for (let session = 0; session < SESSIONS; session++) {
            const group = Math.floor(at / GROUP) * SESSIONS + session;
            const send = await begin(gym.url, seeds + group);
            requests.push(...callsOf(tape, group).map(send));
          }
          return requests;
        }),
      );
      seeds += (CONNECTIONS / GROUP) * SESSIONS;
      return (await load(gym.url, lists, CONNECTIONS * SESSIONS * SESSION_LENGTH, () => gym.cpu())).cpu;
    };
    const faces: Readonly<Record<string, () => Promise<number>>> = {
      native: () => overHttp(native({ environment: 'order-desk' })),
      live: () => overHttp(native({ environment: 'order-desk', task, user: 'scripted' })),
      ors: () => overHttp(ors),
      nemo: () => overHttp(nemo),
      tau: () => overHttp(tau(task)),
      openenv: () => overSockets(gym, tape, (seeds += 1_000)),
    };
    const measured: Record<string, number[]> = {};
    for (let round = 0; round <= ROUNDS; round++)
      for (const [name, play] of Object.entries(faces)) {
        const cpu = await play();
        // the first round only warms the server up
        if (round > 0) (measured[name] ??= []).push(cpu);
      }
    const middle = (name: string): number => median(measured[name] ?? []);
    return ['ors', 'nemo', 'openenv', 'tau'].map((name) =>
      result(`dialect.${name}`, middle(name), 'CPU µs', middle(name === 'tau' ? 'live' : 'native')),
    );
  } finally {
    gym.stop();
  }
}

function callsOf(tape: readonly CallRequest[], group: number): CallRequest[] {
  return Array.from(
    { length: SESSION_LENGTH },
    (_each, at) => tape[(group * SESSION_LENGTH + at) % tape.length] as CallRequest,
  );
}

function post(path: string, headers: Record<string, string>, body: unknown): Request {
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}

const native =
  (about: object): Begin =>
  async (url, seed) => {
    const { body } = await ask(url, 'POST', '/sessions', { ...about, session_seed: seed });
    const { id, tokens } = body as { id: string; tokens: { agent: string } };
    const headers = { ...HEADERS, authorization: `Bearer ${tokens.agent}` };
    return ({ name, arguments: args }) => post(`/s/${id}/calls`, headers, { name, arguments: args });
  };

let sids = 0;

const ors: Begin = async (url, seed) => {
  const headers = { ...HEADERS, 'x-session-id': `bench-${++sids}` };
  const spec = { env: 'order-desk', session_seed: seed };
  await ask(url, 'POST', '/create', { env_name: 'order-desk', task_spec: spec }, headers);
  return ({ name, arguments: args }) => post('/call', headers, { name, input: args });
};

const nemo: Begin = async (url, seed) => {
  const row = { verifier_metadata: { environment: 'order-desk', session_seed: seed } };
  const { cookie } = await ask(url, 'POST', '/seed_session', row);
  return ({ name, arguments: args }) => post(`/${name}`, { ...HEADERS, cookie }, args);
};

const tau =
  (task: string): Begin =>
  async (url) => {
    const { body } = await ask(url, 'POST', '/tau/environments', { domain: 'order-desk', task_id: task });
    const { id } = body as { id: string };
    return ({ name, arguments: args }) =>
      post(`/tau/environments/${id}/step`, HEADERS, { action: JSON.stringify({ name, arguments: args }) });
  };

/** Plays calls over WebSockets. Each socket plays one session after another. */
async function overSockets(gym: ServerProcess, tape: readonly CallRequest[], seeds: number): Promise<number> {
  const url = `${gym.url.replace('http', 'ws')}/openenv/order-desk/ws`;
  const lines = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = new WebSocket(url, { headers: AUTHORIZED, perMessageDeflate: false });
      await once(socket, 'open');
      return socket;
    }),
  );
  const send = async (socket: WebSocket, frame: object): Promise<void> => {
    const answered = once(socket, 'message') as Promise<[Buffer]>;
    socket.send(JSON.stringify(frame));
    const [answer] = await answered;
    if (answer.includes('"type":"error"')) throw new Error(answer.toString().slice(0, 300));
  };
  let cpu = 0;
  // resets run between the measurements, so they are not counted
  for (let session = 0; session < SESSIONS; session++) {
    await Promise.all(
      lines.map((socket, at) =>
        send(socket, { type: 'reset', data: { session_seed: seeds + Math.floor(at / GROUP) * SESSIONS + session } }),
      ),
    );
    const before = await gym.cpu();
    await Promise.all(
      lines.map(async (socket, at) => {
        for (const { name, arguments: args } of callsOf(tape, Math.floor(at / GROUP) * SESSIONS + session))
          await send(socket, { type: 'step', data: { type: 'call_tool', tool_name: name, arguments: args } });
      }),
    );
    cpu += (await gym.cpu()) - before;
  }
  for (const socket of lines) socket.terminate();
  return cpu / (CONNECTIONS * SESSIONS * SESSION_LENGTH);
}

async function ask(
  url: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = HEADERS,
): Promise<{ readonly body: unknown; readonly cookie: string }> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: body === undefined ? AUTHORIZED : headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
  return {
    body: text === '' ? null : JSON.parse(text),
    cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
  };
}
