// Makes the steps of a session again on a connection. The log has the calls, but neither their answers nor the rows. So
// this is needed to give a session a connection, to look at an earlier step and to show a log. Throws REPLAY_DIFFERS if
// a step ends differently from the first time.
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

/**
 * Brings a connection to a step of a session. Begins with the saved rows if there are any, and then makes the committed
 * calls that follow.
 */
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
    // this happens if two rows have swapped a unique value; the calls are then made again instead
    connection.reset();
    return false;
  }
}

/** Makes the committed calls between the steps `from` and `to` again. The connection must be at step `from`. */
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

/**
 * Makes a call again without its simulated fault, and returns the outcome. The connection must be at the step before
 * the call.
 */
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

/**
 * Makes a call again on a separate connection and returns the outcome. Used when an answer must be given a second time.
 */
export function outcomeApart(session: Session, at: number): Outcome {
  return session.world.withConnection((connection) => {
    replay(session, connection, at);
    return outcomeAt(session, connection, at);
  });
}

/** Returns the log up to a step, with the answers. With `after`, returns only the entries after that step. */
export function replayLog(session: Session, to: number, after?: number): LogEntry[] {
  return session.world.withConnection((connection) => {
    const from = after ?? 0;
    const entries: LogEntry[] = after === undefined ? [setupEntry(session)] : [];
    replay(session, connection, from);
    for (let at = from; at < to; at++) entries.push(logEntryAt(session, connection, at));
    return entries;
  });
}

/**
 * Makes one call again, even if it was a read or was refused. Throws REPLAY_DIFFERS if the answer is not the recorded
 * one.
 */
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

/** Makes the log entry of a call from the session's stored entry and the answer that the caller saw. */
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

/**
 * Returns the outcome that the caller saw: the simulated fault if there was one, or the earlier answer if the call
 * repeated a key.
 */
function seenAt(session: Session, connection: Connection, at: number): Outcome {
  const { fault, key, by } = session.entries[at] as Entry;
  if (fault !== undefined && fault !== 'lost_answer' && fault !== 'partial_page')
    return { ok: false, value: faultBefore(fault).toValue(), committed: false };
  const first = key === undefined ? at : (placeOfKey(session.entries, by, key) ?? at);
  // the call repeats the key of an earlier call; the rows have changed since then, so the answer is computed at the
  // earlier step
  if (first < at) return { ...outcomeApart(session, first), committed: false };
  const outcome = outcomeAt(session, connection, at);
  if (fault === 'lost_answer') return { ok: false, value: lostAnswer().toValue(), committed: outcome.committed };
  const partial = fault === 'partial_page' ? partialPage(outcome.value as Json) : undefined;
  return partial === undefined ? outcome : { ok: false, value: partial.toValue(), committed: false };
}

/**
 * Returns arguments as a log shows them. If they were refused because of a number that is too long, that number may
 * lose digits.
 */
export function shownArguments(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return JSON.parse(text) as Json;
  }
}
