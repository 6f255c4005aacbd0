// Tells what kind of row a key belongs to, in words, such as bill.
import type { Json } from '../values/json.ts';
import { labelOf } from '../words/spoken.ts';
import { bareName } from '../words/split-words.ts';
import type { World } from './world.ts';

const kinds = new WeakMap<World, ReadonlyMap<Json, string>>();

/** Maps each key of the environment's rows to the kind of its row. */
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
