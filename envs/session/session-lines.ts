// The lines of a session's log as text, one per event. Journal files and clusters store the same lines.
import type { FaultKind } from '../values/fault.ts';
import type { JsonObject } from '../values/json.ts';
import type { World } from '../world/world.ts';
import { cutLog, freshSession, NO_SETUP, type Entry, type Faults, type Session, type Setup } from './session.ts';

export interface CreatedLine {
  readonly op: 'create';
  readonly id: string;
  readonly environment: string;
  /** The environment's name. A restart tries the environment with this name first. */
  readonly name?: string;
  readonly seed: number;
  readonly setup?: Setup;
  readonly faults?: Faults;
  readonly about?: JsonObject;
}
/** A call as a line of the log. Members that do not apply are left out. */
export type CalledLine = { readonly op: 'call'; readonly id: string } & Omit<Entry, 'key' | 'advance' | 'fault'> & {
    readonly key?: string;
    readonly advance?: number;
    readonly fault?: FaultKind;
  };
export interface RewoundLine {
  readonly op: 'rewind';
  readonly id: string;
  readonly step: number;
}
export interface ForkedLine {
  readonly op: 'fork';
  readonly id: string;
  readonly from: string;
  readonly step: number;
  /** The fork's data besides its calls. Written only if it differs from the data of the original session. */
  readonly about?: JsonObject | null;
}
export interface DescribedLine {
  readonly op: 'about';
  readonly id: string;
  readonly about: JsonObject | null;
}
export interface ClosedLine {
  readonly op: 'close';
  readonly id: string;
}
/**
 * Says that a session was idle for too long ("expire") or was opened again ("revive"). The lines of an expired session
 * stay on disk.
 */
export interface ExpiredLine {
  readonly op: 'expire' | 'revive';
  readonly id: string;
}
/** Says that a client gave up a session's name for good. */
export interface LeftLine {
  readonly op: 'left';
  /** The name that was given up. It is called `id`, because every line has a field `id`. */
  readonly id: string;
}
export type Line =
  | CreatedLine
  | CalledLine
  | RewoundLine
  | ForkedLine
  | DescribedLine
  | ClosedLine
  | ExpiredLine
  | LeftLine;

/** Makes a session without calls from its first line. */
export function beginSession(line: CreatedLine, world: World): Session {
  const { id, seed, setup = NO_SETUP, faults, about } = line;
  return freshSession({ id, world, seed, setup, faults, about });
}

/** Applies one further line of the log to the session. */
export function followLine(session: Session, line: CalledLine | RewoundLine | DescribedLine): void {
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
      cutLog(session, line.step);
      break;
    case 'about':
      session.about = line.about ?? undefined;
      break;
  }
}

export function forkedSession(origin: Session, line: ForkedLine): Session {
  return {
    ...origin,
    id: line.id,
    about: line.about === undefined ? origin.about : (line.about ?? undefined),
    entries: origin.entries.slice(0, line.step),
  };
}

export function createLine({ id, world, seed, setup, faults, about }: Session): CreatedLine {
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

export function callLine(id: string, entry: Entry): CalledLine {
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
