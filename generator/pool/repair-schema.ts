// A schema as people write it -> valid JSON Schema (2020-12) that a validator compiles and a model understands. Every
// change is noted with its place. What cannot be understood is loosened, never guessed.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { parseLooseType } from './loose-type.ts';
import { defaultInProse, enumerationInProse } from './prose.ts';

export type Note = (path: string, what: string) => void;

/** How a node is repaired: where changes are noted, whether prose is read, and who reads what stands below it. */
export interface Repair {
  readonly note: Note;
  /** Whether defaults and enumerations may be found in descriptions. */
  readonly prose: boolean;
  /** A schema below this one; undefined leaves the property out. */
  readonly child: (raw: Json | undefined, path: string) => Repaired | undefined;
  /** A part of an allOf: the same level. */
  readonly part: (raw: Json, path: string) => JsonObject;
}

const DEEPEST = 12;
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const FORMATS = new Set(
  'date date-time time duration email hostname ipv4 ipv6 uri uri-reference uuid regex byte binary password int32 int64 float double'.split(
    ' ',
  ),
);
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];

export interface Repaired {
  readonly schema: JsonObject;
  /** Whether the property itself says that it may be left out, or must not. */
  readonly required?: boolean;
}

/** One schema with everything below it. */
export function repairSchema(raw: Json | undefined, path: string, note: Note, prose = true): JsonObject {
  return repairNode(raw, path, repairAll(note, prose)).schema;
}

/** Repairs to any depth that a person would write. */
export function repairAll(note: Note, prose: boolean, depth = 0): Repair {
  const child = (raw: Json | undefined, path: string): Repaired => {
    if (depth < DEEPEST) return repairNode(raw, path, repairAll(note, prose, depth + 1));
    note(path, `nested deeper than ${DEEPEST} levels: left open`);
    return { schema: {} };
  };
  return { note, prose, child, part: (raw, path) => child(raw, path).schema };
}

/** One schema; what stands below it is the business of `repair`. */
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

/** `"city": "string, the name of the city"`: a type word, or a sentence about a string. */
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

  // type
  const type = readType(raw, path, repair);
  Object.assign(schema, type.schema);
  if (type.optional === true) required = false;
  if (raw['required'] === true || raw['required'] === 'true') required = true;
  if (raw['required'] === false || raw['required'] === 'false' || raw['optional'] === true) required = false;
  if (description !== '') schema['description'] = description;

  // what it is made of
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

function readType(raw: JsonObject, path: string, { note, child }: Repair): { schema: JsonObject; optional?: true } {
  const stated = raw['type'] ?? raw['Type'] ?? raw['data_type'] ?? raw['dataType'];
  const nullable = raw['nullable'] === true || raw['x-nullable'] === true;
  const withNull = (schema: JsonObject): JsonObject => {
    if (!nullable || typeof schema['type'] !== 'string') return schema;
    return { ...schema, type: [schema['type'], 'null'] };
  };
  if (Array.isArray(stated)) {
    const read = stated.map((word) => (typeof word === 'string' ? parseLooseType(word)?.schema['type'] : undefined));
    const types = unique(read.filter((type): type is string => typeof type === 'string'));
    if (types.length < stated.length) note(path, `type ${JSON.stringify(stated)} read as ${JSON.stringify(types)}`);
    return { schema: types.length === 0 ? {} : { type: types.length === 1 ? (types[0] ?? 'string') : types } };
  }
  if (typeof stated === 'string' && stated.trim() !== '') {
    if (TYPES.has(stated)) return { schema: withNull({ type: stated }) };
    const read = parseLooseType(stated);
    if (read !== undefined) {
      note(path, `type ${JSON.stringify(stated)} -> ${JSON.stringify(read.schema['type'] ?? 'any')}`);
      return { ...read, schema: withNull(read.schema) };
    }
    note(path, `type ${JSON.stringify(stated)} is not known: taken as a string`);
    return { schema: { type: 'string' } };
  }
  if (isJsonObject(stated)) {
    note(path, 'a schema in place of a type word');
    return { schema: child(stated, path)?.schema ?? {} };
  }
  return { schema: withNull(missingType(raw, path, note)) };
}

