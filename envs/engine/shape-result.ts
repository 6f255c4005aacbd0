// Converts stored values to the values of a tool's result. The role of a column decides (1 becomes true in a boolean
// column); for a computed expression, the tool's `returns` schema decides. Other values stay as stored.
import { isJsonObject, parseJson, type Json, type JsonObject } from '../values/json.ts';
import type { ColumnRole } from '../values/environment.ts';
import { fromSql, type SqlValue } from './sql-value.ts';

const CENTS = 100;

/** The part of a `returns` schema that belongs to one value of a result. */
export interface ReturnShape {
  readonly boolean: boolean;
  readonly structured: boolean;
  property(name: string): ReturnShape;
  items(): ReturnShape;
}

const UNKNOWN: ReturnShape = { boolean: false, structured: false, property: () => UNKNOWN, items: () => UNKNOWN };

/** Returns the shape for the whole result. Each part of the schema is read only when it is first used. */
export function returnShape(schema: Json | undefined): ReturnShape {
  return isJsonObject(schema) ? new SchemaShape(schema, schema) : UNKNOWN;
}

class SchemaShape implements ReturnShape {
  readonly boolean: boolean;
  readonly structured: boolean;
  private readonly schema: JsonObject;
  private readonly root: JsonObject;
  private readonly properties = new Map<string, ReturnShape>();
  private element: ReturnShape | undefined;

  constructor(schema: JsonObject, root: JsonObject) {
    this.schema = resolve(schema, root);
    this.root = root;
    const types = [this.schema['type']].flat();
    this.boolean = types.includes('boolean') && types.every((type) => type === 'boolean' || type === 'null');
    this.structured = types.some((type) => type === 'object' || type === 'array') && !types.includes('string');
  }

  property(name: string): ReturnShape {
    let known = this.properties.get(name);
    if (known === undefined) {
      const properties = this.schema['properties'];
      known = isJsonObject(properties) && Object.hasOwn(properties, name) ? this.at(properties[name]) : UNKNOWN;
      this.properties.set(name, known);
    }
    return known;
  }

  items(): ReturnShape {
    this.element ??= this.at(this.schema['items']);
    return this.element;
  }

  private at(schema: Json | undefined): ReturnShape {
    return isJsonObject(schema) ? new SchemaShape(schema, this.root) : UNKNOWN;
  }
}

/** Follows local references of a schema, merges `allOf`, and replaces `anyOf` by its only alternative besides null. */
function resolve(schema: JsonObject, root: JsonObject, depth = 0): JsonObject {
  if (depth > 20) return {};
  const reference = schema['$ref'];
  if (typeof reference === 'string' && reference.startsWith('#/')) {
    let at: Json | undefined = root;
    for (const part of reference.slice(2).split('/'))
      at = isJsonObject(at) ? at[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
    return isJsonObject(at) ? resolve(at, root, depth + 1) : {};
  }
  if (Array.isArray(schema['allOf'])) {
    const parts = (schema['allOf'] as readonly Json[])
      .filter(isJsonObject)
      .map((each) => resolve(each, root, depth + 1));
    const properties: Record<string, Json> = {};
    let type = schema['type'];
    for (const part of [...parts, schema]) {
      if (isJsonObject(part['properties'])) Object.assign(properties, part['properties']);
      type ??= part['type'];
    }
    return { ...schema, ...(type === undefined ? {} : { type }), properties };
  }
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(alternatives)) {
    const real = alternatives.filter(
      (each): each is JsonObject => isJsonObject(each as Json) && (each as JsonObject)['type'] !== 'null',
    );
    if (real.length === 1) return resolve(real[0] as JsonObject, root, depth + 1);
  }
  return schema;
}

export function shapeValue(value: SqlValue, role: ColumnRole | undefined, shape: ReturnShape): Json {
  if (value === null) return null;
  if (role === 'boolean') return value === 1n || (value !== 0n && Boolean(value));
  if (role === 'money' && typeof value === 'bigint') return Number(value) / CENTS;
  if (role === 'json' && typeof value === 'string') return jsonOrText(value);
  if (role === undefined) {
    if (shape.boolean && (value === 0n || value === 1n)) return value === 1n;
    if (shape.structured && typeof value === 'string') return jsonOrText(value);
  }
  return fromSql(value);
}

export function shapeRow(
  names: readonly string[],
  roles: readonly (ColumnRole | undefined)[],
  row: readonly SqlValue[],
  shape: ReturnShape,
): Record<string, Json> {
  const result: Record<string, Json> = {};
  for (let at = 0; at < names.length; at++) {
    const name = names[at] as string;
    result[name] = shapeValue(row[at] ?? null, roles[at], shape.property(name));
  }
  return result;
}

function jsonOrText(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
