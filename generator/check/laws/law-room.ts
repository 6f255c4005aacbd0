// Gives the laws the means that they need: sessions for calls, and the tools that show each table's rows. It finds
// these tools by calling every read before any write.
import { SessionStore } from '../../../envs/session/session-store.ts';
import type { Session } from '../../../envs/session/session.ts';
import type { Diff } from '../../../envs/values/diff.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Audience, Tool, ToolCall } from '../../../envs/values/tool-schema.ts';
import type { World } from '../../../envs/world/world.ts';
import type { Report } from '../check-report.ts';
import { isOneRow, itemsOf, keyField, keysIn, scalarsOf, strange } from './shown-values.ts';

/** A read that shows one row: the row with the given key, or the single row of a table. */
export interface Getter {
  readonly tool: Tool;
  readonly table: string;
  readonly key: string;
  /** The argument that takes the key. It is undefined for a table with a single row. */
  readonly argument: string | undefined;
}

/** A read that shows every row of a table when it is called without arguments. */
export interface Lister {
  readonly tool: Tool;
  readonly table: string;
  readonly key: string;
  /** The field of an item that shows the key. It is undefined if several fields could be the key. */
  readonly field?: string;
}

export const PROBED_ROWS = 3;
const PROBED_TOOLS = 60;
/** A list of at least this many rows may be cut, so it need not show every row. */
export const CUT = 200;

export class LawRoom {
  readonly world: World;
  readonly getters: readonly Getter[];
  readonly listers: readonly Lister[];
  private readonly report: Report;
  private readonly store = new SessionStore();
  private readonly rows = new Map<string, JsonObject[]>();
  private sessions = 0;

  constructor(world: World, report: Report) {
    this.world = world;
    this.report = report;
    for (const { table, row } of world.environment.seed) {
      const known = this.rows.get(table);
      if (known === undefined) this.rows.set(table, [row]);
      else known.push(row);
    }
    const getters: Getter[] = [];
    const listers: Lister[] = [];
    const session = this.begin([]);
    // a read that shows rows only to a signed-in caller is not found here, because no caller signs in
    const reads = [...world.tools.values()]
      .map(({ tool }) => tool)
      .filter((tool) => tool.effect === 'read' && tool.audience !== 'control')
      .slice(0, PROBED_TOOLS);
    for (const tool of reads) {
      getters.push(...this.gettersIn(session, tool));
      listers.push(...this.listersIn(session, tool));
    }
    this.store.close(session);
    this.getters = getters;
    this.listers = listers;
  }

  hold(law: { readonly name: string }, tool: Tool, holds: boolean, detail: string | (() => string)): void {
    this.report.law(law.name, holds, tool.name, detail);
  }

  rowsOf(table: string): readonly JsonObject[] {
    return this.rows.get(table) ?? [];
  }

  gettersOf(table: string, audience: Audience): readonly Getter[] {
    return this.getters.filter((each) => each.table === table && each.tool.audience === audience);
  }

  listersOf(table: string, audience: Audience): readonly Lister[] {
    return this.listers.filter((each) => each.table === table && each.tool.audience === audience);
  }

  isJson(table: string, column: string | undefined): boolean {
    return this.world.roles.get(`${table}.${column}`.toLowerCase()) === 'json';
  }

  /** Tells whether the statements of a tool read a table, directly or through views. */
  isRead(tool: Tool, table: string): boolean {
    const statements = this.world.tools.get(tool.name)?.program.statements ?? [];
    return statements.some(({ vetted }) =>
      vetted.reads.some((name) => name.toLowerCase() === table.toLowerCase() || this.viewReads(name, table)),
    );
  }

  private viewReads(view: string, table: string): boolean {
    const found = this.world.schema.views.find((each) => each.name.toLowerCase() === view.toLowerCase());
    return (
      found !== undefined &&
      found.reads.some((name) => name.toLowerCase() === table.toLowerCase() || this.viewReads(name, table))
    );
  }

  private *tablesOf(tool: Tool): Generator<{ name: string; key: string; rows: readonly JsonObject[] }> {
    for (const table of this.world.schema.tables) {
      const key = table.primaryKey.length === 1 ? table.primaryKey[0] : undefined;
      const rows = this.rowsOf(table.name);
      if (key !== undefined && rows.length > 0 && this.isRead(tool, table.name)) yield { name: table.name, key, rows };
    }
  }

