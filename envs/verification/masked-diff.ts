// Converts the difference between two states to the form that the judge compares: a flat list of changes. Each cell is
// an exact value, a real number, a new id, a timestamp (null or not) or prose. Of prose only three facts are kept:
// whether it is empty, which new ids and which values of `Masking.listed` it contains. Changes without meaning, such as
// a newer timestamp, are left out.
import { findTable, type DatabaseSchema, type Table } from '../sql/database-schema.ts';
import type { Diff } from '../values/diff.ts';
import type { ColumnRole } from '../values/environment.ts';
import type { Json, JsonObject } from '../values/json.ts';

export type ChangeKind = 'inserted' | 'updated' | 'deleted';

export type Cell =
  | { readonly kind: 'exact'; readonly value: Json }
  | { readonly kind: 'real'; readonly value: number }
  | { readonly kind: 'minted'; readonly id: string | number }
  | { readonly kind: 'set'; readonly set: boolean }
  /** A cell with free text: whether it is empty, and which new ids and listed values it contains. */
  | {
      readonly kind: 'prose';
      readonly set: boolean;
      readonly ids: readonly string[];
      readonly values: readonly string[];
      readonly text: string;
    };

export interface Change {
  readonly kind: ChangeKind;
  readonly table: string;
  /** The key of an updated or deleted row. */
  readonly key: JsonObject;
  readonly cells: Readonly<Record<string, Cell>>;
  /** The row as it is in the difference between the states, for messages. */
  readonly row: JsonObject;
}

export interface Masking {
  readonly schema: DatabaseSchema;
  readonly roles: ReadonlyMap<string, ColumnRole>;
  /** The columns, as "table.column", that are not compared. */
  readonly free: ReadonlySet<string>;
  /** The values that are searched for in free text. */
  readonly listed: readonly string[];
  /** Tells whether an id existed before the first call. */
  readonly isOld: (id: string | number) => boolean;
}

export function maskDiff(diff: Diff, masking: Masking): Change[] {
  const changes: Change[] = [];
  const fresh = newIds(diff, masking);
  for (const [name, tableDiff] of Object.entries(diff)) {
    const table = findTable(masking.schema, name);
    if (table === undefined) continue;
    const keyOf = (row: JsonObject): JsonObject =>
      Object.fromEntries(table.primaryKey.map((column) => [column, row[column] ?? null]));
    for (const row of tableDiff.inserted)
      changes.push({
        kind: 'inserted',
        table: table.name,
        key: keyOf(row),
        row,
        cells: cellsOf(table, row, masking, fresh),
      });
    for (const row of tableDiff.deleted)
      changes.push({ kind: 'deleted', table: table.name, key: keyOf(row), row: keyOf(row), cells: {} });
    for (const { key, before, after } of tableDiff.updated) {
      const old = cellsOf(table, before, masking, fresh);
      const now = cellsOf(table, after, masking, fresh);
      const cells = Object.fromEntries(Object.entries(now).filter(([column, cell]) => !sameMask(old[column], cell)));
      if (Object.keys(cells).length > 0) changes.push({ kind: 'updated', table: table.name, key, row: after, cells });
    }
  }
  return changes;
}

/** Returns the new ids (made by new_id()) in the difference between two states. */
export function newIds(diff: Diff, masking: Pick<Masking, 'schema' | 'roles' | 'isOld'>): ReadonlySet<string | number> {
  const ids = new Set<string | number>();
  for (const [name, { inserted, updated }] of Object.entries(diff)) {
    const table = findTable(masking.schema, name);
    if (table === undefined) continue;
    for (const row of [...inserted, ...updated.map(({ after }) => after)]) {
      for (const [column, value] of Object.entries(row)) {
        if (masking.roles.get(place(table, column)) !== 'minted') continue;
        if ((typeof value === 'string' || typeof value === 'number') && !masking.isOld(value)) ids.add(value);
      }
    }
  }
  return ids;
}

function place(table: Table, column: string): string {
  return `${table.name}.${column}`.toLowerCase();
}

function cellsOf(
  table: Table,
  row: JsonObject,
  masking: Masking,
  fresh: ReadonlySet<string | number>,
): Record<string, Cell> {
  const cells: Record<string, Cell> = {};
  for (const [column, value] of Object.entries(row)) {
    const at = place(table, column);
    if (masking.free.has(at) || masking.roles.get(at) === 'caller_key') continue;
    const type = table.columns.find((each) => each.name === column)?.type;
    cells[column] = cellOf(value, masking.roles.get(at), type === 'REAL', masking, fresh);
  }
  return cells;
}

function cellOf(
  value: Json,
  role: ColumnRole | undefined,
  real: boolean,
  masking: Masking,
  fresh: ReadonlySet<string | number>,
): Cell {
  if (role === 'timestamp') return { kind: 'set', set: value !== null };
  if (role === 'minted' && (typeof value === 'string' || typeof value === 'number') && fresh.has(value))
    return { kind: 'minted', id: value };
  if (role === 'prose') {
    const text = typeof value === 'string' ? value : '';
    const ids = [...fresh].map(String).filter((id) => holds(text, id));
    return {
      kind: 'prose',
      set: text.trim() !== '',
      ids: ids.sort(),
      values: masking.listed.filter((each) => holds(text, each)),
      text,
    };
  }
  if (typeof value === 'number' && (real || !Number.isInteger(value))) return { kind: 'real', value };
  if (value !== null && typeof value === 'object' && JSON.isRawJSON(value))
    return { kind: 'real', value: Number(value.rawJSON) };
  return { kind: 'exact', value: role === 'json' && typeof value === 'string' ? parsed(value) : value };
}

/**
 * Parses a column with JSON, so that white space in it does not matter. A text that is not JSON is returned unchanged.
 */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Tells whether a text contains a value as whole words. Upper and lower case do not matter. */
export function holds(text: string, value: string): boolean {
  if (value === '') return false;
  const inside = text.toLowerCase();
  const wanted = value.toLowerCase();
  for (let at = inside.indexOf(wanted); at >= 0; at = inside.indexOf(wanted, at + 1)) {
    if (isBoundary(inside[at - 1], wanted[0]) && isBoundary(inside[at + wanted.length], wanted.at(-1))) return true;
  }
  return false;
}

function isBoundary(outside: string | undefined, edge: string | undefined): boolean {
  const word = /[\p{L}\p{N}_]/u;
  return outside === undefined || !word.test(outside) || edge === undefined || !word.test(edge);
}

/**
 * Tells whether a changed cell still means the same: a timestamp that was set and is set, or a real number with a tiny
 * difference. Such a change is left out.
 */
function sameMask(a: Cell | undefined, b: Cell): boolean {
  if (a === undefined || a.kind !== b.kind) return false;
  if (a.kind === 'set' && b.kind === 'set') return a.set === b.set;
  if (a.kind === 'prose' && b.kind === 'prose') return false;
  if (a.kind === 'real' && b.kind === 'real') return closeReals(a.value, b.value);
  return false;
}

const RELATIVE = 1e-9;

export function closeReals(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= RELATIVE * Math.max(Math.abs(a), Math.abs(b));
}
