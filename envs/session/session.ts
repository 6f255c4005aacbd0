// A session is (environment, session seed, log of calls). Everything else (rows, answers, clock, ids) depends on these
// alone and is computed again when it is asked for.
import { GymError } from '../errors/gym-error.ts';
import type { Audience } from '../values/tool-schema.ts';
import type { Diff } from '../values/diff.ts';
import type { FaultKind, FaultRate, PlannedFault } from '../values/fault.ts';
import { canonicalJson, parseJson, type Json, type JsonObject } from '../values/json.ts';
import type { ToolCall } from '../values/tool-schema.ts';
import type { Overlay } from './overlay.ts';
import type { Connection } from '../engine/connection.ts';
import { EVERY_TABLE, NO_TABLE, type TableMask } from '../world/shared-reads.ts';
import type { World } from '../world/world.ts';

/** The calls and rows that bring a session from the template to its step 0. */
export interface Setup {
  readonly calls: readonly ToolCall[];
  readonly patch?: Diff;
}

export const NO_SETUP: Setup = { calls: [] };

/** A call as a session keeps it: the facts that are needed to make it again, and a digest of its answer. */
export interface Entry {
  readonly by: Audience;
  readonly name: string;
  /** The arguments as JSON text, numbers as written. */
  readonly args: string;
  readonly ok: boolean;
  readonly committed: boolean;
  /** 31 bits of a hash of the answer. A replay must give the same bits. */
  readonly digest: number;
  readonly key: string | undefined;
  /** Seconds that the control plane moved the clock by, instead of a tool call. */
  readonly advance: number | undefined;
  /** The fault that struck the call and was not the tool's doing. */
  readonly fault: FaultKind | undefined;
}

/**
 * The faults that may strike the calls of a session, planned by its task and drawn by the trial seed. They never change
 * state.
 */
export interface Faults {
  readonly trialSeed: number;
  readonly drawn?: FaultRate;
  readonly planned?: readonly PlannedFault[];
}

/** A saved overlay: the rows that the first `step` calls changed. */
export interface Checkpoint {
  readonly step: number;
  readonly overlay: Overlay;
}

/** The mutable record of one session. Only the store touches it. */
export interface Session {
  readonly id: string;
  readonly world: World;
  readonly seed: number;
  readonly setup: Setup;
  readonly faults: Faults | undefined;
  /** The owner's data about the session, kept across a restart. The session itself does not read it. */
  about: JsonObject | undefined;
  /** Entry k is step k + 1 of the log: entry 0 of the log is the set-up. */
  entries: Entry[];
  checkpoint: Checkpoint | undefined;
  connection: Connection | undefined;
  /**
   * The number of entries that the connection has seen. Calls that were answered from the memo are run on it later,
   * when they are needed.
   */
  seen: number;
  closed: boolean;
  /** The sums over the committed entries so far; each entry is counted once. */
  tally: Tally | undefined;
}

interface Tally {
  /** The log that was counted: a log that was cut is another array. */
  readonly of: readonly Entry[];
  upTo: number;
  seconds: number;
  /** The tables of which the session may have changed a row. */
  changed: TableMask;
}

/** A session without calls. */
export function freshSession(of: Pick<Session, 'id' | 'world' | 'seed' | 'setup' | 'faults' | 'about'>): Session {
  return { ...of, entries: [], checkpoint: undefined, connection: undefined, seen: 0, closed: false, tally: undefined };
}

export function lastStep(session: Session): number {
  return session.entries.length;
}

export function checkStep(session: Session, step: number): void {
  if (!Number.isInteger(step) || step < 0 || step > session.entries.length) {
    throw new GymError('NO_SUCH_STEP', { id: session.id, last: session.entries.length, step });
  }
}

/** Drops the entries after a step. The log becomes a new array, so that an index of the old array stays true. */
export function cutLog(session: Session, step: number): void {
  session.entries = session.entries.slice(0, step);
}

/**
 * The value of now() for the call after the first `step` calls: a second per committed call, plus the seconds that
 * control added.
 */
export function clockAt(session: Session, step: number): number {
  let seconds = session.world.clockStart;
  for (let at = 0; at < step; at++) {
    const entry = session.entries[at] as Entry;
    if (entry.advance !== undefined) seconds += entry.advance;
    else if (entry.committed) seconds += 1;
  }
  return seconds;
}

/** The value of now() for the next call, and the tables of which the session may have changed a row. */
export function tallyOf(session: Session): { readonly seconds: number; readonly changed: TableMask } {
  const { entries, world } = session;
  let { tally } = session;
  if (tally === undefined || tally.of !== entries) {
    tally = { of: entries, upTo: 0, seconds: world.clockStart, changed: changedBySetup(session) };
    session.tally = tally;
  }
  for (; tally.upTo < entries.length; tally.upTo++) {
    const { committed, advance, name } = entries[tally.upTo] as Entry;
    if (advance !== undefined) tally.seconds += advance;
    else if (committed) {
      tally.seconds += 1;
      tally.changed |= world.changedBy(name);
    }
  }
  return tally;
}

function changedBySetup({ setup, world }: Session): TableMask {
  if (setup.patch !== undefined) return EVERY_TABLE;
  return setup.calls.reduce((mask, { name }) => mask | world.changedBy(name), NO_TABLE);
}

/**
 * The text from which new_id() makes ids: the seed, the tool, its canonical arguments, and the number of equal calls
 * committed before.
 */
export function identityAt(session: Session, step: number, name: string, args: JsonObject): string {
  const canonical = canonicalJson(args);
  let equal = 0;
  for (let at = 0; at < step; at++) {
    const entry = session.entries[at] as Entry;
    if (
      entry.committed &&
      entry.name === name &&
      entry.advance === undefined &&
      canonicalArguments(entry) === canonical
    )
      equal += 1;
  }
  return `${session.seed}\n${name}\n${canonical}\n${equal}`;
}

const canonicals = new WeakMap<Entry, string>();

/** The canonical text of arguments that could be read; other arguments stand for themselves as text. */
export function canonicalArguments(entry: Entry): string {
  let text = canonicals.get(entry);
  if (text === undefined) {
    try {
      text = canonicalJson(parseJson(entry.args));
    } catch {
      text = entry.args;
    }
    canonicals.set(entry, text);
  }
  return text;
}

export function answerText(ok: boolean, value: Json | object): string {
  return ok ? `+${JSON.stringify(value)}` : `-${JSON.stringify(value)}`;
}