  private gettersIn(session: Session, tool: Tool): Getter[] {
    const { required } = argumentsOf(tool);
    const [argument] = required;
    const found: Getter[] = [];
    for (const { name: table, key, rows } of this.tablesOf(tool)) {
      if (rows.length === 1 && required.length === 0) {
        const answer = this.read(session, tool, {});
        if (answer.ok && isOneRow(answer.result)) found.push({ tool, table, key, argument: undefined });
      }
      if (rows.length < 2 || required.length !== 1 || argument === undefined) continue;
      const sample = [rows[0], rows[1], rows.at(-1)].slice(0, PROBED_ROWS) as JsonObject[];
      const shows = sample.every((row) => {
        const answer = this.read(session, tool, { [argument]: row[key] as Json });
        return answer.ok && isOneRow(answer.result) && tells(answer.result, row, key);
      });
      const fresh = this.read(session, tool, { [argument]: strange(rows[0]?.[key] as Json) });
      if (shows && !fresh.ok && fresh.code === 'NOT_FOUND') found.push({ tool, table, key, argument });
    }
    return found;
  }

  private listersIn(session: Session, tool: Tool): Lister[] {
    if (argumentsOf(tool).required.length > 0) return [];
    const found: Lister[] = [];
    for (const { name: table, key, rows } of this.tablesOf(tool)) {
      if (rows.length < 2 || rows.length > CUT) continue;
      const answer = this.read(session, tool, {});
      const items = answer.ok ? itemsOf(answer.result) : undefined;
      if (items === undefined || items.length !== rows.length) continue;
      const keys = new Set(rows.map((row) => canonicalJson(row[key] as Json)));
      const field = keyField(items, keys);
      if (keysIn(items, keys) === rows.length)
        found.push({ tool, table, key, ...(field === undefined ? {} : { field }) });
    }
    return found;
  }

  begin(before: readonly ToolCall[]): Session {
    const session = this.store.create({ id: `law ${++this.sessions}`, world: this.world, seed: 1 });
    for (const call of before)
      this.store.call(session, {
        by: call.by ?? this.world.tools.get(call.name)?.tool.audience ?? 'agent',
        name: call.name,
        arguments: call.arguments,
      });
    return session;
  }

  fork(session: Session): Session {
    return this.store.fork(session, session.entries.length, `law ${++this.sessions}`);
  }

  close(session: Session): void {
    this.store.close(session);
  }

  /**
   * Makes a successful write in a new session. Returns undefined if the write commits nothing. The caller must close
   * the session.
   */
  write(
    tool: Tool,
    before: readonly ToolCall[],
    args: JsonObject,
  ): { session: Session; diff: Diff; result: Json } | undefined {
    const session = this.begin(before);
    const start = session.entries.length;
    const answer = this.store.call(session, { by: tool.audience, name: tool.name, arguments: args });
    if (answer.ok && session.entries.at(-1)?.committed === true)
      return { session, diff: this.store.diff(session, start), result: answer.result };
    this.store.close(session);
    return undefined;
  }

  read(session: Session, tool: Tool, args: JsonObject): { ok: true; result: Json } | { ok: false; code: string } {
    const answer = this.store.call(session, { by: tool.audience, name: tool.name, arguments: args });
    return answer.ok ? { ok: true, result: answer.result } : { ok: false, code: answer.error.code };
  }

  items(session: Session, lister: Lister): readonly Json[] | undefined {
    const answer = this.read(session, lister.tool, {});
    return answer.ok ? itemsOf(answer.result) : undefined;
  }
}

export function keyArguments(getter: Getter, row: JsonObject): JsonObject {
  return getter.argument === undefined ? {} : { [getter.argument]: row[getter.key] as Json };
}

export interface ArgumentNames {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly all: readonly string[];
}

export function argumentsOf(tool: Tool): ArgumentNames {
  const properties = isJsonObject(tool.parameters['properties']) ? Object.keys(tool.parameters['properties']) : [];
  const required = Array.isArray(tool.parameters['required']) ? (tool.parameters['required'] as string[]) : [];
  return { required, optional: properties.filter((name) => !required.includes(name)), all: properties };
}

/**
 * Tells whether a result contains the row's key, or two of its other texts of more than three letters. One is enough if
 * the row has only one.
 */
function tells(result: Json, row: JsonObject, key: string): boolean {
  const shown = new Set(scalarsOf(result).map((value) => canonicalJson(value)));
  if (shown.has(canonicalJson(row[key] as Json))) return true;
  const others = Object.entries(row).filter(
    ([column, value]) => column !== key && typeof value === 'string' && value.length > 3,
  );
  return (
    others.filter(([, value]) => shown.has(canonicalJson(value as Json))).length >= Math.min(2, others.length) &&
    others.length > 0
  );
}
