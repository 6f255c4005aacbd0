// Turns a tool's parameters, in any form, into one JSON Schema of type object. Also reads the tool's result schema,
// from a schema or from a sample result.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { parseLooseType } from './loose-type.ts';
import type { Note } from './repair.ts';
import { ordered, repairAll, repairProperties, repairSchema } from './repair-schema.ts';

/** The error for parameters that cannot be repaired. Its message is the reason for the rejection. */
export class UnusableParameters extends Error {}

export function repairParameters(raw: Json | undefined, note: Note): JsonObject {
  const value = typeof raw === 'string' ? parseText(raw) : raw;
  if (value === undefined || value === null || isEmpty(value)) return { type: 'object', properties: {} };
  if (Array.isArray(value)) return objectOf(value, undefined, note);
  if (!isJsonObject(value))
    throw new UnusableParameters(`parameters are ${JSON.stringify(value).slice(0, 40)}, no schema`);
  const type = typeof value['type'] === 'string' ? parseLooseType(value['type'])?.schema['type'] : undefined;
  const isSchema =
    isJsonObject(value['properties']) ||
    Array.isArray(value['properties']) ||
    ['allOf', 'anyOf', 'oneOf', '$ref'].some((key) => value[key] !== undefined) ||
    (typeof value['type'] === 'string' && type === 'object');
  if (!isSchema) {
    // {type: "string"} is the schema of a single value, unless `type` is the name of a parameter
    if (type !== undefined && Object.values(value).every((each) => !isJsonObject(each)))
      throw new UnusableParameters(`parameters are of type ${String(value['type'])}, not an object`);
    note('', 'a map of parameters became a schema');
    return mapOf(value, note);
  }
  if (value['type'] !== 'object') note('', `type ${JSON.stringify(value['type'] ?? null)} -> "object"`);
  if (
    (isJsonObject(value['properties']) || Array.isArray(value['properties'])) &&
    value['anyOf'] === undefined &&
    value['oneOf'] === undefined &&
    value['allOf'] === undefined
  )
    return { ...objectOf(value['properties'], value['required'], note), ...closed(value) };
  const merged = mergeBranches(repairSchema({ ...value, type: 'object' }, '', note));
  return ordered({
    ...merged,
    type: 'object',
    properties: isJsonObject(merged['properties']) ? merged['properties'] : {},
  });
}

/** Returns the result schema, from a schema or a sample. Returns undefined if the source has neither. */
export function repairReturns(
  raw: Json | undefined,
  are: 'schema' | 'skeleton' | undefined,
  note: Note,
): JsonObject | undefined {
  const value = typeof raw === 'string' ? parseText(raw) : raw;
  if (value === undefined || value === null || isEmpty(value)) return undefined;
  if (are === 'skeleton') return schemaOfSample(value);
  if (typeof value === 'string') return { description: value };
  if (Array.isArray(value)) {
    // a list of {name, type, …} describes the fields of an object
    if (value.every((each) => isJsonObject(each) && typeof each['name'] === 'string'))
      return objectOf(value, undefined, note, false);
    return schemaOfSample(value);
  }
  if (!isJsonObject(value)) return undefined;
  if (isSchemaLike(value)) {
    const schema = repairSchema(value, 'returns', note, false);
    return Object.keys(schema).length === 0 ? undefined : schema;
  }
  // an object of field schemas or type words describes fields; any other object is a sample
  const fields = Object.values(value);
  if (fields.every((field) => (isJsonObject(field) && isSchemaLike(field)) || typeof field === 'string'))
    return objectOf(value, undefined, note, false);
  return schemaOfSample(value);
}

function isSchemaLike(value: JsonObject): boolean {
  if (
    ['properties', 'items', 'anyOf', 'oneOf', 'allOf'].some(
      (key) => value[key] !== null && typeof value[key] === 'object',
    )
  )
    return true;
  return typeof value['type'] === 'string' && parseLooseType(value['type']) !== undefined;
}

