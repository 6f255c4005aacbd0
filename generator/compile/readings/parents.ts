// Checks that the parent row exists, where the key of a row includes its parent's key. New rows and lists need this
// check.
import type { Step } from '../../../envs/values/program.ts';
import type { Plan } from '../plan/plan.ts';
import * as sql from '../programs/sql.ts';
import type { Thing } from '../things/thing.ts';
import type { Bound } from './bind.ts';
import { called, inMessage, tableOf } from './parts.ts';
import type { Domain } from './reading.ts';

/** Returns the steps that refuse a call whose parent row does not exist. */
export function parentChecks(thing: Thing, scope: readonly Bound[], plan: Plan, domain: Domain): Step[] {
  const table = tableOf(plan, thing.table);
  const reference = table.references.find(
    (each) => each.parent && each.columns.length === thing.scope.length && thing.scope.length > 0,
  );
  const parent = domain.things.byTable.get(reference?.table ?? '');
  if (reference === undefined || parent === undefined) return siblingChecks(thing, scope);
  const where = reference.columns.map((column, at) =>
    sql.equal(
      sql.name(reference.to[at] ?? ''),
      sql.argument(scope.find((each) => each.column === column)?.path ?? [column]),
    ),
  );
  return [
    {
      refuse: sql.selectIf(sql.not(sql.exists(parent.table, where))),
      else: ['NOT_FOUND', `There is no ${called(parent)} ${scope.map((each) => inMessage(each.path)).join('/')}.`],
    },
  ];
}

/** Checks a parent that has no table. The parent counts as existing if some row has its key. */
function siblingChecks(thing: Thing, scope: readonly Bound[]): Step[] {
  if (scope.length === 0 || scope.length < thing.scope.length) return [];
  const where = scope.map((each) => sql.equal(sql.name(each.column), sql.argument(each.path)));
  return [
    {
      refuse: sql.selectIf(sql.not(sql.exists(thing.table, where))),
      else: ['NOT_FOUND', `There is no ${scope.map((each) => inMessage(each.path)).join('/')}.`],
    },
  ];
}
