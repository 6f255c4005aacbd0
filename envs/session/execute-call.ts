// Makes one call for the first time: checks arguments, draws faults, runs the program. The answer is not logged here.
import { isSentKey } from './call-keys.ts';
import { ToolError, type ToolErrorValue } from '../errors/tool-error.ts';
import type { FaultKind } from '../values/fault.ts';
import type { Json } from '../values/json.ts';
import { EVERY_TABLE, NO_TABLE, type TableMask } from '../world/shared-reads.ts';
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

/**
 * Throws GymError for callgym's own faults; then nothing has changed. `args` is the text of the request's arguments.
 */
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
    (session.faults === undefined
      ? undefined
      : drawFault(session, session.faults, runnable, object, isSentKey(request.key) ? undefined : request.key));
  if (fault !== undefined && fault !== 'lost_answer' && fault !== 'partial_page')
    return refused(faultBefore(fault), { fault });
  const shared = { connection: world.unchanged.open(), changed: changedTables(session) };
  const isShared = runnable.program.effect === 'read' && (runnable.reads & shared.changed) === 0;
  const connection = isShared ? shared.connection : bound.bind(session);
  let outcome;
  try {
    const clock = clockAt(session, step);
    const identity = (): string => identityAt(session, step, request.name, object);
    outcome = world.run(connection, runnable, object, clock, identity, shared);
  } catch (error) {
    if (!shared.connection.db.inTransaction) world.unchanged.drop();
    if (!isShared && !connection.db.inTransaction) bound.discard(session);
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

/** The tables of which the session may have changed a row. */
function changedTables({ setup, entries, world }: Session): TableMask {
  if (setup.patch !== undefined) return EVERY_TABLE;
  let changed = NO_TABLE;
  for (const { name } of setup.calls) changed |= world.changedBy(name);
  for (const { committed, name } of entries) if (committed) changed |= world.changedBy(name);
  return changed;
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
