// npm run simulate: simulates a large cluster on one Redis with the costs measured on this machine. It tells how busy
// the servers and Redis are, how long sessions wait if a tenth of the servers die at the same time, and which part
// reaches its limit first. The clock is only a number, so the simulation does not wait. node bench/simulate-cluster.ts
// [--nodes 1000] [--sessions 1000000] [--dead 0.1] [--seed 1] [--redis URL | --costs FILE]
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listLasts } from '../envs/cluster/register.ts';
import { makeRandom } from '../envs/random.ts';
import { measureCosts, type ClusterCosts } from './cluster-costs.ts';

export interface SimulationPlan {
  readonly nodes: number;
  readonly sessions: number;
  /** The share of servers that die at the same time. */
  readonly dead: number;
  /** Seconds between two calls of one session, while its agent thinks. */
  readonly think: number;
  /** `lease` is the length of a server's lease in seconds. `beats` is the number of renewals in each lease. */
  readonly lease: number;
  readonly beats: number;
  readonly seed: number;
  /** The number of Redis servers that share the sessions. */
  readonly shards: number;
  /** Milliseconds for a request to Redis and its answer. */
  readonly roundTrip: number;
}

export interface SimulationFigures {
  readonly callsPerSecond: number;
  /** The shares of one processor that Redis and one server use. */
  readonly busy: { readonly redis: number; readonly node: number; readonly beats: number; readonly lists: number };
  readonly redisMemoryGb: number;
  readonly storm: {
    readonly sessions: number;
    /** Seconds from the death of a server until one of its sessions gets an answer again. */
    readonly p50: number;
    readonly p99: number;
    readonly most: number;
    /** Seconds until no request waits at Redis. */
    readonly redisCaughtUp: number;
  };
  readonly full: { readonly part: string; readonly callsPerSecond: number; readonly nodes: number };
}

const GB = 1e9;
/** The seconds that a client pauses before it asks another server. */
const RETRY_S = 0.04;
const CAPACITY = 0.8;

/**
 * Simulates the cluster. The load before servers die is computed by formulas; the time after their death is simulated
 * event by event.
 */
export function simulate(plan: SimulationPlan, costs: ClusterCosts): SimulationFigures {
  const { nodes, sessions, lease, beats, think, shards } = plan;
  const calls = sessions / think;
  const us = 1e-6;
  const beatLoad = ((nodes * beats) / lease) * costs.redis.beat * us;
  const listLoad = (nodes / listLasts(nodes)) * (costs.redis.list + nodes * costs.redis.listed) * us;
  const appendLoad = (calls / shards) * costs.redis.append * us;
  const storm = stormOf(plan, costs, appendLoad + (beatLoad + listLoad));
  const perCall = costs.redis.append * us;
  const redisFull = ((CAPACITY - beatLoad - listLoad) / perCall) * shards;
  const nodeFull = (CAPACITY / (costs.node.call * us)) * nodes;
  return {
    callsPerSecond: Math.round(calls),
    busy: {
      redis: rounded(appendLoad + beatLoad + listLoad),
      node: rounded((calls / nodes) * costs.node.call * us),
      beats: rounded(beatLoad),
      lists: rounded(listLoad),
    },
    redisMemoryGb: rounded((sessions * costs.redis.sessionBytes) / GB),
    storm,
    full: {
      part: redisFull < nodeFull ? 'redis' : 'servers',
      callsPerSecond: Math.round(Math.max(0, Math.min(redisFull, nodeFull))),
      nodes,
    },
  };
}

/**
 * Simulates the time after servers die. Each of their sessions makes its next call, gets no answer, and asks a live
 * server. The live server waits until the dead server's lease has ended. Then it reads the log from Redis and continues
 * the session.
 */
