// One player for each trainer protocol, so that a test can try each fault in every protocol. A player begins a session
// as one of its sides, calls tools, ends with last words, and reads the reward from the protocol's answer.
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { FaceName } from '../../envs/server/dialects/dialect-list.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { question } from './faces.ts';
import { TOKEN, type TestServer } from './server.ts';

/**
 * The reward that the protocol told. Null means that the protocol called the episode no training sample; undefined
 * means that it has not told a reward yet.
 */
export type Told = number | null | undefined;

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly told: Told;
}

export interface Played {
  /** Calls a tool. `id` is the request's id, if the protocol has such ids. */
  call(name: string, args: JsonObject, id?: string): Promise<Reply>;
  finish(words: string, id?: string): Promise<Reply>;
  /** Continues the same side of the session at a server that was restarted. */
  again(server: TestServer): Promise<Played>;
}

export interface FacePlayer {
  readonly face: string;
  /** True if requests carry an id, and a second request with the same id has no second effect. */
  readonly ids: boolean;
  /** True if a simulated user takes part. This user is lost if the server stops. */
  readonly talks: boolean;
  /** Seconds after which the server closes an unused session. */
  readonly idle: number;
  /** True if calls go over the connection that began the session, so that they need not name the session. */
  readonly ownLine?: true;
  take(server: TestServer, task: Task): Promise<Played>;
}

const FINISH = 'finish';
let taken = 0;

/**
 * Reads a reply. With a status other than 200 no reward is read, because most clients raise an error before they read
 * the body.
 */
function reply(status: number, text: string, read: (body: JsonObject) => Told): Reply {
  if (status !== 200) return { status, text, told: undefined };
  return { status, text, told: read(JSON.parse(text) as JsonObject) };
}

const openReward: FacePlayer = {
  face: 'ORS',
  ids: true,
  talks: false,
  idle: 90,
  async take(server, task) {
    const headers = { 'x-session-id': `player-${++taken}` };
    await server.ask('POST', '/create', { headers, body: { env_name: 'order-desk', task_spec: { task: task.id } } });
    const at = (now: TestServer): Played => {
      const call: Played['call'] = async (name, input, id) => {
        const body = { name, input, ...(id === undefined ? {} : { task_id: id }) };
        const { status, text } = await now.ask('POST', '/call', { headers, body });
        const data = text.split('\r\n').find((line) => line.startsWith('data: {'));
        const told = JSON.parse(data?.slice(6) ?? '{}') as { output?: { reward: number | null; finished: boolean } };
        const { output } = told;
        return { status, text, told: output?.finished === true ? output.reward : undefined };
      };
      return {
        call,
        finish: (words, id) => call(FINISH, { answer: words }, id),
        again: (later) => Promise.resolve(at(later)),
      };
    };
    return at(server);
  },
};

const cookieOf = (headers: Readonly<Record<string, unknown>>): { cookie: string } => ({
  cookie: String([headers['set-cookie']].flat()[0] ?? '').split(';')[0] ?? '',
});
const rowOf = (task: Task, more: JsonObject = {}): JsonObject => ({
  responses_create_params: { input: [{ role: 'user', content: task.user.opening }], tools: [] },
  verifier_metadata: { environment: 'order-desk', task: task.id, ...more },
});
const says = (content: string): JsonObject => ({ type: 'message', role: 'assistant', content });
const masked = ({ reward, mask_sample: mask }: JsonObject): Told => (mask === true ? null : (reward as number));

/** Reads the reward of a step in Gymnasium's form. Only the last step tells a reward. */
const toldAtEnd = ({ terminated, reward, info }: JsonObject): Told =>
  terminated === true ? masked({ reward: reward ?? null, ...(info as JsonObject) }) : undefined;

const nemoSimple: FacePlayer = {
  face: 'NeMo Gym, simple agent',
  ids: true,
  talks: false,
  idle: 1_800,
  async take(server, task) {
    const headers = cookieOf((await server.ask('POST', '/seed_session', { body: rowOf(task) })).headers);
    const at = (now: TestServer): Played => ({
      async call(name, body, id) {
        const sent = { ...headers, ...(id === undefined ? {} : { 'x-request-id': id }) };
        const { status, text } = await now.ask('POST', `/${name}`, { headers: sent, body });
        return { status, text, told: undefined };
      },
      async finish(words) {
        const body = { ...rowOf(task), response: { output: [says(words)] } };
        const { status, text } = await now.ask('POST', '/verify', { headers, body });
        return reply(status, text, masked);
      },
      again: (later) => Promise.resolve(at(later)),
    });
    return at(server);
  },
};

const nemoGymnasium: FacePlayer = {
  face: 'NeMo Gym, gymnasium',
  ids: true,
  talks: false,
  idle: 1_800,
  async take(server, task) {
    const headers = cookieOf((await server.ask('POST', '/reset', { body: rowOf(task) })).headers);
    const at = (now: TestServer): Played => {
      const step = async (item: JsonObject, id: string | undefined): Promise<Reply> => {
        const sent = id === undefined ? {} : { _ng_step_request_id: id };
        const body = { ...rowOf(task), response: { output: [item] }, ...sent };
        const { status, text } = await now.ask('POST', '/step', { headers, body });
        return reply(status, text, toldAtEnd);
      };
      return {
        call: (name, args, id) =>
          step({ type: 'function_call', call_id: 'c', name, arguments: JSON.stringify(args) }, id),
        finish: (words, id) => step(says(words), id),
        again: (later) => Promise.resolve(at(later)),
      };
    };
    return at(server);
  },
};

