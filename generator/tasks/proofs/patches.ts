// Makes patches, that is, changes of one row of the start state that may matter to a call. It changes or removes rows
// that are linked to the call's values, and adds similar rows. The effects show on which rows a rule or an answer
// depends.
import { formatClock, parseClock } from '../../../envs/clock.ts';
import type { Diff } from '../../../envs/values/diff.ts';
import { checkedAs, canonicalJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Table } from '../../../envs/sql/database-schema.ts';
import type { World } from '../../../envs/world/world.ts';

export interface Patch {
  readonly table: string;
  /** The column that the patch changes. It is undefined if the patch adds or removes a whole row. */
  readonly column: string | undefined;
  readonly diff: Diff;
  /** Whether another row has the new value in this column, so that the value is a plausible one. */
  readonly isUsual?: boolean;
}

export interface Reach {
  /** The tables and views that the SQL of the rule or tool reads. */
  readonly reads: readonly string[];
  /** The text of the SQL. Only columns that the text names are changed. */
  readonly text: string;
  /** The values from which the search for linked rows starts. */
  readonly from: readonly Json[];
  /** The largest number of rows of one table, and of values of one column, that are tried. */
  readonly perTable?: number;
  readonly perColumn?: number;
}

const MOST_PER_TABLE = 4;
const HOPS = 3;
const OTHERS = 4;

export function patchesFor(world: World, reach: Reach): Patch[] {
  const { tables, text } = scopeOf(world, reach);
  const words = new Set(text.match(/[a-z_][a-z0-9_]*/gi)?.map((word) => word.toLowerCase()));
  const every = /\bselect\s+(?:\w+\.)?\*/i.test(text);
  const rows = linkedRows(world, tables, reach);
  const literals = [...text.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) => value.replaceAll("''", "'"));
  const numbers = [...text.matchAll(/(?<![\w.'])\d+(?:\.\d+)?(?![\w.'])/g)].map(([number]) => Number(number));
  const found: Patch[] = [];
  for (const { table, row } of rows) {
    for (const column of table.columns) {
      if (column.generated || table.primaryKey.includes(column.name)) continue;
      if (!every && !words.has(column.name.toLowerCase())) continue;
      const others = insteadOf(world, table, column.name, row[column.name] as Json, literals, numbers);
      for (const value of others.slice(0, reach.perColumn ?? others.length))
        found.push({ ...updated(table, row, column.name, value), isUsual: isUsual(world, table, column.name, value) });
    }
  }
  for (const { table, row } of rows)
    found.push({
      table: table.name,
      column: undefined,
      diff: { [table.name]: { inserted: [], updated: [], deleted: [row] } } as Diff,
    });
  for (const table of tables) found.push(...inserts(world, table, rows, reach.from));
  return found;
}

/** Returns the tables that the SQL reads directly or through views. The text includes the SQL of these views. */
function scopeOf(world: World, { reads, text }: Reach): { tables: Table[]; text: string } {
  const tables = new Map<string, Table>();
  const texts = [text];
  const done = new Set<string>();
  const walk = (name: string): void => {
    const key = name.toLowerCase();
    if (done.has(key)) return;
    done.add(key);
    const table = world.schema.tables.find((each) => each.name.toLowerCase() === key);
    if (table !== undefined) tables.set(table.name, table);
    const view = world.schema.views.find((each) => each.name.toLowerCase() === key);
    if (view === undefined) return;
    texts.push(view.sql);
    for (const each of view.reads) walk(each);
  };
  for (const name of reads) walk(name);
  return { tables: [...tables.values()], text: texts.join('\n') };
}

interface Found {
  readonly table: Table;
  readonly row: JsonObject;
}

