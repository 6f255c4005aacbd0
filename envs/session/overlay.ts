// An overlay is the set of rows in which a session differs from the environment's initial rows. For each changed key it
// has the present row, or null if the row was deleted. The difference between two steps or two sessions is computed
// from their overlays.
import type { Connection } from '../engine/connection.ts';
import { storedToJson, sameSql, type SqlValue } from '../engine/sql-value.ts';
import type { World } from '../world/world.ts';
import type { Table } from '../sql/database-schema.ts';
import type { Diff, TableDiff } from '../values/diff.ts';
import type { Json, JsonObject } from '../values/json.ts';

export type Row = readonly SqlValue[];

export interface OverlayRow {
  readonly key: Row;
  readonly row: Row | null;
  /** The initial row with this key. Null if there was none. */
  readonly before: Row | null;
}

/** The changed rows, by table and by the text of their key. */
export type Overlay = ReadonlyMap<Table, ReadonlyMap<string, OverlayRow>>;

export const EMPTY_OVERLAY: Overlay = new Map();

export function keyText(key: Row): string {
  const [only] = key;
  if (key.length === 1 && typeof only === 'string') return only;
  return JSON.stringify(
    key.map((value) => (typeof value === 'bigint' ? `#${value}` : typeof value === 'number' ? `~${value}` : value)),
  );
}

/** Reads the rows of a connection that differ from the environment's initial rows. */
export function readOverlay(world: World, connection: Connection): Overlay {
  const overlay = new Map<Table, Map<string, OverlayRow>>();
  for (const [table, rows] of connection.touchedRows()) {
    const changed = new Map<string, OverlayRow>();
    for (const each of rows) {
      const before = world.templateRow(table, each.key) ?? null;
      if (!sameRow(before, each.row)) changed.set(keyText(each.key), { key: each.key, row: each.row, before });
    }
    if (changed.size > 0) overlay.set(table, changed);
  }
  return overlay;
}

export function overlaySize(overlay: Overlay): number {
  let size = 0;
  for (const rows of overlay.values()) size += rows.size;
  return size;
}

function sameRow(a: Row | null, b: Row | null): boolean {
  if (a === null || b === null) return a === b;
  return a.every((value, at) => sameSql(value, b[at] ?? null));
}

/**
 * Returns the net difference between two overlays (sets of changed rows). Tables are in the order of the schema, rows
 * in the order of their keys.
 */
export function diffOverlays(world: World, from: Overlay, to: Overlay): Diff {
  const diff: Record<string, TableDiff> = {};
  for (const table of world.schema.tables) {
    const before = from.get(table);
    const after = to.get(table);
    if (before === undefined && after === undefined) continue;
    const keys = new Map<string, OverlayRow>();
    for (const rows of [before, after]) for (const [text, each] of rows ?? []) keys.set(text, each);
    const inserted: JsonObject[] = [];
    const updated: { key: JsonObject; before: JsonObject; after: JsonObject }[] = [];
    const deleted: JsonObject[] = [];
    const rowAt = (
      rows: ReadonlyMap<string, OverlayRow> | undefined,
      text: string,
      touched: OverlayRow,
    ): Row | null => {
      const found = rows?.get(text);
      return found === undefined ? touched.before : found.row;
    };
    const ordered =
      before === undefined || after === undefined
        ? [...keys]
        : [...keys].sort(([, a], [, b]) => compareKeys(a.key, b.key));
    for (const [text, touched] of ordered) {
      const { key } = touched;
      const old = rowAt(before, text, touched);
      const now = rowAt(after, text, touched);
      if (sameRow(old, now)) continue;
      if (old === null) inserted.push(rowObject(table, now as Row));
      else if (now === null) deleted.push(rowObject(table, old));
      else updated.push(updatedRow(table, key, old, now));
    }
    if (inserted.length + updated.length + deleted.length > 0) diff[table.name] = { inserted, updated, deleted };
  }
  return diff;
}

export function rowObject(table: Table, row: Row): JsonObject {
  const object: Record<string, Json> = {};
  table.columns.forEach((column, at) => {
    object[column.name] = storedToJson(row[at] ?? null, column.type === 'ANY');
  });
  return object;
}

function updatedRow(
  table: Table,
  key: Row,
  old: Row,
  now: Row,
): { key: JsonObject; before: JsonObject; after: JsonObject } {
  const keyObject: Record<string, Json> = {};
  table.primaryKey.forEach((column, at) => {
    keyObject[column] = storedToJson(key[at] ?? null, false);
  });
  const before: Record<string, Json> = {};
  const after: Record<string, Json> = {};
  table.columns.forEach((column, at) => {
    if (sameSql(old[at] ?? null, now[at] ?? null)) return;
    before[column.name] = storedToJson(old[at] ?? null, column.type === 'ANY');
    after[column.name] = storedToJson(now[at] ?? null, column.type === 'ANY');
  });
  return { key: keyObject, before, after };
}

/** Compares two keys as SQLite orders them: NULL first, then numbers, then text. */
function compareKeys(a: Row, b: Row): number {
  for (let at = 0; at < a.length; at++) {
    const x = a[at] ?? null;
    const y = b[at] ?? null;
    const rank = rankOf(x) - rankOf(y);
    if (rank !== 0) return rank;
    if (x !== null && y !== null && x !== y) {
      if (typeof x === 'string' && typeof y === 'string') return Buffer.compare(Buffer.from(x), Buffer.from(y));
      if (x < y) return -1;
      if (x > y) return 1;
    }
  }
  return 0;
}

function rankOf(value: SqlValue): number {
  if (value === null) return 0;
  return typeof value === 'string' ? 2 : 1;
}
