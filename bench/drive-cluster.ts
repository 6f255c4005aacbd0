// Drives a cluster while its servers are killed (SIGKILL) or paused longer than their lease lasts (SIGSTOP), and while
// Redis is restarted, at random moments. At the end, each session's log is compared with the answers that its client
// got. A log must contain every acknowledged call, and no call twice.
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { makeRandom, type Random } from '../envs/random.ts';
import { ask, type Reply } from './ask-server.ts';
import { startServer, TOKEN, type Server } from './cluster-server.ts';

export interface DrivePlan {
  readonly redis: string;
  readonly nodes: number;
  readonly sessions: number;
  readonly kills: number;
  /** The number of times that a server is paused beyond the end of its lease and then continued. */
  readonly sleeps?: number;
  /** The number of times that Redis is restarted, by the function `restartRedis`. */
  readonly restarts?: number;
  readonly restartRedis?: () => Promise<void>;
  readonly seed: number;
  /** The number of calls that run at the same time. */
  readonly clients: number;
  /** The length of a server's lease, in milliseconds. */
  readonly lease: number;
  /**
   * The least and the greatest pause, in milliseconds, before each event: a kill, a pause of a server or a restart of
   * Redis.
   */
  readonly between: readonly [number, number];
}

export interface DriveFigures {
  readonly sessions: number;
  readonly kills: number;
  readonly calls: number;
  readonly retries: number;
  /** The error codes of refused tries, each with the number of times. */
  readonly refused: Readonly<Record<string, number>>;
  readonly lost: number;
  readonly doubled: number;
  readonly strange: readonly string[];
  /** The milliseconds from the first try of a call to its answer. Only calls that met a failure count. */
  readonly recovery: { readonly calls: number; readonly p50: number; readonly p99: number; readonly most: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly adopted: number;
}

const RETRY_MS = 40;
const REDIRECT = 307;
/** A session without an answer for this long counts as lost. */
const HOPELESS_MS = 60_000;
/** A server is paused for this many times the length of its lease. */
const SLEPT_LEASES = 2;

interface Driven {
  readonly id: string;
  readonly token: string;
  url: string;
  next: number;
  /** For each acknowledged call, by its key, the call's step in the log. */
  readonly acknowledged: Map<string, number>;
  readonly street: Map<number, string>;
}

/** Returns the call with this number. Every third call of a session changes a row. */
function callOf(session: Driven, at: number): { name: string; arguments: object; key: string } {
  const key = `${session.id}-${at}`;
  if (at % 3 !== 0) return { name: 'search_products', arguments: { query: `lamp ${at % 7}` }, key };
  const street = `${at} Long Lane`;
  return {
    name: 'change_delivery_address',
    arguments: { order_id: 'A20001', street, city: 'Portland', region: 'OR', postcode: '97205' },
    key,
  };
}

class Drive {
  private readonly plan: DrivePlan;
  private readonly random: Random;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly sessions: Driven[] = [];
  private servers: Server[] = [];
  private readonly latencies: number[] = [];
  private readonly recoveries: number[] = [];
  private readonly refused = new Map<string, number>();
  private retries = 0;
  private calls = 0;
  private turn = 0;
  private over = false;

  constructor(plan: DrivePlan) {
    this.plan = plan;
    this.random = makeRandom(plan.seed, 'kills');
  }

  async run(): Promise<DriveFigures> {
    const { plan } = this;
    try {
      this.servers = await Promise.all(Array.from({ length: plan.nodes }, () => startServer(plan)));
      await this.begin();
      const played = Promise.all(Array.from({ length: plan.clients }, () => this.traffic()));
      // if a session stops for good, the loop over events ends, and `await played` below throws the session's error
      played.catch(() => {
        this.over = true;
      });
      for (const event of this.events()) {
        const [least, most] = plan.between;
        await pause(this.random.int(least, most));
        await event();
      }
      // call each session once more after the last event
      const until = this.turn + plan.sessions;
      while (this.turn < until && !this.over) await pause(RETRY_MS);
      this.over = true;
      await played;
      return await this.figures();
    } finally {
      for (const { child } of this.servers) child.kill('SIGKILL');
      this.agent.destroy();
    }
  }

  /**
   * The milliseconds that a client waits for an answer. A limit is needed only if servers are paused, because a paused
   * server never answers.
   */
  private get patience(): number | undefined {
    return (this.plan.sleeps ?? 0) > 0 ? this.plan.lease / 2 : undefined;
  }

  private async begin(): Promise<void> {
    const { sessions, nodes } = this.plan;
    for (let made = 0; made < sessions;) {
      const count = Math.min(100, sessions - made);
      const { url } = this.servers[made % nodes] as Server;
      const { status, body } = await ask(this.agent, `${url}/sessions`, TOKEN, {
        environment: 'order-desk',
        session_seed: made,
        count,
      });
      if (status !== 201) throw new Error(`POST /sessions: ${status} ${body}`);
      const told = JSON.parse(body) as {
        sessions: { id: string; urls: { agent: string }; tokens: { agent: string } }[];
      };
      for (const { id, urls, tokens } of told.sessions)
        this.sessions.push({
          id,
          token: tokens.agent,
          url: new URL(urls.agent).origin,
          next: 1,
          acknowledged: new Map(),
          street: new Map(),
        });
      made += count;
    }
  }

  /** Returns the events (kills, pauses, restarts of Redis) in random order. */
  private events(): (() => Promise<void>)[] {
    const { kills, sleeps = 0, restarts = 0, restartRedis } = this.plan;
    const of = (count: number, event: () => Promise<void>): (() => Promise<void>)[] =>
      Array.from({ length: count }, () => event);
    return this.random.shuffled([
      ...of(kills, () => this.kill()),
      ...of(sleeps, () => this.sleep()),
      ...of(restartRedis === undefined ? 0 : restarts, async () => restartRedis?.()),
    ]);
  }

