// Finds plausible wrong values for an argument, from other rows with the same column.
import { isJsonObject, type Json, type JsonObject } from '../values/json.ts';
import type { Tool } from '../values/tool-schema.ts';
import type { World } from '../world/world.ts';

const PER_COLUMN = 300;

/** Returns all other values of those columns that contain the given value. */
export function otherRows(world: World, value: Json): readonly Json[] {
  const found: Json[] = [];
  for (const [, values] of columnsOf(world))
    if (values.has(value)) found.push(...[...values].filter((each) => each !== value));
  return [...new Set(found)];
}

const columns = new WeakMap<World, ReadonlyMap<string, ReadonlySet<Json>>>();

function columnsOf(world: World): ReadonlyMap<string, ReadonlySet<Json>> {
  let known = columns.get(world);
  if (known === undefined) {
    const made = new Map<string, Set<Json>>();
    for (const { table, row } of world.environment.seed)
      for (const [column, value] of Object.entries(row)) {
        if (value === null || (typeof value === 'object' && !JSON.isRawJSON(value))) continue;
        const place = `${table}.${column}`;
        const values = made.get(place) ?? new Set<Json>();
        if (values.size < PER_COLUMN) values.add(value);
        made.set(place, values);
      }
    known = made;
    columns.set(world, known);
  }
  return known;
}

/** Returns the schema of an argument, or an empty object if the tool does not declare it. */
export function propertyOf(tool: Tool, name: string): JsonObject {
  const properties = tool.parameters['properties'];
  const property = isJsonObject(properties) ? properties[name] : undefined;
  return isJsonObject(property) ? property : {};
}
