// The servers of a cluster as each of them sees the others. A server's record in Redis is its lease: while it stands,
// the sessions that name the server as their owner are its own. One record is renewed, however many sessions there are.
import { setTimeout as pause } from 'node:timers/promises';
import { asJson, checkedAs, isJsonObject, parseJson } from '../values/json.ts';
import type { RedisDoor } from './redis-door.ts';
import { refusesConnections } from './refuses-connections.ts';

export interface NodeRecord {
  /** NAME#NUMBER. Each start of a server has its own number, so the others see each start as another owner. */
  readonly id: string;
  readonly url: string;
  readonly state: 'up' | 'draining';
  /** Milliseconds without a beat after which the others count the server as dead. */
  readonly lease: number;
  readonly sessions: number;
  readonly calls: number;
  /** Requests under way. */
  readonly inFlight: number;
  /** Bytes of memory. */
  readonly memory: number;
  /** Share of one processor since the beat before. */
  readonly busy: number;
}

export interface RegisterParts {
  readonly door: RedisDoor;
  /** The server's name. */
  readonly name: () => string;
  /** Milliseconds after which a silent server counts as dead. */
  readonly lease: number;
  readonly now: () => number;
  /** The rest of the record. */
  readonly record: () => Omit<NodeRecord, 'id' | 'lease'>;
  /** The cluster asks this server to drain. */
  readonly onDrain: () => void;
}

/** Beats in one lease, so that a single beat may be lost or late. */
const BEATS = 4;
/** Milliseconds between two looks at the lease of a late server. */
const WAIT_MS = 50;
/** Seconds after which Redis drops a request to drain that no server has read. */
const WISH_S = 60;
/** Seconds for which a list of the servers is good enough to place new sessions by. */
const LIST_S = 1;
/**
 * With more servers than this, the list lasts longer: every server reads every record, so the work grows with the
 * square.
 */
const LIST_NODES = 50;

/** Seconds for which the list lasts with this many servers. */
export function listLasts(nodes: number): number {
  return LIST_S * Math.max(1, nodes / LIST_NODES);
}

export class Register {
  private readonly parts: RegisterParts;
  id = '';
  /** Grows when the lease was lost and taken again. The server must then ask again which sessions it owns. */
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

  /** Whether no other server can count this one as dead yet. */
  get valid(): boolean {
    return this.parts.now() < this.validUntil;
  }

  /** Renews the lease; several askers share one beat. */
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
    // another server may have ended the lease before its time
    if (sent > this.validUntil || stood === 0) this.term += 1;
    this.validUntil = sent + lease / 1000;
    if (drain === 1) onDrain();
  }

  /** The record of one server; undefined when it is dead. `left` says how many milliseconds its lease still lasts. */
  async find(id: string): Promise<{ readonly record: NodeRecord; readonly left: number } | undefined> {
    const { door } = this.parts;
    const key = door.key('node:', id);
    const [text, left] = await door.ask((redis) => Promise.all([redis.get(key), redis.pttl(key)]));
    const record = text === null ? undefined : recordOf(text);
    return record === undefined || left < 0 ? undefined : { record, left };
  }

  /**
   * Treats a server whose beats are late as possibly dead. If its port refuses connections, no process is left, and its
   * lease ends now. Otherwise this waits for a part of the remaining lease. A server that lives after all can
   * acknowledge nothing, because its sessions have another owner by then.
   */
  async doubt({ id, url, lease }: NodeRecord, left: number): Promise<void> {
    const { door } = this.parts;
    if (await refusesConnections(url)) await door.script('bury', [door.key('node:', id)], [lateUnder(lease)]);
    else await pause(Math.min(left, WAIT_MS) + 1);
  }

  /** All live servers, this one included, by id; not much older than a second. */
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

  /** Stops the beats. The lease then ends by itself. */
  async stopBeats(): Promise<void> {
    clearInterval(this.beating);
    await this.beatUnderWay?.catch(() => undefined);
  }

  /** Leaves the cluster: the lease ends now. */
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

/** Whether the last beats of a server are missing; `left` milliseconds of its lease remain. */
export function isLate({ lease }: NodeRecord, left: number): boolean {
  return left < lateUnder(lease);
}

/** When fewer milliseconds of a lease than this remain, two beats are missing. */
function lateUnder(lease: number): number {
  return (lease * (BEATS - 2)) / BEATS;
}

/** Every live server of a cluster, by id. */
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

/** The name of a server, without the number of its start. */
export function nameOf(id: string): string {
  return id.slice(0, id.lastIndexOf('#'));
}

/** Asks a server to drain. The server reads the request with its next beat. */
export async function askToDrain(door: RedisDoor, name: string): Promise<void> {
  await door.ask((redis) => redis.set(door.key('drain:', name), '1', 'EX', WISH_S));
}
