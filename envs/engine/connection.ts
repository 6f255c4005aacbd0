// One SQLite connection with a copy of the environment's initial rows in memory. Connections are kept in a pool and
// used again. The connection prepares each statement once and records the keys of written rows. Rolling back the open
// transaction restores the initial rows.
import Database, { type Database as Db, type Statement } from 'better-sqlite3';
import { quoteName, type DatabaseSchema, type Table } from '../sql/database-schema.ts';
import type { SlotOwner, StatementSlot } from './statement-slot.ts';
import type { ColumnRole } from '../values/environment.ts';
import { createTraceTables } from './trace-tables.ts';
import { CallContext } from './call-context.ts';
import { registerFunctions } from './register-functions.ts';
import type { SqlValue } from './sql-value.ts';

/** The decision about a statement whether it must count the rows that it visits. */
export interface StatementPlan {
  readonly counting: boolean;
}

/** The methods of a prepared statement that tool programs use. */
export interface ProgramStatement {
  get(params: readonly SqlValue[]): SqlValue[] | undefined;
  all(params: readonly SqlValue[]): SqlValue[][];
  run(params: readonly SqlValue[]): { readonly changes: number };
}

/**
 * Wraps a statement when it is prepared, for example to trace it. The function `tool` returns the name of the running
 * tool.
 */
export type StatementObserver = (statement: ProgramStatement, sql: string, tool: () => string) => ProgramStatement;

export interface Prepared {
  readonly plain: ProgramStatement;
  readonly counting: ProgramStatement;
  readonly alwaysCount: boolean;
  readonly slot: StatementSlot;
  /** The position of each column in a row array, by the column's name. */
  readonly index: Readonly<Record<string, number>>;
  readonly names: readonly string[];
  readonly roles: readonly (ColumnRole | undefined)[];
}

export interface Roles {
  get(tableAndColumn: string): ColumnRole | undefined;
}

/** A row that a session changed. `row` is its present content, or null if the row was deleted. */
export interface TouchedRow {
  readonly key: readonly SqlValue[];
  readonly row: readonly SqlValue[] | null;
}

/** The largest number of prepared statements that a connection keeps besides those of tool programs. */
const MOST_OTHERS = 500;

export class Connection {
  readonly db: Db;
  readonly context = new CallContext();
  private readonly schema: DatabaseSchema;
  private readonly roles: Roles;
  /**
   * For each table, the tables that a write to it may change: the table itself, and the tables that its foreign keys
   * reach.
   */
  private readonly reach: ReadonlyMap<string, readonly number[]>;
  private readonly written = new Set<number>();
  private readonly prepared = new Map<SlotOwner, (Prepared | undefined)[]>();
  private readonly touched: readonly { readonly table: Table; readonly read: Statement<[], SqlValue[]> }[];
  private readonly others = new Map<string, Statement<[readonly SqlValue[]]>>();
  private readonly savepoint: Statement;
  private readonly release: Statement;
  private readonly rollbackTo: Statement;
  private readonly begin: Statement;
  private readonly rollback: Statement;

  private readonly observe: StatementObserver | undefined;

  constructor(image: Buffer, schema: DatabaseSchema, roles: Roles, observe?: StatementObserver) {
    this.schema = schema;
    this.observe = observe;
    this.roles = roles;
    this.db = new Database(image);
    this.db.pragma('foreign_keys = ON');
    this.db.pragma('trusted_schema = ON');
    this.db.pragma('temp_store = MEMORY');
    registerFunctions(this.db, this.context);
    createTraceTables(this.db);
    this.reach = reachOf(schema);
    this.touched = schema.tables.map((table, index) => ({ table, read: this.touchLog(table, index) }));
    this.savepoint = this.db.prepare('SAVEPOINT call');
    this.release = this.db.prepare('RELEASE call');
    this.rollbackTo = this.db.prepare('ROLLBACK TO call');
    this.begin = this.db.prepare('BEGIN');
    this.rollback = this.db.prepare('ROLLBACK');
    this.begin.run();
  }

  private touchLog(table: Table, index: number): Statement<[], SqlValue[]> {
    const keys = table.primaryKey.map((_, at) => `k${at}`);
    const log = `callgym_touch_${index}`;
    const values = (row: string): string => table.primaryKey.map((column) => `${row}.${quoteName(column)}`).join(', ');
    // INSERT OR IGNORE would not do here: if an upsert or a cascade fires the trigger, SQLite uses the outer
    // statement's conflict rule
    const known = (row: string): string =>
      table.primaryKey.map((column, at) => `k${at} = ${row}.${quoteName(column)}`).join(' AND ');
    const note = (row: string): string =>
      `INSERT INTO ${log} SELECT ${values(row)} WHERE NOT EXISTS (SELECT 1 FROM ${log} WHERE ${known(row)});`;
    const on = `ON main.${quoteName(table.name)}`;
    this.db.exec(`
      CREATE TEMP TABLE ${log} (${keys.join(', ')}, PRIMARY KEY (${keys.join(', ')})) WITHOUT ROWID;
      CREATE TEMP TRIGGER ${log}_insert AFTER INSERT ${on} BEGIN ${note('NEW')} END;
      CREATE TEMP TRIGGER ${log}_delete AFTER DELETE ${on} BEGIN ${note('OLD')} END;
      CREATE TEMP TRIGGER ${log}_update AFTER UPDATE ${on} BEGIN ${note('NEW')} END;
      CREATE TEMP TRIGGER ${log}_move AFTER UPDATE OF ${table.primaryKey.map(quoteName).join(', ')} ${on} BEGIN ${note('OLD')} END;
    `);
    const columns = table.columns.map((column) => `m.${quoteName(column.name)}`).join(', ');
    const join = table.primaryKey.map((column, at) => `m.${quoteName(column)} = t.k${at}`).join(' AND ');
    const order = keys.map((key) => `t.${key}`).join(', ');
    return this.db
      .prepare<[], SqlValue[]>(
        `SELECT ${order}, ${columns} FROM temp.${log} AS t LEFT JOIN main.${quoteName(table.name)} AS m ON ${join} ORDER BY ${order}`,
      )
      .safeIntegers(true)
      .raw(true);
  }

