// JSON as it was written. A number keeps whether it was an integer or a real: `2.0` parses to a raw JSON
// number that prints as `2.0` again, everything else is what JSON.parse gives. Integers beyond 2^53 are refused.
import { GymError } from '../errors/gym-error.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A number that was written as a real though its value is whole (`2.0`, `1e3`). It prints as it was written. */
export interface RawReal {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    rawJSON(text: string): RawReal;
    isRawJSON(value: unknown): value is RawReal;
  }
}

const MAYBE_WHOLE_REAL = /\d(?:\.0*(?![0-9])|\.0*[eE]|[eE]|\.\d*[eE]|\d{15})/;

/**
 * Parses JSON text, keeping reals as written. Throws SyntaxError for bad text, GymError for an integer beyond 2^53,
 * unless those are to be kept as written, too, for the next reader to refuse.
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

/** Parses JSON text, keeping every number as written that would print otherwise: reals that are whole, long integers. */
export function parseAsWritten(text: string): Json {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }): unknown => {
    const source = context?.source;
    return typeof value !== 'number' || source === undefined || String(value) === source ? value : JSON.rawJSON(source);
  }) as Json;
}

/** Whether the value holds a number whose digits an ordinary number would lose. */
export function losesDigits(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (JSON.isRawJSON(value)) {
    const { rawJSON: text } = value as unknown as RawReal;
    return !/[.eE]/.test(text) && !Number.isSafeInteger(Number(text));
  }
  return Array.isArray(value) ? value.some(losesDigits) : Object.values(value).some(losesDigits);
}

/** A real number as JSON that stays a real: 2 -> 2.0, 2.5 -> 2.5. */
export function realToJson(value: number): Json {
  if (!Number.isInteger(value)) return value;
  const text = String(value);
  return JSON.rawJSON(/[.e]/.test(text) ? text : `${text}.0`) as unknown as Json;
}

/** Whether the value holds a raw real anywhere. */
function hasRawReal(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (JSON.isRawJSON(value)) return true;
  return Array.isArray(value) ? value.some(hasRawReal) : Object.values(value).some(hasRawReal);
}

/** The same value with ordinary numbers only (for validators and readers that do not care how it was written). */
export function plainJson(value: Json): Json {
  return hasRawReal(value) ? (JSON.parse(JSON.stringify(value)) as Json) : value;
}

/** Canonical text: object keys sorted by code unit, no white space. Equal values give equal text. */
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