/**
 * Turns a sample result into a schema. In the place of values, a sample may have words for types, such as "str" or
 * "list of str with length 3".
 */
function schemaOfSample(value: Json, depth = 0): JsonObject {
  if (depth > 12) return {};
  if (Array.isArray(value)) {
    const [first] = value;
    return { type: 'array', items: first === undefined ? {} : schemaOfSample(first, depth + 1) };
  }
  if (isJsonObject(value)) {
    // a sample of a list stores the length under the key _list_length
    const entries = Object.entries(value).filter(([key]) => key !== '_list_length' && key !== '__proto__');
    return {
      type: 'object',
      properties: Object.fromEntries(entries.map(([key, each]) => [key, schemaOfSample(each, depth + 1)])),
    };
  }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (typeof value !== 'string') return {};
  const list = /^list of (\w+) with length \d+$/.exec(value);
  if (list?.[1] !== undefined) return { type: 'array', items: parseLooseType(list[1])?.schema ?? {} };
  if (/^empty (?:list|array)$/.test(value)) return { type: 'array', items: {} };
  if (/^empty (?:dict|object)$/.test(value)) return { type: 'object' };
  if (value === 'NoneType' || value === 'None') return {};
  return parseLooseType(value)?.schema ?? { type: 'string' };
}

function objectOf(properties: Json, required: Json | undefined, note: Note, isInput = true): JsonObject {
  const made = repairProperties(properties, required, '', repairAll(note, isInput));
  return {
    type: 'object',
    properties: made.properties,
    ...(made.required.length > 0 && isInput ? { required: made.required } : {}),
  };
}

/**
 * Reads a map from argument names to schemas. If the map has no list `required`, an argument is required unless it has
 * a default or is marked as optional.
 */
function mapOf(map: JsonObject, note: Note): JsonObject {
  const { required, ...properties } = map;
  const stated = Array.isArray(required) ? required : undefined;
  const made = repairProperties(properties, stated, '', repairAll(note, true));
  const optional = new Set<string>();
  for (const [name, property] of Object.entries(properties)) {
    if (!isJsonObject(property)) continue;
    const words = `${String(property['type'] ?? '')} ${String(property['description'] ?? '')}`;
    if (property['default'] !== undefined || property['required'] === false || /\boptional\b/i.test(words))
      optional.add(name);
    if (isJsonObject(made.properties[name]) && made.properties[name]['default'] !== undefined) optional.add(name);
  }
  const all = stated === undefined ? Object.keys(made.properties).filter((name) => !optional.has(name)) : made.required;
  return { type: 'object', properties: made.properties, ...(all.length > 0 ? { required: all } : {}) };
}

/**
 * Merges the alternatives of an argument object. The result has the properties of all alternatives, and requires those
 * that every alternative requires.
 */
export function mergeBranches(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return rest;
  const branches = (anyOf as readonly Json[]).filter(isJsonObject);
  const properties: Record<string, Json> = {};
  for (const branch of branches)
    if (isJsonObject(branch['properties']))
      for (const [name, property] of Object.entries(branch['properties'])) properties[name] ??= property;
  Object.assign(properties, rest['properties'] ?? {});
  const everywhere = branches
    .map((branch) => (Array.isArray(branch['required']) ? (branch['required'] as readonly string[]) : []))
    .reduce<readonly string[] | undefined>(
      (both, each) => both?.filter((name) => each.includes(name)) ?? each,
      undefined,
    );
  const required = [
    ...new Set([...(Array.isArray(rest['required']) ? (rest['required'] as string[]) : []), ...(everywhere ?? [])]),
  ];
  return { ...rest, properties, ...(required.length > 0 ? { required } : {}) };
}

function closed(value: JsonObject): JsonObject {
  return typeof value['additionalProperties'] === 'boolean'
    ? { additionalProperties: value['additionalProperties'] }
    : {};
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function parseText(text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (!/^[[{]/.test(trimmed)) return trimmed;
  try {
    return JSON.parse(trimmed) as Json;
  } catch {
    return trimmed;
  }
}
