// The list of a cluster's servers in Redis. A server's record is its lease: while the record exists, the server owns
// all sessions that carry its name. The server renews only this one record, no matter how many sessions it has.
import { setTimeout as pause } from 'node:timers/promises';
import { asJson, checkedAs, isJsonObject, parseJson } from '../values/json.ts';
import type { RedisDoor } from './redis-door.ts';
import { refusesConnections } from './refuses-connections.ts';

export interface NodeRecord {
  /**
   * The server's name and a number, as in "a#3". The number grows with each start, so that a restarted server counts as
   * a new owner.
   */
  readonly id: string;
  readonly url: string;
  readonly state: 'up' | 'draining';
  /** Milliseconds without a renewal of the record after which other servers count the server as dead. */
  readonly lease: number;
  readonly sessions: number;
  readonly calls: number;
  /** The number of requests that the server is handling now. */
  readonly inFlight: number;
  /** The memory of the process, in bytes. */
  readonly memory: number;
  /** The share of one processor core that the server used since its last renewal. */
  readonly busy: number;
}

export interface RegisterParts {
  readonly door: RedisDoor;
  readonly name: () => string;
  /** Milliseconds without a renewal of its record after which the other servers count this server as dead. */
  readonly lease: number;
  readonly now: () => number;
  /** Returns the fields of the server's record other than its id and lease. */
  readonly record: () => Omit<NodeRecord, 'id' | 'lease'>;
  /** Called when the cluster asks this server to drain, that is, to give its sessions up. */
  readonly onDrain: () => void;
}

/** The number of renewals in the time of one lease. So one renewal may fail or come late without harm. */
const BEATS = 4;
/** Milliseconds between two checks of the lease of a server whose renewal is late. */
const WAIT_MS = 50;
/** Seconds after which Redis deletes an unread request to drain. */
const WISH_S = 60;
/** Seconds for which a server reuses the list of servers that it last read. */
const LIST_S = 1;
/**
 * If there are more servers than this, each reuses its list for longer. Each server reads the records of all servers,
 * so that the number of reads would grow with the square of the number of servers.
 */
const LIST_NODES = 50;

/** Returns for how many seconds a server reuses its list, if there are this many servers. */
export function listLasts(nodes: number): number {
  return LIST_S * Math.max(1, nodes / LIST_NODES);
}

export class Register {
  private readonly parts: RegisterParts;
  id = '';
  /**
   * The number of the lease. It grows when the server has lost its lease and taken a new one. The server must then ask
   * Redis again which sessions it owns.
   */
  term = 1;
  private validUntil = 0;
  private beating: NodeJS.Timeout | undefined;
  private beatUnderWay: Promise<void> | undefined;
  private known: { until: number; readonly nodes: Promise<readonly NodeRecord[]> } | undefined;

  constructor(parts: RegisterParts) {
    this.parts = parts;
  }

  async start(): Promise<void> {
    const { door, name, lease } = this.parts;
    const number = await door.ask((redis) => redis.incr(door.key('starts')));
    this.id = `${name()}#${number}`;
    await this.beat();
    this.beating = setInterval(() => {
      this.beat().catch(() => undefined);
    }, lease / BEATS);
    this.beating.unref();
  }

  /** Tells whether the lease is still valid. While it is valid, other servers count this server as alive. */
  get valid(): boolean {
    return this.parts.now() < this.validUntil;
  }

  /** Renews the lease. Calls at the same time share one renewal. */
  beat(): Promise<void> {
    this.beatUnderWay ??= this.beatOnce().finally(() => {
      this.beatUnderWay = undefined;
    });
    return this.beatUnderWay;
  }

  private async beatOnce(): Promise<void> {
    const { door, lease, now, record, onDrain, name } = this.parts;
    const sent = now();
    const text = JSON.stringify({ id: this.id, lease, ...record() } satisfies NodeRecord);
    const [drain, stood] = (await door.script(
      'beat',
      [door.key('node:', this.id), door.key('nodes'), door.key('drain:', name())],
      [this.id, text, lease],
    )) as [number, number];
    // the lease has a gap if it ran out, or if another server ended it; it then gets a new number
    if (sent > this.validUntil || stood === 0) this.term += 1;
    this.validUntil = sent + lease / 1000;
    if (drain === 1) onDrain();
  }

