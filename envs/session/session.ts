// A session is (environment, session seed, log of calls). Everything else (rows, answers, clock, ids) follows from
// these and is made again when it is asked for.
import { GymError } from '../errors/gym-error.ts';
import type { Audience } from '../values/tool-schema.ts';
import type { Diff } from '../values/diff.ts';
import type { FaultKind, FaultRate, PlannedFault } from '../values/fault.ts';
import { canonicalJson, parseJson, type Json, type JsonObject } from '../values/json.ts';
import type { ToolCall } from '../values/tool-schema.ts';
import type { Overlay } from './overlay.ts';
import type { Connection } from '../engine/connection.ts';
import type { World } from '../world/world.ts';

/** What brings a session from the template to its step 0. */
export interface Setup {
  readonly calls: readonly ToolCall[];
  readonly patch?: Diff;
}

export const NO_SETUP: Setup = { calls: [] };

/** A call as a session keeps it: what is needed to make it again, and a mark of what came of it. */
export interface Entry {
  readonly by: Audience;
  readonly name: string;
  /** The arguments as JSON text, numbers as written. */
  readonly args: string;
  readonly ok: boolean;
  readonly committed: boolean;
  /** 31 bits of the answer: replay must give the same. */
  readonly digest: number;
  readonly key: string | undefined;
  /** Seconds that the control plane moved the clock by, instead of a tool call. */
  readonly advance: number | undefined;
  /** What befell the call that was not the tool's doing. */
  readonly fault: FaultKind | undefined;
}

/** What may befall the calls of a session: drawn by the trial seed, planned by its task. Never moves state. */
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
  /** What the session's owner wants to know of it after a restart; nothing here reads it. */
  readonly about: JsonObject | undefined;
  /** Entry k is step k + 1 of the log: entry 0 of the log is the set-up. */
  entries: Entry[];
  checkpoint: Checkpoint | undefined;
  connection: Connection | undefined;
  /** How many entries the connection has seen: a call whose answer was known is made up for when it must be. */
  seen: number;
  closed: boolean;
}

export function lastStep(session: Session): number {
  return session.entries.length;
}

export function checkStep(session: Session, step: number): void {
  if (!Number.isInteger(step) || step < 0 || step > session.entries.length) {
    throw new GymError('NO_SUCH_STEP', { id: session.id, last: session.entries.length, step });
  }
}

/** now() for the call after the first `step` calls: a second per committed call, plus what control added. */
export function clockAt(session: Session, step: number): number {
  let seconds = session.world.clockStart;
  for (let at = 0; at < step; at++) {
    const entry = session.entries[at] as Entry;
    if (entry.advance !== undefined) seconds += entry.advance;
    else if (entry.committed) seconds += 1;
  }
  return seconds;
}

/** What new_id() derives from: the seed, the tool, its canonical arguments, and how many equal calls committed before. */
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

/** Of arguments that could be read; what could not is its own text. */
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