function stormOf(plan: SimulationPlan, costs: ClusterCosts, load: number): SimulationFigures['storm'] {
  const { nodes, sessions, dead, think, lease, beats, seed, shards, roundTrip } = plan;
  const random = makeRandom(seed, 'storm');
  const deadNodes = Math.round(nodes * dead);
  const live = Math.max(1, nodes - deadNodes);
  const orphans = Math.round((sessions * deadNodes) / nodes);
  // each dead server's lease ends one lease after its last renewal, which was at most one renewal interval ago
  const ends = Array.from({ length: Math.max(1, deadNodes) }, () => lease - random.real() * (lease / beats));
  const arrivals: { readonly first: number; readonly ready: number; readonly shard: number; readonly node: number }[] =
    [];
  for (let each = 0; each < orphans; each++) {
    const first = random.real() * think;
    const end = ends[random.int(0, ends.length - 1)] ?? lease;
    const asked = first + RETRY_S * random.int(1, 3);
    arrivals.push({
      first,
      ready: Math.max(asked, end),
      shard: random.int(0, shards - 1),
      node: random.int(0, live - 1),
    });
  }
  arrivals.sort((a, b) => a.ready - b.ready);
  const us = 1e-6;
  // waiting sessions get only the time that the normal load leaves free
  const slow = 1 / Math.max(0.05, 1 - load);
  const redisFree = new Float64Array(shards);
  const nodeFree = new Float64Array(live);
  const steady = 1 / Math.max(0.05, 1 - (sessions / think / nodes) * costs.node.call * us);
  const waits = new Float64Array(arrivals.length);
  let caughtUp = 0;
  arrivals.forEach(({ first, ready, shard, node }, at) => {
    const redis = Math.max(ready, redisFree[shard] ?? 0) + costs.redis.adopt * us * slow;
    redisFree[shard] = redis;
    if (redis - ready > 0.01) caughtUp = Math.max(caughtUp, redis);
    const done = Math.max(redis + roundTrip / 1000, nodeFree[node] ?? 0) + costs.node.adopt * us * steady;
    nodeFree[node] = done;
    waits[at] = done - first;
  });
  waits.sort();
  const share = (part: number): number =>
    rounded(waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? 0);
  return { sessions: orphans, p50: share(0.5), p99: share(0.99), most: share(1), redisCaughtUp: rounded(caughtUp) };
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

const USUAL: SimulationPlan = {
  nodes: 1_000,
  sessions: 1_000_000,
  dead: 0.1,
  think: 10,
  lease: 1.2,
  beats: 4,
  seed: 1,
  shards: 1,
  roundTrip: 0.5,
};

/** The plans of the rows in docs/scaling.md. */
const ROWS: readonly Partial<SimulationPlan>[] = [
  { nodes: 1, sessions: 1_000 },
  { nodes: 10, sessions: 10_000 },
  { nodes: 100, sessions: 100_000 },
  {},
  { shards: 4 },
  { shards: 16 },
  { lease: 10 },
  { shards: 4, lease: 10 },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      nodes: { type: 'string' },
      sessions: { type: 'string' },
      dead: { type: 'string', default: '0.1' },
      seed: { type: 'string', default: '1' },
      shards: { type: 'string' },
      lease: { type: 'string' },
      costs: { type: 'string' },
      redis: { type: 'string', default: `redis://127.0.0.1:6379?cluster=costs-${process.pid}` },
    },
  });
  const costs =
    values.costs === undefined
      ? await measureCosts(values.redis)
      : (JSON.parse(readFileSync(values.costs, 'utf8')) as ClusterCosts);
  const base: SimulationPlan = { ...USUAL, dead: Number(values.dead), seed: Number(values.seed) };
  const given = Object.fromEntries(
    (['nodes', 'sessions', 'shards', 'lease'] as const).flatMap((name) =>
      values[name] === undefined ? [] : [[name, Number(values[name])]],
    ),
  );
  const rows = Object.keys(given).length === 0 ? ROWS : [given];
  process.stdout.write(
    `${JSON.stringify({ costs, rows: rows.map((row) => ({ plan: { ...base, ...row }, ...simulate({ ...base, ...row }, costs) })) }, null, 1)}\n`,
  );
}
