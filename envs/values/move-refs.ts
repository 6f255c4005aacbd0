// Moves a JSON Schema with local references into a larger document. Each reference `#/…` gets the schema's new place as
// its beginning.
import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** Returns the schema for its new place in a document, such as `#/components/schemas/x`. Removes $id and $schema. */
export function moveRefs(schema: JsonObject, place: string): JsonObject {
  const { $id: _id, $schema: _schema, ...rest } = schema;
  return move(rest, place) as JsonObject;
}

/** The keywords whose value is data, not a schema. */
const DATA = new Set(['const', 'enum', 'default', 'example', 'examples']);
/** The keywords whose value maps names to schemas. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

function move(value: Json, place: string): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => move(each, place));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]): [string, Json] => {
      if (key === '$ref' && typeof each === 'string' && each.startsWith('#')) return [key, `${place}${each.slice(1)}`];
      if (DATA.has(key)) return [key, each];
      if (MAPS.has(key) && isJsonObject(each))
        return [key, Object.fromEntries(Object.entries(each).map(([name, sub]) => [name, move(sub, place)]))];
      return [key, move(each, place)];
    }),
  );
}
