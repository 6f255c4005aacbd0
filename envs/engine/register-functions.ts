// Adds the functions that SQLite lacks to a connection (see SQL_FUNCTIONS). They give the session's clock and new ids,
// check arguments, add numbers in any order with the same result, and compute with the same bits on every machine.
import type { Database } from 'better-sqlite3';
import { GymError } from '../errors/gym-error.ts';
import { HIDDEN, MAX_STORED_BYTES } from '../sql/functions.ts';
import { boundedFormat } from '../sql/syntax.ts';
import { calc } from './calc.ts';
import { dashed } from '../words/dashed.ts';
import type { CallContext } from './call-context.ts';
import { ExactSum } from './exact-sum.ts';
import { numberText } from './number-text.ts';

type Value = null | bigint | number | string;

const MAX_TEXT = 4_000_000;
/** So many characters that a text function reads cost as much as one visited row. */
const CHARACTERS_PER_VISIT = 2048;
const MAX_ID_DIGITS = 15;
const EARTH_RADIUS_KM = 6371.0088;

export function registerFunctions(db: Database, context: CallContext): void {
  const pure = { deterministic: true, safeIntegers: true } as const;
  const fixed = (name: string, work: (...args: never[]) => Value): void =>
    void db.function(name, pure, work as (...args: unknown[]) => Value);

  // this function is not marked as deterministic: SQLite would call it only once per statement and so miss rows
  db.function(HIDDEN.visit, { safeIntegers: true }, (_column: unknown) => {
    context.visit(context.weight);
    return 1;
  });

  db.function('now', { safeIntegers: true }, () => context.now);
  db.function('new_id', { safeIntegers: true, varargs: true }, (...args: unknown[]) => newId(context, args));

  // these functions hide the machine's clock: they turn 'now' into NULL, both in the text of the SQL and in parameters
  fixed(HIDDEN.moment, (value: Value) => (readsTheClock(value, true) ? null : value));
  fixed(HIDDEN.modifier, (value: Value) => (readsTheClock(value, false) ? null : value));
  fixed(HIDDEN.pattern, (value: Value) => {
    if (typeof value !== 'string') return value;
    return boundedFormat(value) ? value : null;
  });
  fixed(HIDDEN.bounded, (value: Value) => {
    if (typeof value === 'string' && value.length > MAX_STORED_BYTES) {
      throw new GymError('BUDGET_EXCEEDED', {
        tool: context.tool,
        limit: MAX_STORED_BYTES,
        unit: 'characters in one text',
      });
    }
    return value;
  });
  fixed(HIDDEN.replace, (text: Value, part: Value, other: Value) => {
    if (typeof text !== 'string' || typeof part !== 'string' || typeof other !== 'string') return null;
    if (part === '') return text;
    if ((text.length / part.length) * other.length > MAX_TEXT)
      throw new GymError('BUDGET_EXCEEDED', { tool: context.tool, limit: MAX_TEXT, unit: 'characters' });
    const replaced = text.replaceAll(part, () => other);
    context.visit(Math.floor(replaced.length / CHARACTERS_PER_VISIT));
    return replaced;
  });

  fixed('num', (value: Value) => (typeof value === 'bigint' || typeof value === 'number' ? numberText(value) : value));
  fixed('base_name', (path: Value) =>
    path === null ? null : (String(path).replace(/\/+$/, '').split('/').at(-1) ?? ''),
  );
  fixed('slug', (text: Value) => (text === null ? null : dashed(String(text))));
  fixed('split', (text: Value, separator: Value) => {
    if (text === null || separator === null) return null;
    const whole = String(text);
    if (whole === '') return '[]';
    const parts = separator === '' ? [...whole] : whole.split(String(separator));
    context.visit(parts.length + Math.floor(whole.length / CHARACTERS_PER_VISIT));
    return JSON.stringify(parts);
  });
  fixed('calc', (text: Value) => (text === null ? null : (calc(String(text)) ?? null)));
  fixed('text_match', (text: Value, query: Value) => {
    if (text === null || query === null) return null;
    const inside = String(text).toLowerCase();
    const words = String(query)
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    context.visit(Math.floor((inside.length * words.length) / CHARACTERS_PER_VISIT));
    return words.every((word) => inside.includes(word)) ? 1n : 0n;
  });
  fixed('geo_distance', (lat1: Value, lon1: Value, lat2: Value, lon2: Value) => {
    const [a, b, c, d] = [lat1, lon1, lat2, lon2].map(numeric) as [
      number | null,
      number | null,
      number | null,
      number | null,
    ];
    if (a === null || b === null || c === null || d === null) return null;
    const radians = Math.PI / 180;
    const h =
      Math.sin(((c - a) * radians) / 2) ** 2 +
      Math.cos(a * radians) * Math.cos(c * radians) * Math.sin(((d - b) * radians) / 2) ** 2;
    return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
  });

  registerSums(db);
  registerMathematics(fixed);
}