/** Finds the rows that hold one of the values as a key or a reference, and the rows linked to these rows. */
function linkedRows(world: World, tables: readonly Table[], { from, perTable = MOST_PER_TABLE }: Reach): Found[] {
  const known = new Set(from.filter((value) => isKeyLike(value)));
  const found: Found[] = [];
  const taken = new Set<JsonObject>();
  const index = rowIndex(world);
  for (let hop = 0; hop < HOPS; hop++) {
    const fresh: Json[] = [];
    for (const table of tables) {
      const linking = linkingColumns(table);
      for (const value of known)
        for (const column of linking)
          for (const row of index.get(`${table.name}.${column}`)?.get(value) ?? []) {
            if (taken.has(row) || found.filter((each) => each.table === table).length >= perTable) continue;
            taken.add(row);
            found.push({ table, row });
            for (const each of linking) if (isKeyLike(row[each] as Json)) fresh.push(row[each] as Json);
          }
    }
    for (const value of fresh) known.add(value);
  }
  // the only row of a table is included too, because rules can read it without a link
  for (const table of tables) {
    const rows = rowsOf(world, table.name);
    const [only] = rows;
    if (only !== undefined && rows.length === 1 && !taken.has(only)) found.push({ table, row: only });
  }
  return found;
}

const isKeyLike = (value: Json | undefined): boolean => typeof value === 'string' || typeof value === 'number';

/** Returns the columns that can link rows: unique columns and references. */
function linkingColumns(table: Table): string[] {
  return [...new Set([...table.keys.flat(), ...table.foreignKeys.flatMap(({ columns }) => columns)])];
}

function isUsual(world: World, table: Table, column: string, value: Json): boolean {
  return valueIndex(world).get(`${table.name}.${column}`)?.has(value) === true;
}

function updated(table: Table, row: JsonObject, column: string, value: Json): Patch {
  const key = Object.fromEntries(table.primaryKey.map((name) => [name, row[name] as Json]));
  const change = { key, before: { [column]: row[column] as Json }, after: { [column]: value } };
  return {
    table: table.name,
    column,
    diff: checkedAs<Diff>({ [table.name]: { inserted: [], updated: [change], deleted: [] } }),
  };
}

const DAY = 86_400;
const SHIFTS = [-400, -40, -1, 1, 40, 400];

