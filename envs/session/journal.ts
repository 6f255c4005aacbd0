// Sessions on disk: one line per event, written to the operating system before the call is acknowledged. After a crash
// the lines give every session back; a last line that was cut off was never acknowledged and is dropped.
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
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { GymError } from '../errors/gym-error.ts';
import type { FaultKind } from '../values/fault.ts';
import { parseJson, type JsonObject } from '../values/json.ts';
import type { World } from '../world/world.ts';
import { NO_SETUP, type Entry, type Faults, type Session, type Setup } from './session.ts';

/** Who takes the sessions that the journal gives back. */
export interface SessionKeeper {
  restore(session: Session): void;
}

export interface JournalOptions {
  /** Also waits for the disk, against power loss. */
  readonly fsync?: boolean;
}

interface CreatedLine {
  readonly op: 'create';
  readonly id: string;
  readonly environment: string;
  /** The environment's name: where to look first for the hash. */
  readonly name?: string;
  readonly seed: number;
  readonly setup?: Setup;
  readonly faults?: Faults;
  readonly about?: JsonObject;
}
/** An entry as it is; what it lacks is left out. */
type CalledLine = { readonly op: 'call'; readonly id: string } & Omit<Entry, 'key' | 'advance' | 'fault'> & {
    readonly key?: string;
    readonly advance?: number;
    readonly fault?: FaultKind;
  };
interface RewoundLine {
  readonly op: 'rewind';
  readonly id: string;
  readonly step: number;
}
interface ForkedLine {
  readonly op: 'fork';
  readonly id: string;
  readonly from: string;
  readonly step: number;
}
interface ClosedLine {
  readonly op: 'close';
  readonly id: string;
}
/** Idle for too long: out of memory, still on disk. */
interface ExpiredLine {
  readonly op: 'expire' | 'revive';
  readonly id: string;
}
type Line = CreatedLine | CalledLine | RewoundLine | ForkedLine | ClosedLine | ExpiredLine;
export type FindWorld = (hash: string, name: string | undefined) => World | undefined;

interface Known {
  readonly sessions: Map<string, Session>;
  readonly expired: ReadonlySet<string>;
  readonly foreign: Map<string, { environment: string; lines: string[] }>;
}

export class Journal {
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

  forked(session: Session, step: number, id: string): void {
    this.write({ op: 'fork', id, from: session.id, step });
  }

  closed(session: Session): void {
    this.write({ op: 'close', id: session.id });
  }

  expired(session: Session): void {
    this.write({ op: 'expire', id: session.id });
  }

