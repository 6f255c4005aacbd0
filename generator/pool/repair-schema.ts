// Turns a schema as people write it into valid JSON Schema (2020-12). Every change is recorded with its place. A part
// that cannot be understood then allows any value, because a guess could be wrong.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { parseLooseType } from './loose-type.ts';
import type { Note, Repair, Repaired } from './repair.ts';
import { keepConstraints, readValues } from './repair-constraints.ts';
import { missingItems, readType } from './repair-type.ts';
import { shorten, textOf, typeOfValues, unique } from './schema-values.ts';

const DEEPEST = 12;

export function repairSchema(raw: Json | undefined, path: string, note: Note, prose = true): JsonObject {
  return repairNode(raw, path, repairAll(note, prose)).schema;
}

/** Makes a repair for schemas up to DEEPEST levels deep. A deeper schema becomes one that allows any value. */
export function repairAll(note: Note, prose: boolean, depth = 0): Repair {
  const child = (raw: Json | undefined, path: string): Repaired => {
    if (depth < DEEPEST) return repairNode(raw, path, repairAll(note, prose, depth + 1));
    note(path, `nested deeper than ${DEEPEST} levels: left open`);
    return { schema: {} };
  };
  return { note, prose, child, part: (raw, path) => child(raw, path).schema };
}

/** Repairs one schema. `repair` handles the schemas inside it. */
export function repairNode(raw: Json | undefined, path: string, repair: Repair): Repaired {
  const { note } = repair;
  if (raw === true || raw === undefined || raw === null) return { schema: {} };
  if (typeof raw === 'string') return repairWord(raw, path, note);
  if (Array.isArray(raw)) return repairChoices(raw, path, note);
  if (!isJsonObject(raw)) {
    note(path, 'is no schema: left open');
    return { schema: {} };
  }
  return repairObject(raw, path, repair);
}

/**
 * Reads a text that stands in the place of a schema, such as "string, the name of the city": a word for the type with a
 * description, or only a description.
 */
