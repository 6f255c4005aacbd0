// Converts between JSON and SQLite. Integers are INTEGER (BigInt to the driver) and reals are REAL, as written; true
// and false are 1 and 0; objects and arrays are JSON text.
import { GymError } from '../errors/gym-error.ts';
import { ToolError } from '../errors/tool-error.ts';
import { realToJson, type Json } from '../values/json.ts';

export type SqlValue = null | bigint | number | string;

/** A JSON value as a statement's parameter. */
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

/** A stored value as a result shows it. */
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

/** A stored value as rows, diffs and seeds write it. A real in an untyped column stays a real. */
export function storedToJson(value: SqlValue, anyColumn: boolean): Json {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  return typeof value === 'number' && anyColumn ? realToJson(value) : value;
}

export function sameSql(a: SqlValue, b: SqlValue): boolean {
  return Object.is(a, b) || (typeof a === 'number' && typeof b === 'number' && a === b);
}
