// Laws between tools, found by trying: which read shows which rows is learnt from the rows themselves, then every write
// is held against it. What was created can be got and is listed with what it was given; what was changed shows; what was
// deleted is not found; a change of status is refused the second time; filters select exactly; pages cover all rows once.
// Each law counts only the runs in which it could have failed.
import { SessionStore } from '../../envs/session/session-store.ts';
import type { Session } from '../../envs/session/session.ts';
import type { Diff } from '../../envs/values/diff.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Tool, ToolCall } from '../../envs/values/tool-schema.ts';
import type { World } from '../../envs/world/world.ts';
import type { Report } from './check-report.ts';
import type { Played } from './check-roles.ts';

export const LAWS = [
  'created, then got',
  'created, then listed',
  'changed, then got',
  'deleted, then not found',
  'deleted, then not listed',
  'not done twice',
  'only what is named',
  'given, then got',
  'shown as stored',
  'filters select exactly',
  'pages cover once',
] as const;
export type Law = (typeof LAWS)[number];

/** Where the key of a row goes in, and what the tool gives for it. */
interface Getter {
  readonly tool: Tool;
  readonly table: string;
  readonly key: string;
  /** None where there is but one row. */
  readonly argument: string | undefined;
}

interface Lister {
  readonly tool: Tool;
  readonly table: string;
  readonly key: string;
}

const PROBED_ROWS = 3;
const PROBED_TOOLS = 60;
/** A list that may be cut shows not all. */
const CUT = 200;

export function checkLaws(world: World, report: Report, good: ReadonlyMap<string, readonly Played[]>): void {
  new Laws(world, report, good).run();
}

class Laws {
  private readonly world: World;
  private readonly report: Report;
  private readonly good: ReadonlyMap<string, readonly Played[]>;
  private readonly store = new SessionStore();
  private readonly rows = new Map<string, JsonObject[]>();
  private readonly getters: Getter[] = [];
  private readonly listers: Lister[] = [];
  private sessions = 0;

  constructor(world: World, report: Report, good: ReadonlyMap<string, readonly Played[]>) {
    this.world = world;
    this.report = report;
    this.good = good;
    for (const { table, row } of world.environment.seed) {
      const known = this.rows.get(table);
      if (known === undefined) this.rows.set(table, [row]);
      else known.push(row);
    }
  }

  run(): void {
    // what shows rows only to whoever is signed in, or to some only, is learnt by nobody who is not
    const reads = [...this.world.tools.values()]
      .map(({ tool }) => tool)
      .filter((tool) => tool.effect === 'read' && tool.audience !== 'control')
      .slice(0, PROBED_TOOLS);
    const session = this.begin([]);
    for (const tool of reads) this.learn(session, tool);
    this.store.close(session);
    for (const lister of this.listers) this.lists(lister);
    for (const getter of this.getters) this.stored(getter);
    for (const [name, played] of this.good) {
      const tool = this.world.tools.get(name)?.tool;
      if (tool?.effect === 'read' && tool.audience !== 'control')
        for (const each of played.slice(0, 3)) this.selected(tool, each);
    }
    for (const [name, played] of this.good) {
      const tool = this.world.tools.get(name)?.tool;
      const [first] = played;
      if (tool?.effect === 'write' && tool.audience !== 'control' && first !== undefined) this.write(tool, first);
    }
  }

  // ---- learning which read shows what ---------------------------------------------------------------------------------

