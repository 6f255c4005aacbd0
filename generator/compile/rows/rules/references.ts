// Fills reference columns with keys of generated rows, unevenly: a few customers get many orders. Where only one row
// may occupy a slot, each slot is used once, and a finished visit gets a past slot.
import type { Maker, ReferenceMaker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan, Reference } from '../../plan/plan.ts';
import { holderOf, isBookable, type Holder } from '../bookable.ts';
import { startColumn } from '../time-columns.ts';
import { statesIn } from '../state-column.ts';
import {
  columnOf,
  isLater,
  linkBase,
  openColumns,
  parentOf,
  type Claims,
  type TableView,
  type World,
} from '../world.ts';

export function references(table: TableView, world: World): Claims {
  const claims: Record<string, Maker> = {};
  const parent = parentOf(table.plan);
  const base = linkBase(table, world);
  const held = holderOf(table, world);
  for (const [at, reference] of table.plan.references.entries())
    for (const [place, name] of reference.columns.entries()) {
      const column = columnOf(table, name);
      if (column === undefined || claims[name] !== undefined) continue;
      const to = reference.to[place] ?? '';
      if (reference === parent || reference === base) claims[name] = { parent: to };
      else if (reference.table === table.plan.name) claims[name] = ownRow(column, table);
      else if (isLater(reference.table, table, world) && column.nullable) claims[name] = null;
      else
        claims[name] = otherRow(
          table,
          world,
          reference,
          to,
          column,
          held?.reference === reference ? held : undefined,
          at,
        );
    }
  return { ...byName(table, world), ...claims };
}

/** Fills a column such as contact_id from the table of contacts, even if no schema declares the reference. */
function byName(table: TableView, world: World): Claims {
  const claims: Record<string, Maker> = {};
  for (const column of openColumns(table)) {
    if (!column.name.endsWith('_id') || column.choices !== undefined) continue;
    const noun = column.name.slice(0, -3).replaceAll('_', ' ');
    const target = [...world.tables.values()].find((each) => each.noun.join(' ') === noun);
    const key = target?.plan.columns.find(({ name }) => name === target.plan.key[0]);
    if (target === undefined || key === undefined || target === table || target.plan.key.length > 1) continue;
    if (key.value !== column.value || isLater(target.plan.name, table, world)) continue;
    claims[column.name] = { row_of: target.plan.name, column: key.name, skew: target.isPerson ? 1.8 : 1.2 };
  }
  return claims;
}

/**
 * Fills a reference to the same table, such as the comment that a comment answers. An optional reference stays empty, a
 * required one refers to the row itself.
 */
function ownRow(column: ColumnPlan, table: TableView): Maker {
  return column.nullable ? null : { template: `{${table.plan.key.at(-1) ?? column.name}}` };
}

function otherRow(
  table: TableView,
  world: World,
  reference: Reference,
  to: string,
  column: ColumnPlan,
  held: Holder | undefined,
  at: number,
): Maker {
  const target = world.tables.get(reference.table);
  const twin = table.plan.references
    .slice(0, at)
    .find((each) => each.table === reference.table && each.columns.length === 1 && reference.columns.length === 1);
  const maker: ReferenceMaker = {
    row_of: reference.table,
    column: to,
    ...sharedWith(table, reference, column, at),
    ...(reference.columns.length > 1 ? { as: `${reference.table} ${at}` } : {}),
    ...(table.plan.kind === 'link' && parentOf(table.plan) === undefined ? { distinct: true } : {}),
    skew: reference.sparse === true ? 4 : target?.isPerson === true ? 1.8 : 1.2,
    ...(held === undefined ? {} : { held: { by: held.state.column, unless: held.released } }),
    ...eraOfTarget(table, target, held !== undefined),
  };
  const isFilled =
    !column.nullable ||
    isBookable(table) ||
    column.shown ||
    reference.columns.length > 1 ||
    column.system !== undefined;
  const made: Maker = twin === undefined ? maker : { other_than: twin.columns[0] ?? '', make: maker };
  return isFilled ? made : { chance: 0.8, make: made };
}

/**
 * Picks only rows that agree with this row in the columns that an earlier reference filled. For example, the milestone
 * of an issue belongs to the repository. If no row agrees, an optional reference stays empty.
 */
function sharedWith(
  table: TableView,
  { columns }: Reference,
  column: ColumnPlan,
  at: number,
): Pick<ReferenceMaker, 'same' | 'optional'> {
  const earlier = new Set(table.plan.references.slice(0, at).flatMap((each) => each.columns));
  const same = columns.filter((each) => each !== column.name && earlier.has(each));
  return same.length === 0 ? {} : { same, ...(column.nullable ? { optional: true } : {}) };
}

/**
 * Limits the time of the referenced row by the state of this row. For example, a visit that is over was in a past slot.
 */
function eraOfTarget(
  table: TableView,
  target: TableView | undefined,
  isHeld: boolean,
): Pick<ReferenceMaker, 'era'> | Record<never, never> {
  const start = target === undefined || target.isPerson ? undefined : startColumn(target);
  const { state } = table;
  if (state === undefined || start === undefined || (!isHeld && startColumn(table) !== undefined)) return {};
  return {
    era: {
      column: start.name,
      by: state.column,
      ahead: statesIn(state, 'ahead'),
      ended: statesIn(state, 'ended'),
      now: statesIn(state, 'now'),
    },
  };
}
