// Makes a call for the first time: checks its arguments, draws a simulated fault and runs the program. The caller of
// this function writes the log.
import { isSentKey } from './call-keys.ts';
import { ToolError, type ToolErrorValue } from '../errors/tool-error.ts';
import type { FaultKind } from '../values/fault.ts';
import type { Json } from '../values/json.ts';
import type { TableMask } from '../world/shared-reads.ts';
import { readArguments } from '../world/tool-arguments.ts';
import type { BoundSessions } from './bound-sessions.ts';
import type { CallRequest } from './call.ts';
import { drawFault, faultBefore, lostAnswer, partialPage } from './draw-fault.ts';
import type { Outcome } from './replay.ts';
import { identityAt, lastStep, tallyOf, type Session } from './session.ts';

export interface Executed extends Outcome {
  readonly fault: FaultKind | undefined;
  /** The step of the tool's program that refused the call. Undefined if no such step did. */
  readonly failure: object | undefined;
  /**
   * The tables that the call read. Each session that has not changed these tables gets the same answer. Undefined if
   * the answer depends on more than these tables.
   */
  readonly reads: TableMask | undefined;
}

/**
 * Makes a call. `args` is the text of the request's arguments. Throws a GymError if callgym is at fault; the call has
 * then changed nothing.
 */
export function executeCall(session: Session, request: CallRequest, args: string, bound: BoundSessions): Executed {
  const { world } = session;
  const step = lastStep(session);
  let runnable;
  let given: Json;
  try {
    runnable = world.find(request.name, request.by);
    given = request.plain === true ? request.arguments : readArguments(args);
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
    (session.faults === undefined
      ? undefined
      : drawFault(session, session.faults, runnable, object, isSentKey(request.key) ? undefined : request.key));
  if (fault !== undefined && fault !== 'lost_answer' && fault !== 'partial_page')
    return refused(faultBefore(fault), { fault });
  const tally = tallyOf(session);
  const shared = { connection: world.unchanged.open(), changed: tally.changed };
  const isShared = runnable.program.effect === 'read' && (runnable.reads & shared.changed) === 0;
  const connection = isShared ? shared.connection : bound.bind(session);
  let outcome;
  try {
    const identity = (): string => identityAt(session, step, request.name, object);
    outcome = world.run(connection, runnable, object, tally.seconds, identity, shared);
  } catch (error) {
    if (!shared.connection.db.inTransaction) world.unchanged.drop();
    if (!isShared && !connection.db.inTransaction) bound.discard(session);
    throw error;
  }
  const { committed } = outcome;
  const failure = outcome.error?.site;
  const reads = isShared && connection.context.isTimeless ? runnable.reads : undefined;
  if (fault === 'lost_answer' && committed) return refused(lostAnswer(), { fault, committed, failure });
  if (outcome.error !== undefined) return refused(outcome.error, { committed, failure, reads });
  const result = outcome.result ?? null;
  const partial = fault === 'partial_page' ? partialPage(result) : undefined;
  if (partial !== undefined) return refused(partial, { fault: 'partial_page' });
  return { ok: true, value: result, committed, fault: undefined, failure: undefined, reads };
}

function refusedBy(error: unknown): Executed {
  if (error instanceof ToolError) return refused(error, {});
  throw error;
}

function refused(
  error: ToolError,
  { fault, committed = false, failure, reads }: Partial<Omit<Executed, 'ok' | 'value'>>,
): Executed {
  const value: ToolErrorValue = error.toValue();
  return { ok: false, value, committed, fault, failure, reads };
}
