// Measures the cost of each part of a cluster on this machine: a call with and without the cluster, the takeover of a
// session by another server, and each kind of work in Redis. The unit is microseconds of processor time; waiting does
// not count.
import { fileURLToPath } from 'node:url';
import { ClusterNode } from '../envs/cluster/cluster-node.ts';
import { RedisDoor } from '../envs/cluster/redis-door.ts';
import { readNodes } from '../envs/cluster/register.ts';
import { GymServer } from '../envs/server/server.ts';

export interface ClusterCosts {
  readonly node: {
    /** The cost of a call over HTTP in a cluster. `callAlone` is the cost without a cluster. */
    readonly call: number;
    readonly callAlone: number;
    /** The cost of taking over a session: another server reads the session's log from Redis and becomes its owner. */
    readonly adopt: number;
  };
  readonly redis: {
    readonly append: number;
    readonly adopt: number;
    readonly beat: number;
    /**
     * `list` is the cost of reading the list of servers. `listed` is the additional cost of each server in the list.
     */
    readonly list: number;
    readonly listed: number;
    readonly sessionBytes: number;
  };
}

const ENVIRONMENT = fileURLToPath(new URL('../fixtures/environments/order-desk', import.meta.url));
const TOKEN = 'a-token-for-measuring';
const SESSIONS = 200;
const CALLS = 10;
const ROUNDS = 3;
const BEATS = 400;
const GHOSTS = 200;

interface Made {
  readonly id: string;
  readonly tokens: { readonly agent: string };
}

async function makeNode(url: string, name: string): Promise<{ node: ClusterNode; server: GymServer; door: RedisDoor }> {
  const door = await RedisDoor.open(url);
  const node = new ClusterNode(door, { name, idle: 600, lease: 60_000 });
  const server = await GymServer.make({
    environments: [ENVIRONMENT],
    token: TOKEN,
    ownership: node,
    sessionLog: node.log,
    answers: { began: node.began, ready: node.ready },
  });
  await node.join(server, `http://127.0.0.1:1`);
  return { node, server, door };
}

async function begin(server: GymServer): Promise<readonly Made[]> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/sessions',
    headers: { authorization: `Bearer ${TOKEN}`, 'x-callgym-passed': '1' },
    payload: { environment: 'order-desk', count: SESSIONS },
  });
  return (JSON.parse(answer.body) as { sessions: Made[] }).sessions;
}

/** Returns the microseconds of processor time that this process spends on a call. */
async function callCost(server: GymServer, sessions: readonly Made[]): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let at = 0; at < CALLS; at++) {
      const answers = await Promise.all(
        sessions.map(({ id, tokens }) =>
          server.app.inject({
            method: 'POST',
            url: `/s/${id}/calls`,
            headers: { authorization: `Bearer ${tokens.agent}` },
            payload: { name: 'search_products', arguments: { query: `lamp ${round * CALLS + at}` } },
          }),
        ),
      );
      const bad = answers.find(({ statusCode }) => statusCode !== 200);
      if (bad !== undefined) throw new Error(`a call answers ${bad.statusCode}: ${bad.body}`);
    }
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / (sessions.length * CALLS));
  }
  return best;
}

/** Returns the microseconds of processor time, as reported by Redis, that Redis spends on a unit of work. */
async function redisCost(door: RedisDoor, work: () => Promise<unknown>, units: number): Promise<number> {
  const used = async (): Promise<number> => {
    const info = await door.ask((redis) => redis.info('cpu'));
    const part = (name: string): number => Number(new RegExp(`${name}:([\\d.]+)`).exec(info)?.[1] ?? 0);
    return (part('used_cpu_user_main_thread') + part('used_cpu_sys_main_thread')) * 1e6;
  };
  const before = await used();
  await work();
  return ((await used()) - before) / units;
}

export async function measureCosts(url: string): Promise<ClusterCosts> {
  const alone = await GymServer.make({ environments: [ENVIRONMENT], token: TOKEN });
  const callAlone = await callCost(alone, await begin(alone));
  await alone.stop();
  const a = await makeNode(url, 'a');
  const b = await makeNode(url, 'b');
  const sessions = await begin(a.server);
  let call = 0;
  const append = await redisCost(
    a.door,
    async () => {
      call = await callCost(a.server, sessions);
    },
    SESSIONS * CALLS * ROUNDS,
  );
  const bytes = await a.door.ask((redis) =>
    Promise.all(
      sessions
        .slice(0, 20)
        .flatMap(({ id }) =>
          ['own:', 'log:'].map((kind) => redis.call('MEMORY', 'USAGE', a.door.key(kind, `{${id}}`)) as Promise<number>),
        ),
    ),
  );
  // the log here holds three times as many calls as the figure is for (ten), so the size is divided
  const sessionBytes = bytes.reduce((sum, each) => sum + Number(each), 0) / 20 / ROUNDS;
  const beat = await redisCost(
    a.door,
    async () => {
      for (let at = 0; at < BEATS; at++) await a.node.register.beat();
    },
    BEATS,
  );
  const list = await listCosts(a.door);
  await a.node.drain();
  let adopt = 0;
  const redisAdopt = await redisCost(
    b.door,
    async () => {
      const before = process.cpuUsage();
      for (const { id } of sessions) await b.node.ownerOf(id, 'agent');
      const { user, system } = process.cpuUsage(before);
      adopt = (user + system) / sessions.length;
    },
    SESSIONS,
  );
  if (b.node.totals.adopted !== SESSIONS)
    throw new Error(`${b.node.totals.adopted} of ${SESSIONS} sessions were taken on`);
  await removeAll(b, sessions);
  for (const { node, server } of [a, b]) {
    await node.leave();
    await server.stop();
  }
  const rounded = (value: number): number => Number(value.toPrecision(3));
  return {
    node: { call: rounded(call), callAlone: rounded(callAlone), adopt: rounded(adopt) },
    redis: {
      append: rounded(append),
      adopt: rounded(redisAdopt),
      beat: rounded(beat),
      ...list,
      sessionBytes: Math.round(sessionBytes),
    },
  };
}

/** Measures the cost of reading the list of servers, once with few servers and once with many. */
async function listCosts(door: RedisDoor): Promise<{ list: number; listed: number }> {
  const read = async (): Promise<void> => {
    for (let at = 0; at < BEATS; at++) await readNodes(door);
  };
  const few = await redisCost(door, read, BEATS);
  const ghosts = Array.from({ length: GHOSTS }, (_each, at) => `ghost-${at}#0`);
  const record = JSON.stringify({ id: 'ghost', url: 'http://127.0.0.1:1', state: 'up', lease: 1_200, sessions: 1_000 });
  for (const id of ghosts)
    await door.script(
      'beat',
      [door.key('node:', id), door.key('nodes'), door.key('drain:', 'ghost')],
      [id, record.replace('"ghost"', JSON.stringify(id)), 60_000],
    );
  const many = await redisCost(door, read, BEATS);
  await door.ask((redis) =>
    Promise.all([redis.zrem(door.key('nodes'), ...ghosts), redis.del(ghosts.map((id) => door.key('node:', id)))]),
  );
  const listed = Math.max(0.01, (many - few) / GHOSTS);
  return { list: Number(few.toPrecision(3)), listed: Number(listed.toPrecision(3)) };
}

async function removeAll({ door }: { door: RedisDoor }, sessions: readonly Made[]): Promise<void> {
  await door.ask((redis) =>
    redis.unlink(sessions.flatMap(({ id }) => [door.key('own:', `{${id}}`), door.key('log:', `{${id}}`)])),
  );
}
