// JSON whose numbers keep the form in which they were written: `2.0` is parsed to a raw JSON number that prints as
// `2.0` again. All other values are as JSON.parse gives them. Integers beyond 2^53 are refused.
import { GymError } from '../errors/gym-error.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A whole number that was written as a real, such as 2.0 or 1e3. It prints as it was written. */
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
 * Finds numbers that may need special care: those with many digits, with only zeros after the point, or with an
 * exponent. A number must follow a bracket, a colon, a comma or a space; digits inside a word do not count.
 */
const MAYBE_WHOLE_REAL = /(?:^|[\s:,[])-?(?:\d{16}|\d+(?:\.0+(?!\d)|\.\d{15}|(?:\.\d+)?[eE]))/;

/**
 * Parses JSON text. Reals keep the form in which they were written. Throws a SyntaxError for text that is not JSON, and
 * a GymError for an integer beyond 2^53. With 'kept', such an integer stays as it was written, so that a later check
 * can refuse it.
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
 * Parses JSON text. A number keeps its written form if JavaScript would print it differently, such as 2.0 or a long
 * integer.
 */
export function parseAsWritten(text: string): Json {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }): unknown => {
    const source = context?.source;
    return typeof value !== 'number' || source === undefined || String(value) === source ? value : JSON.rawJSON(source);
  }) as Json;
}

/** Tells whether the value contains an integer that is too long for a JavaScript number. */
export function losesDigits(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (JSON.isRawJSON(value)) {
    const { rawJSON: text } = value;
    return !/[.eE]/.test(text) && !Number.isSafeInteger(Number(text));
  }
  return Array.isArray(value) ? value.some(losesDigits) : Object.values(value).some(losesDigits);
}

/** Converts a real number to JSON that remains a real: 2 becomes 2.0, and 2.5 stays 2.5. */
export function realToJson(value: number): Json {
  if (!Number.isInteger(value)) return value;
  const text = String(value);
  // raw JSON prints as a number, but TypeScript has no JSON type for it and treats it as an object
  return JSON.rawJSON(/[.e]/.test(text) ? text : `${text}.0`) as unknown as Json;
}

/** Tells whether the value contains, at any depth, a number that is kept as it was written. */
function hasRawReal(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (JSON.isRawJSON(value)) return true;
  return Array.isArray(value) ? value.some(hasRawReal) : Object.values(value).some(hasRawReal);
}

/** Returns the value with ordinary JavaScript numbers, for code that does not need the written form. */
export function plainJson(value: Json): Json {
  return hasRawReal(value) ? (JSON.parse(JSON.stringify(value)) as Json) : value;
}

/** Returns the number for a value in any written form. Returns undefined if the value is not a number. */
export function numberOf(value: Json | undefined): number | undefined {
  const plain = value === undefined ? undefined : plainJson(value);
  return typeof plain === 'number' ? plain : undefined;
}

/** Writes JSON in a canonical form: keys sorted by code unit, no white space. Equal values give equal text. */
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
 * T if JSON can represent it: interfaces, optional properties and lists of these. A function, a Map or a bigint inside
 * T gives a type error.
 */
type Printable<T> = unknown extends T
  ? T
  : T extends Json | undefined
    ? T
    : T extends bigint | symbol | ((...given: never) => unknown) | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
      ? never
      : { readonly [K in keyof T]: Printable<T[K]> };

/** The type of the JSON to which a value of type T is printed. */
type Printed<T> = T extends readonly (infer E)[] ? readonly Printed<E>[] : T extends object ? JsonObject : Json;

/** Gives a typed value the type of JSON. The compiler checks that JSON can represent the value. */
export function asJson<T>(value: Printable<T>): Printed<T>;
export function asJson(value: unknown): unknown {
  return value;
}

/** Gives a value a more exact type without checking it here. The caller must have checked it. */
export function checkedAs<T>(value: unknown): T {
  return value as T;
}
