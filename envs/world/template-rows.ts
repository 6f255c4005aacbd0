// Rows and values of the template, looked up by statements that are prepared once.
import type { Database, Statement } from 'better-sqlite3';
import { toSql, type SqlValue } from '../engine/sql-value.ts';
import { quoteName, type Table } from '../sql/database-schema.ts';

type Row = readonly SqlValue[];

export class TemplateRows {
  private readonly db: Database;
  private readonly holders = new Map<string, Statement<SqlValue[]>>();
  private readonly readers = new Map<Table, { read: (key: Row) => Row | undefined }>();

  constructor(db: Database) {
    this.db = db;
  }

  /** The row with this key, if any. */
  row(table: Table, key: Row): Row | undefined {
    let reader = this.readers.get(table);
    if (reader === undefined) {
      const where = table.primaryKey.map((column) => `${quoteName(column)} = ?`).join(' AND ');
      const columns = table.columns.map((column) => quoteName(column.name)).join(', ');
      const statement = this.db
        .prepare<[Row], SqlValue[]>(`SELECT ${columns} FROM ${quoteName(table.name)} WHERE ${where}`)
        .safeIntegers(true)
        .raw(true);
      reader = { read: (values) => statement.get(values) };
      this.readers.set(table, reader);
    }
    return reader.read(key);
  }

  /** Whether a value is in any of these columns. */
  holds(places: readonly (readonly [table: string, column: string])[], value: string | number): boolean {
    return places.some(([table, column]) => this.holder(table, column).get(toSql(value)) !== undefined);
  }

  private holder(table: string, column: string): Statement<SqlValue[]> {
    const place = `${quoteName(table)}.${quoteName(column)}`;
    let statement = this.holders.get(place);
    if (statement === undefined) {
      statement = this.db.prepare<SqlValue[]>(
        `SELECT 1 FROM ${quoteName(table)} WHERE ${quoteName(column)} = ? LIMIT 1`,
      );
      this.holders.set(place, statement);
    }
    return statement;
  }
}
