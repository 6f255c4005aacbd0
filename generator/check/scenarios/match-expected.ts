// Compares a value with the expectation of a scenario. An expected object names members that the value must have; the
// value may have more. An expected array must match as a whole. An object with a single key that begins with $, such as
// $type, is a matcher.
import { badInput } from '../../../envs/errors/gym-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Rows } from '../../queries/bound-query.ts';

export interface Matching {
  /** Runs a SELECT on the rows after the call, and returns its rows. */
  readonly select: (sql: string) => Rows;
  readonly where: string;
}

const TELLING = 160;

/** Returns the first difference, or undefined if the value fits. */
export function mismatch(expected: Json, actual: Json | undefined, at: string, matching: Matching): string | undefined {
  if (isJsonObject(expected)) {
    const [key, ...more] = Object.keys(expected);
    if (key !== undefined && more.length === 0 && key.startsWith('$'))
      return matched(key, expected[key] as Json, actual, at, matching);
    if (!isJsonObject(actual)) return `${at} is ${told(actual)}, not an object`;
    for (const [name, value] of Object.entries(expected)) {
      const found = mismatch(
        value as Json,
        Object.hasOwn(actual, name) ? actual[name] : undefined,
        `${at}.${name}`,
        matching,
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return `${at} is ${told(actual)}, not an array`;
    if (actual.length !== expected.length)
      return `${at} has ${actual.length} elements, not ${expected.length}: ${told(actual as Json)}`;
    for (const [index, value] of expected.entries()) {
      const found = mismatch(value as Json, actual[index] as Json, `${at}.${index}`, matching);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (actual === undefined) return `${at} is absent, not ${told(expected)}`;
  return isSame(expected, actual) ? undefined : `${at} is ${told(actual)}, not ${told(expected)}`;
}

type Matcher = (wanted: Json, actual: Json | undefined, at: string, matching: Matching) => string | undefined;

const says =
  (holds: (wanted: Json, actual: Json) => boolean, words: string): Matcher =>
  (wanted, actual, at) =>
    actual !== undefined && holds(wanted, actual)
      ? undefined
      : `${at} is ${told(actual)}, which ${words} ${told(wanted)}`;

const MATCHERS: Readonly<Record<string, Matcher>> = {
  $type: says((wanted, actual) => [wanted].flat().some((type) => isOfType(String(type), actual)), 'is not of type'),
  $pattern: says((wanted, actual) => typeof actual === 'string' && fits(String(wanted), actual), 'does not fit'),
  $min: says((wanted, actual) => typeof actual === typeof wanted && (actual ?? 0) >= (wanted ?? 0), 'is below'),
  $max: says((wanted, actual) => typeof actual === typeof wanted && (actual ?? 0) <= (wanted ?? 0), 'is above'),
  $near: says((wanted, actual) => Math.abs(Number(actual) - Number(wanted)) <= 0.01, 'is not near'),
  $length: (wanted, actual, at, matching) => {
    const length = typeof actual === 'string' || Array.isArray(actual) ? actual.length : undefined;
    return length === undefined
      ? `${at} is ${told(actual)}, which has no length`
      : mismatch(wanted, length, `the length of ${at}`, matching);
  },
  $contains: (wanted, actual, at, matching) => {
    if (typeof actual === 'string' && typeof wanted === 'string')
      return actual.includes(wanted) ? undefined : `${at} is ${told(actual)}, which does not contain ${told(wanted)}`;
    if (!Array.isArray(actual)) return `${at} is ${told(actual)}, not an array`;
    return (actual as readonly Json[]).some((each) => mismatch(wanted, each, at, matching) === undefined)
      ? undefined
      : `no element of ${at} is ${told(wanted)}: ${told(actual as Json)}`;
  },
  $not: (wanted, actual, at, matching) =>
    mismatch(wanted, actual, at, matching) === undefined ? `${at} is ${told(actual)}, which it must not be` : undefined,
  $and: (wanted, actual, at, matching) => firstOf(listOf(wanted).map((each) => mismatch(each, actual, at, matching))),
  $all: (wanted, actual, at, matching) =>
    Array.isArray(actual)
      ? firstOf((actual as readonly Json[]).map((each, index) => mismatch(wanted, each, `${at}.${index}`, matching)))
      : `${at} is ${told(actual)}, not an array`,
  $set: (wanted, actual, at, matching) => {
    if (!Array.isArray(actual)) return `${at} is ${told(actual)}, not an array`;
    const left = [...(actual as readonly Json[])];
    for (const each of listOf(wanted)) {
      const found = left.findIndex((one) => mismatch(each, one, at, matching) === undefined);
      if (found < 0) return `no element of ${at} is ${told(each)}: ${told(actual as Json)}`;
      left.splice(found, 1);
    }
    return left.length === 0 ? undefined : `${at} also holds ${told(left[0])}`;
  },
  $pluck: (wanted, actual, at, matching) => {
    const [member = '', inner = null] = listOf(wanted);
    if (!Array.isArray(actual)) return `${at} is ${told(actual)}, not an array`;
    const plucked = (actual as readonly Json[]).map((each) =>
      isJsonObject(each) ? (each[String(member)] ?? null) : null,
    );
    return mismatch(inner, plucked, `${at}.*.${String(member)}`, matching);
  },
  $ordered: (wanted, actual, at) => {
    if (!Array.isArray(actual)) return `${at} is ${told(actual)}, not an array`;
    const falling = String(wanted).startsWith('-');
    const member = String(wanted).replace(/^-/, '');
    const values = (actual as readonly Json[]).map((each) => (isJsonObject(each) ? each[member] : undefined));
    if (values.includes(undefined)) return `an element of ${at} has no ${member}`;
    const wrong = values.findIndex((value, index) => {
      const before = values[index - 1];
      if (index === 0 || before === undefined || before === null || value === undefined || value === null) return false;
      return falling ? value > before : value < before;
    });
    return wrong < 0 ? undefined : `${at} is not ordered by ${String(wanted)} at ${wrong}`;
  },
  $exact: (wanted, actual, at, matching) => {
    const stray = strayMember(wanted, actual, at);
    return stray ?? mismatch(wanted, actual, at, matching);
  },
  $absent: (wanted, actual, at) =>
    (actual === undefined) === (wanted === true)
      ? undefined
      : `${at} is ${told(actual)}, ${wanted === true ? 'not absent' : 'not there'}`,
  $row: (wanted, actual, at, { select, where }) => {
    const { columns, rows } = select(textOf(wanted, where));
    const [row] = rows;
    if (row === undefined)
      return actual === null || actual === undefined ? undefined : `${at} is ${told(actual)}, the SELECT finds no row`;
    return rowMismatch(columns, row, actual, at);
  },
  $rows: (wanted, actual, at, { select, where }) => {
    const { columns, rows, ordered } = select(textOf(wanted, where));
    if (!Array.isArray(actual)) return `${at} is ${told(actual)}, not an array`;
    if (actual.length !== rows.length) return `${at} has ${actual.length} elements, the SELECT finds ${rows.length}`;
    const left = [...(actual as readonly Json[])];
    for (const [index, row] of rows.entries()) {
      const found = ordered ? 0 : left.findIndex((each) => rowMismatch(columns, row, each, at) === undefined);
      const wrong = found < 0 ? 'not there' : rowMismatch(columns, row, left[found], `${at}.${index}`);
      if (wrong !== undefined) return found < 0 ? `${at} lacks ${told(asObject(columns, row))}` : wrong;
      left.splice(found, 1);
    }
    return undefined;
  },
  $value: (wanted, actual, at, { select, where }) => {
    const value = select(textOf(wanted, where)).rows[0]?.[0] ?? null;
    return isSameStored(value, actual) ? undefined : `${at} is ${told(actual)}, the SELECT gives ${told(value)}`;
  },
  $values: (wanted, actual, at, { select, where }) => {
    const { rows, ordered } = select(textOf(wanted, where));
    if (!Array.isArray(actual)) return `${at} is ${told(actual)}, not an array`;
    const values = rows.map((row) => row[0] ?? null);
    const left = [...(actual as readonly Json[])];
    const missing = values.find((value) => {
      const found = ordered
        ? isSameStored(value, left[0])
          ? 0
          : -1
        : left.findIndex((each) => isSameStored(value, each));
      if (found >= 0) left.splice(found, 1);
      return found < 0;
    });
    return missing === undefined && left.length === 0
      ? undefined
      : `${at} is ${told(actual as Json)}, the SELECT gives ${told(values)}`;
  },
};

export const MATCHER_NAMES: readonly string[] = Object.keys(MATCHERS);

function matched(
  key: string,
  wanted: Json,
  actual: Json | undefined,
  at: string,
  matching: Matching,
): string | undefined {
  const matcher = Object.hasOwn(MATCHERS, key) ? MATCHERS[key] : undefined;
  if (matcher === undefined)
    throw badInput({
      path: matching.where,
      what: `there is no matcher ${key}`,
      mend: `there are ${MATCHER_NAMES.join(', ')}`,
    });
  return matcher(wanted, actual, at, matching);
}

/** Describes the first column that the object shows with another value. An absent member counts as NULL. */
function rowMismatch(
  columns: readonly string[],
  row: readonly Json[],
  actual: Json | undefined,
  at: string,
): string | undefined {
  if (!isJsonObject(actual)) {
    const [only] = row;
    if (columns.length === 1 && isSameStored(only ?? null, actual)) return undefined;
    return `${at} is ${told(actual)}, not an object`;
  }
  for (const [index, column] of columns.entries()) {
    const value = row[index] ?? null;
    const shown = Object.hasOwn(actual, column) ? actual[column] : undefined;
    if (!isSameStored(value, shown)) return `${at}.${column} is ${told(shown)}, the SELECT gives ${told(value)}`;
  }
  return undefined;
}

/**
 * Tells whether a result shows a stored value. 1 may appear as true, JSON text as JSON, and NULL as an absent field.
 */
export function isSameStored(stored: Json, shown: Json | undefined): boolean {
  if (shown === undefined || shown === null) return stored === null;
  if (typeof shown === 'boolean') return stored === shown || stored === (shown ? 1 : 0);
  if (typeof stored === 'string' && typeof shown === 'object') {
    try {
      return isSame(JSON.parse(stored) as Json, shown);
    } catch {
      return false;
    }
  }
  return isSame(stored, shown);
}

function isSame(a: Json, b: Json): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1);
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, at) => isSame(each as Json, b[at] as Json));
  if (isJsonObject(a) && isJsonObject(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && isSame(a[name] as Json, b[name] as Json))
    );
  }
  return a === b;
}

function isOfType(type: string, value: Json): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function fits(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text.slice(0, 10_000));
  } catch {
    return false;
  }
}

function strayMember(wanted: Json, actual: Json | undefined, at: string): string | undefined {
  if (!isJsonObject(wanted) || !isJsonObject(actual)) return undefined;
  const stray = Object.keys(actual).find((name) => !Object.hasOwn(wanted, name));
  return stray === undefined ? undefined : `${at} also has ${stray}`;
}

function firstOf(found: readonly (string | undefined)[]): string | undefined {
  return found.find((each) => each !== undefined);
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

function textOf(value: Json, where: string): string {
  if (typeof value === 'string') return value;
  throw badInput({ path: where, what: `a SELECT is expected, not ${told(value)}` });
}

function asObject(columns: readonly string[], row: readonly Json[]): JsonObject {
  return Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]));
}

/** Shortens a value for a message. */
export function told(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > TELLING ? `${text.slice(0, TELLING)}…` : text;
}
