// Computes a hash of every row of every table, in the order of keys. An integer and a real with the same value give
// different hashes.
import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { quoteName, type DatabaseSchema } from '../sql/database-schema.ts';
import { numberText } from '../engine/number-text.ts';
import type { SqlValue } from '../engine/sql-value.ts';

export function hashRows(db: Database, schema: DatabaseSchema): string {
  const hash = createHash('sha256');
  for (const table of [...schema.tables].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const names = table.columns.map((column) => quoteName(column.name)).join(', ');
    const key = table.primaryKey.map(quoteName).join(', ');
    hash.update(`${table.name}(${names})\n`);
    const rows = db
      .prepare<[], SqlValue[]>(`SELECT ${names} FROM ${quoteName(table.name)} ORDER BY ${key}`)
      .safeIntegers(true)
      .raw(true)
      .all();
    hash.update(rows.map(rowText).join(''));
  }
  return hash.digest('hex');
}

function rowText(row: readonly SqlValue[]): string {
  return `${row.map((value) => (value === null ? 'null' : typeof value === 'string' ? JSON.stringify(value) : numberText(value))).join(',')}\n`;
}
