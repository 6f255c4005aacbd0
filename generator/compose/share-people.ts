// Gives the persons of one part the identities of another part's persons. Row by row, a person gets the e-mail address,
// names and telephone number of a person of the other part, and keeps all other values.
import type { Environment } from '../../envs/values/environment.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { bareName } from '../../envs/words/split-words.ts';
import { isPerson } from '../tasks/words.ts';
import { mapTexts } from './shift-dates.ts';

export interface People {
  readonly table: string;
  readonly rows: readonly JsonObject[];
  /** The columns that identify a person: e-mail address, names and telephone number. */
  readonly columns: Readonly<Partial<Record<Mark, string>>>;
}

const MARKS = {
  email: /^e_?mail(_?address)?$/i,
  first: /^(first|given)_?name$/i,
  last: /^(last|family|sur)_?name$/i,
  full: /^((full|display|customer|person)_?)?name$/i,
  phone: /^(phone|mobile|telephone)(_?number)?$/i,
} as const;
type Mark = keyof typeof MARKS;

/** Finds the table of people with e-mail addresses. Returns undefined if the environment has none. */
export function peopleOf({ seed }: Environment): People | undefined {
  const tables = new Map<string, JsonObject[]>();
  for (const { table, row } of seed) tables.set(table, [...(tables.get(table) ?? []), row]);
  // a table such as "staff" holds people too, so tables without a name for people are tried last
  const named = [...tables].sort(([a], [b]) => Number(isPerson(bareName(b))) - Number(isPerson(bareName(a))));
  for (const [table, rows] of named) {
    const names = Object.keys(rows[0] ?? {});
    const columns = Object.fromEntries(
      Object.entries(MARKS).flatMap(([mark, pattern]) => {
        const found = names.find((name) => pattern.test(name));
        return found === undefined ? [] : [[mark, found]];
      }),
    ) as People['columns'];
    // companies also have an e-mail address and a name; a person has a full name, or a first and a last name
    const isNamed =
      (columns.full !== undefined && (isPerson(bareName(table)) || /^full_?name$/i.test(columns.full))) ||
      (columns.first !== undefined && columns.last !== undefined);
    if (columns.email !== undefined && isNamed) return { table, rows, columns };
  }
  return undefined;
}

/** The values that identify a person. */
interface Person {
  readonly email: string;
  readonly first: string;
  readonly last: string;
  readonly phone?: string;
}

/**
 * Gives a part the people of another part. The returned `keys` are the e-mail addresses that both parts then contain.
 * Returns undefined if the part has no people with e-mail addresses.
 */
export function withPeople(
  part: Environment,
  from: People,
): { part: Environment; keys: readonly string[] } | undefined {
  const own = peopleOf(part);
  if (own === undefined) return undefined;
  const emails = new Set(own.rows.map((row) => personOf(row, own)?.email));
  const shared = own.rows.flatMap((row) => personOf(row, own)?.email ?? []).filter((email) => holds(from, email));
  const free = from.rows.flatMap((row) => personOf(row, from) ?? []).filter(({ email }) => !emails.has(email));
  const pairs = new Map<string, { was: Person; now: Person }>();
  for (const row of own.rows) {
    const was = personOf(row, own);
    if (was === undefined || shared.includes(was.email)) continue;
    const now = free.shift();
    if (now === undefined) break;
    pairs.set(was.email, { was, now });
  }
  if (pairs.size === 0) return shared.length === 0 ? undefined : { part, keys: shared };
  const change = changer([...pairs.values()]);
  const seed = part.seed.map(({ table, row }) => {
    const pair = table === own.table ? pairs.get(String(row[own.columns.email ?? ''])) : undefined;
    return { table, row: (pair === undefined ? change(row) : renamed(row, own, pair.now)) as JsonObject };
  });
  const told = <T>(value: T): T => change(value as Json) as T;
  return {
    part: {
      ...part,
      seed,
      tools: part.tools.map((tool) =>
        tool.examples === undefined ? tool : { ...tool, examples: told(tool.examples) },
      ),
      rules: part.rules.map((rule) => ({
        ...rule,
        ...(rule.good === undefined ? {} : { good: told(rule.good) }),
        ...(rule.bad === undefined ? {} : { bad: told(rule.bad) }),
      })),
      ...(part.scenarios === undefined ? {} : { scenarios: told(part.scenarios) }),
    },
    keys: [...shared, ...[...pairs.values()].map(({ now }) => now.email)],
  };
}