  private learn(session: Session, tool: Tool): void {
    const { required } = argumentsOf(tool);
    for (const table of this.world.schema.tables) {
      const key = table.primaryKey.length === 1 ? table.primaryKey[0] : undefined;
      const rows = this.rows.get(table.name);
      if (key === undefined || rows === undefined || !this.reads(tool, table.name)) continue;
      if (rows.length === 1 && required.length === 0) {
        const answer = this.read(session, tool, {});
        if (answer.ok && isOneRow(answer.result))
          this.getters.push({ tool, table: table.name, key, argument: undefined });
      }
      if (rows.length < 2) continue;
      if (required.length === 1 && required[0] !== undefined) {
        const [argument] = required;
        const sample = [rows[0], rows[1], rows.at(-1)].slice(0, PROBED_ROWS) as JsonObject[];
        const shows = sample.every((row) => {
          const answer = this.read(session, tool, { [argument]: row[key] as Json });
          return answer.ok && isOneRow(answer.result) && this.tells(answer.result, row, key);
        });
        const fresh = this.read(session, tool, { [argument]: strange(rows[0]?.[key] as Json) });
        if (shows && !fresh.ok && fresh.code === 'NOT_FOUND')
          this.getters.push({ tool, table: table.name, key, argument });
      }
      if (required.length === 0 && rows.length <= CUT) {
        const answer = this.read(session, tool, {});
        const items = answer.ok ? itemsOf(answer.result) : undefined;
        if (items === undefined || items.length !== rows.length) continue;
        const keys = new Set(rows.map((row) => canonicalJson(row[key] as Json)));
        if (keysIn(items, keys) === rows.length) this.listers.push({ tool, table: table.name, key });
      }
    }
  }

  private isJson(table: string, column: string): boolean {
    return this.world.roles.get(`${table}.${column}`.toLowerCase()) === 'json';
  }