/** Returns other values for a column: literals of the SQL, values of other rows, and near dates and numbers. */
function insteadOf(
  world: World,
  table: Table,
  column: string,
  value: Json,
  literals: readonly string[],
  numbers: readonly number[],
): Json[] {
  const others = [...(valueIndex(world).get(`${table.name}.${column}`) ?? [])];
  const known = new Set(others);
  const found: Json[] = [];
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) {
    const isDay = value.length === DATE;
    const start = seconds(isDay ? `${value}T00:00:00Z` : value);
    if (start !== undefined)
      for (const shift of SHIFTS) {
        const text = formatClock(start + shift * DAY);
        found.push(isDay ? text.slice(0, DATE) : text);
      }
  } else if (typeof value === 'number')
    found.push(value * 10, 0, value + 1, 1, ...numbers, ...numbers.map((each) => each * 100 + 1));
  // a unique column cannot take a value that another row has
  else if (typeof value === 'string' && table.keys.some((key) => key.length === 1 && key[0] === column))
    found.push(/\s/.test(value) ? `${value} patched` : value.includes('@') ? value.replace('@', '2@') : `${value}2`);
  for (const literal of literals) if (known.has(literal)) found.push(literal);
  const step = Math.max(1, Math.floor(others.length / OTHERS));
  for (let at = 0; at < others.length; at += step) found.push(others[at] as Json);
  if (value !== null && table.columns.some(({ name, notNull }) => name === column && !notNull)) found.push(null);
  const seen = new Set([canonicalJson(value ?? null)]);
  return found.filter((each) => {
    const text = canonicalJson(each);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

const DATE = 10;

function seconds(text: string): number | undefined {
  try {
    return parseClock(text);
  } catch {
    return undefined;
  }
}

/** Makes new rows that are linked to the values. They are copies of other rows with changed keys and references. */
function inserts(world: World, table: Table, rows: readonly Found[], from: readonly Json[]): Patch[] {
  const known = new Map<string, Json>();
  for (const { table: owner, row } of rows)
    for (const column of owner.primaryKey)
      if (owner.primaryKey.length === 1) known.set(owner.name, row[column] as Json);
  const own = new Set(from.map((value) => canonicalJson(value)));
  const samples = new Map<string, JsonObject>();
  for (const row of rowsOf(world, table.name)) {
    const kind = canonicalJson(
      Object.fromEntries(
        Object.entries(row).filter(([, value]) => typeof value === 'string' && value.length < DATE),
      ) as Json,
    );
    if (!samples.has(kind) && samples.size < OTHERS) samples.set(kind, row);
  }
  return [...samples.values()].flatMap((sample): Patch[] => {
    const row: Record<string, Json> = { ...sample };
    let tied = false;
    for (const key of table.foreignKeys) {
      const [column] = key.columns;
      const value = known.get(key.table);
      if (column === undefined || key.columns.length !== 1 || value === undefined || value === row[column]) continue;
      row[column] = value;
      tied ||= own.has(canonicalJson(value)) || known.size > 0;
    }
    if (!tied) return [];
    for (const key of table.keys) {
      const column = key.findLast((name) => !table.foreignKeys.some(({ columns }) => columns.includes(name)));
      if (column !== undefined)
        row[column] = typeof row[column] === 'number' ? 987_654 : `${String(row[column])}-patched`;
    }
    return [
      {
        table: table.name,
        column: undefined,
        diff: checkedAs<Diff>({ [table.name]: { inserted: [row as JsonObject], updated: [], deleted: [] } }),
      },
    ];
  });
}

interface Rows {
  readonly byTable: Map<string, JsonObject[]>;
  readonly byValue: Map<string, Map<Json, JsonObject[]>>;
  readonly values: Map<string, Set<Json>>;
}

const indexes = new WeakMap<World, Rows>();
const MOST_VALUES = 200;

function rowsIn(world: World): Rows {
  let known = indexes.get(world);
  if (known === undefined) {
    known = { byTable: new Map(), byValue: new Map(), values: new Map() };
    const linking = new Map(world.schema.tables.map((table) => [table.name, new Set(linkingColumns(table))]));
    for (const { table, row } of world.environment.seed) {
      const rows = known.byTable.get(table) ?? [];
      rows.push(row);
      known.byTable.set(table, rows);
      for (const [column, value] of Object.entries(row)) {
        const place = `${table}.${column}`;
        const values = known.values.get(place) ?? new Set<Json>();
        if (values.size < MOST_VALUES && value !== null && typeof value !== 'object') values.add(value as Json);
        known.values.set(place, values);
        if (linking.get(table)?.has(column) !== true) continue;
        const byValue = known.byValue.get(place) ?? new Map<Json, JsonObject[]>();
        const same = byValue.get(value as Json) ?? [];
        same.push(row);
        byValue.set(value as Json, same);
        known.byValue.set(place, byValue);
      }
    }
    indexes.set(world, known);
  }
  return known;
}

/**
 * Returns the rows to which a value of a reference column refers, the rows to which those rows refer, and so on for
 * `hops` steps.
 */
export function rowsNamed(world: World, table: string, column: string, value: Json, hops = HOPS): JsonObject[] {
  const tableOf = (called: string): Table | undefined => world.schema.tables.find(({ name }) => name === called);
  const links = tableOf(table)?.foreignKeys.filter(({ columns }) => columns.includes(column)) ?? [];
  return links.flatMap((link) => {
    const next = tableOf(link.table);
    const there = link.references[link.columns.indexOf(column)] ?? next?.primaryKey[link.columns.indexOf(column)];
    const rows =
      rowIndex(world)
        .get(`${link.table}.${there ?? ''}`)
        ?.get(value) ?? [];
    const onward = hops <= 1 ? [] : (next?.foreignKeys ?? []).flatMap(({ columns }) => columns);
    return [
      ...rows,
      ...rows.flatMap((row) =>
        onward.flatMap((each) => rowsNamed(world, link.table, each, row[each] as Json, hops - 1)),
      ),
    ];
  });
}

const rowsOf = (world: World, table: string): readonly JsonObject[] => rowsIn(world).byTable.get(table) ?? [];
const rowIndex = (world: World): Rows['byValue'] => rowsIn(world).byValue;
const valueIndex = (world: World): Rows['values'] => rowsIn(world).values;