function holds({ rows, columns }: People, email: string): boolean {
  return rows.some((row) => row[columns.email ?? ''] === email);
}

function personOf(row: JsonObject, { columns }: People): Person | undefined {
  const text = (mark: Mark): string | undefined => {
    const value = row[columns[mark] ?? ''];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const email = text('email');
  const words = (text('full') ?? '').split(' ');
  const first = text('first') ?? words[0];
  const last = text('last') ?? words.slice(1).join(' ');
  const phone = text('phone');
  if (email === undefined || first === undefined || first === '' || last === '') return undefined;
  return { email, first, last, ...(phone === undefined ? {} : { phone }) };
}

function renamed(row: JsonObject, { columns }: People, { email, first, last, phone }: Person): JsonObject {
  const values: Partial<Record<Mark, string>> = {
    email,
    first,
    last,
    full: `${first} ${last}`,
    ...(phone === undefined ? {} : { phone }),
  };
  return Object.fromEntries(
    Object.entries(row).map(([name, value]): [string, Json] => {
      const mark = (Object.keys(columns) as Mark[]).find((each) => columns[each] === name);
      return [name, (mark === undefined ? undefined : values[mark]) ?? value];
    }),
  );
}

/**
 * Makes a function that replaces a person's values in rows of other tables: the e-mail address, the telephone number,
 * the full name, or a first and a last name in two columns.
 */
function changer(pairs: readonly { was: Person; now: Person }[]): (value: Json) => Json {
  const whole = new Map<string, string>();
  const names = new Map<string, Person>();
  for (const { was, now } of pairs) {
    whole.set(was.email, now.email);
    whole.set(was.email.toUpperCase(), now.email.toUpperCase());
    if (was.phone !== undefined && now.phone !== undefined) whole.set(was.phone, now.phone);
    names.set(`${was.first} ${was.last}`.toLowerCase(), now);
  }
  const inside = new RegExp(`\\b(${[...names.keys()].map(escaped).join('|')})\\b`, 'gi');
  const text = (value: string): string => {
    const same = whole.get(value);
    if (same !== undefined) return same;
    return value
      .replaceAll(/[\w.+-]+@[\w.-]+\w/g, (each) => whole.get(each) ?? each)
      .replaceAll(inside, (each) => {
        const now = names.get(each.toLowerCase());
        return now === undefined ? each : alike(each, `${now.first} ${now.last}`);
      });
  };
  const change = (value: Json): Json => {
    if (Array.isArray(value)) return (value as readonly Json[]).map(change);
    if (!isJsonObject(value)) return typeof value === 'string' ? text(value) : value;
    const first = Object.keys(value).find((name) => MARKS.first.test(name));
    const last = Object.keys(value).find((name) => MARKS.last.test(name));
    const known = `${String(value[first ?? ''])} ${String(value[last ?? ''])}`;
    const now = first === undefined || last === undefined ? undefined : names.get(known.toLowerCase());
    if (now === undefined || first === undefined || last === undefined)
      return Object.getPrototypeOf(value) === Object.prototype
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each as Json)]))
        : mapTexts(value, text);
    const rest = Object.entries(value).map(([name, each]): [string, Json] => [name, change(each as Json)]);
    return {
      ...Object.fromEntries(rest),
      [first]: alike(String(value[first]), now.first),
      [last]: alike(String(value[last]), now.last),
    };
  };
  return change;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Writes the new text in capitals or small letters if the old text was written so. */
function alike(was: string, now: string): string {
  if (was === was.toUpperCase()) return now.toUpperCase();
  return was === was.toLowerCase() ? now.toLowerCase() : now;
}
