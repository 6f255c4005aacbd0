// Adds missing types to the schema of a tool's parameters, because many clients treat a property without a type as
// text. The type is computed from the listed values, so that the same values stay valid.
import { isJsonObject, type Json, type JsonObject } from '../values/json.ts';

const known = new WeakMap<object, Json>();

export function typedParameters(schema: JsonObject): JsonObject {
  let typed = known.get(schema);
  if (typed === undefined) {
    typed = typedSchema(schema);
    known.set(schema, typed);
  }
  return typed as JsonObject;
}

function typedSchema(schema: Json): Json {
  if (!isJsonObject(schema)) return schema;
  const out: Record<string, Json> = {};
  for (const [key, value] of Object.entries(schema)) out[key] = withSubschemas(key, value);
  const values = Array.isArray(schema['enum']) ? (schema['enum'] as readonly Json[]) : undefined;
  const told = values ?? ('const' in schema ? [schema['const'] as Json] : []);
  if (schema['type'] === undefined && told.length > 0) {
    const type = typeOfAll(told);
    if (type !== undefined) return { type, ...out };
  }
  return out;
}

function withSubschemas(key: string, value: Json): Json {
  if (MAPS.has(key) && isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, typedSchema(each)]));
  if (LISTS.has(key) && Array.isArray(value)) return (value as readonly Json[]).map(typedSchema);
  return SINGLE.has(key) ? typedSchema(value) : value;
}

const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions']);
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SINGLE = new Set(['items', 'additionalProperties', 'not']);

/** Returns the type that all values have, or that type together with null. Returns undefined for other mixtures. */
function typeOfAll(values: readonly Json[]): Json | undefined {
  const types = new Set(values.map(typeOf));
  if (types.has('integer') && types.has('number')) types.delete('integer');
  const [first, second, third] = [...types];
  if (first === undefined || third !== undefined) return undefined;
  if (second === undefined) return first;
  return types.has('null') ? [...types].sort((a) => (a === 'null' ? 1 : -1)) : undefined;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (JSON.isRawJSON(value)) return 'number';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
