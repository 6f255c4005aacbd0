// One server of a cluster. While its lease (a record in Redis) lasts, the server owns sessions. When a request asks for
// a session of a dead or stopped server, this server takes it over. Redis keeps the logs, so that any server can
// continue any session.
import type { FastifyRequest } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import { GymError } from '../errors/gym-error.ts';
import { HttpError } from '../server/http-errors.ts';
import { namedInHead } from '../server/named-session.ts';
import type { Owner, Ownership } from '../server/ownership.ts';
import type { Plane } from '../server/plane.ts';
import type { GymServer } from '../server/server.ts';
import { monotonicSeconds } from '../server/wall-clock.ts';
import { beginSession, followLine, type Line } from '../session/session-lines.ts';
import type { Session } from '../session/session.ts';
import { digestOf } from '../values/hash.ts';
import { checkedAs, parseJson } from '../values/json.ts';
import { ClusterLog, type Held } from './cluster-log.ts';
import { ClusterMetrics } from './cluster-metrics.ts';
import type { RedisDoor } from './redis-door.ts';
import { isLate, readNodes, Register, type NodeRecord } from './register.ts';

export interface ClusterOptions {
  /** The server's name; by default the host and port of its URL. Each start adds a number to the name. */
  readonly name?: string | undefined;
  /** Milliseconds without a sign of life after which the other servers count a server as dead. */
  readonly lease?: number;
  /** Seconds without a call after which a session expires, unless the session itself sets `ttl_s`. */
  readonly idle: number;
  /** Returns the seconds of a clock that never goes back. */
  readonly now?: () => number;
  /** Fetches an environment that this server lacks, by name or hash, from these URLs. Resolves to false on failure. */
  readonly fetch?: (nameOrHash: string, urls: readonly string[]) => Promise<boolean>;
  /** Called when the cluster asks this server to drain, that is, to hand its sessions over and to stop. */
  readonly onDrain?: () => void;
}

/** The state that this server notes when it begins to answer a request. */
interface Rest {
  /** The session, if the request names one and comes from its agent or user. Other requests may concern several. */
  readonly id: string | undefined;
  readonly held: Held | undefined;
  readonly failures: number;
}

const LEASE_MS = 1_200;
const WAIT_MS = 50;
const RELEASED_AT_ONCE = 256;
/** A server accepts a new session if it has at most this many (or this share) more than the emptiest server. */
const SLACK = 64;
const SLACK_SHARE = 0.1;

export class ClusterNode implements Ownership {
  readonly log: ClusterLog;
  readonly register: Register;
  readonly totals = { adopted: 0, lost: 0, released: 0, moved: 0 };
  private url: string | undefined;
  private readonly door: RedisDoor;
  private readonly options: ClusterOptions;
  private readonly now: () => number;
  private readonly rests = new WeakMap<FastifyRequest, Rest>();
  private readonly seeking = new Map<string, Promise<Owner | undefined>>();
  private server: GymServer | undefined;
  private draining = false;
  private metrics: ClusterMetrics | undefined;
  private busy = { at: 0, used: 0, share: 0 };

  constructor(door: RedisDoor, options: ClusterOptions) {
    this.door = door;
    this.options = options;
    this.now = options.now ?? monotonicSeconds;
    this.register = new Register({
      door,
      name: () => options.name ?? new URL(this.url ?? '').host,
      lease: options.lease ?? LEASE_MS,
      now: this.now,
      record: () => this.record(),
      onDrain: () => {
        if (!this.draining) options.onDrain?.();
      },
    });
    this.log = new ClusterLog({
      door,
      owner: () => this.register.id,
      term: () => this.register.term,
      now: this.now,
      idle: options.idle,
      lost: (held) => this.lose(held),
      wrote: (seconds) => this.metrics?.wrote(seconds),
    });
  }

  /** Joins the cluster. Clients and other servers reach this server at `url`. */
  async join(server: GymServer, url: string): Promise<void> {
    this.server = server;
    this.url = url;
    this.metrics = new ClusterMetrics(server.metrics.registry, {
      totals: () => ({ ...this.totals, ...this.log.totals }),
      held: () => this.log.held.size,
      leased: () => this.register.valid,
    });
    await this.register.start();
  }

  private get gym(): GymServer {
    if (this.server === undefined) throw new HttpError('STOPPING');
    return this.server;
  }

  private record(): Omit<NodeRecord, 'id' | 'lease'> {
    const { sessions, requests } = this.gym;
    this.measure();
    return {
      url: this.url ?? '',
      state: this.draining ? 'draining' : 'up',
      sessions: sessions.size,
      calls: this.log.totals.lines,
      inFlight: requests,
      memory: process.memoryUsage.rss(),
      busy: this.busy.share,
    };
  }

