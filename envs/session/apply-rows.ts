// Writes rows into a connection. The rows are the saved changes of a session that gets a connection again, or the
// changes that a task makes before it begins (its patch). When all rows are written, keys and foreign keys must be
// valid.
import type { Connection } from '../engine/connection.ts';
import { findTable, quoteName, type Table } from '../sql/database-schema.ts';
import type { Diff } from '../values/diff.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { badInput } from '../errors/gym-error.ts';
import { sameSql, toSql, type SqlValue } from '../engine/sql-value.ts';
import type { Statement } from 'better-sqlite3';
import type { World } from '../world/world.ts';
import type { Overlay, Row } from './overlay.ts';

/** The statements that write rows of one table. Each connection prepares them once. */
class TableWriter {
  private readonly connection: Connection;
  private readonly table: Table;
  private readonly stored: readonly number[];
  private readonly where: string;
  private readonly insertion: Statement<[readonly SqlValue[]]>;
  private readonly deletion: Statement<[readonly SqlValue[]]>;
  private readonly updates = new Map<string, Statement<[readonly SqlValue[]]>>();

  constructor(connection: Connection, table: Table) {
    this.connection = connection;
    this.table = table;
    this.stored = table.columns.flatMap((column, at) => (column.generated ? [] : [at]));
    this.where = table.primaryKey.map((key) => `${quoteName(key)} = ?`).join(' AND ');
    const names = this.stored.map((at) => this.name(at));
    this.insertion = connection.db.prepare(
      `INSERT INTO ${quoteName(table.name)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    );
    this.deletion = connection.db.prepare(`DELETE FROM ${quoteName(table.name)} WHERE ${this.where}`);
  }

  private name(at: number): string {
    return quoteName(this.table.columns[at]?.name ?? '');
  }

  lacks(key: Row): boolean {
    return (
      this.connection.db
        .prepare<[readonly SqlValue[]]>(`SELECT 1 FROM ${quoteName(this.table.name)} WHERE ${this.where}`)
        .get(key) === undefined
    );
  }

  remove(key: Row): void {
    this.deletion.run(key);
  }

  insert(row: Row): void {
    this.insertion.run(this.stored.map((at) => row[at] ?? null));
  }

  /**
   * Writes only the columns whose values differ, because even an equal value costs work on indexes and foreign keys.
   */
  update(key: Row, from: Row, to: Row): void {
    const changed = this.stored.filter((at) => !sameSql(from[at] ?? null, to[at] ?? null));
    const spelled = changed.join();
    let update = this.updates.get(spelled);
    if (update === undefined) {
      update = this.connection.db.prepare(
        `UPDATE ${quoteName(this.table.name)} SET ${changed.map((at) => `${this.name(at)} = ?`).join(', ')} WHERE ${this.where}`,
      );
      this.updates.set(spelled, update);
    }
    update.run([...changed.map((at) => to[at] ?? null), ...key]);
  }
}

const writersOf = new WeakMap<Connection, Map<Table, TableWriter>>();

function writerOf(connection: Connection, table: Table): TableWriter {
  let byTable = writersOf.get(connection);
  if (byTable === undefined) {
    byTable = new Map();
    writersOf.set(connection, byTable);
  }
  let writer = byTable.get(table);
  if (writer === undefined) {
    writer = new TableWriter(connection, table);
    byTable.set(table, writer);
  }
  return writer;
}

/** Writes the saved changes of a session into a connection that has the initial rows. */
export function applyOverlay(connection: Connection, overlay: Overlay): void {
  // children are removed before their parents and inserted after them, so that foreign keys are usually valid after
  // every row
  putWithKeys(connection, () => putRows(connection, overlay));
}

function putRows(connection: Connection, overlay: Overlay): void {
  const tables = [...overlay];
  let removed = false;
  for (const [table, rows] of tables.toReversed()) {
    connection.writing(table.name);
    const writer = writerOf(connection, table);
    for (const { key, row } of rows.values()) {
      if (row !== null) continue;
      writer.remove(key);
      removed = true;
    }
  }
  for (const [table, rows] of tables) {
    const writer = writerOf(connection, table);
    for (const { key, row, before } of rows.values()) {
      if (row === null) continue;
      // removing another row may have removed this row too (cascade), so a row that is missing now is inserted whole
      if (before === null || (removed && writer.lacks(key))) writer.insert(row);
      else writer.update(key, before, row);
    }
  }
}

/**
 * By environment, the patches that left no broken reference. The check reads every table, so each patch is checked only
 * once.
 */
const sound = new WeakMap<World, WeakSet<Diff>>();

/** Applies a patch to a connection that has the initial rows. Throws if a row that the patch changes does not exist. */
export function applyPatch(world: World, connection: Connection, diff: Diff, where: string): void {
  const deferred = putWithKeys(connection, () => putPatch(connection, diff, where));
  const known = sound.get(world) ?? new WeakSet();
  sound.set(world, known);
  if (!deferred || known.has(diff)) return;
  const [first] = connection.db.pragma('foreign_key_check') as { table: string; parent: string }[];
  if (first !== undefined)
    throw badInput({ path: where, what: `leaves a row of ${first.table} without its ${first.parent}` });
  known.add(diff);
}

function putPatch(connection: Connection, diff: Diff, where: string): void {
  for (const [name, changes] of Object.entries(diff)) {
    const table = findTable({ tables: connection.tables, indexes: [], views: [] }, name);
    if (table === undefined) throw badInput({ path: `${where}/${name}`, what: 'names no table of the environment' });
    connection.writing(table.name);
    const known = (row: JsonObject): [string, Json][] =>
      Object.entries(row).map(([column, value]) => {
        if (!table.columns.some((each) => each.name === column))
          throw badInput({ path: `${where}/${name}`, what: `${name} has no column ${column}` });
        return [column, value];
      });
    const matching = (key: JsonObject): { sql: string; values: SqlValue[] } => {
      const parts = known(key);
      return {
        sql: parts.map(([column]) => `${quoteName(column)} IS ?`).join(' AND '),
        values: parts.map(([, value]) => toSql(value)),
      };
    };
    const run = (sql: string, values: readonly SqlValue[], what: string): void => {
      let changed: number;
      try {
        changed = connection.prepareOnce(sql).run(values).changes;
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
      run(
        `UPDATE ${quoteName(table.name)} SET ${set.map(([column]) => `${quoteName(column)} = ?`).join(', ')} WHERE ${sql}`,
        [...set.map(([, value]) => toSql(value)), ...values],
        'updating a row',
      );
    }
    for (const row of changes.inserted) {
      const parts = known(row);
      run(
        `INSERT INTO ${quoteName(table.name)} (${parts.map(([column]) => quoteName(column)).join(', ')}) VALUES (${parts.map(() => '?').join(', ')})`,
        parts.map(([, value]) => toSql(value)),
        'inserting a row',
      );
    }
  }
}

/**
 * Writes rows over the initial rows. In the first attempt, foreign keys must be valid after every row. If this fails, a
 * second attempt allows broken keys until the end. Returns whether the second attempt was needed.
 */
function putWithKeys(connection: Connection, put: () => void): boolean {
  try {
    put();
    return false;
  } catch {
    connection.reset();
  }
  connection.deferKeys(true);
  try {
    put();
  } finally {
    connection.deferKeys(false);
  }
  return true;
}
