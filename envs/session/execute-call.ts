// One call made for the first time: arguments checked, faults drawn, the program run. The answer is not logged here.
import { ToolError, type ToolErrorValue } from '../errors/tool-error.ts';
import type { FaultKind } from '../values/fault.ts';
import type { Json } from '../values/json.ts';
import { readArguments } from '../world/tool-arguments.ts';
import type { BoundSessions } from './bound-sessions.ts';
import type { CallRequest } from './call.ts';
import { drawFault, faultBefore, lostAnswer, partialPage } from './draw-fault.ts';
import type { Outcome } from './replay.ts';
import { clockAt, identityAt, lastStep, type Session } from './session.ts';

export interface Executed extends Outcome {
  readonly fault: FaultKind | undefined;
  /** The failure of the program that refused the call, if one did. */
  readonly failure: object | undefined;
}

/** Throws GymError for what is ours; then nothing happened. `args` is the text of the request's arguments. */
export function executeCall(session: Session, request: CallRequest, args: string, bound: BoundSessions): Executed {
  const { world } = session;
  const step = lastStep(session);
  let runnable;
  let given: Json;
  try {
    runnable = world.find(request.name, request.by);
    given = readArguments(args);
  } catch (error) {
    return refusedBy(error);
  }
  const check: typeof runnable.check = runnable.check;
  try {
    check(given);
  } catch (error) {
    return refusedBy(error);
  }
  const object = given;
  const fault =
    request.fault ??
    (session.faults === undefined ? undefined : drawFault(session, session.faults, runnable, object, request.key));
  if (fault !== undefined && fault !== 'lost_answer' && fault !== 'partial_page')
    return refused(faultBefore(fault), { fault });
  const connection = bound.bind(session);
  let outcome;
  try {
    outcome = world.run(connection, runnable, object, clockAt(session, step), () =>
      identityAt(session, step, request.name, object),
    );
  } catch (error) {
    if (!connection.db.inTransaction) bound.discard(session);
    throw error;
  }
  const { committed } = outcome;
  const failure = outcome.error?.site;
  if (fault === 'lost_answer' && committed) return refused(lostAnswer(), { fault, committed, failure });
  if (outcome.error !== undefined) return refused(outcome.error, { committed, failure });
  const result = outcome.result ?? null;
  const partial = fault === 'partial_page' ? partialPage(result) : undefined;
  if (partial !== undefined) return refused(partial, { fault: 'partial_page' });
  return { ok: true, value: result, committed, fault: undefined, failure: undefined };
}

function refusedBy(error: unknown): Executed {
  if (error instanceof ToolError) return refused(error, {});
  throw error;
}

function refused(
  error: ToolError,
  { fault, committed = false, failure }: { fault?: FaultKind; committed?: boolean; failure?: object | undefined },
): Executed {
  const value: ToolErrorValue = error.toValue();
  return { ok: false, value, committed, fault, failure };
}
