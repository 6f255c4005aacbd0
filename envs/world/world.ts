// An environment made runnable: schema and programs vetted, the seeded template in memory, a pool of connections. This
// is the only way from environment data to behaviour. Opening one proves the programs; calls happen on connections.
import Database, { type Database as Db, type Statement } from 'better-sqlite3';
import { parseClock } from '../clock.ts';
import { badInput, GymError } from '../errors/gym-error.ts';
import { ToolError } from '../errors/tool-error.ts';
import { vetProgram, type VettedProgram } from '../program/vet-program.ts';
import { runProgram, type Outcome } from '../program/run-program.ts';
import { findTable, quoteName, type DatabaseSchema, type Table } from '../sql/database-schema.ts';
import type { Catalog } from '../sql/analysis-types.ts';
import { parseSchema, type ParsedSchema } from '../sql/parse-schema.ts';
import { refusal, vetStatement, type VettedSql } from '../sql/vet-statement.ts';
import type { ColumnRole, Environment, SeedRow } from '../values/environment.ts';
import { canonicalJson, type Json, type JsonObject } from '../values/json.ts';
import { sha256 } from '../values/hash.ts';
import type { Audience, Tool } from '../values/tool-schema.ts';
import { allRows } from './all-rows.ts';
import { CallContext, DEFAULT_ROW_BUDGET } from '../engine/call-context.ts';
import { columnRoles } from './column-roles.ts';
import { Connection, type StatementPlan } from '../engine/connection.ts';
import { Planner } from '../engine/planner.ts';
import { hashRows } from './full-hash.ts';
import { byteCodeOffence } from '../engine/query-plan.ts';
import { registerFunctions } from '../engine/register-functions.ts';
import { createTraceTables } from '../engine/trace-tables.ts';
import { returnShape, type ReturnShape } from '../engine/shape-result.ts';
import { toSql, type SqlValue } from '../engine/sql-value.ts';
import { argumentCheck, type CheckArguments } from './tool-arguments.ts';

/** A tool with everything that a call needs. */
export interface RunnableTool {
  readonly tool: Tool;
  readonly program: VettedProgram;
  readonly plans: readonly StatementPlan[];
  readonly check: CheckArguments;
  readonly returns: ReturnShape;
}

export interface WorldOptions {
  /** Connections kept per environment. */
  readonly pool?: number;
  /** Rows that one call may visit. */
  readonly rowBudget?: number;
  /** A world, closed or not, to share work with: what is the same in both environments is not made again. */
  readonly like?: World;
}

const DEFAULT_POOL = 4;

export class World {
  readonly environment: Environment;
  readonly schema: DatabaseSchema;
  readonly hash: string;
  readonly tools: ReadonlyMap<string, RunnableTool>;
  readonly after: RunnableTool | undefined;
  /** Column role by "table.column", lower case; references to minted columns included. */
  readonly roles: ReadonlyMap<string, ColumnRole>;
  /** What statements are vetted against. */
  readonly catalog: Catalog;
  private readonly planner: Planner;
  private readonly template: Db;
  private readonly image: Buffer;
  private readonly rowsHash: string;
  private readonly free: Connection[] = [];
  private readonly rowBudget: number;
  readonly poolSize: number;
  /** now() before the first committed call, in seconds since 1970. */
  readonly clockStart: number;
  private readonly holders = new Map<string, Statement<SqlValue[]>>();
  private readonly templateRows = new Map<
    Table,
    { read: (key: readonly SqlValue[]) => readonly SqlValue[] | undefined }
  >();