  /** Restores the environment's initial rows. This takes only microseconds, because it is a rollback. */
  reset(): void {
    if (this.db.inTransaction) this.rollback.run();
    this.begin.run();
    this.written.clear();
  }

  /** Sets whether broken foreign keys are reported only at the end of the transaction. */
  deferKeys(deferred: boolean): void {
    // SQLite acts on this pragma while it compiles the pragma, so that a prepared one would work only once. The pragma
    // also makes SQLite compile every statement again, so callers first try to do without it.
    this.db.exec(`PRAGMA defer_foreign_keys = ${deferred ? 'ON' : 'OFF'}`);
  }

  /** Notes that a statement is about to write this table. Later only the noted tables are searched for changed rows. */
  writing(table: string): void {
    for (const index of this.reach.get(table) ?? []) this.written.add(index);
  }

  /**
   * Prepares a statement that belongs to no tool, or returns the prepared one for the same text. If too many are kept,
   * forgets all of them to save memory.
   */
  prepareOnce(sql: string): Statement<[readonly SqlValue[]]> {
    const known = this.others.get(sql);
    if (known !== undefined) return known;
    if (this.others.size >= MOST_OTHERS) this.others.clear();
    const fresh = this.db.prepare<[readonly SqlValue[]]>(sql);
    this.others.set(sql, fresh);
    return fresh;
  }

  /** Runs `work` in a savepoint. Keeps the changes if `work` returns true; otherwise undoes them. */
  atomically(work: () => boolean): void {
    this.savepoint.run();
    let keep = false;
    try {
      keep = work();
    } finally {
      if (this.db.inTransaction) {
        if (!keep) this.rollbackTo.run();
        this.release.run();
      }
    }
  }

  statement(owner: SlotOwner, slot: StatementSlot, plan: StatementPlan): Prepared {
    let list = this.prepared.get(owner);
    if (list === undefined) {
      list = Array.from({ length: owner.statements.length });
      this.prepared.set(owner, list);
    }
    const known = list[slot.id];
    if (known !== undefined) return known;
    const fresh = this.prepare(slot, plan);
    list[slot.id] = fresh;
    return fresh;
  }

  private prepare(slot: StatementSlot, plan: StatementPlan): Prepared {
    const raw = (sql: string): Statement<[readonly SqlValue[]], SqlValue[]> => {
      const statement = this.db.prepare<[readonly SqlValue[]], SqlValue[]>(sql).safeIntegers(true);
      return statement.reader ? statement.raw(true) : statement;
    };
    const { sql, countingSql } = slot.vetted;
    const observed = (statement: ProgramStatement): ProgramStatement =>
      this.observe?.(statement, sql, () => this.context.tool) ?? statement;
    const plain = raw(sql);
    const columns = plain.reader ? plain.columns() : [];
    const index: Record<string, number> = Object.create(null) as Record<string, number>;
    columns.forEach((column, at) => {
      index[column.name] ??= at;
    });
    let counting: Prepared['plain'] | undefined;
    return {
      plain: observed(plain),
      // the statement that counts rows is prepared when it is first used, because few calls need it
      get counting() {
        return (counting ??= observed(raw(countingSql)));
      },
      alwaysCount: plan.counting,
      slot,
      index,
      names: columns.map((column) => column.name),
      roles: columns.map((column) =>
        column.table === null || column.column === null
          ? undefined
          : this.roles.get(`${column.table}.${column.column}`.toLowerCase()),
      ),
    };
  }

  /** Yields the rows that were written since the last reset, ordered by table and key. */
  *touchedRows(): Generator<readonly [Table, TouchedRow[]]> {
    for (const [index, { table, read }] of this.touched.entries()) {
      if (!this.written.has(index)) continue;
      const width = table.primaryKey.length;
      const rows = read.all();
      if (rows.length === 0) continue;
      const at = width + table.columns.findIndex((column) => column.name === table.primaryKey[0]);
      yield [table, rows.map((row) => ({ key: row.slice(0, width), row: row[at] === null ? null : row.slice(width) }))];
    }
  }

  close(): void {
    this.db.close();
  }

  get tables(): readonly Table[] {
    return this.schema.tables;
  }
}

/** Returns for each table the indexes of the tables that a write to it may change through foreign keys (cascades). */
export function reachOf(schema: DatabaseSchema): Map<string, number[]> {
  const children = schema.tables.map((table) =>
    schema.tables.flatMap((other, index) =>
      other.foreignKeys.some((key) => key.table.toLowerCase() === table.name.toLowerCase()) ? [index] : [],
    ),
  );
  return new Map(
    schema.tables.map((table, start) => {
      const reached = new Set([start]);
      for (const index of reached) for (const child of children[index] ?? []) reached.add(child);
      return [table.name, [...reached]];
    }),
  );
}
