// Finds the logged answer to a request that a client sends again.
import type { LogEntry } from '../values/log-entry.ts';
import { sameCall } from './call-keys.ts';
import { answerAt, answerJson, type CallRequest, type MadeCall } from './call.ts';
import { replayLog, shownArguments } from './replay.ts';
import { lastStep, type Session } from './session.ts';

/** Returns the answer at a step. It is computed by making the calls again, because the log does not contain answers. */
export function loggedAnswer(session: Session, step: number): MadeCall {
  const logged = replayLog(session, step)[step] as LogEntry;
  const value = logged.ok ? logged.result : logged.error;
  const answer = answerAt(step, logged.ok, value ?? null);
  return { answer, text: answerJson(answer), failure: undefined };
}

/**
 * Returns the answer of the last call in the log if the request equals that call. Otherwise, or if a simulated fault
 * hit that call, returns undefined: after a fault the caller has a reason to repeat it.
 */
export function lastAnswerTo(session: Session, request: CallRequest): MadeCall | undefined {
  const step = lastStep(session);
  const entry = session.entries[step - 1];
  if (entry === undefined || entry.by !== request.by || entry.fault !== undefined) return undefined;
  const call = { name: entry.name, arguments: shownArguments(entry.args) };
  return sameCall(call, request) ? loggedAnswer(session, step) : undefined;
}
