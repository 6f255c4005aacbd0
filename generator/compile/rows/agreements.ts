// Makes SQL that corrects values after all rows are generated. For example, a total becomes the sum of its lines, and a
// booked slot is marked as taken.
import type { ColumnPlan, TablePlan } from '../plan/plan.ts';
import { holderOf } from './bookable.ts';
import { parentOf, type TableView, type World } from './world.ts';

export function agreements(world: World): string[] {
  const views = [...world.tables.values()];
  return [...views.flatMap((part) => totals(part, world)), ...views.flatMap((holder) => held(holder, world))];
}

const quoted = (name: string): string => `"${name}"`;
const byName = (table: TablePlan, names: RegExp, value?: string): ColumnPlan | undefined =>
  table.columns.find(
    (column) => names.test(column.name) && (value === undefined ? column.value !== 'text' : column.value === value),
  );

function totals(part: TableView, world: World): string[] {
  const up = parentOf(part.plan);
  const parent = up === undefined || up.columns.length > 1 ? undefined : world.tables.get(up.table)?.plan;
  if (up === undefined || parent === undefined) return [];
  const quantity = byName(part.plan, /^(quantity|qty|count)$/);
  const price = byName(part.plan, /^(unit_price|price|unit_cost|cost)$/);
  const total = byName(parent, /^(total|total_price|total_amount|total_cost|amount|subtotal)$/);
  if (quantity === undefined || price === undefined || total === undefined || total.choices !== undefined) return [];
  const sum = `SELECT coalesce(sum(p.${quoted(quantity.name)} * p.${quoted(price.name)}), 0) FROM ${quoted(part.plan.name)} AS p WHERE p.${quoted(up.columns[0] ?? '')} = ${quoted(parent.name)}.${quoted(up.to[0] ?? '')}`;
  const value = total.value === 'integer' ? `(${sum})` : `round((${sum}), 2)`;
  return [`UPDATE ${quoted(parent.name)} SET ${quoted(total.name)} = ${value}`];
}

const FREE = /^(is_)?(available|free|vacant|open)$/;
const TAKEN = /^(is_)?(booked|occupied|taken|reserved|rented|lent|checked_out)$/;

/** Sets the boolean column that marks a booked slot, if the slot's table has such a column. */
function held(holder: TableView, world: World): string[] {
  const found = holderOf(holder, world);
  if (found === undefined) return [];
  const { reference, state } = found;
  const target = found.target.plan;
  const mark = byName(target, FREE, 'boolean') ?? byName(target, TAKEN, 'boolean');
  if (mark === undefined) return [];
  const released = found.released.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ');
  const holders = `SELECT 1 FROM ${quoted(holder.plan.name)} AS h WHERE h.${quoted(reference.columns[0] ?? '')} = ${quoted(target.name)}.${quoted(reference.to[0] ?? '')} AND h.${quoted(state.column)} NOT IN (${released})`;
  const [yes, no] = FREE.test(mark.name) ? [0, 1] : [1, 0];
  return [
    `UPDATE ${quoted(target.name)} SET ${quoted(mark.name)} = CASE WHEN EXISTS (${holders}) THEN ${yes} ELSE ${no} END`,
  ];
}
