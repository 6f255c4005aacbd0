// Keeps sessions on disk, one line per event. Each line is given to the operating system before the client gets the
// answer, so that the lines restore every session after a crash. If the last line is cut off, it is dropped, because
// its answer was never sent.
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { GymError } from '../errors/gym-error.ts';
import { checkedAs, parseJson, type JsonObject } from '../values/json.ts';
import type { World } from '../world/world.ts';
import {
  beginSession,
  callLine,
  createLine,
  followLine,
  forkedSession,
  type ExpiredLine,
  type LeftLine,
  type Line,
} from './session-lines.ts';
import type { SessionLog } from './session-log.ts';
import type { Entry, Session } from './session.ts';

/** Receives the sessions that the journal restores. */
export interface SessionKeeper {
  restore(session: Session): void;
}

export interface JournalOptions {
  /** If true, each write waits until the disk has stored it, so that it survives a power failure. */
  readonly fsync?: boolean;
}

export type FindWorld = (hash: string, name: string | undefined) => World | undefined;

interface Known {
  readonly sessions: Map<string, Session>;
  readonly expired: Set<string>;
  /** The names of closed sessions, and the names that clients gave up. The latest comes last. */
  readonly left: Set<string>;
}

/**
 * The largest number of names of closed sessions that are kept. No new session may have one of them. The oldest are
 * dropped first.
 */
const MOST_LEFT = 65_536;

/**
 * The result of reading the journal at a start. `unknown` lists the sessions whose environment is missing; `left` lists
 * the names that no new session may have.
 */
export interface Restored {
  readonly restored: number;
  readonly expired: number;
  readonly unknown: readonly { readonly id: string; readonly environment: string }[];
  readonly left: readonly string[];
}

/**
 * Takes the place of an environment that the server does not have. Its hash and name are needed to write the session's
 * lines again.
 */
class UnknownWorld {
  readonly hash: string;
  readonly environment: { readonly name: string | undefined };

  constructor(hash: string, name: string | undefined) {
    this.hash = hash;
    this.environment = { name };
  }
}

export class Journal implements SessionLog {
  readonly file: string;
  private readonly fsync: boolean;
  private fd: number;
  private size: number;

  constructor(file: string, options: JournalOptions = {}) {
    this.file = file;
    this.fsync = options.fsync === true;
    mkdirSync(dirname(file), { recursive: true });
    dropTornLine(file);
    this.fd = openSync(file, 'a');
    this.size = fstatSync(this.fd).size;
  }

  created(session: Session): void {
    this.write(createLine(session));
  }

  called(session: Session, entry: Entry): void {
    this.write(callLine(session.id, entry));
  }

  rewound(session: Session, step: number): void {
    this.write({ op: 'rewind', id: session.id, step });
  }

  forked(session: Session, step: number, { id, about }: Session): void {
    const own = about === session.about ? {} : { about: about ?? null };
    this.write({ op: 'fork', id, from: session.id, step, ...own });
  }

  described(id: string, about: JsonObject | undefined): void {
    this.write({ op: 'about', id, about: about ?? null });
  }

  closed(session: Session): void {
    this.write({ op: 'close', id: session.id });
  }

  expired(session: Session): void {
    this.write({ op: 'expire', id: session.id });
  }

  left(name: string): void {
    this.write({ op: 'left', id: name });
  }