  constructor(environment: Environment, options: WorldOptions = {}) {
    this.environment = environment;
    this.rowBudget = options.rowBudget ?? DEFAULT_ROW_BUDGET;
    this.clockStart = parseClock(environment.clock);
    this.poolSize = options.pool ?? DEFAULT_POOL;
    const documents = Object.fromEntries(
      Object.values(environment.documents).map((document) => [document.view, [document.key]]),
    );
    const { like } = options;
    const rowsOfLike =
      like !== undefined &&
      like.environment.schema === environment.schema &&
      like.environment.seed === environment.seed &&
      like.environment.documents === environment.documents
        ? like
        : undefined;
    const parsed = rowsOfLike === undefined ? parseSchema(environment.schema, documents) : undefined;
    this.schema = rowsOfLike?.schema ?? (parsed as ParsedSchema).schema;
    this.catalog = rowsOfLike?.catalog ?? (parsed as ParsedSchema).catalog;
    this.roles = columnRoles(environment, this.schema);
    this.checkDocuments();
    this.template = rowsOfLike === undefined ? new Database(':memory:') : new Database(rowsOfLike.image);
    try {
      registerFunctions(this.template, new CallContext());
      if (parsed !== undefined) this.fillTemplate(parsed.ddl);
      this.rowsHash = rowsOfLike?.rowsHash ?? hashRows(this.template, this.schema);
      this.hash = environmentHash(environment, this.rowsHash);
      this.planner = new Planner(this.template, this.schema, this.rowBudget, rowsOfLike?.planner);
      if (parsed !== undefined) createTraceTables(this.template);
      this.tools = new Map(environment.tools.map((tool) => [tool.name, this.runnable(tool, rowsOfLike)]));
      if (this.tools.size !== environment.tools.length)
        throw badInput({ file: 'tools.json', what: 'two tools have the same name' });
      this.after = environment.after === undefined ? undefined : this.tools.get(environment.after);
      if (environment.after !== undefined && this.after?.tool.audience !== 'control') {
        throw badInput({
          file: 'environment.json',
          path: '/after',
          what: `names ${environment.after}, which is no control tool`,
        });
      }
      this.image = rowsOfLike?.image ?? this.template.serialize();
    } catch (error) {
      this.template.close();
      throw error;
    }
  }

  private checkDocuments(): void {
    for (const [name, { view, key }] of Object.entries(this.environment.documents)) {
      const declared = this.schema.views.find((each) => each.name.toLowerCase() === view.toLowerCase());
      if (declared === undefined || !declared.columns.some((column) => column.toLowerCase() === key.toLowerCase())) {
        throw badInput({
          file: 'environment.json',
          path: `/documents/${name}`,
          what: `the schema has no view ${view} with a column ${key}`,
        });
      }
    }
  }

  private fillTemplate(ddl: readonly string[]): void {
    const db = this.template;
    db.pragma('foreign_keys = ON');
    for (const sql of ddl) {
      try {
        db.exec(sql);
      } catch (error) {
        throw refusal('schema.sql', `SQLite refuses it: ${(error as Error).message}`, undefined, sql);
      }
    }
    for (const view of this.schema.views) {
      const offence = byteCodeOffence(db, `SELECT * FROM ${quoteName(view.name)}`, 0);
      if (offence !== undefined) throw refusal('schema.sql', offence, undefined, view.sql);
    }
    db.exec('BEGIN');
    db.pragma('defer_foreign_keys = ON');
    const inserts = new Map<string, (row: JsonObject, line: number) => void>();
    this.environment.seed.forEach(({ table, row }, index) => {
      let insert = inserts.get(table);
      if (insert === undefined) {
        insert = this.seedInsert(table, index + 1);
        inserts.set(table, insert);
      }
      insert(row, index + 1);
    });
    const broken = db.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[];
    const first = broken[0];
    if (first !== undefined)
      throw badInput({
        file: 'seed.jsonl',
        what: `${broken.length} rows break a foreign key, the first in ${first.table} towards ${first.parent}`,
      });
    db.exec('COMMIT');
  }

