// Converts between JSON and SQLite. A JSON integer becomes INTEGER (a BigInt in JavaScript), and a real becomes REAL.
// True and false become 1 and 0; objects and arrays become JSON text.
import { GymError } from '../errors/gym-error.ts';
import { ToolError } from '../errors/tool-error.ts';
import { realToJson, type Json } from '../values/json.ts';

export type SqlValue = null | bigint | number | string;

export function toSql(value: Json | undefined): SqlValue {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      if (!Number.isInteger(value)) return value;
      if (!Number.isSafeInteger(value)) throw new GymError('UNSAFE_INTEGER', { value: String(value) });
      return BigInt(value);
    case 'boolean':
      return value ? 1n : 0n;
    case 'object':
      if (value === null) return null;
      if (JSON.isRawJSON(value)) return Number(value.rawJSON);
      return JSON.stringify(value);
    default:
      return null;
  }
}

export function fromSql(value: SqlValue): Json {
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new ToolError('INVALID_ARGUMENT', `The number ${value} is too large.`);
    return number;
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new ToolError('INVALID_ARGUMENT', 'A number left the range of finite numbers.');
  return value;
}

/**
 * Converts a stored value to JSON for rows, changes and initial data. A real in a column without a type is marked, so
 * that it stays a real.
 */
export function storedToJson(value: SqlValue, anyColumn: boolean): Json {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  return typeof value === 'number' && anyColumn ? realToJson(value) : value;
}

export function sameSql(a: SqlValue, b: SqlValue): boolean {
  return Object.is(a, b) || (typeof a === 'number' && typeof b === 'number' && a === b);
}