function repairWord(text: string, path: string, note: Note): Repaired {
  const whole = parseLooseType(text);
  if (whole !== undefined) {
    note(path, `type ${JSON.stringify(text)} read as a schema`);
    return { schema: whole.schema, ...(whole.optional === true ? { required: false } : {}) };
  }
  const [, word = '', rest = ''] = /^\s*([\w[\]<> ]+?)\s*[,.:;(-]+\s*(.+)$/su.exec(text) ?? [];
  const type = parseLooseType(word);
  note(path, `the sentence ${JSON.stringify(shorten(text))} read as a schema`);
  return { schema: { ...(type?.schema ?? { type: 'string' }), description: type === undefined ? text : rest } };
}

function repairChoices(values: readonly Json[], path: string, note: Note): Repaired {
  const scalars = values.filter((value) => value === null || typeof value !== 'object');
  if (values.length === 0 || scalars.length !== values.length) {
    note(path, 'a list where a schema should stand: left open');
    return { schema: {} };
  }
  note(path, 'a list of values read as an enumeration');
  return { schema: { ...typeOfValues(values), enum: unique(values) } };
}

function repairObject(raw: JsonObject, path: string, repair: Repair): Repaired {
  const { note } = repair;
  const below = (child: Json | undefined, at: string): JsonObject => repair.child(child, at)?.schema ?? {};
  const schema: Record<string, Json> = {};
  let required: boolean | undefined;
  const description = textOf(raw['description'] ?? raw['desc'] ?? raw['Description']);

  const type = readType(raw, path, repair);
  Object.assign(schema, type.schema);
  if (type.optional === true) required = false;
  if (raw['required'] === true || raw['required'] === 'true') required = true;
  if (raw['required'] === false || raw['required'] === 'false' || raw['optional'] === true) required = false;
  if (description !== '') schema['description'] = description;

  // read branches, properties and items
  const branches = ['anyOf', 'oneOf'].find((key) => Array.isArray(raw[key]));
  if (branches !== undefined && Array.isArray(raw[branches])) {
    schema['anyOf'] = (raw[branches] as readonly Json[]).map((branch, at) =>
      below(branch, `${path}.${branches}[${at}]`),
    );
  }
  if (Array.isArray(raw['allOf'])) mergeAll(schema, raw['allOf'], path, repair);
  const properties = raw['properties'] ?? raw['fields'];
  if (isJsonObject(properties) || Array.isArray(properties)) {
    schema['type'] ??= 'object';
    const { required: needed, ...inner } = repairProperties(properties, raw['required'], path, repair);
    Object.assign(schema, inner, needed.length > 0 ? { required: needed } : {});
  }
  if (isJsonObject(raw['additionalProperties']))
    schema['additionalProperties'] = below(raw['additionalProperties'], `${path}.*`);
  else if (typeof raw['additionalProperties'] === 'boolean')
    schema['additionalProperties'] = raw['additionalProperties'];
  const items = raw['items'] ?? raw['item'] ?? raw['element_type'];
  if (items !== undefined) {
    schema['type'] ??= 'array';
    if (Array.isArray(items)) {
      note(`${path}[]`, 'a list of item schemas became alternatives');
      schema['items'] =
        items.length === 1 ? below(items[0], `${path}[]`) : { anyOf: items.map((item) => below(item, `${path}[]`)) };
    } else schema['items'] = below(items, `${path}[]`);
  }
  if (includesType(schema, 'array') && schema['items'] === undefined && schema['anyOf'] === undefined)
    schema['items'] = missingItems(raw, description, path, note);

  keepConstraints(schema, raw, path, note);
  readValues(schema, raw, description, path, repair);
  return { schema: ordered(schema), ...(required === undefined ? {} : { required }) };
}

function mergeAll(schema: Record<string, Json>, parts: readonly Json[], path: string, { note, part }: Repair): void {
  for (const each of parts) {
    const { properties, required, ...rest } = part(each, path);
    for (const [key, value] of Object.entries(rest)) schema[key] ??= value;
    if (isJsonObject(properties))
      schema['properties'] = { ...(isJsonObject(schema['properties']) ? schema['properties'] : {}), ...properties };
    if (Array.isArray(required))
      schema['required'] = unique([...(Array.isArray(schema['required']) ? schema['required'] : []), ...required]);
  }
  note(path, 'allOf merged');
}

/**
 * Reads properties from an object, or from a list of objects with names. `required` keeps only names of existing
 * properties.
 */
export function repairProperties(
  properties: Json,
  stated: Json | undefined,
  path: string,
  { note, child }: Repair,
): { properties: JsonObject; required: string[] } {
  const entries: [string, Json][] = Array.isArray(properties)
    ? properties.flatMap((property: Json, at): [string, Json][] => {
        const name = isJsonObject(property) ? (property['name'] ?? property['key'] ?? property['field']) : undefined;
        if (typeof name === 'string' && isJsonObject(property)) {
          const { name: _name, ...rest } = property;
          return [[name, rest]];
        }
        note(`${path}[${at}]`, 'has no name: left out');
        return [];
      })
    : Object.entries(properties as JsonObject);
  if (Array.isArray(properties)) note(path, 'a list of properties became an object');
  const made: Record<string, Json> = {};
  const wanted = new Set<string>();
  const words = typeof stated === 'string' ? stated.split(/[\s,]+/) : Array.isArray(stated) ? stated : [];
  for (const name of words) if (typeof name === 'string') wanted.add(name);
  const inherited = new Set<string>();
  const omitted = new Set<string>();
  for (const [name, property] of entries) {
    if (name === '__proto__') {
      note(path, 'a property __proto__: left out');
      continue;
    }
    const repaired = child(property, path === '' ? name : `${path}.${name}`);
    if (repaired === undefined) {
      omitted.add(name);
      continue;
    }
    const { schema, required } = repaired;
    made[name] = schema;
    if (required === true) wanted.add(name);
    if (required === false && wanted.delete(name)) inherited.add(name);
  }
  for (const name of inherited) note(path === '' ? name : `${path}.${name}`, 'required and optional at once: optional');
  const required = [...wanted].filter((name) => {
    if (Object.hasOwn(made, name)) return true;
    if (omitted.has(name)) return false;
    note(path, `required names ${JSON.stringify(name)}, which is no property: dropped`);
    return false;
  });
  return { properties: made, required };
}

function includesType(schema: JsonObject, type: string): boolean {
  return [schema['type']].flat().includes(type);
}

const ORDER = [
  'type',
  'description',
  'enum',
  'const',
  'default',
  'format',
  'pattern',
  'properties',
  'required',
  'items',
];

/** Sorts the keys of a schema into the order in which a person reads them. */
export function ordered(schema: JsonObject): JsonObject {
  const keys = Object.keys(schema);
  keys.sort((a, b) => rank(a) - rank(b));
  return Object.fromEntries(keys.map((key) => [key, schema[key] as Json]));
}

function rank(key: string): number {
  const at = ORDER.indexOf(key);
  return at === -1 ? ORDER.length : at;
}
