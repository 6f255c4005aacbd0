// Removes null arguments that are neither required nor allowed to be null. Some clients send such a null for each
// argument that the model left out. Other arguments are not changed.
import { isJsonObject, type Json, type JsonObject } from '../values/json.ts';
import type { World } from '../world/world.ts';

export function withoutNulls(world: World, name: string, args: Json): Json {
  if (!isJsonObject(args) || !Object.values(args).includes(null)) return args;
  const schema = world.tools.get(name)?.tool.parameters as JsonObject | undefined;
  if (schema === undefined) return args;
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  return Object.fromEntries(
    Object.entries(args).filter(([key, value]) => value !== null || required.has(key) || takesNull(properties[key])),
  );
}

function takesNull(schema: Json | undefined): boolean {
  if (schema === true) return true;
  if (!isJsonObject(schema)) return false;
  const { type } = schema;
  if (type === 'null' || (Array.isArray(type) && type.includes('null')) || schema['const'] === null) return true;
  if (Array.isArray(schema['enum'])) return schema['enum'].includes(null);
  const among = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(among)) return (among as readonly Json[]).some(takesNull);
  return type === undefined && schema['$ref'] === undefined && schema['allOf'] === undefined;
}
