// The result of parsing schema.sql: tables, indexes and views. Names stay as written; as in SQLite, upper and lower
// case do not matter when they are compared.

export type ColumnType = 'INTEGER' | 'REAL' | 'TEXT' | 'ANY';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly notNull: boolean;
  readonly generated: boolean;
  readonly hasDefault: boolean;
  /** True if the column is declared with COLLATE NOCASE or RTRIM, so that equal values may be spelled differently. */
  readonly loose: boolean;
}

export interface ForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  /** The columns of the other table. If the reference names none, the primary key of that table. */
  readonly references: readonly string[];
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  /**
   * The sets of columns whose values cannot occur twice; the primary key is first. An empty set means that the table
   * has at most one row.
   */
  readonly keys: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly checks: readonly string[];
  readonly sql: string;
}

export interface Index {
  readonly name: string;
  readonly table: string;
  readonly unique: boolean;
  readonly sql: string;
}

export interface View {
  readonly name: string;
  readonly reads: readonly string[];
  readonly columns: readonly string[];
  readonly sql: string;
}

export interface DatabaseSchema {
  readonly tables: readonly Table[];
  readonly indexes: readonly Index[];
  readonly views: readonly View[];
}

export function findTable(schema: DatabaseSchema, name: string): Table | undefined {
  const wanted = name.toLowerCase();
  return schema.tables.find((table) => table.name.toLowerCase() === wanted);
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
