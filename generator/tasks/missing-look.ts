// Finds a read that a draft lacks. A rule may decide about a call by certain rows; the agent must see these rows before
// the call, and the read shows them.
import { canonicalJson, type JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import type { Atlas, Row } from './atlas.ts';
import type { PlannedCall } from './plan.ts';
import { possibleLooks, type Look } from './possible-looks.ts';
import { patchedPlay } from './proofs/patched-play.ts';
import type { Unseen } from './proofs/sight-of-rule.ts';

/** The number of rows of one table that are tried, because it is not known which row the rule reads. */
const MOST_ROWS = 3;

/**
 * Finds reads of the given rows, and of the rows that `hole.patch` changes. With this change of one row the rule
 * decides otherwise, so a read counts only if its result changes too.
 */
export function* looksThatShow(atlas: Atlas, task: Task, hole: Unseen, rows: readonly Row[]): Generator<Look> {
  for (const look of possibleLooks(atlas, [...rows, ...rowsOfPatch(atlas, hole)], MOST_ROWS))
    if (shows(atlas.world, task, hole, look)) yield look;
}

/** Returns the rows that a patch changes, deletes or adds. A patch is a change of the start state. */
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

/**
 * Tells whether a read gives another result from the patched start, just before the call about which the rule decides.
 */
function shows(world: World, task: Task, { at, patch }: Unseen, { call }: Look): boolean {
  const calls = [...(task.gold.calls.slice(0, at) as readonly PlannedCall[]), call];
  const [before, after] = [{}, patch.diff].map((diff) => [...patchedPlay(world, task, diff, calls)].at(at));
  return before?.ok === true && after?.ok === true && canonicalJson(before.result) !== canonicalJson(after.result);
}