  private write(line: Line): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    try {
      writeAll(this.fd, bytes);
      if (this.fsync) fsyncSync(this.fd);
    } catch (error) {
      // a half-written line is removed, because the next line would otherwise be appended to it
      ftruncateSync(this.fd, this.size);
      throw error;
    }
    this.size += bytes.length;
  }

  /**
   * Restores every session of the journal that has not expired. Then rewrites the journal with only the lines that are
   * still needed. `worldOf` finds an environment by its hash. Sessions of unknown environments stay in the journal and
   * are reported.
   */
  restore(store: SessionKeeper, worldOf: FindWorld): Restored {
    const known = this.read(worldOf);
    const { sessions, expired } = known;
    const left = [...known.left, ...[...expired].flatMap((id) => namesOf(sessions.get(id)))];
    const found = { restored: 0, expired: 0, unknown: [] as { id: string; environment: string }[], left };
    for (const [id, session] of sessions)
      if (session.world instanceof UnknownWorld) found.unknown.push({ id, environment: session.world.hash });
      else if (expired.has(id)) found.expired += 1;
      else {
        store.restore(session);
        found.restored += 1;
      }
    this.rewrite(known);
    return found;
  }

  /** Restores an expired session from the journal. Returns undefined if the journal does not have it. */
  revive(store: SessionKeeper, id: string, worldOf: FindWorld): Session | undefined {
    const { sessions, expired } = this.read(worldOf);
    const session = expired.has(id) ? sessions.get(id) : undefined;
    if (session === undefined || session.world instanceof UnknownWorld) return undefined;
    this.write({ op: 'revive', id });
    store.restore(session);
    return session;
  }

  /** Deletes an expired session for good. Returns false if the journal does not have it. */
  drop(id: string): boolean {
    let expired = false;
    for (const line of this.lines()) {
      if (line.id !== id) continue;
      if (line.op === 'expire') expired = true;
      else if (line.op === 'revive' || line.op === 'close') expired = false;
    }
    if (expired) this.write({ op: 'close', id });
    return expired;
  }

  /**
   * Distributes the sessions of several journals over other journals. `placeOf` returns the index in `to` of the new
   * file for a session's id.
   */
  static deal(from: readonly string[], to: readonly string[], placeOf: (id: string) => number): void {
    const hands = to.map((): Known => ({ sessions: new Map(), expired: new Set(), left: new Set() }));
    for (const file of from) {
      const journal = new Journal(file);
      const { sessions, expired, left } = journal.read(() => undefined);
      journal.close();
      // every new journal gets all given-up names, because they belong to no server
      for (const name of left) for (const hand of hands) hand.left.add(name);
      for (const [id, session] of sessions) {
        const hand = hands[placeOf(id)];
        hand?.sessions.set(id, session);
        if (expired.has(id)) hand?.expired.add(id);
      }
    }
    const journals = to.map((file) => new Journal(`${file}.dealt`));
    journals.forEach((journal, at) =>
      journal.rewrite(hands[at] ?? { sessions: new Map(), expired: new Set(), left: new Set() }),
    );
    for (const journal of journals) journal.close();
    // the new files are in place before the old ones are deleted, so that a crash cannot lose a session
    for (const file of to) renameSync(`${file}.dealt`, file);
    for (const file of from) if (!to.includes(file)) unlinkSync(file);
  }

  private *lines(): Iterable<Line> {
    for (const text of readFileSync(this.file, 'utf8').split('\n'))
      if (text !== '') yield checkedAs<Line>(parseJson(text));
  }

  private read(worldOf: FindWorld): Known {
    const expired = new Set<string>();
    const sessions = new Map<string, Session>();
    const left = new Set<string>();
    const lines = readFileSync(this.file, 'utf8').split('\n');
    lines.pop();
    lines.forEach((text, index) => {
      const broken = (what: string): GymError =>
        new GymError('JOURNAL_BROKEN', { file: this.file, line: index + 1, what });
      let line: Line;
      try {
        line = checkedAs<Line>(parseJson(text));
      } catch {
        throw broken('is no JSON');
      }
      if (line.op === 'create') {
        const { environment, name } = line;
        const world = worldOf(environment, name) ?? checkedAs<World>(new UnknownWorld(environment, name));
        sessions.set(line.id, beginSession(line, world));
        return;
      }
      if (line.op === 'left') {
        left.add(line.id);
        return;
      }
      const session = sessions.get(line.op === 'fork' ? line.from : line.id);
      if (session === undefined)
        throw broken(`names session ${line.op === 'fork' ? line.from : line.id}, which was not created`);
      switch (line.op) {
        case 'call':
        case 'rewind':
        case 'about':
          followLine(session, line);
          break;
        case 'fork':
          sessions.set(line.id, forkedSession(session, line));
          break;
        case 'expire':
          expired.add(line.id);
          break;
        case 'revive':
          expired.delete(line.id);
          break;
        case 'close':
          for (const name of namesOf(session)) left.add(name);
          sessions.delete(line.id);
          expired.delete(line.id);
          break;
      }
    });
    return { sessions, expired, left: new Set([...left].slice(-MOST_LEFT)) };
  }

  /** Rewrites the journal with only the lines that are still needed. The new file replaces the old one in one step. */
  private rewrite({ sessions, expired, left }: Known): void {
    const fresh = `${this.file}.new`;
    const fd = openSync(fresh, 'w');
    let text = '';
    const flush = (): void => {
      writeAll(fd, Buffer.from(text));
      text = '';
    };
    for (const id of left) text += `${JSON.stringify({ op: 'left', id } satisfies LeftLine)}\n`;
    for (const session of sessions.values()) {
      const { id } = session;
      text += `${JSON.stringify(createLine(session))}\n`;
      for (const entry of session.entries) text += `${JSON.stringify(callLine(id, entry))}\n`;
      if (expired.has(id)) text += `${JSON.stringify({ op: 'expire', id } satisfies ExpiredLine)}\n`;
      if (text.length > 1_000_000) flush();
    }
    flush();
    fsyncSync(fd);
    closeSync(fd);
    closeSync(this.fd);
    renameSync(fresh, this.file);
    this.fd = openSync(this.file, 'a');
    this.size = fstatSync(this.fd).size;
  }

  close(): void {
    closeSync(this.fd);
  }
}

/** Returns the names of a session. Each of its two sides may have one. */
function namesOf(session: Session | undefined): string[] {
  const { key, user_key: userKey } = session?.about ?? {};
  return [key, userKey].filter((name) => typeof name === 'string');
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}

function dropTornLine(file: string): void {
  if (!existsSync(file)) return;
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) truncateSync(file, end);
}
