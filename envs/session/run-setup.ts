// Runs the set-up of a task: the changed rows (patch) and the calls that lead from the initial rows to step 0. Also
// makes the log entry for it.
import { badInput } from '../errors/gym-error.ts';
import { asJson, canonicalJson } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { Connection } from '../engine/connection.ts';
import { applyPatch } from './apply-rows.ts';
import type { Session } from './session.ts';

/**
 * Applies the patch and then makes the calls. Throws if a call fails. These calls neither move the clock nor change
 * later ids.
 */
export function runSetup(session: Session, connection: Connection): void {
  const { setup, world } = session;
  if (setup.patch !== undefined) applyPatch(world, connection, setup.patch, '/patch');
  setup.calls.forEach((call, index) => {
    const args = call.arguments;
    let runnable;
    try {
      runnable = world.find(call.name, call.by ?? 'control');
      const check: typeof runnable.check = runnable.check;
      check(args);
    } catch (error) {
      throw badInput({ path: `/setup/${index}`, what: `${call.name} is refused: ${(error as Error).message}` });
    }
    const outcome = world.run(
      connection,
      runnable,
      args,
      world.clockStart,
      () => `${session.seed}\nsetup ${index}\n${call.name}\n${canonicalJson(args)}`,
    );
    if (outcome.error !== undefined)
      throw badInput({ path: `/setup/${index}`, what: `${call.name} is refused: ${outcome.error.message}` });
  });
}

/** Makes entry 0 of the log, which describes the set-up. */
export function setupEntry(session: Session): LogEntry {
  const { calls, patch } = session.setup;
  const args = asJson({ calls, ...(patch === undefined ? {} : { patch }) });
  return {
    index: 0,
    by: 'control',
    name: 'setup',
    arguments: args,
    ok: true,
    result: null,
    effect: 'write',
    committed: calls.length > 0 || patch !== undefined,
  };
}
