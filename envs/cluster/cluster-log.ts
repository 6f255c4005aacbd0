// Writes the logs of one server's sessions to Redis. The server makes a call at once, but sends the answer only after
// the call's log lines are in Redis. Calls that arrive together share one command to Redis.
import type { JsonObject } from '../values/json.ts';
import { HttpError } from '../server/http-errors.ts';
import { callLine, createLine, type Line } from '../session/session-lines.ts';
import type { SessionLog } from '../session/session-log.ts';
import type { Entry, Session } from '../session/session.ts';
import type { RedisDoor } from './redis-door.ts';

/** A session that this server owns, with the state of its log in Redis. */
export interface Held {
  readonly id: string;
  readonly epoch: number;
  /** Milliseconds from the last write until Redis deletes the session. */
  readonly keep: number;
  /** The number of log lines sent to Redis so far. Redis may not have confirmed all of them yet. */
  sent: number;
  /** The log lines that wait for the next command to Redis. */
  waiting: string[];
  ends: boolean;
  /** The last write that Redis has not answered yet. Its success means that all earlier writes have succeeded too. */
  pending: Promise<void> | undefined;
  write: PromiseWithResolvers<void> | undefined;
  /** The number of the server's lease at the time when Redis last confirmed that the server owns the session. */
  term: number;
  /** Seconds on the server's clock. A read after this time must extend the life of the session in Redis. */
  freshUntil: number;
}

export interface LogParts {
  readonly door: RedisDoor;
  /** Returns the id under which this server owns sessions. */
  readonly owner: () => string;
  /** Returns the number of the lease that the server holds now. */
  readonly term: () => number;
  readonly now: () => number;
  /** Seconds without a call after which a session expires, unless the session itself sets `ttl_s`. */
  readonly idle: number;
  /**
   * Called when a write to Redis has failed. The session in memory then differs from its log in Redis and must be
   * dropped.
   */
  readonly lost: (held: Held) => void;
  /** Called after each write to Redis, with the seconds that the write took. */
  readonly wrote?: (seconds: number) => void;
}

/**
 * Redis keeps a session for this multiple of its idle time. Reads write nothing to Redis, so a session that clients
 * only read would otherwise expire too early.
 */
const KEEP_TIMES = 3;
/**
 * The largest number of sessions in one command. It is bounded, because Redis answers no other client while a command
 * runs.
 */
const MOST_AT_ONCE = 256;

export class ClusterLog implements SessionLog {
  readonly held = new Map<string, Held>();
  readonly totals = { lines: 0, writes: 0, refused: 0, failed: 0 };
  private readonly parts: LogParts;
  private dirty = new Set<Held>();
  private readonly underWay = new Set<Promise<void>>();
  private scheduled = false;

  constructor(parts: LogParts) {
    this.parts = parts;
  }

  // ---- events of the session store ----------------------------------------------------------------------------------

  created(session: Session): void {
    this.add(this.hold(session, { epoch: 1, lines: 0, term: this.parts.term() }), createLine(session));
  }

  called({ id }: Session, entry: Entry): void {
    this.add(this.of(id), callLine(id, entry));
  }

  rewound({ id }: Session, step: number): void {
    this.add(this.of(id), { op: 'rewind', id, step });
  }

  /**
   * Writes the whole log of a fork. The fork cannot refer to the log of the original, because the original may end
   * first or move to another server.
   */
  forked(_origin: Session, _step: number, fork: Session): void {
    this.created(fork);
    for (const entry of fork.entries) this.called(fork, entry);
  }

  described(id: string, about: JsonObject | undefined): void {
    this.add(this.of(id), { op: 'about', id, about: about ?? null });
  }

  closed({ id }: Session): void {
    this.end(id);
  }

  /** Ends an expired session in the whole cluster. */
  expired({ id }: Session): void {
    this.end(id);
  }

