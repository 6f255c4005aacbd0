// Builds all SQL of the compiler. Other files choose names and parts, and this file joins them to statements and
// expressions. No other file of the compiler contains an SQL keyword.
import type { Sql } from '../../../envs/values/program.ts';

/** The text of an SQL expression. */
export type Expr = string;

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function literal(value: string | number | boolean | null): Expr {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

export function name(text: string): string {
  return PLAIN_NAME.test(text) && !RESERVED.has(text.toLowerCase()) ? text : `"${text.replaceAll('"', '""')}"`;
}

/** The name of a column, with its table or the alias of its table before it. */
export const column = (table: string, of: string): Expr => `${name(table)}.${name(of)}`;

/** The value of an argument; the path leads from the object of all arguments to the value. */
export function argument(path: readonly string[]): Expr {
  if (path.every((part) => PLAIN_NAME.test(part)) && path[0] !== 'args') return `:${path.join('.')}`;
  return `json_extract(:args, ${jsonPath(path)})`;
}

/** Tests whether the call gives an argument. An argument with the value null counts as given. */
export const given = (path: readonly string[]): Expr => `json_type(:args, ${jsonPath(path)}) IS NOT NULL`;

function jsonPath(path: readonly string[]): string {
  return literal(`$${path.map((part) => `."${part.replaceAll('"', '')}"`).join('')}`);
}

/** The value of one member of a JSON object that a column holds. */
export const inside = (object: Expr, member: string): Expr => `json_extract(${object}, ${jsonPath([member])})`;

/** The column of a row that an earlier step read and named, such as `:order.id`. */
export const bound = (binding: string, of: string): Expr => `:${binding}.${PLAIN_NAME.test(of) ? of : name(of)}`;

export const equal = (a: Expr, b: Expr): Expr => `${a} = ${b}`;
export const compare = (a: Expr, op: string, b: Expr): Expr => `${a} ${op} ${b}`;
export const same = (a: Expr, b: Expr): Expr => `${a} IS ${b}`;
export const isNull = (a: Expr): Expr => `${a} IS NULL`;
export const notNull = (a: Expr): Expr => `${a} IS NOT NULL`;
export const all = (parts: readonly Expr[]): Expr => (parts.length === 0 ? '1' : parts.join(' AND '));
export const any = (parts: readonly Expr[]): Expr =>
  parts.length === 1 ? (parts[0] ?? '0') : `(${parts.join(' OR ')})`;
export const not = (part: Expr): Expr => `NOT (${part})`;
export const or = (a: Expr, b: Expr): Expr => `coalesce(${a}, ${b})`;
export const nullIf = (a: Expr, b: Expr): Expr => `nullif(${a}, ${b})`;
export const choose = (when: Expr, yes: Expr, no: Expr): Expr => `iif(${when}, ${yes}, ${no})`;
export const asText = (a: Expr): Expr => `CAST(${a} AS TEXT)`;
export const asWhole = (a: Expr): Expr => `CAST(${a} AS INTEGER)`;
export const truth = (a: Expr): Expr => `json(iif(${a}, 'true', 'false'))`;
export const joined = (parts: readonly Expr[]): Expr => parts.join(' || ');
export const isTrue = (a: Expr): Expr => `${a} IS 1`;
export const moreThan = (a: Expr, b: Expr): Expr => `${a} > ${b}`;
export const lengthOf = (a: Expr): Expr => `length(${a})`;
export const jsonLength = (a: Expr): Expr => `json_array_length(${a})`;
/** Tests whether a text is given but does not have the form: `date`, `time`, or else a day with or without a time. */
export function notOfForm(a: Expr, form: string): Expr {
  const day = "'[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]";
  const fits =
    form === 'date'
      ? `${a} GLOB ${day}' AND date(${a}) IS NOT NULL`
      : form === 'time'
        ? `${a} GLOB '[0-2][0-9]:[0-5][0-9]*'`
        : `${a} GLOB ${day}*' AND datetime(${a}) IS NOT NULL`;
  return `${a} IS NOT NULL AND NOT (${fits})`;
}
/**
 * Converts a day, a moment or a time of day to the text of SQLite's datetime(), so that two values of different forms
 * can be compared.
 */
export const moment = (a: Expr): Expr => `datetime(${a})`;
/** Tests whether a text has a character that is not among the given letters. */
export const hasOtherThan = (a: Expr, letters: string): Expr => `${a} GLOB '*[^${letters}]*'`;
/** Tests whether a text has the form of none of the GLOB patterns. */
export const unlike = (a: Expr, globs: readonly string[]): Expr =>
  `${a} IS NOT NULL AND NOT (${globs.map((glob) => `${a} GLOB ${literal(glob)}`).join(' OR ')})`;
export const slug = (a: Expr): Expr => `slug(${a})`;
export const lower = (a: Expr): Expr => `lower(${a})`;
export const among = (a: Expr, values: readonly (string | number)[]): Expr =>
  `${a} IN (${values.map(literal).join(', ')})`;
export const elementOf = (item: Expr, list: Expr): Expr =>
  `EXISTS (SELECT 1 FROM json_each(${list}) AS each_item WHERE each_item.value = ${item})`;
/** Tests whether a list has an element that is not the key of any row in the table. */
export const strangerIn = (list: Expr, table: string, key: string): Expr =>
  `EXISTS (SELECT 1 FROM json_each(coalesce(${list}, '[]')) AS each_item WHERE NOT EXISTS (SELECT 1 FROM ${name(table)} WHERE ${column(table, key)} = each_item.value))`;
/** Tests whether two lists have an element in common. */
export const overlap = (list: Expr, other: Expr): Expr =>
  `EXISTS (SELECT 1 FROM json_each(${list}) AS each_item WHERE each_item.value IN (SELECT other_item.value FROM json_each(${other}) AS other_item))`;
export const matchesWords = (text: Expr, query: Expr): Expr => `text_match(${text}, ${query})`;
export const memberOf = (item: Expr, list: Expr, member: string): Expr =>
  `EXISTS (SELECT 1 FROM json_each(${list}) AS each_item WHERE json_extract(each_item.value, ${jsonPath([member])}) = ${item})`;
/**
 * Makes an object of each element of a list; each member holds the element or true. Without members, the elements stay
 * unchanged.
 */
export const eachOf = (list: Expr, members: readonly (readonly [string, boolean])[]): Expr => {
  const item =
    members.length === 0
      ? 'e.value'
      : objectOf(members.map(([key, isElement]) => [key, isElement ? 'e.value' : "json('true')"]));
  return `json((SELECT json_group_array(${item} ORDER BY e.key) FROM json_each(${list}) AS e))`;
};
/** The texts that are direct members of a JSON object, joined by spaces. */
export const textsIn = (json: Expr): Expr =>
  `(SELECT group_concat(each_text.value, ' ' ORDER BY each_text.key) FROM json_each(${json}) AS each_text WHERE each_text.type = 'text')`;
/** The list with one element added at its end. */
export const appended = (list: Expr, item: Expr): Expr => `json_insert(${list}, '$[#]', ${item})`;
export const spaced = (parts: readonly Expr[]): Expr => `concat_ws(' ', ${parts.join(', ')})`;
/** A moment cut to the length of the bound. A bound that is only a day then equals every moment of the day. */
export const dayOrMoment = (moment: Expr, bound: Expr): Expr => `substr(${moment}, 1, length(${bound}))`;
/**
 * Compares a time with a day. For <= and > the time is cut to its day, so that "until May 3" includes all moments of
 * May 3.
 */
export const compareDay = (time: Expr, op: string, day: Expr): Expr =>
  compare(op === '<=' || op === '>' ? dayOrMoment(time, day) : time, op, day);
/**
 * Compares a time with a day or a moment. Two moments are first converted to one time zone, because their texts may
 * name different ones.
 */
export const compareMoment = (time: Expr, op: string, bound: Expr): Expr =>
  `CASE WHEN length(${bound}) <= 10 THEN ${compareDay(time, op, bound)} ELSE ${compare(moment(time), op, moment(bound))} END`;
export const exists = (table: string, where: readonly Expr[]): Expr =>
  `EXISTS (SELECT 1 FROM ${name(table)} WHERE ${all(where)})`;
export const existsAs = (table: string, alias: string, where: readonly Expr[]): Expr =>
  `EXISTS (SELECT 1 FROM ${name(table)} AS ${alias} WHERE ${all(where)})`;
export const countOf = (table: string, where: readonly Expr[]): Expr =>
  `(SELECT count(*) FROM ${name(table)}${whereText(where)})`;
export const countAs = (table: string, alias: string, where: readonly Expr[]): Expr =>
  `(SELECT count(*) FROM ${name(table)} AS ${alias}${whereText(where)})`;
export const valueOf = (of: string, table: string, where: readonly Expr[]): Expr =>
  `(SELECT ${name(of)} FROM ${name(table)}${whereText(where)})`;
/** The value in the first row, by `order`, that fits the conditions. */
export const firstValue = (of: Expr, table: string, where: readonly Expr[], order: Expr): Expr =>
  `(SELECT ${of} FROM ${name(table)}${whereText(where)} ORDER BY ${order} LIMIT 1)`;
export const now = (): Expr => 'now()';
export const today = (): Expr => 'date(now())';
export const epochNow = (millis: boolean): Expr => (millis ? 'unixepoch(now()) * 1000' : 'unixepoch(now())');
export const newId = (prefix: string, digits: number): Expr => `new_id(${literal(prefix)}, ${digits})`;
/** An id of any length, joined from several calls of new_id, because one call gives at most 12 digits. */
export const idOf = (prefix: string, length: number): Expr =>
  Array.from({ length: Math.ceil(length / 12) }, (_, at) =>
    newId(at === 0 ? prefix : '', Math.min(12, length - at * 12)),
  ).join(' || ');
export const plainId = (): Expr => 'new_id()';
export const uuid = (): Expr => "new_id('', 8) || '-0000-4000-8000-' || new_id('', 12)";
/** One more than the largest number in the rows that `where` selects, or `from` where it selects none. */
export const nextNumber = (of: string, table: string, where: readonly Expr[], from: number): Expr =>
  `(SELECT coalesce(max(${name(of)}), ${from - 1}) + 1 FROM ${name(table)}${whereText(where)})`;
export const asJson = (a: Expr): Expr => (a.startsWith('json(') && !a.startsWith('json(iif') ? a : `json(${a})`);
/**
 * The JSON object `a`, changed by the members of `b`: each is added or replaces its namesake, null removes the
 * namesake, and inner objects are merged in the same way.
 */
export const merged = (a: Expr, b: Expr): Expr => `json_patch(${a}, ${b})`;
export const case_ = (cases: readonly (readonly [Expr, Expr])[], otherwise: Expr): Expr =>
  `CASE ${cases.map(([when, then]) => `WHEN ${when} THEN ${then}`).join(' ')} ELSE ${otherwise} END`;
/**
 * The list with the elements of another list added (listWith) or removed (listWithout). listWith gives each element
 * once; the elements of the result are sorted.
 */
export const listWith = (list: Expr, more: Expr): Expr =>
  `json((SELECT json_group_array(u.value ORDER BY u.value) FROM (SELECT a.value AS value FROM json_each(coalesce(${list}, '[]')) AS a UNION SELECT b.value AS value FROM json_each(coalesce(${more}, '[]')) AS b) AS u))`;
export const listWithout = (list: Expr, gone: Expr): Expr =>
  `json((SELECT json_group_array(a.value ORDER BY a.value) FROM json_each(coalesce(${list}, '[]')) AS a WHERE NOT EXISTS (SELECT 1 FROM json_each(coalesce(${gone}, '[]')) AS b WHERE b.value = a.value)))`;

/** The list with one element added at its end, if the list does not contain the element. */
export const appendedOnce = (list: Expr, item: Expr): Expr => choose(elementOf(item, list), list, appended(list, item));
export const listWithoutItem = (list: Expr, item: Expr): Expr =>
  `json((SELECT json_group_array(a.value ORDER BY a.key) FROM json_each(${list}) AS a WHERE a.value <> ${item}))`;

function whereText(where: readonly Expr[]): string {
  return where.length === 0 ? '' : ` WHERE ${all(where)}`;
}

export function selectRow(table: string, where: readonly Expr[]): Sql {
  return sqlOf(`SELECT * FROM ${name(table)}\nWHERE ${all(where)}`);
}

/** Makes a SELECT of the first row, by `order`, that fits the conditions. */
export function selectFirst(table: string, where: readonly Expr[], order: readonly Expr[]): Sql {
  return sqlOf(`SELECT * FROM ${name(table)}\nWHERE ${all(where)}\nORDER BY ${order.join(', ')} LIMIT 1`);
}

/** Makes a SELECT that gives one row if the condition is true, else no row. A `refuse` step needs this form. */
export const selectIf = (condition: Expr, as = 'found'): Sql => sqlOf(`SELECT 1 AS ${as} WHERE ${condition}`);
export const selectValue = (expression: Expr, as: string): Sql => sqlOf(`SELECT ${expression} AS ${name(as)}`);
export const selectFrom = (table: string, where: readonly Expr[]): Sql =>
  sqlOf(`SELECT 1 AS found FROM ${name(table)}\nWHERE ${all(where)}`);

export function insertRow(table: string, values: readonly (readonly [string, Expr])[]): Sql {
  return sqlOf(
    `INSERT INTO ${name(table)} (${values.map(([of]) => name(of)).join(', ')})\nVALUES (${values.map(([, value]) => value).join(', ')})`,
  );
}

export function updateRows(table: string, sets: readonly (readonly [string, Expr])[], where: readonly Expr[]): Sql {
  return sqlOf(
    `UPDATE ${name(table)}\nSET ${sets.map(([of, value]) => `${name(of)} = ${value}`).join(', ')}\nWHERE ${all(where)}`,
  );
}

export const deleteRows = (table: string, where: readonly Expr[]): Sql =>
  sqlOf(`DELETE FROM ${name(table)}\nWHERE ${all(where)}`);

export const valueFrom = (expression: Expr, table: string, alias: string, where: readonly Expr[]): string =>
  `SELECT ${expression} FROM ${name(table)} AS ${alias}${whereText(where)}`;

export interface Selection {
  readonly alias?: string;
  readonly columns: readonly (readonly [Expr, string])[];
  readonly from: string;
  readonly where: readonly Expr[];
  /** The expressions of ORDER BY. The last expression is unique, so that the order is always the same. */
  readonly order: readonly Expr[];
  readonly limit?: Expr;
  readonly offset?: Expr;
}

export function select(rows: Selection): Sql {
  const columns = rows.columns.map(([expression, as]) =>
    expression === name(as) ? expression : `${expression} AS ${name(as)}`,
  );
  return sqlOf(
    `SELECT ${columns.join(', ')}\nFROM ${name(rows.from)}${whereLines(rows.where)}\nORDER BY ${rows.order.join(', ')}${limitText(rows)}`,
  );
}

const fromText = ({ from, alias }: Pick<Selection, 'from' | 'alias'>): string =>
  alias === undefined ? name(from) : `${name(from)} AS ${alias}`;
const whereLines = (where: readonly Expr[]): string => (where.length === 0 ? '' : `\nWHERE ${where.join('\n  AND ')}`);
const limitText = ({ limit, offset }: Pick<Selection, 'limit' | 'offset'>): string =>
  limit === undefined ? '' : `\nLIMIT ${limit}${offset === undefined ? '' : ` OFFSET ${offset}`}`;

/**
 * Makes a SELECT of some columns of the row that `where` finds by its key. Without `from`, makes a SELECT without table
 * and conditions, for values that need no row.
 */
export function selectOne(
  columns: readonly (readonly [Expr, string])[],
  from: string | undefined,
  where: readonly Expr[],
): Sql {
  const shown = columns
    .map(([expression, as]) => (expression === name(as) ? expression : `${expression} AS ${name(as)}`))
    .join(', ');
  return sqlOf(from === undefined ? `SELECT ${shown}` : `SELECT ${shown}\nFROM ${name(from)}\nWHERE ${all(where)}`);
}

/** The rows as one JSON array in their order. With a limit, a subquery takes only that many rows. */
export function arrayOf(item: Expr, rows: Omit<Selection, 'columns'>, structured: boolean): Expr {
  if (rows.limit === undefined)
    return `json((SELECT json_group_array(${item} ORDER BY ${rows.order.join(', ')}) FROM ${fromText(rows)}${whereText(rows.where)}))`;
  const keys = rows.order.map((each, at) => ({
    sql: each.replace(/ DESC$/, ''),
    as: `o${at + 1}`,
    down: each.endsWith(' DESC'),
  }));
  const inner = [`${item} AS item`, ...keys.map(({ sql, as }) => `${sql} AS ${as}`)].join(', ');
  const order = [...keys.map(({ as, down }) => `page.${as}${down ? ' DESC' : ''}`), 'page.item'].join(', ');
  const page = `SELECT ${inner} FROM ${fromText(rows)}${whereText(rows.where)} ORDER BY ${rows.order.join(', ')}${limitText(rows).replace('\n', ' ')}`;
  return `json((SELECT json_group_array(${structured ? 'json(page.item)' : 'page.item'} ORDER BY ${order}) FROM (${page}) AS page))`;
}

export const objectOf = (members: readonly (readonly [string, Expr])[]): Expr =>
  `json_object(${members.map(([key, value]) => `${literal(key)}, ${value}`).join(', ')})`;
/** Merges the JSON object into `kept`, by default an empty object, without the object's members that are null. */
export const withoutNulls = (object: Expr, kept: Expr = "'{}'"): Expr => `json_patch(${kept}, ${object})`;
export const descending = (of: Expr): Expr => `${of} DESC`;
export const least = (a: Expr, b: Expr): Expr => `min(${a}, ${b})`;
export const most = (a: Expr, b: Expr): Expr => `max(${a}, ${b})`;
export const plus = (a: Expr, b: Expr): Expr => `${a} + ${b}`;
export const minus = (a: Expr, b: Expr): Expr => `${a} - ${b}`;
export const times = (a: Expr, b: Expr): Expr => `${a} * ${b}`;
export const grouped = (a: Expr): Expr => `(${a})`;

/** Returns a long statement as a list of lines, and a short statement as one text. */
export function sqlOf(text: string): Sql {
  const one = text
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
  if (one.length <= 100) return one;
  return { lines: text.split('\n').flatMap(wrapped) };
}

const WIDTH = 116;

function wrapped(line: string): string[] {
  const found: string[] = [];
  let rest = line;
  while (rest.length > WIDTH) {
    const breaks = breaksOf(rest);
    const at = breaks.findLast((each) => each < WIDTH) ?? breaks[0];
    if (at === undefined) break;
    found.push(rest.slice(0, at + 1));
    rest = `  ${rest.slice(at + 2)}`;
  }
  return [...found, rest];
}

/** Returns the positions of the commas outside of quotes, where a line may break. */
function breaksOf(text: string): number[] {
  const found: number[] = [];
  let quote = '';
  for (let at = 0; at < text.length - 1; at++) {
    const letter = text[at] ?? '';
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === "'" || letter === '"') quote = letter;
    else if (letter === ',' && text[at + 1] === ' ' && at > 4) found.push(at);
  }
  return found;
}

const RESERVED = new Set(
  `abort action add after all alter always analyze and as asc attach autoincrement before begin between by cascade case cast check
  collate column commit conflict constraint create cross current database default deferrable deferred delete desc detach
  distinct do drop each else end escape except exclude exclusive exists explain fail filter first following for foreign from full
  generated glob group groups having if ignore immediate in index indexed initially inner insert instead intersect into is isnull
  join key last left like limit match materialized natural no not nothing notnull null nulls of offset on or order others outer over
  partition plan pragma preceding primary query raise range recursive references regexp reindex release rename replace restrict
  returning right rollback row rows savepoint select set table temp temporary then ties to transaction trigger unbounded union
  unique update using vacuum values view virtual when where window with without true false current_date current_time
  current_timestamp strict`.split(/\s+/),
);
