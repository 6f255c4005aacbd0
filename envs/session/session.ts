// A session: an environment, a session seed and a log of calls. Rows, answers, clock and ids follow from these three
// and are computed again when they are needed.
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

/** The calls and changed rows that lead from the environment's initial rows to step 0 of a session. */
export interface Setup {
  readonly calls: readonly ToolCall[];
  readonly patch?: Diff;
}

export const NO_SETUP: Setup = { calls: [] };

/** A call as a session stores it: all that is needed to make the call again, and a digest of its answer. */
export interface Entry {
  readonly by: Audience;
  readonly name: string;
  /** The arguments as JSON text. Numbers keep the form in which they were written (2.0 stays 2.0). */
  readonly args: string;
  readonly ok: boolean;
  readonly committed: boolean;
  /** The last 31 bits of a hash of the answer. If the call is made again, its answer must give the same bits. */
  readonly digest: number;
  readonly key: string | undefined;
  /** Seconds by which training code moved the clock. Undefined for a call of a tool. */
  readonly advance: number | undefined;
  /** The simulated fault of the call. Undefined if there was none. */
  readonly fault: FaultKind | undefined;
}

/**
 * The simulated faults that calls of a session may have. Some are planned by the task, and further ones are drawn with
 * the trial seed. A fault itself writes no rows.
 */
export interface Faults {
  readonly trialSeed: number;
  readonly drawn?: FaultRate;
  readonly planned?: readonly PlannedFault[];
}

/** The saved rows that had changed after the first `step` calls. With them, these calls need not be made again. */
export interface Checkpoint {
  readonly step: number;
  readonly overlay: Overlay;
}

/** The mutable data of one session. Only the session store and its helpers change it. */
export interface Session {
  readonly id: string;
  readonly world: World;
  readonly seed: number;
  readonly setup: Setup;
  readonly faults: Faults | undefined;
  /**
   * Data about the session that its owner (the server) stores here. It is restored after a restart; the session itself
   * does not read it.
   */
  about: JsonObject | undefined;
  /** The calls of the log. Entry k is step k + 1, because step 0 is the set-up. */
  entries: Entry[];
  checkpoint: Checkpoint | undefined;
  connection: Connection | undefined;
  /**
   * The number of entries whose effects are in the connection's rows. A call that was answered from memory runs on the
   * connection only when the connection is next needed.
   */
  seen: number;
  closed: boolean;
  /** The clock and the changed tables after the entries that are already counted. Each entry is counted only once. */
  tally: Tally | undefined;
}

interface Tally {
  /** The array of entries that was counted. Cutting the log makes a new array, which is counted again. */
  readonly of: readonly Entry[];
  upTo: number;
  seconds: number;
  /** The tables whose rows the session may have changed. */
  changed: TableMask;
}

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

/** Drops the entries after a step. The log becomes a new array, because indexes of the old array must stay valid. */
export function cutLog(session: Session, step: number): void {
  session.entries = session.entries.slice(0, step);
}

/**
 * Returns the session's time for the call after the first `step` calls. Each committed call adds one second, and
 * training code may add more.
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

/** Returns the session's time for the next call, and the tables whose rows the session may have changed. */
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
 * Returns the text from which new_id() makes ids: the seed, the tool, its arguments in canonical form, and the number
 * of equal committed calls before.
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

/** Returns the arguments of an entry in canonical form. If they cannot be parsed, returns their text as it is. */
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
