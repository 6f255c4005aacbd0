// Finds the look (a read) that a draft lacks. Before a call about which a rule decides, the agent must see the rows
// that the rule reads, and this look shows them.
import { canonicalJson, type JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import type { Atlas, Row } from './atlas.ts';
import type { PlannedCall } from './plan.ts';
import { possibleLooks, type Look } from './possible-looks.ts';
import { patchedPlay } from './proofs/patched-play.ts';
import type { Unseen } from './proofs/sight-of-rule.ts';

/** How many rows of one table are tried. It is not known beforehand which row the rule reads. */
const MOST_ROWS = 3;

/**
 * Finds looks (reads) at the given rows and at those of the hole's patch. A look is found if its result changes in the
 * patched state, in which the rule decides otherwise.
 */
export function* looksThatShow(atlas: Atlas, task: Task, hole: Unseen, rows: readonly Row[]): Generator<Look> {
  for (const look of possibleLooks(atlas, [...rows, ...rowsOfPatch(atlas, hole)], MOST_ROWS))
    if (shows(atlas.world, task, hole, look)) yield look;
}

/** Returns the rows that a patch (a change of the start state) changes, and the rows that it adds. */
function rowsOfPatch(atlas: Atlas, { patch }: Unseen): Row[] {
  return Object.entries(patch.diff).flatMap(([table, { updated, deleted, inserted }]) => {
    const keys = [...updated.map(({ key }) => key), ...deleted] as JsonObject[];
    const columns = atlas.table(table)?.primaryKey ?? [];
    const there = atlas
      .rows(table)
      .filter(({ values }) => keys.some((key) => columns.every((column) => key[column] === values[column])));
    return [...there, ...inserted.map((row): Row => ({ table, values: row as JsonObject }))];
  });
}

/** Tells whether a look (a read) before the guarded call gives another result from the patched start. */
function shows(world: World, task: Task, { at, patch }: Unseen, { call }: Look): boolean {
  const calls = [...(task.gold.calls.slice(0, at) as readonly PlannedCall[]), call];
  const [before, after] = [{}, patch.diff].map((diff) => [...patchedPlay(world, task, diff, calls)].at(at));
  return before?.ok === true && after?.ok === true && canonicalJson(before.result) !== canonicalJson(after.result);
}
