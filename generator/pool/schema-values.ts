// Converts values in schemas (enumerations, defaults, bounds) to the schema's type.
import { isJsonObject, type Json } from '../../envs/values/json.ts';

/** Converts a value to the type: "5" becomes 5 for an integer. Returns undefined if that is impossible. */
export function fit(value: Json, type: string): Json | undefined {
  switch (type) {
    case 'string':
      return typeof value === 'string'
        ? value
        : value === null || typeof value === 'object'
          ? undefined
          : String(value);
    case 'integer':
    case 'number': {
      const number = typeof value === 'string' ? numberOf(value) : value;
      return typeof number === 'number' && (type === 'number' || Number.isInteger(number)) ? number : undefined;
    }
    case 'boolean':
      return typeof value === 'boolean'
        ? value
        : value === 'true' || value === 'True' || value === 'TRUE'
          ? true
          : value === 'false' || value === 'False' || value === 'FALSE'
            ? false
            : undefined;
    case 'array':
      return Array.isArray(value) ? value : undefined;
    case 'object':
      return isJsonObject(value) ? value : undefined;
    case 'null':
      return value === null ? value : undefined;
    default:
      return value;
  }
}

export function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

export function typeOfValues(values: readonly Json[]): { type: string } | undefined {
  const kinds = new Set(
    values.map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)),
  );
  const [kind] = kinds;
  if (kinds.size !== 1 || kind === undefined) return undefined;
  return { type: kind === 'number' && values.every((value) => Number.isInteger(value)) ? 'integer' : kind };
}

export function unique<T extends Json>(values: readonly T[]): T[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = JSON.stringify(value);
    return seen.has(key) ? false : (seen.add(key), true);
  });
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
