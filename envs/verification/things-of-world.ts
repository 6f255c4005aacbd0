// Finds the rows that a task's calls are about, and rows that could be mistaken for them, such as other orders of the
// same owner. Each row has the form in which tools show it: money is divided by 100, and the rows that belong to it or
// that it refers to are nested in it.
import type { Table } from '../sql/database-schema.ts';
import type { Json, JsonObject } from '../values/json.ts';
import type { Task } from '../values/task.ts';
import { snakeOf } from '../words/split-words.ts';
import type { Thing } from '../words/things.ts';
import type { World } from '../world/world.ts';
import { walkLeaves } from './derivable.ts';

type Row = Readonly<Record<string, Json>>;
interface Rows {
  /** The rows by their key, for tables whose key is a single column. */
  readonly byKey: ReadonlyMap<Json, readonly { readonly table: Table; readonly row: Row }[]>;
  /** For each foreign key, as "table.column", the rows by the value in that column. */
  readonly byReference: ReadonlyMap<string, ReadonlyMap<Json, readonly Row[]>>;
  readonly all: ReadonlyMap<string, readonly Row[]>;
}

const MOST_SIBLINGS = 40;
const MOST_CHILDREN = 12;
const DEEP = 2;
const TITLE = /(?:^|_)(?:name|title|label|model|city|subject|doctor|genre)$/;

const known = new WeakMap<World, Rows>();

/** Returns the rows for the values of these calls. The task's `patch` changes rows before the start. */
export function thingsOfWorld(
  world: World,
  task: Pick<Task, 'patch'>,
  calls: readonly { readonly arguments: JsonObject }[],
): Thing[] {
  const rows = rowsOf(world);
  const found = new Map<string, Thing>();
  const add = (table: Table, row: Row): void => {
    const [kind = ''] = table.primaryKey;
    const id = row[kind] as Json;
    const key = `${table.name} ${String(id)}`;
    if (!found.has(key))
      found.set(key, { kind, id, shown: shownRow(world, rows, table, patched(task, table, row), DEEP) });
  };
  for (const call of calls)
    walkLeaves(call.arguments, (value) => {
      for (const { table, row } of rows.byKey.get(value) ?? []) {
        add(table, row);
        for (const sibling of siblingsOf(rows, table, row)) add(table, sibling);
      }
    });
  return [...found.values()];
}

/** Returns the rows with the same owner as this one. If rows of this table have no owner, returns all of them. */
function siblingsOf(rows: Rows, table: Table, row: Row): readonly Row[] {
  const shared = table.foreignKeys
    .filter(({ columns }) => columns.length === 1 && row[columns[0] ?? ''] !== null)
    .map(
      ({ columns: [column = ''] }) => rows.byReference.get(`${table.name}.${column}`)?.get(row[column] as Json) ?? [],
    )
    .sort((one, other) => one.length - other.length);
  const all = shared.length === 0 ? (rows.all.get(table.name) ?? []) : (shared.find((each) => each.length > 1) ?? []);
  return all.slice(0, MOST_SIBLINGS).filter((each) => each !== row);
}

function patched(task: Pick<Task, 'patch'>, table: Table, row: Row): Row {
  const changes = task.patch?.[table.name]?.updated ?? [];
  const [key = ''] = table.primaryKey;
  const change = changes.find((each) => (each.key as Row)[key] === row[key]);
  return change === undefined ? row : { ...row, ...(change.after as Row) };
}

function shownRow(world: World, rows: Rows, table: Table, row: Row, depth: number): JsonObject {
  const shown: Record<string, Json> = {};
  for (const [column, value] of Object.entries(row)) {
    const role = world.roles.get(`${table.name}.${column}`.toLowerCase());
    shown[column] = role === 'money' && typeof value === 'number' ? value / 100 : value;
  }
  Object.assign(shown, titlesAbove(rows, table, row, depth));
  const [key = ''] = table.primaryKey;
  if (table.primaryKey.length !== 1 || depth === 0) return shown;
  for (const child of world.schema.tables)
    for (const { columns, table: parent } of child.foreignKeys) {
      const [column = ''] = columns;
      if (columns.length !== 1 || parent.toLowerCase() !== table.name.toLowerCase() || child === table) continue;
      const mine = rows.byReference.get(`${child.name}.${column}`)?.get(row[key] as Json) ?? [];
      if (mine.length === 0 || mine.length > MOST_CHILDREN) continue;
      // a customer's orders are separate things, but the items of an order are parts of the order
      if (child.primaryKey.length === 1 && rows.byKey.has(mine[0]?.[child.primaryKey[0] ?? ''] as Json)) continue;
      shown[child.name] = mine.map((each) => ({ ...each, ...titlesAbove(rows, child, each, depth) }));
    }
  return shown;
}

/**
 * Returns the names of the rows that a row refers to, directly or over one other row. Customers, users and the like are
 * left out. For example, an item refers to a variant, and the variant to a product.
 */
function titlesAbove(rows: Rows, table: Table, row: Row, depth: number): Record<string, Json> {
  const found: Record<string, Json> = {};
  if (depth === 0) return found;
  for (const { columns, table: parent } of table.foreignKeys) {
    const [column = ''] = columns;
    const above = (rows.byKey.get(row[column] as Json) ?? []).find(
      (each) => each.table.name.toLowerCase() === parent.toLowerCase(),
    );
    if (columns.length !== 1 || above === undefined || /customer|user|member|client|patient|account/i.test(parent))
      continue;
    for (const [name, value] of Object.entries(above.row))
      if (TITLE.test(snakeOf(name)) && typeof value === 'string') found[`${parent}_${name}`] = value;
    for (const [name, value] of Object.entries(titlesAbove(rows, above.table, above.row, depth - 1)))
      found[name] = value;
  }
  return found;
}

function rowsOf(world: World): Rows {
  let rows = known.get(world);
  if (rows === undefined) {
    rows = indexRows(world);
    known.set(world, rows);
  }
  return rows;
}

function indexRows({ schema, environment }: World): Rows {
  const tables = new Map(schema.tables.map((table) => [table.name.toLowerCase(), table]));
  const byKey = new Map<Json, { table: Table; row: Row }[]>();
  const byReference = new Map<string, Map<Json, Row[]>>();
  const all = new Map<string, Row[]>();
  for (const { table: name, row } of environment.seed) {
    const table = tables.get(name.toLowerCase());
    if (table === undefined) continue;
    push(all, table.name, row as Row);
    const [key = ''] = table.primaryKey;
    if (table.primaryKey.length === 1) push(byKey, (row as Row)[key] as Json, { table, row: row as Row });
    for (const { columns } of table.foreignKeys) {
      const [column = ''] = columns;
      const value = (row as Row)[column];
      if (columns.length !== 1 || value === undefined || value === null) continue;
      const place = `${table.name}.${column}`;
      let values = byReference.get(place);
      if (values === undefined) byReference.set(place, (values = new Map()));
      push(values, value as Json, row as Row);
    }
  }
  return { byKey, byReference, all };
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
