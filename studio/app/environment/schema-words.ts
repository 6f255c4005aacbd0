// Describes a JSON Schema in a few words, and turns the text of a form field into the value that it means.
import type { Json, JsonObject } from '../shapes.ts';

export function typeOf(schema: JsonObject): string {
  const values = schema['enum'];
  if (Array.isArray(values)) {
    const text = values.map((each: Json) => JSON.stringify(each)).join(' | ');
    return text.length <= 80 ? text : `one of ${values.length} values`;
  }
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  const types = [schema['type'] ?? 'any'].flat().join(' | ');
  const items = schema['items'];
  if (types === 'array' && isObject(items)) return `${typeOf(items)}[]`;
  return typeof schema['format'] === 'string' ? `${types}, ${schema['format']}` : types;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type FieldKind = 'choice' | 'boolean' | 'number' | 'text' | 'json';

export function kindOf(schema: JsonObject): FieldKind {
  if (Array.isArray(schema['enum'])) return 'choice';
  const types = [schema['type'] ?? 'any'].flat().filter((each) => each !== 'null');
  const [type] = types;
  if (types.length !== 1) return 'json';
  if (type === 'boolean') return 'boolean';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' ? 'text' : 'json';
}

/**
 * Turns a field's text into a value. Returns undefined if the field is empty. Throws an error of one line if the text
 * does not fit the schema.
 */
export function readField(text: string, schema: JsonObject): Json | undefined {
  const kind = kindOf(schema);
  if (text === '') return undefined;
  if (kind === 'text') return text;
  if (kind === 'choice') return ((schema['enum'] ?? []) as readonly Json[])[Number(text)];
  try {
    return JSON.parse(text) as Json;
  } catch {
    if (kind === 'number') throw new Error('is no number');
    // a word without quotes is a text if the schema allows text
    const types = [schema['type'] ?? 'string'].flat();
    if (types.includes('string') && !/^\s*[[{"]/.test(text)) return text;
    throw new Error('is no JSON');
  }
}

export function writeField(value: Json | undefined, schema: JsonObject): string {
  if (value === undefined) return '';
  const kind = kindOf(schema);
  if (kind === 'choice') {
    const at = ((schema['enum'] ?? []) as readonly Json[]).findIndex(
      (each) => JSON.stringify(each) === JSON.stringify(value),
    );
    return at < 0 ? '' : String(at);
  }
  return kind === 'text' && typeof value === 'string' ? value : JSON.stringify(value);
}
