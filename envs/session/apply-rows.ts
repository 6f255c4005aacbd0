// Writes rows into a connection: a saved overlay when a session is bound again, or the patch of a task's set-up. Keys
// and foreign keys must hold once all rows are in.
import type { Connection } from '../world/connection.ts';
import { findTable, quoteName, type Table } from '../sql/database-schema.ts';
import type { Diff } from '../values/diff.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { badInput } from '../errors/gym-error.ts';
import { toSql, type SqlValue } from '../world/sql-value.ts';
import type { Statement } from 'better-sqlite3';
import type { Overlay } from './overlay.ts';

interface Writers {
  readonly put: Statement<SqlValue[]>;
  readonly drop: Statement<SqlValue[]>;
  readonly stored: readonly number[];
}

const writersOf = new WeakMap<Connection, Map<Table, Writers>>();

function writers(connection: Connection, table: Table): Writers {
  let byTable = writersOf.get(connection);
  if (byTable === undefined) {
    byTable = new Map();
    writersOf.set(connection, byTable);
  }
  let found = byTable.get(table);
  if (found === undefined) {
    const stored = table.columns.flatMap((column, at) => (column.generated ? [] : [at]));
    const names = stored.map((at) => quoteName(table.columns[at]?.name ?? ''));
    const rest = names.filter((name) => !table.primaryKey.some((key) => quoteName(key) === name));
    const action = rest.length === 0 ? 'DO NOTHING' : `DO UPDATE SET ${rest.map((name) => `${name} = excluded.${name}`).join(', ')}`;
    found = {
      put: connection.db.prepare(
        `INSERT INTO ${quoteName(table.name)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT (${table.primaryKey.map(quoteName).join(', ')}) ${action}`,
      ),
      drop: connection.db.prepare(`DELETE FROM ${quoteName(table.name)} WHERE ${table.primaryKey.map((key) => `${quoteName(key)} = ?`).join(' AND ')}`),
      stored,
    };
    byTable.set(table, found);
  }
  return found;
}

/** Brings a connection at the template's state to the overlay's state. */
export function applyOverlay(connection: Connection, overlay: Overlay): void {
  withDeferredKeys(connection, () => {
    for (const [table, rows] of overlay) {
      const { drop } = writers(connection, table);
      for (const { key, row } of rows.values()) if (row === null) drop.run(key as never);
    }
    for (const [table, rows] of overlay) {
      const { put, stored } = writers(connection, table);
      for (const { row } of rows.values()) if (row !== null) put.run(stored.map((at) => row[at] ?? null) as never);
    }
  });
}

/** Applies a diff to the state as it is. Rows that are to change must be there. */
export function applyDiff(connection: Connection, diff: Diff, where: string): void {
  withDeferredKeys(connection, () => {
    for (const [name, changes] of Object.entries(diff)) {
      const table = findTable({ tables: connection.tables, indexes: [], views: [] }, name);
      if (table === undefined) throw badInput({ path: `${where}/${name}`, what: 'names no table of the environment' });
      const known = (row: JsonObject): [string, Json][] =>
        Object.entries(row).map(([column, value]) => {
          if (!table.columns.some((each) => each.name === column)) throw badInput({ path: `${where}/${name}`, what: `${name} has no column ${column}` });
          return [column, value];
        });
      const matching = (key: JsonObject): { sql: string; values: SqlValue[] } => {
        const parts = known(key);
        return { sql: parts.map(([column]) => `${quoteName(column)} IS ?`).join(' AND '), values: parts.map(([, value]) => toSql(value)) };
      };
      const run = (sql: string, values: readonly SqlValue[], what: string): void => {
        let changed: number;
        try {
          changed = connection.db.prepare<SqlValue[]>(sql).run(...values).changes;
        } catch (error) {
          throw badInput({ path: `${where}/${name}`, what: `${what} fails: ${(error as Error).message}` });
        }
        if (changed !== 1) throw badInput({ path: `${where}/${name}`, what: `${what} finds ${changed} rows, not one` });
      };
      for (const row of changes.deleted) {
        const keyOnly = Object.fromEntries(table.primaryKey.map((column) => [column, row[column] ?? null]));
        const { sql, values } = matching(keyOnly);
        run(`DELETE FROM ${quoteName(table.name)} WHERE ${sql}`, values, 'deleting a row');
      }
      for (const { key, after } of changes.updated) {
        const set = known(after);
        const { sql, values } = matching(key);
        run(`UPDATE ${quoteName(table.name)} SET ${set.map(([column]) => `${quoteName(column)} = ?`).join(', ')} WHERE ${sql}`, [...set.map(([, value]) => toSql(value)), ...values], 'updating a row');
      }
      for (const row of changes.inserted) {
        const parts = known(row);
        run(`INSERT INTO ${quoteName(table.name)} (${parts.map(([column]) => quoteName(column)).join(', ')}) VALUES (${parts.map(() => '?').join(', ')})`, parts.map(([, value]) => toSql(value)), 'inserting a row');
      }
    }
    const broken = connection.db.pragma('foreign_key_check') as { table: string; parent: string }[];
    const first = broken[0];
    if (first !== undefined) throw badInput({ path: where, what: `leaves a row of ${first.table} without its ${first.parent}` });
  });
}

/** Inside, foreign keys may be broken for a moment; afterwards they are immediate again. */
function withDeferredKeys(connection: Connection, work: () => void): void {
  connection.db.pragma('defer_foreign_keys = ON');
  try {
    work();
  } finally {
    connection.db.pragma('defer_foreign_keys = OFF');
  }
}