  private reads(tool: Tool, table: string): boolean {
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

  /** A result that holds the key, or two other values of the row. */
  private tells(result: Json, row: JsonObject, key: string): boolean {
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

  // ---- lists ----------------------------------------------------------------------------------------------------------

  private lists({ tool }: Lister): void {
    const session = this.begin([]);
    const whole = this.read(session, tool, {});
    const items = whole.ok ? (itemsOf(whole.result) ?? []) : [];
    const { all, optional } = argumentsOf(tool);
    for (const name of optional) {
      const members = items.filter(isJsonObject).filter((item) => Object.hasOwn(item, name));
      const value = members.map((item) => item[name] as Json).find((each) => each !== null && typeof each !== 'object');
      if (value === undefined || members.length !== items.length) continue;
      const answer = this.read(session, tool, { [name]: value });
      if (!answer.ok) continue;
      const wanted = items.filter((item) => isJsonObject(item) && alike(item[name] as Json, value));
      // a filter that keeps everything proves nothing
      if (wanted.length === items.length) continue;
      const got = itemsOf(answer.result) ?? [];
      this.law(
        'filters select exactly',
        tool,
        canonicalJson(got as Json) === canonicalJson(wanted as Json),
        () => `${name} = ${JSON.stringify(value)} gives ${got.length} rows, ${wanted.length} have it`,
      );
    }
    const size = all.find((name) => /^(limit|page_?size|per_?page|max_?results|top|k|count|first)$/i.test(name));
    const skip = all.find((name) => /^(offset|skip|start)$/i.test(name));
    const page = all.find((name) => /^(page|page_?number)$/i.test(name));
    const step = skip ?? page;
    if (size !== undefined && step !== undefined && items.length > 3) {
      const per = Math.max(2, Math.ceil(items.length / 3));
      const found: Json[] = [];
      for (let at = 0; at < 5; at++) {
        const place = step === skip ? at * per : at + 1;
        const answer = this.read(session, tool, { [size]: per, [step]: place });
        if (!answer.ok) break;
        found.push(...(itemsOf(answer.result) ?? []));
      }
      const whole = this.read(session, tool, { [size]: items.length });
      const all = whole.ok ? (itemsOf(whole.result) ?? []) : items;
      this.law(
        'pages cover once',
        tool,
        canonicalJson(found) === canonicalJson(all as Json),
        () => `pages of ${per} give ${found.length} rows, the list has ${all.length}`,
      );
    }
    this.store.close(session);
  }

  /** Fields named like columns hold what the columns hold. */
  private stored(getter: Getter): void {
    const session = this.begin([]);
    for (const row of (this.rows.get(getter.table) ?? []).slice(0, PROBED_ROWS)) {
      const got = this.read(session, getter.tool, keyArguments(getter, row));
      if (!got.ok) continue;
      const compared = differs(row, got.result, row[getter.key] as Json);
      if (compared !== null)
        this.law('shown as stored', getter.tool, compared === undefined, () => `${getter.table}: ${compared ?? ''}`);
    }
    this.store.close(session);
  }

  /** What a list shows is what its arguments say, by the rows themselves: no row too many, none too few. */
  private selected(tool: Tool, played: Played): void {
    const given = Object.entries(played.args).filter(([, value]) => value !== null && typeof value !== 'object');
    if (given.length === 0 || played.before.length > 0) return;
    const session = this.begin([]);
    const answer = this.read(session, tool, played.args);
    this.store.close(session);
    const items = answer.ok ? itemsOf(answer.result) : undefined;
    if (items === undefined || items.length >= CUT) return;
    for (const table of this.world.schema.tables) {
      const key = table.primaryKey.length === 1 ? table.primaryKey[0] : undefined;
      const rows = this.rows.get(table.name);
      if (key === undefined || rows === undefined || rows.length < 2 || !this.reads(tool, table.name)) continue;
      const columns = given.map(([name]) => table.columns.find((column) => plain(column.name) === plain(name))?.name);
      // every argument is a column, and the items are rows of this table
      if (columns.some((column) => column === undefined || column === key || this.isJson(table.name, column))) continue;
      const keys = new Set(rows.map((row) => canonicalJson(row[key] as Json)));
      if (items.length === 0 || keysIn(items, keys) !== items.length) continue;
      const wanted = rows.filter((row) =>
        given.every(([, value], at) => alike(shownAs(row[columns[at] ?? ''] as Json, value as Json), value as Json)),
      );
      if (wanted.length === rows.length) continue;
      const found = keysIn(items, new Set(wanted.map((row) => canonicalJson(row[key] as Json))));
      this.law(
        'filters select exactly',
        tool,
        items.length === wanted.length && found === items.length,
        () => `${JSON.stringify(played.args)} gives ${items.length} rows of ${table.name}, ${wanted.length} have it`,
      );
      return;
    }
  }

  // ---- writes ---------------------------------------------------------------------------------------------------------

  private write(tool: Tool, played: Played): void {
    const session = this.begin(played.before);
    const start = session.entries.length;
    const answer = this.store.call(session, { by: tool.audience, name: tool.name, arguments: played.args });
    if (!answer.ok || session.entries.at(-1)?.committed !== true) {
      this.store.close(session);
      return;
    }
    const diff = this.store.diff(session, start);
    for (const [table, changes] of Object.entries(diff)) {
      const getters = this.getters.filter((each) => each.table === table && each.tool.audience === tool.audience);
      const listers = this.listers.filter((each) => each.table === table && each.tool.audience === tool.audience);
      for (const row of changes.inserted as readonly JsonObject[]) {
        for (const getter of getters) {
          const got = this.read(session, getter.tool, keyArguments(getter, row));
          const missing = got.ok ? lost(played.args, got.result) : 'it is not found';
          this.law('created, then got', tool, missing === undefined, () => `${getter.tool.name}: ${missing ?? ''}`);
        }
        for (const lister of listers) {
          const items = this.items(session, lister);
          const there = items !== undefined && keysIn(items, new Set([canonicalJson(row[lister.key] as Json)])) === 1;
          if (items !== undefined && items.length < CUT)
            this.law('created, then listed', tool, there, () => `${lister.tool.name} does not list it`);
        }
      }
      for (const { key, after } of changes.updated) {
        for (const getter of getters) {
          const got = this.read(session, getter.tool, keyArguments(getter, key as JsonObject));
          // what is the only one may be out of order just now
          if (!got.ok && getter.argument === undefined) continue;
          const wrong = got.ok ? stale(after as JsonObject, got.result) : 'it is not found';
          if (wrong === null) continue;
          this.law('changed, then got', tool, wrong === undefined, () => `${getter.tool.name}: ${wrong ?? ''}`);
        }
      }
      for (const row of changes.deleted as readonly JsonObject[]) {
        for (const getter of getters) {
          const got = this.read(session, getter.tool, keyArguments(getter, row));
          this.law(
            'deleted, then not found',
            tool,
            !got.ok && got.code === 'NOT_FOUND',
            () => `${getter.tool.name} still finds it`,
          );
        }
        for (const lister of listers) {
          const items = this.items(session, lister);
          if (items === undefined) continue;
          const gone = keysIn(items, new Set([canonicalJson(row[lister.key] as Json)])) === 0;
          this.law('deleted, then not listed', tool, gone, () => `${lister.tool.name} still lists it`);
        }
      }
    }
    this.named(tool, played, diff, session);
    this.twice(tool, played, diff, session);
    this.store.close(session);
  }

  /** A key among the arguments: only that row changes, and it shows what was given. */
  private named(tool: Tool, played: Played, diff: Diff, session: Session): void {
    const given = new Set(scalarsOf(played.args).map((value) => canonicalJson(value)));
    for (const [name, changes] of Object.entries(diff)) {
      const table = this.world.schema.tables.find((each) => each.name === name);
      const key = table?.primaryKey.length === 1 ? table.primaryKey[0] : undefined;
      const rows = this.rows.get(name) ?? [];
      if (key === undefined || !rows.some((row) => given.has(canonicalJson(row[key] as Json)))) continue;
      const touched = [
        ...changes.updated.map((each) => each.key[key] as Json),
        ...changes.deleted.map((row) => row[key] as Json),
      ];
      if (touched.length > 0 && changes.inserted.length === 0)
        // a second row may change with it (the old and the new one of a swap), never half of the table
        this.law(
          'only what is named',
          tool,
          touched.every((each) => given.has(canonicalJson(each))) || touched.length < Math.max(rows.length / 2, 3),
          () => `it changes ${touched.length} rows of ${name}`,
        );
    }
    for (const getter of this.getters) {
      if (getter.argument === undefined || getter.tool.audience !== tool.audience) continue;
      const rows = this.rows.get(getter.table) ?? [];
      const row = rows.find((each) => given.has(canonicalJson(each[getter.key] as Json)));
      const changes = diff[getter.table];
      if (row === undefined || changes === undefined) continue;
      if (changes.deleted.length > 0 || changes.updated.length === 0) continue;
      const got = this.read(session, getter.tool, keyArguments(getter, row));
      if (!got.ok) continue;
      const flat = Object.assign(
        {},
        played.args,
        ...Object.values(played.args).filter((value) => isJsonObject(value as Json)),
      ) as JsonObject;
      const { [getter.argument]: _key, [getter.key]: _own, ...said } = flat;
      // what is put in or taken out is not what is there afterwards
      const program = JSON.stringify(tool.program);
      const isReckoned = (name: string): boolean =>
        ['+', '-', '*', '/'].some((sign) =>
          program
            .split(`${sign} :${name}`)
            .slice(1)
            .some((after) => !/^\w/.test(after)),
        );
      const rest = Object.fromEntries(Object.entries(said).filter(([name]) => !isReckoned(name))) as JsonObject;
      const wrong = lost(rest, got.result);
      this.law('given, then got', tool, wrong === undefined, () => `${getter.tool.name}: ${wrong ?? ''}`);
    }
  }

  /** A change of status, and a removal, is refused the second time. */
  private twice(tool: Tool, played: Played, diff: Diff, session: Session): void {
    const status = Object.values(diff).some(({ updated }) =>
      updated.some(({ before, after }) =>
        Object.keys(after).some((column) => {
          const value = after[column];
          const isGiven = scalarsOf(played.args).some((each) => each === value);
          return (
            /(^|_)(status|state)$/.test(column) && typeof value === 'string' && !isGiven && before[column] !== value
          );
        }),
      ),
    );
    const removes =
      Object.values(diff).some(({ deleted }) => deleted.length === 1) &&
      Object.values(diff).every(({ inserted, deleted }) => inserted.length === 0 && deleted.length <= 1);
    // only a tool that looks before it changes can refuse
    const looks =
      JSON.stringify(tool.program).includes('PRECONDITION_FAILED') ||
      (removes && JSON.stringify(tool.program).includes('NOT_FOUND') && !/ORDER BY/.test(JSON.stringify(tool.program)));
    const makes = Object.values(diff).some(({ inserted }) => inserted.length > 0);
    if (!(status || removes) || !looks || makes) return;
    const again = this.store.call(session, { by: tool.audience, name: tool.name, arguments: played.args });
    this.law('not done twice', tool, !again.ok, 'the same call succeeds again');
  }

  // ---- calls ----------------------------------------------------------------------------------------------------------

  private law(law: Law, tool: Tool, holds: boolean, detail: string | (() => string)): void {
    this.report.law(law, holds, tool.name, detail);
  }

  private begin(before: readonly ToolCall[]): Session {
    const session = this.store.create({ id: `law ${++this.sessions}`, world: this.world, seed: 1 });
    for (const call of before)
      this.store.call(session, {
        by: call.by ?? this.world.tools.get(call.name)?.tool.audience ?? 'agent',
        name: call.name,
        arguments: call.arguments,
      });
    return session;
  }

  private read(
    session: Session,
    tool: Tool,
    args: JsonObject,
  ): { ok: true; result: Json } | { ok: false; code: string } {
    const answer = this.store.call(session, { by: tool.audience, name: tool.name, arguments: args });
    return answer.ok ? { ok: true, result: answer.result } : { ok: false, code: answer.error.code };
  }

  private items(session: Session, lister: Lister): readonly Json[] | undefined {
    const answer = this.read(session, lister.tool, {});
    return answer.ok ? itemsOf(answer.result) : undefined;
  }
}

function keyArguments(getter: Getter, row: JsonObject): JsonObject {
  return getter.argument === undefined ? {} : { [getter.argument]: row[getter.key] as Json };
}

interface ArgumentNames {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly all: readonly string[];
}

function argumentsOf(tool: Tool): ArgumentNames {
  const properties = isJsonObject(tool.parameters['properties']) ? Object.keys(tool.parameters['properties']) : [];
  const required = Array.isArray(tool.parameters['required']) ? (tool.parameters['required'] as string[]) : [];
  return { required, optional: properties.filter((name) => !required.includes(name)), all: properties };
}

/** One object, perhaps within an envelope; not a list. */
function isOneRow(result: Json): boolean {
  return isJsonObject(result) && itemsOf(result) === undefined;
}

/** The list that a result is, or holds. */
function itemsOf(result: Json): readonly Json[] | undefined {
  if (Array.isArray(result)) return result as readonly Json[];
  if (!isJsonObject(result)) return undefined;
  const lists = Object.values(result).filter((value) => Array.isArray(value));
  const scalars = Object.values(result).filter((value) => value === null || typeof value !== 'object');
  return lists.length === 1 && scalars.length <= 3 ? (lists[0] as readonly Json[]) : undefined;
}

/** How many items hold one of these keys. */
function keysIn(items: readonly Json[], keys: ReadonlySet<string>): number {
  return items.filter((item) =>
    (isJsonObject(item) ? Object.values(item) : [item]).some((value) => keys.has(canonicalJson(value as Json))),
  ).length;
}

function scalarsOf(value: Json, depth = 0): Json[] {
  if (value === null || typeof value !== 'object') return [value];
  if (depth > 4) return [];
  return Object.values(value as object).flatMap((each) => scalarsOf(each as Json, depth + 1));
}

/** A key that no row has. */
function strange(key: Json): Json {
  return typeof key === 'number' ? 987_654_321 : 'no-such-key';
}

function alike(a: Json, b: Json): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.toLowerCase() === b.toLowerCase();
  if (typeof a !== typeof b && typeof a !== 'boolean' && typeof b !== 'boolean') return spelled(a) === spelled(b);
  return canonicalJson(a) === canonicalJson(b);
}

/** 57 and 57.0 are one number. */
function spelled(value: Json): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const text = canonicalJson(value);
  return JSON.isRawJSON(value) ? String(Number(text)) : text;
}

