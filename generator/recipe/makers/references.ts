// Makes values from other rows: a key of another table's row, a column of the row that a key names, or a record of a
// fixed set.
import { parseClock } from '../../../envs/clock.ts';
import type { Json } from '../../../envs/values/json.ts';
import { RECORD_SETS } from '../../lexicon/pools/reference-sets.ts';
import { NoRoom, problem, type Kitchen, type Place, type Row } from '../kitchen.ts';
import type { Maker, ReferenceMaker } from '../recipe-schema.ts';

const DAY = 86_400;
/** The greatest share of a table's rows that may get a reference, if at most one row may refer to each of them. */
const HELD_AT_MOST = 2 / 3;

export function makeReference(maker: ReferenceMaker, at: Place, kitchen: Kitchen): Json {
  const hidden = maker.as === undefined ? undefined : `_row ${maker.as}`;
  const rows = kitchen.rowsOf(maker.row_of, at.recipe.table);
  const known = hidden === undefined ? undefined : at.row[hidden];
  if (typeof known === 'number') return kitchen.value(rows[known], maker.column, at);
  const open = openRows(maker, at, kitchen, rows);
  if (open.length === 0) {
    if (maker.optional === true) return null;
    if (at.recipe.distinct !== undefined) throw new NoRoom();
    throw problem(at, `${maker.row_of} has no row left`);
  }
  const drawn = Math.floor(kitchen.random.real() ** (maker.skew ?? 1) * open.length);
  const row = open[drawn];
  if (hidden !== undefined && row !== undefined) at.row[hidden] = rows.indexOf(row);
  return kitchen.value(row, maker.column, at);
}

function openRows(maker: ReferenceMaker, at: Place, kitchen: Kitchen, rows: readonly Row[]): readonly Row[] {
  const wanted = (maker.same ?? []).map((column): [string, Json] => [column, kitchen.value(at.row, column, at)]);
  const taken =
    maker.distinct === true ? new Set(at.siblings.map((row) => row[at.column])) : new Set<Json | undefined>();
  let open = rows;
  if (wanted.length > 0) open = open.filter((row) => wanted.every(([column, value]) => row[column] === value));
  if (taken.size > 0) open = open.filter((row) => !taken.has(row[maker.column]));
  if (maker.era !== undefined) open = inEra(maker.era, at, kitchen, open);
  return maker.held === undefined ? open : notHeld(maker, maker.held, at, open, rows.length);
}

/**
 * Returns the rows to which no row refers yet, or none if the allowed share of the rows already has a reference. A row
 * whose column `by` has a value of `unless` does not count and may take any row.
 */
function notHeld(
  maker: ReferenceMaker,
  held: NonNullable<ReferenceMaker['held']>,
  at: Place,
  open: readonly Row[],
  all: number,
): readonly Row[] {
  const frees = (row: Row): boolean => held.unless.includes(row[held.by] ?? null);
  if (frees(at.row)) return open;
  const holders = at.rows.filter((row) => !frees(row)).map((row) => row[at.column]);
  if (new Set(holders).size >= Math.max(1, Math.floor(all * HELD_AT_MOST))) return [];
  return open.filter((row) => !holders.includes(row[maker.column]));
}

function inEra(
  era: NonNullable<ReferenceMaker['era']>,
  at: Place,
  kitchen: Kitchen,
  rows: readonly Row[],
): readonly Row[] {
  const state = String(at.row[era.by] ?? '');
  const today = kitchen.now - (kitchen.now % DAY);
  const timeOf = (row: Row): number => parseClock(String(row[era.column]));
  if (era.ended.includes(state)) return rows.filter((row) => timeOf(row) < kitchen.now);
  if (era.ahead.includes(state)) return rows.filter((row) => timeOf(row) > kitchen.now);
  if (era.now.includes(state)) return rows.filter((row) => timeOf(row) >= today && timeOf(row) < today + DAY);
  return rows;
}

/** Returns a column of the row to which a foreign key refers, as in {of: "product_id", column: "products.price"}. */
export function makeLinked(maker: Extract<Maker, { of: unknown }>, at: Place, kitchen: Kitchen): Json {
  const [table = '', column = ''] = maker.column.split('.');
  const key = kitchen.value(at.row, maker.of, at);
  if (key === null && maker.key !== undefined) return null;
  const row = kitchen.rowsOf(table, at.recipe.table).find((each) => each[maker.key ?? maker.of] === key);
  return kitchen.value(row, column, at);
}

/**
 * Picks a record of a set. All columns of a row that name the same set get the same record, so that a city fits its
 * country. Columns with another `as` get another record, such as the end of a journey.
 */
export function makeRecord(maker: Extract<Maker, { record: string }>, at: Place, kitchen: Kitchen): Json {
  const set = RECORD_SETS[maker.record];
  if (set === undefined) throw problem(at, `knows no set ${maker.record}`);
  const prefix = `_record ${maker.record}`;
  const hidden = maker.as === undefined ? prefix : `${prefix} ${maker.as}`;
  if (at.row[hidden] === undefined) {
    const others = Object.keys(at.row).filter((name) => name.startsWith(prefix));
    const rows = maker.distinct === true && at.rows.length < set.length ? at.rows : [];
    const taken = new Set([...others.map((name) => Number(at.row[name])), ...rows.map((row) => Number(row[hidden]))]);
    let drawn = kitchen.random.int(0, set.length - 1);
    while (taken.has(drawn)) drawn = (drawn + 1) % set.length;
    at.row[hidden] = drawn;
  }
  return set[Number(at.row[hidden])]?.[maker.field] ?? null;
}
