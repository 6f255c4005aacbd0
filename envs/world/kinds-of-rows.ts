// Finds the kind of row that a key belongs to, as a word, such as "bill".
import type { Json } from '../values/json.ts';
import { labelOf } from '../words/spoken.ts';
import { bareName } from '../words/split-words.ts';
import type { World } from './world.ts';

const kinds = new WeakMap<World, ReadonlyMap<Json, string>>();

/** Returns a map from the key of each initial row to the kind of the row. */
export function kindsOfRows(world: World): ReadonlyMap<Json, string> {
  let known = kinds.get(world);
  if (known === undefined) {
    const keys = new Map(world.schema.tables.map(({ name, primaryKey }) => [name.toLowerCase(), primaryKey]));
    known = new Map(
      world.environment.seed.flatMap(({ table, row }): [Json, string][] => {
        const [column = '', ...more] = keys.get(table.toLowerCase()) ?? [];
        return more.length > 0 ? [] : [[row[column] as Json, labelOf(bareName(table))]];
      }),
    );
    kinds.set(world, known);
  }
  return known;
}
