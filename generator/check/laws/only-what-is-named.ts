// Law: a write that names rows of a table by key changes only these rows and rows that belong to the call in another
// way: a reference connects them with a named row, as a file with its folder; the call names another unique text of
// them; or they change differently, as the old default address loses its mark when a new one gets it.
import { canonicalJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Table } from '../../../envs/sql/database-schema.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import type { Played } from '../check-roles.ts';
import type { Law } from './law.ts';
import type { LawRoom } from './law-room.ts';
import { scalarsOf, strange } from './shown-values.ts';

/** A text of at least this many letters is unlikely to occur in two rows by chance. */
const TELLING = 4;

type Diff = Parameters<NonNullable<Law['aboutWrite']>>[1]['diff'];

interface Touched {
  readonly row: JsonObject;
  /** The new values of the changed columns. It is null if the row is deleted. */
  readonly after: JsonObject | null;
}

export const onlyWhatIsNamed: Law = {
  name: 'only what is named',
  aboutWrite(room, { tool, played, diff }) {
    for (const [name, changes] of Object.entries(diff)) {
      const table = room.world.schema.tables.find((each) => each.name === name);
      const key = table?.primaryKey.length === 1 ? table.primaryKey[0] : undefined;
      if (table === undefined || key === undefined || changes.inserted.length > 0) continue;
      const rows = room.rowsOf(name);
      const named = namedRows(room, tool, played, rows, key);
      if (named.length === 0) continue;
      const byKey = new Map(rows.map((row) => [canonicalJson(row[key] as Json), row]));
      const touched: Touched[] = [];
      for (const each of changes.updated) {
        const row = byKey.get(canonicalJson(each.key[key] as Json));
        if (row !== undefined) touched.push({ row, after: each.after as JsonObject });
      }
      for (const gone of changes.deleted as readonly JsonObject[]) {
        const row = byKey.get(canonicalJson(gone[key] as Json));
        if (row !== undefined) touched.push({ row, after: null });
      }
      const left = touched.filter((each) => !followsDeleted(each, table, room.world.schema.tables, diff));
      if (left.length === 0) continue;
      const wrong = strayRow(table, key, rows, named, left, played.args);
      room.hold(
        this,
        tool,
        wrong === undefined,
        () => `it changes the row ${JSON.stringify(wrong?.row[key])} of ${name}, which the call does not name`,
      );
    }
  },
};

/**
 * Tells whether the row refers to a row of another table that the call deletes, so that it is deleted too or loses only
 * this reference.
 */
function followsDeleted({ row, after }: Touched, table: Table, tables: readonly Table[], diff: Diff): boolean {
  return table.foreignKeys.some((each) => {
    const other = tables.find(({ name }) => name.toLowerCase() === each.table.toLowerCase());
    if (other === undefined || other === table) return false;
    const onlyLoses = Object.entries(after ?? {}).every(
      ([column, value]) => value === null && each.columns.includes(column),
    );
    if (!onlyLoses) return false;
    const gone = (diff[other.name]?.deleted ?? []) as readonly JsonObject[];
    return gone.some((one) => each.columns.every((column, at) => one[each.references[at] ?? ''] === row[column]));
  });
}

/**
 * Finds the rows whose key is an argument of the call. The argument counts only if the tool refuses an unknown key as
 * its value.
 */
function namedRows(
  room: LawRoom,
  tool: Tool,
  played: Played,
  rows: readonly JsonObject[],
  key: string,
): readonly JsonObject[] {
  const names = Object.entries(played.args).filter(([, value]) => {
    const values = new Set(scalarsOf(value as Json).map(canonicalJson));
    return rows.some((row) => values.has(canonicalJson(row[key] as Json)));
  });
  const telling = names.filter(([name, value]) => {
    const session = room.begin(played.before);
    const odd = strange(scalarsOf(value as Json)[0] ?? null);
    const answer = room.read(session, tool, { ...played.args, [name]: Array.isArray(value) ? [odd] : odd });
    room.close(session);
    return !answer.ok && answer.code === 'NOT_FOUND';
  });
  const given = new Set(telling.flatMap(([, value]) => scalarsOf(value as Json).map(canonicalJson)));
  return rows.filter((row) => given.has(canonicalJson(row[key] as Json)));
}

function strayRow(
  table: Table,
  key: string,
  rows: readonly JsonObject[],
  named: readonly JsonObject[],
  touched: readonly Touched[],
  args: JsonObject,
): Touched | undefined {
  const isNamed = new Set(named.map((row) => canonicalJson(row[key] as Json)));
  const reached = new Set(isNamed);
  const own = table.foreignKeys.filter((each) => each.table.toLowerCase() === table.name.toLowerCase());
  // collect, step by step, the rows that references connect with a named row
  for (let size = -1; size !== reached.size;) {
    size = reached.size;
    for (const row of rows)
      for (const { columns } of own) {
        const parent = canonicalJson(row[columns[0] ?? ''] ?? null);
        if (parent === 'null') continue;
        const self = canonicalJson(row[key] as Json);
        if (reached.has(parent)) reached.add(self);
        else if (reached.has(self)) reached.add(parent);
      }
  }
  const changesOfNamed = touched.filter(({ row }) => isNamed.has(canonicalJson(row[key] as Json)));
  return touched.find((other) => {
    const { row } = other;
    if (reached.has(canonicalJson(row[key] as Json))) return false;
    if (isToldOtherwise(row, named, rows, key, args)) return false;
    // a change is a mistake if no named row changes in this table, or if a named row changes in the same way
    return changesOfNamed.length === 0 || changesOfNamed.some((each) => sameChange(each, other));
  });
}

/**
 * Tells whether the call identifies this row in another way: a named row holds this row's key, or an argument is a text
 * that only this row has.
 */
function isToldOtherwise(
  row: JsonObject,
  named: readonly JsonObject[],
  rows: readonly JsonObject[],
  key: string,
  args: JsonObject,
): boolean {
  const isTelling = (value: Json): boolean => typeof value === 'string' && value.length >= TELLING;
  const own = row[key] as Json;
  if (isTelling(own) && named.some((each) => Object.values(each).includes(own))) return true;
  const given = new Set(scalarsOf(args));
  return Object.entries(row).some(
    ([column, value]) =>
      isTelling(value) && given.has(value) && rows.every((other) => other === row || other[column] !== value),
  );
}

/**
 * Tells whether two rows change in the same way. Both are deleted, or in each column that changes in both, the new
 * values are equal or the numbers change by the same amount.
 */
function sameChange(a: Touched, b: Touched): boolean {
  if (a.after === null || b.after === null) return a.after === b.after;
  // a column that already had the new value is not among the changed columns
  const columns = Object.keys(a.after).filter((column) => Object.hasOwn(b.after ?? {}, column));
  const agrees = (column: string): boolean => {
    const [one, other] = [a.after?.[column] ?? null, b.after?.[column] ?? null];
    const [before, otherBefore] = [a.row[column] ?? null, b.row[column] ?? null];
    if (typeof one === 'number' && typeof other === 'number' && !isFlag(one, other))
      return one === other || one - Number(before) === other - Number(otherBefore);
    return canonicalJson(one) === canonicalJson(other);
  };
  return columns.length > 0 && columns.every(agrees);
}

const isFlag = (...values: readonly number[]): boolean => values.every((value) => value === 0 || value === 1);