  private seedInsert(name: string, line: number): (row: JsonObject, line: number) => void {
    const table = findTable(this.schema, name);
    if (table === undefined)
      throw badInput({
        file: `seed.jsonl:${line}`,
        what: `there is no table ${name}`,
        mend: `there are ${this.schema.tables.map((each) => each.name).join(', ')}`,
      });
    const columns = table.columns.filter((column) => !column.generated);
    const known = new Set(columns.map((column) => column.name));
    const statements = new Map<string, Statement<SqlValue[]>>();
    return (row, at) => {
      const names = Object.keys(row);
      const unknown = names.find((column) => !known.has(column));
      if (unknown !== undefined)
        throw badInput({ file: `seed.jsonl:${at}`, path: `/row/${unknown}`, what: `${name} has no column ${unknown}` });
      const spelled = names.join(',');
      let statement = statements.get(spelled);
      if (statement === undefined) {
        statement = this.template.prepare<SqlValue[]>(
          names.length === 0
            ? `INSERT INTO ${quoteName(name)} DEFAULT VALUES`
            : `INSERT INTO ${quoteName(name)} (${names.map(quoteName).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        );
        statements.set(spelled, statement);
      }
      const values = names.map((column) => {
        const value = row[column] as Json;
        if (typeof value === 'boolean' || (value !== null && typeof value === 'object' && !JSON.isRawJSON(value))) {
          throw badInput({
            file: `seed.jsonl:${at}`,
            path: `/row/${column}`,
            what: 'must be a number, a string or null',
            mend: 'write 1 and 0 for booleans, JSON as a string',
          });
        }
        return toSql(value);
      });
      try {
        statement.run(...values);
      } catch (error) {
        throw badInput({ file: `seed.jsonl:${at}`, what: `the row does not fit ${name}: ${(error as Error).message}` });
      }
    };
  }

  private runnable(tool: Tool, like: World | undefined): RunnableTool {
    const known = like?.tools.get(tool.name);
    if (known !== undefined && like !== undefined && this.isVetted(tool, known.tool, like)) return { ...known, tool };
    const program = vetProgram(tool, this.catalog, this.environment.fragments);
    if (tool.effect !== program.effect) {
      throw badInput({
        file: 'tools.json',
        path: tool.name,
        what: `says effect ${tool.effect}, its program is a ${program.effect}`,
        mend: 'leave effect out: it is derived',
      });
    }
    return {
      tool,
      program,
      plans: program.statements.map((slot) => this.planner.plan(slot.where, slot.vetted)),
      check: argumentCheck(tool, this.environment.arguments),
      returns: returnShape(tool.returns),
    };
  }

  /** Whether a tool of another world over the same schema is this one, examples and description apart. */
  private isVetted(tool: Tool, known: Tool, like: World): boolean {
    return (
      known.program === tool.program &&
      known.parameters === tool.parameters &&
      known.returns === tool.returns &&
      known.effect === tool.effect &&
      known.audience === tool.audience &&
      like.environment.fragments === this.environment.fragments &&
      like.environment.arguments === this.environment.arguments
    );
  }

  /** The second look of vetting, at what SQLite compiled: throws for a statement that leaves its world. */
  vetPlan(where: string, vetted: VettedSql): StatementPlan {
    return this.planner.plan(where, vetted);
  }

  /** Runs vetted changes on the template's state and gives every row, table by table in the order of keys. */
  finishedRows(changes: readonly string[], order: readonly string[]): SeedRow[] {
    const vetted = changes.map((sql, index) => {
      const where = `finish, statement ${index + 1}`;
      const statement = vetStatement(sql, 'change', this.catalog, where);
      if (statement.params.length > 0) throw refusal(where, 'a parameter is not allowed here', undefined, sql);
      this.planner.plan(where, statement);
      return statement;
    });
    return this.withConnection(({ db, context }) => {
      context.begin('finish', this.clockStart, () => 'finish');
      for (const { sql } of vetted) db.prepare(sql).run();
      const tables = [...this.schema.tables].sort((a, b) => rank(order, a.name) - rank(order, b.name));
      return tables.flatMap((table) => allRows(db, table).map((row) => ({ table: table.name, row })));
    });
  }

  // ---- connections ------------------------------------------------------------------------------------------------

  /** A connection at the template's state. Give it back with `release`. */
  acquire(): Connection {
    const connection = this.free.pop() ?? new Connection(this.image, this.schema, this.roles);
    connection.context.rowLimit = this.rowBudget;
    return connection;
  }

  release(connection: Connection): void {
    if (this.free.length >= this.poolSize) {
      connection.close();
      return;
    }
    connection.reset();
    this.free.push(connection);
  }

  /** The template as SQLite's own bytes, for measuring against a bare connection. */
  templateImage(): Buffer {
    return this.image;
  }

  /** Runs work on a connection at the template's state. */
  withConnection<T>(work: (connection: Connection) => T): T {
    const connection = this.acquire();
    try {
      return work(connection);
    } finally {
      this.release(connection);
    }
  }

  /** The row of the template with this key, if any. */
  templateRow(table: Table, key: readonly SqlValue[]): readonly SqlValue[] | undefined {
    let reader = this.templateRows.get(table);
    if (reader === undefined) {
      const where = table.primaryKey.map((column) => `${quoteName(column)} = ?`).join(' AND ');
      const columns = table.columns.map((column) => quoteName(column.name)).join(', ');
      const statement = this.template
        .prepare<SqlValue[], SqlValue[]>(`SELECT ${columns} FROM ${quoteName(table.name)} WHERE ${where}`)
        .safeIntegers(true)
        .raw(true);
      reader = { read: (values) => statement.get(values as never) as SqlValue[] | undefined };
      this.templateRows.set(table, reader);
    }
    return reader.read(key);
  }

  /** Whether a value stands in any of these columns of the template. */
  templateHolds(places: readonly (readonly [table: string, column: string])[], value: string | number): boolean {
    return places.some(([table, column]) => this.holder(table, column).get(toSql(value)) !== undefined);
  }

  private holder(table: string, column: string): Statement<SqlValue[]> {
    const place = `${quoteName(table)}.${quoteName(column)}`;
    let statement = this.holders.get(place);
    if (statement === undefined) {
      statement = this.template.prepare<SqlValue[]>(
        `SELECT 1 FROM ${quoteName(table)} WHERE ${quoteName(column)} = ? LIMIT 1`,
      );
      this.holders.set(place, statement);
    }
    return statement;
  }

  /** The same world with another clock start. It shares everything with this one, which is the one to close. */
  startingAt(clock: string): World {
    const other = Object.create(World.prototype) as World;
    return Object.assign(other, this, { environment: { ...this.environment, clock }, clockStart: parseClock(clock) });
  }

  close(): void {
    for (const connection of this.free.splice(0)) connection.close();
    this.template.close();
  }

  // ---- calls ------------------------------------------------------------------------------------------------------

  /** The tool that this caller may use. Throws UNKNOWN_TOOL with what there is. */
  find(name: string, by: Audience): RunnableTool {
    const found = this.tools.get(name);
    if (found !== undefined && (found.tool.audience === by || (by === 'control' && found.tool !== this.after?.tool)))
      return found;
    const available = this.namesFor(by);
    throw new ToolError(
      'UNKNOWN_TOOL',
      `There is no tool ${JSON.stringify(name)}. Available tools: ${available.join(', ')}.`,
      { available },
    );
  }

  namesFor(by: Audience): string[] {
    return this.environment.tools.filter((tool) => tool.audience === by).map((tool) => tool.name);
  }

  /** The tables that a tool writes, by whether some read of the same audience reads them. */
  writtenTables(tool: Tool): { seen: readonly string[]; unseen: readonly string[] } {
    const shown = new Set<string>();
    for (const each of this.tools.values()) {
      if (each.tool.effect !== 'read' || each.tool.audience !== tool.audience) continue;
      for (const { vetted } of each.program.statements)
        for (const name of vetted.reads) for (const table of this.baseTables(name)) shown.add(table);
    }
    const written = new Set(this.tools.get(tool.name)?.program.statements.flatMap(({ vetted }) => vetted.writes));
    const seen = [...written].filter((table) => shown.has(table.toLowerCase()));
    return { seen, unseen: [...written].filter((table) => !seen.includes(table)) };
  }

  private baseTables(name: string): string[] {
    const view = this.schema.views.find((each) => each.name.toLowerCase() === name.toLowerCase());
    return view === undefined ? [name.toLowerCase()] : view.reads.flatMap((each) => this.baseTables(each));
  }

  /** Runs a vetted call on a connection: atomic, the `after` program included. Throws GymError only, state unchanged. */
  run(
    connection: Connection,
    runnable: RunnableTool,
    args: JsonObject,
    now: number,
    identity: () => string,
  ): Outcome & { committed: boolean } {
    connection.context.begin(runnable.tool.name, now, identity);
    if (runnable.program.effect === 'read') {
      return { ...runProgram(runnable.program, runnable.plans, runnable.returns, args, connection), committed: false };
    }
    let outcome: Outcome | undefined;
    let committed = false;
    connection.atomically(() => {
      outcome = runProgram(runnable.program, runnable.plans, runnable.returns, args, connection);
      committed = outcome.keep && outcome.written > 0;
      if (committed && this.after !== undefined) this.runAfter(connection, this.after);
      return committed;
    });
    return { ...(outcome as unknown as Outcome), committed };
  }

  private runAfter(connection: Connection, after: RunnableTool): void {
    const outcome = runProgram(after.program, after.plans, after.returns, {}, connection);
    if (outcome.error !== undefined) {
      throw new GymError('PROGRAM_FAULT', {
        tool: after.tool.name,
        step: 'after',
        what: `it must not fail, but: ${outcome.error.message}`,
      });
    }
  }
}

function rank(order: readonly string[], table: string): number {
  const at = order.indexOf(table);
  return at < 0 ? order.length : at;
}

/** Over canonical values and the seeded rows themselves: the order of seed lines does not count. */
function environmentHash(environment: Environment, rowsHash: string): string {
  const { seed: _seed, ...rest } = environment;
  return sha256(
    `${canonicalJson({ ...rest, schema: environment.schema.replaceAll('\r\n', '\n').trim() })}\n${rowsHash}`,
  );
}