/** A stored value as the tool's argument would say it. */
function shownAs(stored: Json, like: Json): Json {
  if (typeof like === 'boolean') return stored === 1;
  if (typeof like === 'string' && typeof stored === 'number') return String(stored);
  return stored;
}

/** The first column that a result shows otherwise under its own name; null where it shows none. */
function differs(row: JsonObject, result: Json, key: Json): string | undefined | null {
  const shown = isJsonObject(result)
    ? new Map(Object.entries(result).map(([name, value]): [string, Json] => [plain(name), value as Json]))
    : new Map<string, Json>();
  let seen = false;
  for (const [column, value] of Object.entries(row)) {
    const found = shown.get(plain(column));
    // an id by another name
    if (found === key && value !== key) continue;
    if (
      found === undefined ||
      found === null ||
      value === null ||
      typeof found === 'object' ||
      typeof found === 'boolean'
    )
      continue;
    const same =
      typeof found === 'number' && typeof value === 'number'
        ? Math.abs(found - value) < 1e-9 || Math.abs(found * 100 - value) < 1e-6
        : String(found) === String(value) ||
          JSON.stringify(found) === value ||
          (typeof found !== typeof value && Number(found) === Number(value));
    if (!same) return `${column} is shown as ${JSON.stringify(found)} and stored as ${JSON.stringify(value)}`;
    seen = true;
  }
  return seen ? undefined : null;
}