/** No type: what stands beside it tells, else the description, else nothing is claimed. */
function missingType(raw: JsonObject, path: string, note: Note): JsonObject {
  if (
    ['anyOf', 'oneOf', 'allOf', '$ref', 'properties', 'fields', 'items', 'const'].some((key) => raw[key] !== undefined)
  )
    return {};
  const values = Array.isArray(raw['enum']) ? raw['enum'] : raw['default'] === undefined ? [] : [raw['default']];
  const typed = values.length === 0 ? undefined : typeOfValues(values);
  if (typed !== undefined) {
    note(path, `no type: ${JSON.stringify(typed['type'])} by its values`);
    return typed;
  }
  const description = textOf(raw['description'] ?? raw['desc']);
  const guess = TYPE_IN_PROSE.find(([pattern]) => pattern.test(description));
  if (guess !== undefined) {
    note(path, `no type: ${guess[1]} by its description`);
    return { type: guess[1] };
  }
  if (raw['additionalProperties'] !== undefined) return { type: 'object' };
  if (description === '' && raw['format'] === undefined && Object.keys(raw).length === 0) return {};
  note(path, 'no type: taken as a string');
  return { type: 'string' };
}

const TYPE_IN_PROSE: readonly (readonly [RegExp, string])[] = [
  [/^(?:an? )?(?:integer|int)\b|\(integer\)/i, 'integer'],
  [/^(?:whether|if true|true if|boolean|a boolean|flag)\b|\b(?:true or false|true\/false)\b/i, 'boolean'],
  [/^(?:an? )?(?:array|list)\b/i, 'array'],
  [/^(?:the )?number of\b/i, 'integer'],
  [/^(?:an? )?(?:float|number|decimal)\b/i, 'number'],
  [/^(?:an? )?(?:json )?(?:object|dictionary|dict)\b/i, 'object'],
];

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

/** Properties as an object or as a list of {name, …}; `required` keeps only names that are there. */
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

function missingItems(raw: JsonObject, description: string, path: string, note: Note): JsonObject {
  const sample = Array.isArray(raw['default']) && raw['default'].length > 0 ? typeOfValues(raw['default']) : undefined;
  const [, word = ''] = /\b(?:list|array|set)s? of (?:\w+ )?(\w+)/i.exec(description) ?? [];
  const named = parseLooseType(word.replace(/s$/, '').replace(/ie$/, 'y'))?.schema;
  const items = sample ?? (named !== undefined && Object.keys(named).length > 0 ? named : {});
  note(path, `an array without items: ${Object.keys(items).length === 0 ? 'anything' : JSON.stringify(items['type'])}`);
  return items;
}

function keepConstraints(schema: Record<string, Json>, raw: JsonObject, path: string, note: Note): void {
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
  // draft 4: a switch beside the bound
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
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

/** Enumeration and default: as stated, else as the description says. */
function readValues(
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
  } else if (prose && description !== '' && (type === 'string' || type === 'integer')) {
    const found = enumerationInProse(description)?.map((value) => fit(value, type));
    if (found !== undefined && found.every((value) => value !== undefined)) {
      const stand = defaultInProse(description, type);
      if (stand === undefined || found.includes(stand)) {
        schema['enum'] = found;
        note(path, 'enumeration found in the description');
      }
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

/** The value as one of that type: 5 for "5" where an integer is wanted. Undefined where it cannot be. */
function fit(value: Json, type: string): Json | undefined {
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

function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function typeOfValues(values: readonly Json[]): { type: string } | undefined {
  const kinds = new Set(
    values.map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)),
  );
  const [kind] = kinds;
  if (kinds.size !== 1 || kind === undefined) return undefined;
  return { type: kind === 'number' && values.every((value) => Number.isInteger(value)) ? 'integer' : kind };
}

function includesType(schema: JsonObject, type: string): boolean {
  return [schema['type']].flat().includes(type);
}

function unique<T extends Json>(values: readonly T[]): T[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = JSON.stringify(value);
    return seen.has(key) ? false : (seen.add(key), true);
  });
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
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

/** Keys in the order in which a person reads them. */
export function ordered(schema: JsonObject): JsonObject {
  const keys = Object.keys(schema);
  keys.sort((a, b) => rank(a) - rank(b));
  return Object.fromEntries(keys.map((key) => [key, schema[key] as Json]));
}

function rank(key: string): number {
  const at = ORDER.indexOf(key);
  return at === -1 ? ORDER.length : at;
}
