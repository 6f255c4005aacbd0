// Law: a list shows exactly the rows for which its arguments ask. The stored rows tell which rows these are.
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { splitName } from '../../../envs/words/split-words.ts';
import type { Table } from '../../../envs/sql/database-schema.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import type { Played } from '../check-roles.ts';
import type { Law } from './law.ts';
import { argumentsOf, CUT, type LawRoom, type Lister } from './law-room.ts';
import { alike, itemsOf, keysIn, plainName, shownAs } from './shown-values.ts';

export const filtersSelectExactly: Law = {
  name: 'filters select exactly',
  aboutList(room, lister) {
    byShownMembers(this, room, lister);
  },
  aboutRead(room, tool, played) {
    byColumns(this, room, tool, played);
  },
};

/** Tries each optional argument with the name of a field that all items have, with a value of one item. */
function byShownMembers(law: Law, room: LawRoom, { tool }: Lister): void {
  const session = room.begin([]);
  const whole = room.read(session, tool, {});
  const items = whole.ok ? (itemsOf(whole.result) ?? []) : [];
  for (const name of argumentsOf(tool).optional) {
    const members = items.filter(isJsonObject).filter((item) => Object.hasOwn(item, name));
    const value = members.map((item) => item[name] as Json).find((each) => each !== null && typeof each !== 'object');
    if (value === undefined || members.length !== items.length) continue;
    const answer = room.read(session, tool, { [name]: value });
    if (!answer.ok) continue;
    const wanted = items.filter((item) => isJsonObject(item) && alike(item[name] as Json, value));
    // a filter that keeps every item proves nothing
    if (wanted.length === items.length) continue;
    const got = itemsOf(answer.result) ?? [];
    room.hold(
      law,
      tool,
      canonicalJson(got as Json) === canonicalJson(wanted as Json),
      () => `${name} = ${JSON.stringify(value)} gives ${got.length} rows, ${wanted.length} have it`,
    );
  }
  room.close(session);
}

/** Returns the default values of those arguments that have one. */
function defaultsOf(tool: Tool): Readonly<Record<string, Json>> {
  const { properties = {} } = tool.parameters as { properties?: Readonly<Record<string, Json>> };
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      isJsonObject(schema) && schema['default'] !== undefined ? [[name, schema['default'] as Json] as const] : [],
    ),
  );
}

/** Tells whether a default selects nothing: an empty text, or a reference to no row, such as 0. */
function namesNothing(room: LawRoom, { foreignKeys }: Table, column: string, value: Json): boolean {
  const target = foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === column);
  const key = target?.references[0];
  return value === '' || (key !== undefined && !room.rowsOf(target?.table ?? '').some((row) => row[key] === value));
}

const isNamed = (column: string, argument: string): boolean => plainName(column) === plainName(argument);

function everyItemNames(room: LawRoom, items: readonly Json[], table: string, key: string): boolean {
  const keys = new Set(room.rowsOf(table).map((row) => canonicalJson(row[key] as Json)));
  return keysIn(items, keys) === items.length;
}

function namesPointers(room: LawRoom, tool: Tool, items: readonly Json[], table: string): boolean {
  return room.world.schema.tables.some(({ name, primaryKey, foreignKeys }) => {
    const [key] = primaryKey;
    const points = name !== table && foreignKeys.some((each) => each.table.toLowerCase() === table.toLowerCase());
    if (!points || key === undefined || primaryKey.length > 1 || !room.isRead(tool, name)) return false;
    return everyItemNames(room, items, name, key);
  });
}

/**
 * Returns the condition that a word of the tool's name sets. In list_open_orders, `open` is a value of the rows. In
 * list_unpaid_bills, `unpaid` means that the boolean column `paid` is not true. Without such a word, every row fits.
 */
function namedState(tool: Tool, rows: readonly JsonObject[]): (row: JsonObject) => boolean {
  const words = new Set(splitName(tool.name));
  for (const column of Object.keys(rows[0] ?? {})) {
    const values = rows.map((row) => row[column] ?? null);
    const isFlag = values.every((value) => value === null || value === 0 || value === 1);
    const bare = plainName(column);
    if (isFlag && words.has(bare)) return (row) => row[column] === 1;
    if (isFlag && words.has(`un${bare}`)) return (row) => row[column] !== 1;
    const word = isFlag
      ? undefined
      : STATE_COLUMN.test(column)
        ? values.find((value) => words.has(String(value)))
        : undefined;
    if (word !== undefined) return (row) => row[column] === word;
  }
  return () => true;
}
const STATE_COLUMN = /(?:^|_)(?:status|state|stage|phase)$/;

/** Tests the law for calls in which all arguments have the names of columns of the listed table. */
function byColumns(law: Law, room: LawRoom, tool: Tool, played: Played): void {
  // a default value selects rows just as a given value does
  const given = Object.entries({ ...defaultsOf(tool), ...played.args }).filter(([, value]) => value !== null);
  // an object may hold further conditions, such as ranges, so calls with objects are skipped
  const nests = Object.values(played.args).some((value) => value !== null && typeof value === 'object');
  if (nests || given.length === 0 || played.before.length > 0) return;
  const session = room.begin([]);
  const answer = room.read(session, tool, played.args);
  room.close(session);
  const items = answer.ok ? itemsOf(answer.result) : undefined;
  if (items === undefined || items.length >= CUT) return;
  for (const table of room.world.schema.tables) {
    const key = table.primaryKey.length === 1 ? table.primaryKey[0] : undefined;
    const rows = room.rowsOf(table.name);
    if (key === undefined || rows.length < 2 || !room.isRead(tool, table.name)) continue;
    const asked = given.filter(([name, value]) =>
      Object.hasOwn(played.args, name)
        ? true
        : table.columns.some((column) => isNamed(column.name, name) && !namesNothing(room, table, column.name, value)),
    );
    const columns = asked.map(([name]) => table.columns.find((column) => isNamed(column.name, name))?.name);
    if (columns.some((column) => column === undefined || column === key || room.isJson(table.name, column))) continue;
    if (items.length === 0 || !everyItemNames(room, items, table.name, key)) continue;
    // items that hold keys of two tables may be rows of the other table: requests that name their employees, for
    // example
    if (namesPointers(room, tool, items, table.name)) continue;
    const isInName = namedState(tool, rows);
    const wanted = rows.filter(
      (row) =>
        isInName(row) &&
        asked.every(([, value], at) => alike(shownAs(row[columns[at] ?? ''] as Json, value as Json), value as Json)),
    );
    if (wanted.length === rows.length) continue;
    const found = keysIn(items, new Set(wanted.map((row) => canonicalJson(row[key] as Json))));
    room.hold(
      law,
      tool,
      items.length === wanted.length && found === items.length,
      () => `${JSON.stringify(played.args)} gives ${items.length} rows of ${table.name}, ${wanted.length} have it`,
    );
    return;
  }
}
