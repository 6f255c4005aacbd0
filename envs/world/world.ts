// A world: an environment made runnable. The constructor checks its schema and programs and loads its initial rows;
// calls then run on connections from a pool.
import Database, { type Database as Db, type Statement } from 'better-sqlite3';
import { parseClock } from '../clock.ts';
import { badInput } from '../errors/gym-error.ts';
import { KeyTaken, ToolError } from '../errors/tool-error.ts';
import { vetProgram } from '../program/vet-program.ts';
import { runProgram, type Outcome } from '../program/run-program.ts';
import { quoteName, type DatabaseSchema, type Table } from '../sql/database-schema.ts';
import type { Catalog } from '../sql/analysis-types.ts';
import { parseSchema, type ParsedSchema } from '../sql/parse-schema.ts';
import { refusal, vetStatement, type VettedSql } from '../sql/vet-statement.ts';
import type { ColumnRole, Environment, SeedRow } from '../values/environment.ts';
import type { JsonObject } from '../values/json.ts';
import type { Audience, Tool } from '../values/tool-schema.ts';
import { allRows, rankIn } from './all-rows.ts';
import { CallContext, DEFAULT_ROW_BUDGET } from '../engine/call-context.ts';
import { columnRoles } from './column-roles.ts';
import { Connection, type StatementObserver, type StatementPlan } from '../engine/connection.ts';
import { Planner } from '../engine/planner.ts';
import { fillTemplate } from './fill-template.ts';
import { hashRows } from './full-hash.ts';
import { registerFunctions } from '../engine/register-functions.ts';
import { createTraceTables } from '../engine/trace-tables.ts';
import { returnShape } from '../engine/shape-result.ts';
import { toSql, type SqlValue } from '../engine/sql-value.ts';
import { runAfter } from './run-after.ts';
import type { RunnableTool } from './runnable-tool.ts';
import { environmentHash } from './environment-hash.ts';
import { masksOf, NO_TABLE, TableMasks, UnchangedRows, type SharedReads, type TableMask } from './shared-reads.ts';
import { argumentCheck } from './tool-arguments.ts';

export type { RunnableTool } from './runnable-tool.ts';

export interface WorldOptions {
  /** The number of connections that are kept for later calls. */
  readonly pool?: number;
  /** The largest number of rows that one call may visit. */
  readonly rowBudget?: number;
  /** Another world, open or closed. Parts that are equal in both environments are not made again. */
  readonly like?: World;
  /** Wraps each statement of a program when a connection prepares it, for example to trace it. */
  readonly observe?: StatementObserver | undefined;
}

const DEFAULT_POOL = 4;
/** The number of times that a call draws other ids if a new id is already taken. */
const MOST_DRAWS = 8;

export class World {
  readonly environment: Environment;
  readonly schema: DatabaseSchema;
  readonly hash: string;
  readonly tools: ReadonlyMap<string, RunnableTool>;
  readonly after: RunnableTool | undefined;
  /** The role of each column by "table.column" in lower case. References to ids from new_id() have a role too. */
  readonly roles: ReadonlyMap<string, ColumnRole>;
  /** The tables, views and functions that a statement may use. */
  readonly catalog: Catalog;
  private readonly planner: Planner;
  private readonly template: Db;
  private readonly image: Buffer;
  private readonly rowsHash: string;
  private readonly free: Connection[] = [];
  private readonly masks: TableMasks;
  /** The connection with the initial rows on which all sessions may read. */
  readonly unchanged = new UnchangedRows(() => this.acquire());
  private readonly rowBudget: number;
  private readonly observe: StatementObserver | undefined;
  readonly poolSize: number;
  /** The session's time before the first committed call, in seconds since 1970. */
  readonly clockStart: number;
  private readonly holders = new Map<string, Statement<SqlValue[]>>();
  private readonly templateRows = new Map<
    Table,
    { read: (key: readonly SqlValue[]) => readonly SqlValue[] | undefined }
  >();

  constructor(environment: Environment, options: WorldOptions = {}) {
    this.environment = environment;
    this.rowBudget = options.rowBudget ?? DEFAULT_ROW_BUDGET;
    this.observe = options.observe;
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
    this.masks = new TableMasks(this.schema);
    this.checkDocuments();
    this.template = rowsOfLike === undefined ? new Database(':memory:') : new Database(rowsOfLike.image);
    try {
      registerFunctions(this.template, new CallContext());
      if (parsed !== undefined) fillTemplate(this.template, this.schema, parsed.ddl, environment.seed);
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
      ...masksOf(program, this.masks),
      check: argumentCheck(tool, this.environment.arguments),
      returns: returnShape(tool.returns),
    };
  }

  /** Tells whether two tools differ at most in their descriptions. The program then needs no second check. */
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

