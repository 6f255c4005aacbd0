// Decides how the changes of a task are compared: which ids are new, which columns are not compared, and which values
// are searched for in free text.
import type { SessionStore } from '../session/session-store.ts';
import type { Session } from '../session/session.ts';
import type { Task } from '../values/task.ts';
import type { World } from '../world/world.ts';
import type { Masking } from './masked-diff.ts';

export function maskingOf(world: World, task: Task, store: SessionStore, session: Session): Masking {
  const start = store.overlay(session, 0);
  const minted = [...world.roles]
    .filter(([, role]) => role === 'minted')
    .map(([place]) => place.split('.') as [string, string]);
  const known = new Map<string | number, boolean>();
  const isOld = (id: string | number): boolean => {
    let old = known.get(id);
    if (old === undefined) {
      old =
        world.templateHolds(minted, id) ||
        [...start].some(([, rows]) =>
          [...rows.values()].some(({ row }) => row?.some((value) => value === id || value === integerOf(id)) === true),
        );
      known.set(id, old);
    }
    return old;
  };
  const listed = [...task.gold.outputs.map((output) => output.value), ...task.user.facts.map((fact) => fact.value)]
    .filter((value): value is string | number => typeof value === 'string' || typeof value === 'number')
    .map(String)
    .filter((value) => value.length > 1);
  return {
    schema: world.schema,
    roles: world.roles,
    free: new Set((task.free ?? []).map((each) => each.toLowerCase())),
    listed: [...new Set(listed)],
    isOld,
  };
}

function integerOf(id: string | number): bigint | undefined {
  return typeof id === 'number' && Number.isInteger(id) ? BigInt(id) : undefined;
}