  private async kill(): Promise<void> {
    const at = this.random.int(0, this.servers.length - 1);
    const victim = this.servers[at] as Server;
    victim.child.kill('SIGKILL');
    this.servers.splice(at, 1);
    this.servers.push(await startServer(this.plan));
  }

  /**
   * Pauses a server that owns sessions beyond the end of its lease, until another server takes over a session. When the
   * paused server continues, it finds old requests from its clients.
   */
  private async sleep(): Promise<void> {
    const owners = this.servers.filter(({ url }) => this.sessions.some((session) => session.url === url));
    const sleeper = this.random.pick(owners.length > 0 ? owners : this.servers);
    const awake = this.servers.filter((server) => server !== sleeper);
    const before = await this.adopted(awake);
    sleeper.child.kill('SIGSTOP');
    const started = performance.now();
    await pause(this.plan.lease * SLEPT_LEASES);
    while ((await this.adopted(awake)) === before && performance.now() - started < HOPELESS_MS && !this.over)
      await pause(RETRY_MS);
    sleeper.child.kill('SIGCONT');
  }

  private async traffic(): Promise<void> {
    while (!this.over) {
      const session = this.sessions[this.turn++ % this.sessions.length] as Driven;
      const at = session.next++;
      await this.call(session, at);
    }
  }

  private async call(session: Driven, at: number): Promise<void> {
    const call = callOf(session, at);
    const started = performance.now();
    for (let attempt = 0; ; attempt++) {
      const reply = await ask(
        this.agent,
        `${session.url}/s/${session.id}/calls`,
        session.token,
        call,
        this.patience,
      ).catch(() => undefined);
      if (reply?.status === 200) {
        const { step, ok } = JSON.parse(reply.body) as { step: number; ok: boolean };
        session.acknowledged.set(call.key, step);
        if (ok && 'street' in call.arguments) session.street.set(step, String(call.arguments.street));
        const took = performance.now() - started;
        this.latencies.push(took);
        if (attempt > 0) this.recoveries.push(took);
        this.calls += 1;
        return;
      }
      this.retries += 1;
      const code = reply === undefined ? 'no answer' : codeOf(reply.body);
      this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
      if (performance.now() - started > HOPELESS_MS)
        throw new Error(`${session.id} does not go on: ${reply?.status} ${reply?.body.slice(0, 200)}`);
      if (reply?.status === REDIRECT && reply.location !== undefined) session.url = new URL(reply.location).origin;
      if (reply === undefined) session.url = (this.servers[attempt % this.servers.length] as Server).url;
      if (reply?.status !== REDIRECT || attempt % 2 === 1) await pause(RETRY_MS);
    }
  }

  private async figures(): Promise<DriveFigures> {
    let lost = 0;
    let doubled = 0;
    const strange: string[] = [];
    const { url } = this.servers[0] as Server;
    for (const session of this.sessions) {
      const { status, body } = await this.logOf(session, url);
      if (status !== 200) {
        strange.push(`${session.id}: ${status} ${body.slice(0, 200)}`);
        lost += session.acknowledged.size;
        continue;
      }
      const { entries } = JSON.parse(body) as { entries: { index: number; key?: string }[] };
      const found = new Map<string, number>();
      for (const { key, index } of entries) {
        if (key === undefined) continue;
        if (found.has(key)) doubled += 1;
        found.set(key, index);
      }
      for (const [key, step] of session.acknowledged) if (found.get(key) !== step) lost += 1;
    }
    const adopted = await this.adopted(this.servers);
    const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
    const recoveries = sorted(this.recoveries);
    const latencies = sorted(this.latencies);
    return {
      sessions: this.sessions.length,
      kills: this.plan.kills,
      calls: this.calls,
      retries: this.retries,
      refused: Object.fromEntries([...this.refused].sort()),
      lost,
      doubled,
      strange: strange.slice(0, 5),
      recovery: {
        calls: recoveries.length,
        p50: share(recoveries, 0.5),
        p99: share(recoveries, 0.99),
        most: share(recoveries, 1),
      },
      latency: { p50: share(latencies, 0.5), p99: share(latencies, 0.99) },
      adopted,
    };
  }

  /** Returns a session's log. Asks again while the servers are still deciding which of them owns the session. */
  private async logOf({ id }: Driven, url: string): Promise<Reply> {
    const started = performance.now();
    for (;;) {
      const reply = await ask(this.agent, `${url}/sessions/${id}/log`, TOKEN).catch(() => undefined);
      const isLate = performance.now() - started > HOPELESS_MS;
      if (reply !== undefined && (reply.status === 200 || isLate)) return reply;
      if (isLate) return { status: 0, body: 'no answer', location: undefined };
      await pause(RETRY_MS);
    }
  }

  private async adopted(servers: readonly Server[]): Promise<number> {
    let sum = 0;
    for (const { url } of servers) {
      const { body } = await ask(this.agent, `${url}/metrics`, TOKEN);
      sum += Number(/^callgym_cluster_events_total\{event="adopted"\} (\d+)$/m.exec(body)?.[1] ?? 0);
    }
    return sum;
  }
}

function codeOf(body: string): string {
  return /"code":"(\w+)"/.exec(body)?.[1] ?? 'none';
}

function share(sorted: readonly number[], part: number): number {
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * part));
  return Math.round(sorted[at] ?? 0);
}

export async function driveCluster(plan: DrivePlan): Promise<DriveFigures> {
  return await new Drive(plan).run();
}
