// Repairs the constraints of a schema: formats, patterns, bounds, enumerations and defaults. Some enumerations and
// defaults stand only in the description.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { defaultInProse, enumerationInProse, legendInProse } from './prose.ts';
import type { Note, Repair } from './repair.ts';
import { fit, numberOf, shorten, unique } from './schema-values.ts';

const FORMATS = new Set(
  'date date-time time duration email hostname ipv4 ipv6 uri uri-reference uuid regex byte binary password int32 int64 float double'.split(
    ' ',
  ),
);

const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];

export function keepConstraints(schema: Record<string, Json>, raw: JsonObject, path: string, note: Note): void {
  const format = raw['format'];
  if (typeof format === 'string' && format !== '' && schema['format'] === undefined) {
    if (FORMATS.has(format)) schema['format'] = format;
    else if (schema['description'] === undefined) schema['description'] = `Format: ${format}`;
    else if (!String(schema['description']).includes(format))
      schema['description'] = `${String(schema['description'])} (format: ${format})`;
  }
  const pattern = raw['pattern'];
  if (typeof pattern === 'string') {
    if (isPattern(pattern)) schema['pattern'] = pattern;
    else note(path, 'a pattern that is no regular expression: dropped');
  }
  for (const key of NUMBERS) {
    const value = numberOf(raw[key]);
    if (value !== undefined && !(key === 'multipleOf' && value <= 0)) schema[key] = value;
  }
  // in draft 4 of JSON Schema, exclusiveMinimum is a boolean that belongs to `minimum`
  if (raw['exclusiveMinimum'] === true && schema['minimum'] !== undefined) {
    schema['exclusiveMinimum'] = schema['minimum'];
    delete schema['minimum'];
  }
  if (raw['exclusiveMaximum'] === true && schema['maximum'] !== undefined) {
    schema['exclusiveMaximum'] = schema['maximum'];
    delete schema['maximum'];
  }
  for (const key of COUNTS) {
    const value = numberOf(raw[key]);
    if (value !== undefined && Number.isInteger(value) && value >= 0) schema[key] = value;
  }
  for (const [low, high] of BOUNDS) {
    const [least, most] = [schema[low], schema[high]];
    if (typeof least !== 'number' || typeof most !== 'number' || least <= most) continue;
    note(path, `${low} is above ${high}: both dropped`);
    delete schema[low];
    delete schema[high];
  }
  if (raw['uniqueItems'] === true) schema['uniqueItems'] = true;
  if (raw['readOnly'] === true) schema['readOnly'] = true;
  if (raw['writeOnly'] === true) schema['writeOnly'] = true;
  if (raw['const'] !== undefined) schema['const'] = raw['const'];
  const examples = raw['example'] === undefined ? raw['examples'] : [raw['example']];
  if (Array.isArray(examples)) {
    const type = typeof schema['type'] === 'string' ? schema['type'] : '';
    const scalars = examples.filter(
      (value) => value !== null && typeof value !== 'object' && String(value).length <= 200,
    );
    const fitting = unique(scalars.map((value) => fit(value, type)).filter((value) => value !== undefined));
    if (fitting.length > 0) schema['examples'] = fitting.slice(0, 3);
  }
}

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;

function isPattern(pattern: string): boolean {
  // (?s) is a flag of other regular-expression dialects; written with escaped brackets, the pattern would match no real
  // value
  if (pattern.includes('\\(\\?s\\)')) return false;
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

/**
 * Reads the enumeration and the default from the schema. If the schema lacks one of them, reads it from the
 * description.
 */
export function readValues(
  schema: Record<string, Json>,
  raw: JsonObject,
  description: string,
  path: string,
  { note, prose }: Repair,
): void {
  const type =
    typeof schema['type'] === 'string'
      ? schema['type']
      : Array.isArray(schema['type'])
        ? String(schema['type'][0])
        : '';
  const stated = typeof raw['enum'] === 'string' ? raw['enum'].split(/\s*[,|]\s*/) : raw['enum'];
  if (typeof raw['enum'] === 'string') note(path, 'an enumeration written as one string');
  if (Array.isArray(stated) && stated.length > 0) {
    if (type === 'array' && isJsonObject(schema['items'])) {
      note(path, 'an enumeration of an array belongs to its items');
      schema['items'] = { ...schema['items'], enum: unique(stated.flat() as Json[]) };
    } else {
      const fitting = unique(stated.map((value) => fit(value, type)).filter((value) => value !== undefined));
      if (fitting.length < stated.length) note(path, 'enumeration: repeated values and those of another type dropped');
      if (fitting.length > 0) schema['enum'] = fitting;
    }
  } else if (prose && description !== '' && (type === 'string' || type === 'integer' || type === 'number')) {
    const listed = type === 'number' ? undefined : enumerationInProse(description);
    const found = (listed ?? legendInProse(description))?.map((value) => fit(value, type));
    if (found !== undefined && found.every((value) => value !== undefined)) {
      const stand = defaultInProse(description, type);
      if (stand === undefined || found.includes(stand)) {
        schema['enum'] = found;
        note(path, 'enumeration found in the description');
      }
    }
  }
  const item = isJsonObject(schema['items']) ? schema['items'] : {};
  if (prose && type === 'array' && item['type'] === 'string' && item['enum'] === undefined) {
    const found = enumerationInProse(description);
    if (found !== undefined) {
      schema['items'] = { ...item, enum: found };
      note(path, 'enumeration of items found in the description');
    }
  }
  const choices = Array.isArray(schema['enum']) ? (schema['enum'] as readonly Json[]) : undefined;
  if (raw['default'] !== undefined && raw['default'] !== null && !(raw['default'] === '' && type !== 'string')) {
    const value = fit(raw['default'], type);
    if (value === undefined || (choices !== undefined && !choices.includes(value)))
      note(path, `default ${shorten(JSON.stringify(raw['default']))} is not of its type: dropped`);
    else schema['default'] = value;
  } else if (prose && description !== '' && raw['default'] === undefined && type !== '' && type !== 'object') {
    const value = defaultInProse(description, type, choices);
    if (value !== undefined) {
      schema['default'] = value;
      note(path, `default ${shorten(JSON.stringify(value))} found in the description`);
    }
  }
}