const tau: FacePlayer = {
  face: 'tau',
  ids: true,
  talks: true,
  idle: 60,
  async take(server, task) {
    const body = { domain: 'order-desk', task_id: task.id, idle_timeout_seconds: 60 };
    const { id: seat } = (await server.ask<{ id: string }>('POST', '/tau/environments', { body })).body;
    const at = (now: TestServer): Played => {
      const step = async (action: string, id?: string): Promise<Reply> => {
        const headers: Record<string, string> = id === undefined ? {} : { 'x-request-id': id };
        const { status, text } = await now.ask('POST', `/tau/environments/${seat}/step`, { headers, body: { action } });
        return reply(status, text, toldAtEnd);
      };
      return {
        async call(name, args, id) {
          if (!/^(find|list|get|search|look)/.test(name)) await step(question({ name, arguments: args }));
          return step(JSON.stringify({ name, arguments: args }), id);
        },
        finish: (words, id) => step(words, id),
        again: (later) => Promise.resolve(at(later)),
      };
    };
    return at(server);
  },
};

type Line = Pick<Played, 'call' | 'finish'> & { readonly session: string };

/** Returns the port of a server. Starts to listen if the server does not listen yet. */
export async function portOf({ server }: TestServer): Promise<number> {
  if (server.app.server.address() === null) await server.listen(0, '127.0.0.1');
  return (server.app.server.address() as { port: number }).port;
}

/** Opens a socket and begins a session on it. All requests of this socket belong to that session. */
async function lineOf(server: TestServer, options: JsonObject, query = ''): Promise<Line> {
  const url = `ws://127.0.0.1:${await portOf(server)}/openenv/order-desk/ws${query}`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${TOKEN}` } });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const ask = async (frame: JsonObject): Promise<{ text: string; type: string; data: JsonObject }> => {
    const answered = once(socket, 'message') as Promise<[Buffer]>;
    socket.send(JSON.stringify(frame));
    const text = (await answered)[0].toString();
    return { text, ...(JSON.parse(text) as { type: string; data: JsonObject }) };
  };
  const { data: begun } = await ask({ type: 'reset', data: options });
  const call: Played['call'] = async (name, args) => {
    const action = { type: 'call_tool', tool_name: name, arguments: args };
    const { text, type, data } = await ask({ type: 'step', data: action });
    const told = data['done'] === true ? (data['reward'] as number | null) : undefined;
    return { status: type === 'error' ? 500 : 200, text, told };
  };
  const { session } = begun['metadata'] as { session: string };
  return { call, finish: (words) => call(FINISH, { answer: words }), session };
}

/** A player on a socket. After a restart of the server, it copies (forks) the old session at its last step. */
const openEnv: FacePlayer = {
  face: 'OpenEnv, socket',
  ownLine: true,
  ids: false,
  talks: false,
  idle: 60,
  async take(server, task) {
    const played = (line: Line): Played => ({
      ...line,
      again: async (later) => played(await lineOf(later, { fork_of: line.session })),
    });
    return played(await lineOf(server, { task_id: task.id }));
  },
};

const openEnvRpc: FacePlayer = {
  face: 'OpenEnv, JSON-RPC beside a socket',
  ids: true,
  talks: false,
  idle: 60,
  async take(server, task) {
    const begin = async (now: TestServer, options: JsonObject): Promise<Played> => {
      const rpc = (method: string, params: JsonObject, id?: string): ReturnType<typeof now.ask<JsonObject>> =>
        now.ask<JsonObject>('POST', '/openenv/order-desk/mcp', {
          headers: id === undefined ? {} : { 'x-request-id': id },
          body: { jsonrpc: '2.0', id: 1, method, params },
        });
      const made = (await rpc('openenv/session/create', {})).body['result'] as { session_id: string };
      const line = await lineOf(now, options, `?session_id=${made.session_id}`);
      return {
        async call(name, args, id) {
          const told = await rpc('tools/call', { session_id: made.session_id, name, arguments: args }, id);
          const status = told.status === 200 && 'error' in told.body ? 500 : told.status;
          return { status, text: told.text, told: undefined };
        },
        finish: line.finish,
        again: (later) => begin(later, { fork_of: line.session }),
      };
    };
    return begin(server, { task_id: task.id });
  },
};

const PLAYERS: Readonly<Record<FaceName, readonly FacePlayer[]>> = {
  ors: [openReward],
  nemo: [nemoSimple, nemoGymnasium],
  tau: [tau],
  openenv: [openEnv, openEnvRpc],
  // in this protocol one request plays a whole episode with a model, so it needs no player
  episodes: [],
};

export const FACE_PLAYERS: readonly FacePlayer[] = Object.values(PLAYERS).flat();
