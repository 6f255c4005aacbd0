// Reads the rows of a table in the order of its key, as differences between states and files with initial rows have
// them.
import type { Database } from 'better-sqlite3';
import { quoteName, type Table } from '../sql/database-schema.ts';
import type { JsonObject } from '../values/json.ts';
import { storedToJson, type SqlValue } from '../engine/sql-value.ts';

/** Reads the rows without generated columns. A negative limit means no limit. */
export function allRows(
  db: Database,
  table: Table,
  { limit, offset }: { readonly limit: number; readonly offset: number } = { limit: -1, offset: 0 },
): JsonObject[] {
  const columns = table.columns.filter((column) => !column.generated);
  const names = columns.map((column) => quoteName(column.name)).join(', ');
  const rows = db
    .prepare<[number, number], SqlValue[]>(
      `SELECT ${names} FROM ${quoteName(table.name)} ORDER BY ${table.primaryKey.map(quoteName).join(', ')} LIMIT ? OFFSET ?`,
    )
    .safeIntegers(true)
    .raw(true)
    .all(limit, offset);
  return rows.map((row) =>
    Object.fromEntries(
      columns.map((column, at) => [column.name, storedToJson(row[at] ?? null, column.type === 'ANY')]),
    ),
  );
}

/** Returns a table's position in an order of tables. A table that is not in the list comes last. */
export function rankIn(order: readonly string[], table: string): number {
  const at = order.indexOf(table);
  return at < 0 ? order.length : at;
}