  /**
   * Returns the record of a server and the remaining milliseconds of its lease. Returns undefined if the server is
   * dead.
   */
  async find(id: string): Promise<{ readonly record: NodeRecord; readonly left: number } | undefined> {
    const { door } = this.parts;
    const key = door.key('node:', id);
    const [text, left] = await door.ask((redis) => Promise.all([redis.get(key), redis.pttl(key)]));
    const record = text === null ? undefined : recordOf(text);
    return record === undefined || left < 0 ? undefined : { record, left };
  }

  /**
   * Handles a server whose renewals are late. If its port refuses connections, no process is left, and its lease is
   * ended now. Otherwise waits for a part of the remaining lease. If the late server is alive after all, Redis refuses
   * its writes, because its sessions belong to others by then.
   */
  async doubt({ id, url, lease }: NodeRecord, left: number): Promise<void> {
    const { door } = this.parts;
    if (await refusesConnections(url)) await door.script('bury', [door.key('node:', id)], [lateUnder(lease)]);
    else await pause(Math.min(left, WAIT_MS) + 1);
  }

  /**
   * Returns all live servers, including this one, in the order of their ids. The list may be some seconds old (see
   * `listLasts`).
   */
  async nodes(): Promise<readonly NodeRecord[]> {
    const { now, door } = this.parts;
    if (this.known === undefined || now() > this.known.until) {
      const nodes = readNodes(door);
      const known = { until: now() + LIST_S, nodes };
      this.known = known;
      nodes.then(
        ({ length }) => {
          known.until += listLasts(length) - LIST_S;
        },
        () => {
          this.known = undefined;
        },
      );
    }
    return await this.known.nodes;
  }

  /** Stops the renewals without ending the lease. The lease then runs out. */
  async stopBeats(): Promise<void> {
    clearInterval(this.beating);
    await this.beatUnderWay?.catch(() => undefined);
  }

  /** Leaves the cluster and ends the lease now. */
  async stop(): Promise<void> {
    await this.stopBeats();
    this.validUntil = 0;
    const { door, name } = this.parts;
    await door
      .ask((redis) =>
        Promise.all([
          redis.del(door.key('node:', this.id), door.key('drain:', name())),
          redis.zrem(door.key('nodes'), this.id),
        ]),
      )
      .catch(() => undefined);
  }
}

/** Tells whether a server has missed at least two renewals. `left` is the rest of its lease, in milliseconds. */
export function isLate({ lease }: NodeRecord, left: number): boolean {
  return left < lateUnder(lease);
}

/**
 * Returns a limit in milliseconds. If less than this is left of a lease, the server has missed at least two renewals.
 */
function lateUnder(lease: number): number {
  return (lease * (BEATS - 2)) / BEATS;
}

export async function readNodes(door: RedisDoor): Promise<readonly NodeRecord[]> {
  const ids = await door.ask((redis) => redis.zrange(door.key('nodes'), '0', '-1'));
  if (ids.length === 0) return [];
  const texts = await door.ask((redis) => redis.mget(ids.map((id) => door.key('node:', id))));
  return texts
    .map((text) => (text === null ? undefined : recordOf(text)))
    .filter((record) => record !== undefined)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function recordOf(text: string): NodeRecord | undefined {
  const value = asJson(parseJson(text));
  return isJsonObject(value) ? checkedAs<NodeRecord>(value) : undefined;
}

export function nameOf(id: string): string {
  return id.slice(0, id.lastIndexOf('#'));
}

/**
 * Asks a server to drain, that is, to hand its sessions over and to stop. The server reads the request at its next
 * renewal.
 */
export async function askToDrain(door: RedisDoor, name: string): Promise<void> {
  await door.ask((redis) => redis.set(door.key('drain:', name), '1', 'EX', WISH_S));
}