  /**
   * Writes nothing. This event matters only for servers without a cluster; in a cluster Redis already names the owner.
   */
  left(): void {}

  // ---- ownership ----------------------------------------------------------------------------------------------------

  hold(session: Session, { epoch, lines, term }: { epoch: number; lines: number; term: number }): Held {
    const ttl = session.about?.['ttl_s'];
    const keep = (typeof ttl === 'number' ? ttl : this.parts.idle) * KEEP_TIMES;
    const held: Held = {
      id: session.id,
      epoch,
      keep: keep * 1000,
      sent: lines,
      waiting: [],
      ends: false,
      pending: undefined,
      write: undefined,
      term,
      freshUntil: this.parts.now() + keep / KEEP_TIMES,
    };
    this.held.set(session.id, held);
    return held;
  }

  /** Makes Redis keep a session longer if clients have read it for some time without making calls. */
  renew(held: Held): void {
    this.write(held);
  }

  get failures(): number {
    return this.totals.failed + this.totals.refused;
  }

  /** Returns a promise that all unfinished writes to Redis settle, or undefined if there are none. */
  allPending(): Promise<void> | undefined {
    if (this.underWay.size === 0) return undefined;
    return Promise.all(this.underWay).then(() => undefined);
  }

  private of(id: string): Held {
    const held = this.held.get(id);
    if (held === undefined) throw new HttpError('SESSION_TAKEN', { id });
    return held;
  }

  private add(held: Held, line: Line): void {
    held.waiting.push(JSON.stringify(line));
    this.write(held);
  }

  private end(id: string): void {
    const held = this.of(id);
    held.ends = true;
    this.held.delete(id);
    this.write(held);
  }

  // ---- writing ------------------------------------------------------------------------------------------------------

  private write(held: Held): void {
    if (!this.dirty.has(held)) {
      this.dirty.add(held);
      const write = Promise.withResolvers<void>();
      held.write = write;
      held.pending = write.promise;
      this.underWay.add(write.promise);
      const over = (): void => {
        this.underWay.delete(write.promise);
        if (held.pending === write.promise) held.pending = undefined;
      };
      write.promise.then(over, over);
    }
    if (this.scheduled) return;
    this.scheduled = true;
    // setImmediate runs after all requests that arrived together, so that their lines share one command
    setImmediate(() => this.flush());
  }

  private flush(): void {
    this.scheduled = false;
    const all = [...this.dirty];
    this.dirty.clear();
    for (let at = 0; at < all.length; at += MOST_AT_ONCE) void this.send(all.slice(at, at + MOST_AT_ONCE));
  }

  private async send(sessions: readonly Held[]): Promise<void> {
    const { door, owner, now, lost } = this.parts;
    const keys: string[] = [];
    const args: (string | number)[] = [owner()];
    const sent = now();
    for (const held of sessions) {
      keys.push(door.key('own:', `{${held.id}}`), door.key('log:', `{${held.id}}`));
      args.push(held.epoch, held.sent, held.keep, held.ends ? -1 : held.waiting.length);
      if (!held.ends) for (const line of held.waiting) args.push(line);
      this.totals.lines += held.waiting.length;
      held.sent += held.waiting.length;
      held.waiting = [];
    }
    const writes = sessions.map(({ write }) => write);
    this.totals.writes += 1;
    try {
      const done = (await door.script('append', keys, args)) as number[];
      this.parts.wrote?.(now() - sent);
      sessions.forEach((held, at) => {
        if (done[at] === 1) {
          held.freshUntil = sent + held.keep / 1000 / KEEP_TIMES;
          writes[at]?.resolve();
          return;
        }
        this.totals.refused += 1;
        lost(held);
        writes[at]?.reject(new HttpError('SESSION_TAKEN', { id: held.id }));
      });
    } catch (error) {
      this.totals.failed += 1;
      sessions.forEach((held, at) => {
        lost(held);
        writes[at]?.reject(error);
      });
    }
  }
}
