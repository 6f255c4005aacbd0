// JSON with numbers as they were written. `2.0` parses to a raw JSON number that prints as `2.0` again. Every other
// value is as JSON.parse gives it. Integers beyond 2^53 are refused.
import { GymError } from '../errors/gym-error.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * A number that was written as a real although its value is whole, such as 2.0 or 1e3. Such a number prints as it was
 * written.
 */
export interface RawReal {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    rawJSON(text: string): RawReal;
    isRawJSON(value: unknown): value is RawReal;
  }
}

/**
 * Finds numbers that may need special care: those with many digits, a whole fraction or an exponent. A number must
 * follow a bracket, a colon, a comma or a space; digits inside a word do not count.
 */
const MAYBE_WHOLE_REAL = /(?:^|[\s:,[])-?(?:\d{16}|\d+(?:\.0+(?!\d)|\.\d{15}|(?:\.\d+)?[eE]))/;

/**
 * Parses JSON text and keeps reals as written. Throws SyntaxError for bad text and GymError for an integer beyond 2^53.
 * With 'kept', such integers stay as written, so that a later reader can refuse them.
 */
export function parseJson(text: string, longIntegers: 'refused' | 'kept' = 'refused'): Json {
  if (!MAYBE_WHOLE_REAL.test(text)) return JSON.parse(text) as Json;
  const keepAsWritten = (_key: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value !== 'number' || !Number.isInteger(value)) return value;
    const source = context?.source ?? String(value);
    if (/[.eE]/.test(source)) return Number.isFinite(value) ? JSON.rawJSON(source) : value;
    if (!Number.isSafeInteger(value)) {
      if (longIntegers === 'kept') return JSON.rawJSON(source);
      throw new GymError('UNSAFE_INTEGER', { value: source });
    }
    return value;
  };
  return JSON.parse(text, keepAsWritten) as Json;
}

/**
 * Parses JSON text. Keeps a number as written when it would print in another form, such as a whole real or a long
 * integer.
 */
export function parseAsWritten(text: string): Json {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }): unknown => {
    const source = context?.source;
    return typeof value !== 'number' || source === undefined || String(value) === source ? value : JSON.rawJSON(source);
  }) as Json;
}

/** Tells whether the value holds an integer whose digits a JavaScript number would lose. */
export function losesDigits(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (JSON.isRawJSON(value)) {
    const { rawJSON: text } = value;
    return !/[.eE]/.test(text) && !Number.isSafeInteger(Number(text));
  }
  return Array.isArray(value) ? value.some(losesDigits) : Object.values(value).some(losesDigits);
}

/** Converts a real number to JSON that stays a real, such as 2.0 for 2 and 2.5 for 2.5. */
export function realToJson(value: number): Json {
  if (!Number.isInteger(value)) return value;
  const text = String(value);
  // TypeScript takes a raw JSON value for an object, but it prints as a number.
  return JSON.rawJSON(/[.e]/.test(text) ? text : `${text}.0`) as unknown as Json;
}

/** Tells whether the value holds a number kept as written, at any depth. */
function hasRawReal(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (JSON.isRawJSON(value)) return true;
  return Array.isArray(value) ? value.some(hasRawReal) : Object.values(value).some(hasRawReal);
}

/** Returns the value with ordinary numbers only, for validators and readers that do not need the written form. */
export function plainJson(value: Json): Json {
  return hasRawReal(value) ? (JSON.parse(JSON.stringify(value)) as Json) : value;
}

/** Returns the number that a value stands for, in any written form; undefined when the value is no number. */
export function numberOf(value: Json | undefined): number | undefined {
  const plain = value === undefined ? undefined : plainJson(value);
  return typeof plain === 'number' ? plain : undefined;
}

/** Writes JSON in one canonical form: object keys sorted by code unit, no white space. Equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return write(value) ?? 'null';
}

function write(value: unknown): string | undefined {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (JSON.isRawJSON(value)) return value.rawJSON;
  if (Array.isArray(value)) return `[${value.map((item) => write(item) ?? 'null').join(',')}]`;
  const parts: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const text = write((value as Record<string, unknown>)[key]);
    if (text !== undefined) parts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${parts.join(',')}}`;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !JSON.isRawJSON(value);
}

/**
 * T, if JSON can hold it: interfaces, optional properties and lists of these. A function, a Map or a bigint in T is a
 * type error.
 */
type Printable<T> = unknown extends T
  ? T
  : T extends Json | undefined
    ? T
    : T extends bigint | symbol | ((...given: never) => unknown) | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
      ? never
      : { readonly [K in keyof T]: Printable<T[K]> };

/** The type of the JSON that a value of type T prints as. */
type Printed<T> = T extends readonly (infer E)[] ? readonly Printed<E>[] : T extends object ? JsonObject : Json;

/**
 * Gives a typed value the type of JSON. The compiler proves that JSON can hold the value, which an interface alone does
 * not.
 */
export function asJson<T>(value: Printable<T>): Printed<T>;
export function asJson(value: unknown): unknown {
  return value;
}

/** Gives a JSON value a more exact type. The caller must have checked the value. */
export function checkedAs<T>(value: unknown): T {
  return value as T;
}