  private measure(): void {
    const at = this.now();
    const { user, system } = process.cpuUsage();
    const used = (user + system) / 1e6;
    const share = at > this.busy.at ? (used - this.busy.used) / (at - this.busy.at) : 0;
    this.busy = { at, used, share: Math.round(share * 1000) / 1000 };
  }

  // ---- answers to requests ------------------------------------------------------------------------------------------

  /** Notes the state when this server begins to answer a request. */
  readonly began = (request: FastifyRequest): void => {
    const named = namedInHead(request);
    const id = named?.kind === 'session' && named.plane !== 'control' ? named.id : undefined;
    const held = id === undefined ? undefined : this.log.held.get(id);
    this.rests.set(request, { id, held, failures: this.log.failures });
  };

  /** Returns a promise that settles when all that the answer reports is in Redis. The answer must wait for it. */
  readonly ready = (request: FastifyRequest): Promise<void> | undefined => {
    const rest = this.rests.get(request);
    if (rest === undefined) return undefined;
    // a second call for the same request returns undefined, because an answer that reports a failure need not wait
    this.rests.delete(request);
    const { id, held, failures } = rest;
    if (id === undefined) return failures === this.log.failures ? this.log.allPending() : taken('of the request');
    if (held === undefined) return undefined;
    return this.log.held.get(id) === held ? held.pending : taken(id);
  };

  // ---- ownership ----------------------------------------------------------------------------------------------------

  ownerOf(id: string, plane: Plane | 'control'): Owner | undefined | Promise<Owner | undefined> {
    const { log, register } = this;
    const held = log.held.get(id);
    if (held === undefined || held.term !== register.term || !register.valid) return this.led(id, plane);
    if (this.now() > held.freshUntil) log.renew(held);
    return undefined;
  }

  private async led(id: string, plane: Plane | 'control'): Promise<Owner | undefined> {
    let search = this.seeking.get(id);
    if (search === undefined) {
      search = this.seek(id).finally(() => this.seeking.delete(id));
      this.seeking.set(id, search);
    }
    const owner = await search;
    if (owner === undefined) return undefined;
    this.totals.moved += 1;
    return plane === 'control' ? owner : { ...owner, how: 'redirect' };
  }

  /** Looks up the owner of a session in Redis. A session without a living owner gets this server as its owner. */
  private async seek(id: string): Promise<Owner | undefined> {
    const { door, register, log } = this;
    if (!this.gym.capabilities.isOurs(id)) return undefined;
    let until: number | undefined;
    for (;;) {
      await log.held.get(id)?.pending?.catch(() => undefined);
      if (!register.valid) await register.beat();
      const { term } = register;
      const [owner, epoch] = await door.ask((redis) => redis.hmget(door.key('own:', `{${id}}`), 'o', 'e'));
      const held = log.held.get(id);
      if (held !== undefined) {
        if (owner === register.id && Number(epoch) === held.epoch) {
          held.term = term;
          return undefined;
        }
        this.lose(held);
      }
      if (owner === null || owner === undefined) return undefined;
      if (owner !== '' && owner !== register.id) {
        const found = await register.find(owner);
        if (found !== undefined) {
          const { record, left } = found;
          until ??= this.now() + record.lease / 1000;
          if (!isLate(record, left) || this.now() > until) return { url: record.url, how: 'forward' };
          await register.doubt(record, left);
          continue;
        }
      }
      if (this.draining) return await this.anyOther();
      if (await this.adopt(id, owner, Number(epoch))) return undefined;
    }
  }

  /** Takes over a session that has no owner. Returns false if another server was faster. */
  private async adopt(id: string, owner: string, seen: number): Promise<boolean> {
    const { door, register, log } = this;
    const keys = [door.key('own:', `{${id}}`), door.key('log:', `{${id}}`)];
    const { term } = register;
    const [epoch, ...lines] = (await door.script('claim', keys, [register.id, owner, seen])) as [number?, ...string[]];
    if (epoch === undefined) return false;
    try {
      const session = await this.sessionOf(lines);
      log.hold(session, { epoch, lines: lines.length, term });
      this.gym.sessions.take(session);
      this.totals.adopted += 1;
      return true;
    } catch (error) {
      log.held.delete(id);
      await door.script('release', [keys[0] as string], [register.id, epoch]);
      throw error;
    }
  }

  private async sessionOf(texts: readonly string[]): Promise<Session> {
    const [first, ...others] = texts.map((text) => checkedAs<Line>(parseJson(text)));
    if (first?.op !== 'create')
      throw new GymError('JOURNAL_BROKEN', { file: 'the log in Redis', line: 1, what: 'does not create a session' });
    const { environment: hash, name } = first;
    const { shelf } = this.gym;
    let world = shelf.findHash(hash, name);
    if (world === undefined && (await this.bring(hash))) world = shelf.findHash(hash, name);
    if (world === undefined) throw new HttpError('ENVIRONMENT_AWAY', { hash });
    const session = beginSession(first, world);
    for (const line of others)
      if (line.op === 'call' || line.op === 'rewind' || line.op === 'about') followLine(session, line);
    return session;
  }

