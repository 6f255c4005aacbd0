// Reads one page of a table's rows. SQLite filters and sorts, so only the rows of the page leave the database.
import type { Database } from 'better-sqlite3';
import { storedToJson, type SqlValue } from '../../envs/engine/sql-value.ts';
import { HttpError } from '../../envs/server/http-errors.ts';
import { findTable, quoteName, type Table } from '../../envs/sql/database-schema.ts';
import type { Json } from '../../envs/values/json.ts';
import type { World } from '../../envs/world/world.ts';

export interface RowsWish {
  /** Only rows in which some column contains this text are read. Case does not matter. */
  readonly search?: string;
  readonly column?: string;
  readonly value?: string;
  readonly order?: string;
  readonly descending?: boolean;
  readonly limit: number;
  readonly offset: number;
}

export const ROWS_QUERY = {
  type: 'object',
  properties: {
    table: { type: 'string', minLength: 1 },
    search: { type: 'string' },
    column: { type: 'string', description: 'With value: rows that hold it there' },
    value: { type: 'string' },
    order: { type: 'string' },
    descending: { type: 'boolean' },
    limit: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    offset: { type: 'integer', minimum: 0, default: 0 },
  },
  required: ['table'],
} as const;

export interface RowsQuery extends RowsWish {
  readonly table: string;
}

export interface RowsPage {
  readonly table: string;
  readonly columns: readonly string[];
  /** The number of rows in the table. `found` is the number of rows that match. */
  readonly total: number;
  readonly found: number;
  readonly offset: number;
  readonly rows: readonly (readonly Json[])[];
}

export function tableOf({ schema, environment }: World, name: string): Table {
  const table = findTable(schema, name);
  if (table === undefined)
    throw new HttpError('NOT_FOUND', { what: `table ${JSON.stringify(name.slice(0, 100))} of ${environment.name}` });
  return table;
}

export function readRows(db: Database, table: Table, wish: RowsWish): RowsPage {
  const { columns } = table;
  const conditions: string[] = [];
  const values: string[] = [];
  if (wish.search !== undefined && wish.search !== '') {
    const each = columns.map(({ name }) => `instr(lower(CAST(${quoteName(name)} AS TEXT)), lower(?)) > 0`);
    conditions.push(`(${each.join(' OR ')})`);
    values.push(...columns.map(() => wish.search ?? ''));
  }
  if (wish.column !== undefined && wish.value !== undefined) {
    conditions.push(`CAST(${quoteName(columnOf(table, wish.column))} AS TEXT) = ?`);
    values.push(wish.value);
  }
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const from = `FROM ${quoteName(table.name)}`;
  const count = (rest: string, given: readonly string[]): number =>
    db
      .prepare<string[], number>(`SELECT count(*) ${from}${rest}`)
      .pluck(true)
      .get(...given) ?? 0;
  const total = count('', []);
  const key = table.primaryKey.map(quoteName);
  const order =
    wish.order === undefined
      ? key
      : [`${quoteName(columnOf(table, wish.order))}${wish.descending === true ? ' DESC' : ''}`, ...key];
  const rows = db
    .prepare<(string | number)[], SqlValue[]>(
      `SELECT ${columns.map(({ name }) => quoteName(name)).join(', ')} ${from}${where} ORDER BY ${order.join(', ')} LIMIT ? OFFSET ?`,
    )
    .safeIntegers(true)
    .raw(true)
    .all(...values, wish.limit, wish.offset);
  return {
    table: table.name,
    columns: columns.map(({ name }) => name),
    total,
    found: where === '' ? total : count(where, values),
    offset: wish.offset,
    rows: rows.map((row) => columns.map(({ type }, at) => storedToJson(row[at] ?? null, type === 'ANY'))),
  };
}

function columnOf(table: Table, name: string): string {
  const found = table.columns.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (found === undefined)
    throw new HttpError('NOT_FOUND', { what: `column ${JSON.stringify(name.slice(0, 100))} of ${table.name}` });
  return found.name;
}