/** Tells whether SQLite's date functions would read the machine's clock or time zone for this argument. */
function readsTheClock(value: Value, isMoment: boolean): boolean {
  if (typeof value !== 'string') return false;
  // SQLite ignores a text after its first NUL character
  const word = (value.split('\0', 1)[0] ?? '').trim().toLowerCase();
  if (word === 'now' || word === 'localtime' || word === 'utc') return true;
  return isMoment && (word === 'subsec' || word === 'subsecond');
}

function numeric(value: Value): number | null {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return value;
  return null;
}

/**
 * Returns the number that SQLite uses for a term of a sum: a text counts as the number at its beginning, or as 0.
 * Returns undefined for NULL, which does not count.
 */
function term(value: Value): bigint | number | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'string') return value;
  const match = /^\s*[-+]?(\d+\.?\d*([eE][-+]?\d+)?|\.\d+([eE][-+]?\d+)?)/.exec(value)?.[0];
  if (match === undefined) return 0;
  return Number(match);
}

function registerSums(db: Database): void {
  const step = (sum: ExactSum, value: unknown): ExactSum => {
    const each = term(value as Value);
    if (each !== undefined) sum.add(each);
    return sum;
  };
  const options = {
    start: () => new ExactSum(),
    step: step as (total: ExactSum, ...next: unknown[]) => ExactSum,
    deterministic: true,
    safeIntegers: true,
  } as const;
  db.aggregate(HIDDEN.sum, {
    ...options,
    result: (sum: ExactSum) => {
      if (sum.count === 0) return null;
      const integer = sum.integer;
      if (integer === undefined) return sum.value;
      if (BigInt.asIntN(64, integer) !== integer) throw new RangeError('integer overflow');
      return integer;
    },
  });
  db.aggregate(HIDDEN.total, { ...options, result: (sum: ExactSum) => sum.value });
  db.aggregate(HIDDEN.avg, { ...options, result: (sum: ExactSum) => (sum.count === 0 ? null : sum.value / sum.count) });
  db.aggregate('fsum', {
    start: () => ({ total: 0, count: 0 }),
    step: ((sum: { total: number; count: number }, value: unknown) => {
      const each = term(value as Value);
      return each === undefined ? sum : { total: sum.total + Number(each), count: sum.count + 1 };
    }) as (total: { total: number; count: number }, ...next: unknown[]) => { total: number; count: number },
    result: (sum: { total: number; count: number }) => (sum.count === 0 ? null : sum.total),
    deterministic: true,
    safeIntegers: true,
  });
}

function registerMathematics(fixed: (name: string, work: (...args: never[]) => Value) => void): void {
  const finite = (value: number): number | null => (Number.isNaN(value) ? null : value);
  const one = (name: string, work: (x: number) => number): void =>
    fixed(name, (x: Value) => {
      const value = numeric(x);
      return value === null ? null : finite(work(value));
    });
  const two = (name: string, work: (x: number, y: number) => number): void =>
    fixed(name, (x: Value, y: Value) => {
      const [a, b] = [numeric(x), numeric(y)];
      return a === null || b === null ? null : finite(work(a, b));
    });
  one('acos', Math.acos);
  one('acosh', Math.acosh);
  one('asin', Math.asin);
  one('asinh', Math.asinh);
  one('atan', Math.atan);
  one('atanh', Math.atanh);
  one('cos', Math.cos);
  one('cosh', Math.cosh);
  one('exp', Math.exp);
  one('ln', (x) => (x > 0 ? Math.log(x) : Number.NaN));
  one('log10', (x) => (x > 0 ? Math.log10(x) : Number.NaN));
  one('log2', (x) => (x > 0 ? Math.log2(x) : Number.NaN));
  one('log', (x) => (x > 0 ? Math.log10(x) : Number.NaN));
  two('log', (base, x) => (base > 0 && base !== 1 && x > 0 ? Math.log(x) / Math.log(base) : Number.NaN));
  one('sin', Math.sin);
  one('sinh', Math.sinh);
  one('tan', Math.tan);
  one('tanh', Math.tanh);
  two('atan2', Math.atan2);
  two('pow', (x, y) => x ** y);
  two('power', (x, y) => x ** y);
}

function newId(context: CallContext, args: readonly unknown[]): string {
  const [prefix, digits] = args as [Value | undefined, Value | undefined];
  const fault = (what: string): GymError => new GymError('PROGRAM_FAULT', { tool: context.tool, step: 'new_id', what });
  if (args.length > 2) throw fault('it takes a prefix and a number of digits');
  if (digits !== undefined && (typeof digits !== 'bigint' || digits < 1n || digits > BigInt(MAX_ID_DIGITS)))
    throw fault(`the number of digits must be 1 to ${MAX_ID_DIGITS}`);
  return context.mint(
    prefix === undefined || prefix === null ? '' : String(prefix),
    digits === undefined ? undefined : Number(digits),
  );
}