  /** Drops a session that another server owns, or whose log in Redis differs. The next request reads the log again. */
  private lose(held: Held): void {
    const { log } = this;
    if (log.held.get(held.id) !== held) return;
    log.held.delete(held.id);
    this.totals.lost += 1;
    this.gym.sessions.release(held.id);
  }

  // ---- the other servers of the cluster -----------------------------------------------------------------------------

  /** Returns the live server that first took a name. Clients name their connection; it must stay on one server. */
  async ownerOfName(name: string): Promise<Owner | undefined> {
    const { door, register } = this;
    const key = door.key('seat:', name);
    const taken = await door.ask((redis) => redis.set(key, register.id, 'PX', this.options.idle * 1000, 'NX', 'GET'));
    if (taken === null || taken === register.id) return undefined;
    const found = await register.find(taken);
    if (found !== undefined) return { url: found.record.url, how: 'redirect' };
    await door.ask((redis) => redis.set(key, register.id, 'PX', this.options.idle * 1000));
    return undefined;
  }

  /** Chooses a server for new sessions. Sessions with the same `start` share answers and so go to one server. */
  async placeFor(start: string, _count: number, silent: readonly string[]): Promise<Owner | undefined> {
    if (this.draining) return await this.anyOther(silent);
    const nodes = await this.register.nodes();
    const here = { id: this.register.id, url: '', sessions: this.gym.sessions.size };
    const all = [
      here,
      ...nodes.filter(({ id, url, state }) => id !== here.id && state === 'up' && !silent.includes(url)),
    ];
    const least = Math.min(...all.map(({ sessions }) => sessions));
    const most = least + Math.max(SLACK, least * SLACK_SHARE);
    let best: { readonly id: string; readonly url: string; readonly weight: number } | undefined;
    for (const { id, url, sessions } of all) {
      if (sessions > most) continue;
      const weight = digestOf(`${start}\n${id}`);
      if (best === undefined || weight > best.weight) best = { id, url, weight };
    }
    return best === undefined || best.id === this.register.id ? undefined : { url: best.url, how: 'forward' };
  }

  async bring(nameOrHash: string): Promise<boolean> {
    const urls = (await this.others()).map(({ url }) => url);
    return (await this.options.fetch?.(nameOrHash, urls)) ?? false;
  }

  async others(): Promise<readonly Owner[]> {
    const nodes = await this.register.nodes();
    return nodes.filter(({ id }) => id !== this.register.id).map(({ url }) => ({ url, how: 'forward' }));
  }

  baseOf({ protocol, host }: { readonly protocol: string; readonly host: string }): string {
    return this.url ?? `${protocol}://${host}`;
  }

  private async anyOther(silent: readonly string[] = []): Promise<Owner> {
    const [least] = (await readNodes(this.door))
      .filter(({ id, url, state }) => id !== this.register.id && state === 'up' && !silent.includes(url))
      .sort((a, b) => a.sessions - b.sessions);
    if (least === undefined) throw new HttpError('STOPPING');
    return { url: least.url, how: 'forward' };
  }

  // ---- the end of the server ----------------------------------------------------------------------------------------

  /** Hands over all sessions. First waits `grace` seconds for simulated users: no other server can continue them. */
  async drain(grace = 0): Promise<void> {
    this.draining = true;
    const { sessions } = this.gym;
    sessions.stopping = true;
    await this.register.beat().catch(() => undefined);
    const until = this.now() + grace;
    while (this.now() < until && [...sessions.all()].some(({ live, end }) => live !== undefined && end === undefined))
      await pause(WAIT_MS);
    while (this.log.held.size > 0) {
      const quiet = [...this.log.held.values()]
        .filter(({ pending }) => pending === undefined)
        .slice(0, RELEASED_AT_ONCE);
      if (quiet.length === 0) {
        await this.log.allPending()?.catch(() => undefined);
        continue;
      }
      for (const held of quiet) this.lose(held);
      await this.door.script(
        'release',
        quiet.map(({ id }) => this.door.key('own:', `{${id}}`)),
        [this.register.id, ...quiet.map(({ epoch }) => epoch)],
      );
      this.totals.released += quiet.length;
    }
  }

  /** Leaves the cluster and ends the lease at once, so that other servers may take over the remaining sessions. */
  async leave(): Promise<void> {
    await this.log.allPending()?.catch(() => undefined);
    await this.register.stop();
    this.door.close();
  }
}

function taken(id: string): Promise<void> {
  return Promise.reject(new HttpError('SESSION_TAKEN', { id }));
}
