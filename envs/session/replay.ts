// Makes a session's steps again on a connection. Only the log of a session is kept, so binding a session, looking back
// and showing its log use this file. A step that does not give its earlier answer throws REPLAY_DIFFERS.
import { GymError } from '../errors/gym-error.ts';
import { ToolError, type ToolErrorValue } from '../errors/tool-error.ts';
import { parseJson, type Json, type JsonObject } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { Connection } from '../engine/connection.ts';
import { readArguments } from '../world/tool-arguments.ts';
import { applyOverlay } from './apply-rows.ts';
import { faultBefore, lostAnswer, partialPage } from './draw-fault.ts';
import { placeOfKey } from './log-keys.ts';
import type { Overlay } from './overlay.ts';
import { runSetup, setupEntry } from './run-setup.ts';
import { digestOf } from '../values/hash.ts';
import { answerText, clockAt, identityAt, type Entry, type Session } from './session.ts';

export interface Outcome {
  readonly ok: boolean;
  readonly value: Json | ToolErrorValue;
  readonly committed: boolean;
}

/** Brings a connection to a step: from a saved overlay if there is one, then by committed calls only. */
export function replay(session: Session, connection: Connection, step: number): void {
  connection.reset();
  const { checkpoint } = session;
  let from = 0;
  if (checkpoint !== undefined && checkpoint.step <= step && fromOverlay(connection, checkpoint.overlay)) {
    from = checkpoint.step;
  } else {
    runSetup(session, connection);
  }
  recommit(session, connection, from, step);
}

function fromOverlay(connection: Connection, overlay: Overlay): boolean {
  try {
    applyOverlay(connection, overlay);
    return true;
  } catch {
    // Unique values that changed places cannot be restored row by row; the calls can restore them.
    connection.reset();
    return false;
  }
}

/** Makes the committed calls among the entries from..to again, on a connection that stands at `from`. */
export function recommit(session: Session, connection: Connection, from: number, to: number): void {
  let clock = clockAt(session, from);
  for (let at = from; at < to; at++) {
    const entry = session.entries[at] as Entry;
    if (!entry.committed) continue;
    if (entry.advance !== undefined) {
      clock += entry.advance;
      continue;
    }
    recommitOne(session, connection, entry, at, clock);
    clock += 1;
  }
}

function recommitOne(session: Session, connection: Connection, entry: Entry, at: number, clock: number): void {
  const runnable = session.world.find(entry.name, entry.by);
  const args = parseJson(entry.args) as JsonObject;
  const outcome = session.world.run(connection, runnable, args, clock, () => identityAt(session, at, entry.name, args));
  const sameEnd = entry.fault === 'lost_answer' || (outcome.error === undefined) === entry.ok;
  if (!outcome.committed || !sameEnd) throw new GymError('REPLAY_DIFFERS', { id: session.id, step: at + 1 });
}

/** The outcome of a call, made on a connection at the step before it. Faults are left out. */
export function outcomeAt(session: Session, connection: Connection, at: number): Outcome {
  const { world } = session;
  const entry = session.entries[at] as Entry;
  try {
    const runnable = world.find(entry.name, entry.by);
    const args = readArguments(entry.args);
    const check: typeof runnable.check = runnable.check;
    check(args);
    const outcome = world.run(connection, runnable, args, clockAt(session, at), () =>
      identityAt(session, at, entry.name, args),
    );
    return outcome.error === undefined
      ? { ok: true, value: outcome.result ?? null, committed: outcome.committed }
      : { ok: false, value: outcome.error.toValue(), committed: outcome.committed };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { ok: false, value: error.toValue(), committed: false };
  }
}

/** The outcome of a call, made on a connection of its own: for an answer that is given again later. */
export function outcomeApart(session: Session, at: number): Outcome {
  return session.world.withConnection((connection) => {
    replay(session, connection, at);
    return outcomeAt(session, connection, at);
  });
}

/** The log up to a step, with its answers; `after` a step those that follow it alone, without the set-up. */
export function replayLog(session: Session, to: number, after?: number): LogEntry[] {
  return session.world.withConnection((connection) => {
    const from = after ?? 0;
    const entries: LogEntry[] = after === undefined ? [setupEntry(session)] : [];
    replay(session, connection, from);
    for (let at = from; at < to; at++) entries.push(logEntryAt(session, connection, at));
    return entries;
  });
}

/** Makes one call again, whether it is a read, a write or a refused call. */
function logEntryAt(session: Session, connection: Connection, at: number): LogEntry {
  const entry = session.entries[at] as Entry;
  if (entry.advance !== undefined) return entryOf(session, at, { ok: true, value: null });
  const answer = seenAt(session, connection, at);
  if (
    answer.ok !== entry.ok ||
    answer.committed !== entry.committed ||
    digestOf(answerText(answer.ok, answer.value)) !== entry.digest
  ) {
    throw new GymError('REPLAY_DIFFERS', { id: session.id, step: at + 1 });
  }
  return entryOf(session, at, answer);
}

/** The line of the log for a call of the session and the answer that its caller saw. */
export function entryOf(session: Session, at: number, { ok, value }: Pick<Outcome, 'ok' | 'value'>): LogEntry {
  const { by, name, args, committed, key, fault, advance } = session.entries[at] as Entry;
  const base = {
    index: at + 1,
    by,
    name,
    arguments: shownArguments(args) as JsonObject,
    committed,
    ...(key === undefined ? {} : { key }),
    ...(fault === undefined ? {} : { fault }),
  };
  const effect = advance === undefined ? (session.world.tools.get(name)?.tool.effect ?? 'read') : 'write';
  return ok ? { ...base, ok, result: value as Json, effect } : { ...base, ok, error: value as ToolErrorValue, effect };
}

/** The outcome that the caller saw, with faults and repeated answers. */
function seenAt(session: Session, connection: Connection, at: number): Outcome {
  const { fault, key, by } = session.entries[at] as Entry;
  if (fault !== undefined && fault !== 'lost_answer' && fault !== 'partial_page')
    return { ok: false, value: faultBefore(fault).toValue(), committed: false };
  const first = key === undefined ? at : (placeOfKey(session.entries, by, key) ?? at);
  // A repeated answer: the state has moved on since, so the answer comes from the first call itself.
  if (first < at) return { ...outcomeApart(session, first), committed: false };
  const outcome = outcomeAt(session, connection, at);
  if (fault === 'lost_answer') return { ok: false, value: lostAnswer().toValue(), committed: outcome.committed };
  const partial = fault === 'partial_page' ? partialPage(outcome.value as Json) : undefined;
  return partial === undefined ? outcome : { ok: false, value: partial.toValue(), committed: false };
}

/**
 * Arguments as a log shows them. Arguments that could not be read (and were refused for it) are shown as closely as
 * numbers allow.
 */
export function shownArguments(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return JSON.parse(text) as Json;
  }
}