  private write(line: Line): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    try {
      writeAll(this.fd, bytes);
      if (this.fsync) fsyncSync(this.fd);
    } catch (error) {
      // half a line must not be followed by a whole one
      ftruncateSync(this.fd, this.size);
      throw error;
    }
    this.size += bytes.length;
  }

  /**
   * Gives the store every session that the journal knows and that had not expired, then writes the journal anew with
   * what is still of use. `worldOf` finds an environment by its hash; sessions of others are reported and kept on disk.
   */
  restore(
    store: SessionKeeper,
    worldOf: FindWorld,
  ): { restored: number; expired: number; unknown: { id: string; environment: string }[] } {
    const known = this.read(worldOf);
    for (const [id, session] of known.sessions) if (!known.expired.has(id)) store.restore(session);
    this.rewrite(known);
    return {
      restored: known.sessions.size - known.expired.size,
      expired: known.expired.size,
      unknown: [...known.foreign].map(([id, { environment }]) => ({ id, environment })),
    };
  }

  /** An expired session, from disk into the store again; undefined where the journal has none of this id. */
  revive(store: SessionKeeper, id: string, worldOf: FindWorld): Session | undefined {
    const { sessions, expired } = this.read(worldOf);
    const session = expired.has(id) ? sessions.get(id) : undefined;
    if (session === undefined) return undefined;
    this.write({ op: 'revive', id });
    store.restore(session);
    return session;
  }

  /** Drops an expired session for good; false where there is none. */
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

  private *lines(): Iterable<Line> {
    for (const text of readFileSync(this.file, 'utf8').split('\n'))
      if (text !== '') yield parseJson(text) as unknown as Line;
  }

  private read(worldOf: FindWorld): Known {
    const expired = new Set<string>();
    const sessions = new Map<string, Session>();
    const foreign = new Map<string, { environment: string; lines: string[] }>();
    const lines = readFileSync(this.file, 'utf8').split('\n');
    lines.pop();
    lines.forEach((text, index) => {
      const broken = (what: string): GymError =>
        new GymError('JOURNAL_BROKEN', { file: this.file, line: index + 1, what });
      let line: Line;
      try {
        line = parseJson(text) as unknown as Line;
      } catch {
        throw broken('is no JSON');
      }
      const other = foreign.get(line.op === 'fork' ? line.from : line.id);
      if (other !== undefined) {
        if (line.op === 'close') foreign.delete(line.id);
        else if (line.op === 'fork')
          foreign.set(line.id, { environment: other.environment, lines: [...other.lines, text] });
        else other.lines.push(text);
        return;
      }
      if (line.op === 'create') {
        const world = worldOf(line.environment, line.name);
        if (world === undefined) foreign.set(line.id, { environment: line.environment, lines: [text] });
        else
          sessions.set(line.id, {
            id: line.id,
            world,
            seed: line.seed,
            setup: line.setup ?? NO_SETUP,
            faults: line.faults,
            about: line.about,
            entries: [],
            checkpoint: undefined,
            connection: undefined,
            seen: 0,
            closed: false,
          });
        return;
      }
      const session = sessions.get(line.op === 'fork' ? line.from : line.id);
      if (session === undefined)
        throw broken(`names session ${line.op === 'fork' ? line.from : line.id}, which was not created`);
      switch (line.op) {
        case 'call':
          session.entries.push({
            by: line.by,
            name: line.name,
            args: line.args,
            ok: line.ok,
            committed: line.committed,
            digest: line.digest,
            key: line.key,
            advance: line.advance,
            fault: line.fault,
          });
          break;
        case 'rewind':
          session.entries.length = line.step;
          break;
        case 'fork':
          sessions.set(line.id, { ...session, id: line.id, entries: session.entries.slice(0, line.step) });
          break;
        case 'expire':
          expired.add(line.id);
          break;
        case 'revive':
          expired.delete(line.id);
          break;
        case 'close':
          sessions.delete(line.id);
          expired.delete(line.id);
          break;
      }
    });
    return { sessions, expired, foreign };
  }

  /** What is still of use alone, put in place in one step. */
  private rewrite({ sessions, expired, foreign }: Known): void {
    const fresh = `${this.file}.new`;
    const fd = openSync(fresh, 'w');
    let text = [...foreign.values()].flatMap(({ lines }) => lines.map((line) => `${line}\n`)).join('');
    const flush = (): void => {
      writeAll(fd, Buffer.from(text));
      text = '';
    };
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

function createLine({ id, world, seed, setup, faults, about }: Session): CreatedLine {
  return {
    op: 'create',
    id,
    environment: world.hash,
    name: world.environment.name,
    seed,
    ...(setup === NO_SETUP ? {} : { setup }),
    ...(faults === undefined ? {} : { faults }),
    ...(about === undefined ? {} : { about }),
  };
}

function callLine(id: string, entry: Entry): CalledLine {
  const { by, name, args, ok, committed, digest, key, advance, fault } = entry;
  return {
    op: 'call',
    id,
    by,
    name,
    args,
    ok,
    committed,
    digest,
    ...(key === undefined ? {} : { key }),
    ...(advance === undefined ? {} : { advance }),
    ...(fault === undefined ? {} : { fault }),
  };
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