const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

/** The first given value that a result shows under the same name and with another value. */
function lost(args: JsonObject, result: Json): string | undefined {
  const shown = fieldsOf(result);
  for (const [name, value] of Object.entries(args)) {
    if (value === null || typeof value === 'object' || typeof value === 'boolean') continue;
    const seen = shown.get(plain(name));
    if (seen !== undefined && seen !== null && !alike(seen, value as Json))
      return `${name} was given as ${JSON.stringify(value)} and is ${JSON.stringify(seen)}`;
  }
  return undefined;
}

/** The first changed column that a result shows otherwise; null where it shows none. */
function stale(after: JsonObject, result: Json): string | undefined | null {
  const shown = fieldsOf(result);
  let seen = false;
  for (const [column, value] of Object.entries(after)) {
    const found = shown.get(plain(column));
    if (found === undefined || (found !== null && typeof found === 'object')) continue;
    if (typeof found === 'boolean' || typeof value === 'object') continue;
    // cents, and numbers told as text
    if (
      typeof found === 'number' &&
      typeof value === 'number' &&
      found !== value &&
      Math.abs(found * 100 - value) > 1e-6
    )
      return `${column} is ${found}, not ${value}`;
    if (typeof found === 'string' && typeof value === 'string' && found !== value)
      return `${column} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`;
    seen = true;
  }
  return seen ? undefined : null;
}

function fieldsOf(result: Json, depth = 0): Map<string, Json> {
  const found = new Map<string, Json>();
  if (!isJsonObject(result) || depth > 2) return found;
  for (const [name, value] of Object.entries(result)) {
    if (!found.has(plain(name))) found.set(plain(name), value as Json);
    if (isJsonObject(value as Json))
      for (const [inner, each] of fieldsOf(value as Json, depth + 1)) if (!found.has(inner)) found.set(inner, each);
  }
  return found;
}