  /** Checks a compiled statement. Throws if it uses anything outside the declared tables and functions. */
  vetPlan(where: string, vetted: VettedSql): StatementPlan {
    return this.planner.plan(where, vetted);
  }

  /**
   * Checks SQL changes and runs them on the initial rows. Returns all rows, in the given order of tables and by key.
   */
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
      const tables = [...this.schema.tables].sort((a, b) => rankIn(order, a.name) - rankIn(order, b.name));
      return tables.flatMap((table) => allRows(db, table).map((row) => ({ table: table.name, row })));
    });
  }

  // ---- connections ------------------------------------------------------------------------------------------------

  /** Takes a connection with the initial rows from the pool. The caller must give it back with `release`. */
  acquire(): Connection {
    const connection = this.free.pop() ?? new Connection(this.image, this.schema, this.roles, this.observe);
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

  /** Returns the database with the initial rows as SQLite's own bytes. Benchmarks use it. */
  templateImage(): Buffer {
    return this.image;
  }

  withConnection<T>(work: (connection: Connection) => T): T {
    const connection = this.acquire();
    try {
      return work(connection);
    } finally {
      this.release(connection);
    }
  }

  /** Returns the initial row with this key, or undefined if there is none. */
  templateRow(table: Table, key: readonly SqlValue[]): readonly SqlValue[] | undefined {
    let reader = this.templateRows.get(table);
    if (reader === undefined) {
      const where = table.primaryKey.map((column) => `${quoteName(column)} = ?`).join(' AND ');
      const columns = table.columns.map((column) => quoteName(column.name)).join(', ');
      const statement = this.template
        .prepare<[readonly SqlValue[]], SqlValue[]>(`SELECT ${columns} FROM ${quoteName(table.name)} WHERE ${where}`)
        .safeIntegers(true)
        .raw(true);
      reader = { read: (values) => statement.get(values) };
      this.templateRows.set(table, reader);
    }
    return reader.read(key);
  }

  /** Tells whether one of these columns contains the value in an initial row. */
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

  /** Returns this world with another start of the clock. Both share one pool, so only the original must be closed. */
  startingAt(clock: string): World {
    const other = Object.create(World.prototype) as World;
    return Object.assign(other, this, { environment: { ...this.environment, clock }, clockStart: parseClock(clock) });
  }

  /** Returns the tables that a tool's calls may change, including the program that runs after each write. */
  changedBy(name: string): TableMask {
    const writes = this.tools.get(name)?.writes ?? NO_TABLE;
    return writes === NO_TABLE ? writes : writes | (this.after?.writes ?? NO_TABLE);
  }

  close(): void {
    this.unchanged.drop();
    for (const connection of this.free.splice(0)) connection.close();
    this.template.close();
  }

  // ---- calls ------------------------------------------------------------------------------------------------------

  /** Returns the tool with this name. Throws UNKNOWN_TOOL if it does not exist or the caller may not use it. */
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

  /**
   * Runs a checked call on a connection as one atomic change, together with the program that runs after each write.
   * Reads of unchanged tables use the shared connection, if there is one. Throws only GymErrors, and then nothing has
   * changed. If a new id is already taken, the call runs again with other ids.
   */
  run(
    connection: Connection,
    runnable: RunnableTool,
    args: JsonObject,
    now: number,
    identity: () => string,
    shared?: SharedReads,
  ): Outcome & { committed: boolean } {
    for (let draw = 0; ; draw++) {
      const drawn = draw === 0 ? identity : (): string => `${identity()}\n${draw}`;
      const outcome = this.runOnce(connection, runnable, args, { now, identity: drawn, shared });
      const mayBeChance = outcome.error instanceof KeyTaken && !outcome.committed && connection.context.hasMinted;
      if (!mayBeChance || draw >= MOST_DRAWS) return outcome;
    }
  }

  private runOnce(
    connection: Connection,
    runnable: RunnableTool,
    args: JsonObject,
    { now, identity, shared }: { now: number; identity: () => string; shared: SharedReads | undefined },
  ): Outcome & { committed: boolean } {
    connection.context.begin(runnable.tool.name, now, identity);
    shared?.connection.context.join(connection.context);
    if (runnable.program.effect === 'read') {
      return { ...runProgram(runnable, args, connection, shared), committed: false };
    }
    let outcome: Outcome | undefined;
    let committed = false;
    connection.atomically(() => {
      outcome = runProgram(runnable, args, connection, shared);
      committed = outcome.keep && outcome.written > 0;
      if (committed && this.after !== undefined) runAfter(connection, this.after);
      return committed;
    });
    // the function above has set `outcome`, but TypeScript does not know that it has run
    return { ...(outcome as Outcome | undefined as Outcome), committed };
  }
}
