// Finds the type of a schema, from the words that state the type or from the other keys.
import { isJsonObject, type JsonObject } from '../../envs/values/json.ts';
import { parseLooseType } from './loose-type.ts';
import type { Note, Repair } from './repair.ts';
import { textOf, typeOfValues, unique } from './schema-values.ts';

const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

export function readType(
  raw: JsonObject,
  path: string,
  { note, child }: Repair,
): { schema: JsonObject; optional?: true } {
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

/**
 * Finds a missing type from the other keys of the schema. If they do not help, finds it from the description. If that
 * does not help either, the schema gets no type.
 */
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

export function missingItems(raw: JsonObject, description: string, path: string, note: Note): JsonObject {
  const sample = Array.isArray(raw['default']) && raw['default'].length > 0 ? typeOfValues(raw['default']) : undefined;
  const [, word = ''] = /\b(?:list|array|set)s? of (?:\w+ )?(\w+)/i.exec(description) ?? [];
  const named = parseLooseType(word.replace(/s$/, '').replace(/ie$/, 'y'))?.schema;
  const items = sample ?? (named !== undefined && Object.keys(named).length > 0 ? named : {});
  note(path, `an array without items: ${Object.keys(items).length === 0 ? 'anything' : JSON.stringify(items['type'])}`);
  return items;
}
