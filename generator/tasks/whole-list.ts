// Tells whether a list that a read shows is whole. A page of a list is not: "the cheapest" and "all" are about the rest
// of the list, too.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Atlas } from './atlas.ts';

/**
 * Tells whether a read with these arguments shows all rows of a table that hold the arguments' values. A read may show
 * more rows than that.
 */
export function isWholeList(atlas: Atlas, table: string, args: JsonObject, shown: number): boolean {
  const given = Object.values(args).filter((value) => typeof value === 'string' || typeof value === 'number');
  const meant = atlas.rows(table).filter(({ values }) => {
    const own = new Set<Json>(Object.values(values) as Json[]);
    return given.every((value) => own.has(value as Json));
  });
  return shown >= meant.length;
}
