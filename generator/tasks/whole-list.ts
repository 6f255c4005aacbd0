// Tells whether a list that a read shows is whole. A page is not: words such as "the cheapest" and "all" would also be
// about the rows on other pages.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Atlas } from './atlas.ts';

/**
 * Tells whether a read shows no fewer rows than the table has with the values of the read's arguments. The list is then
 * whole. It may hold other rows, too.
 */
export function isWholeList(atlas: Atlas, table: string, args: JsonObject, shown: number): boolean {
  const given = Object.values(args).filter((value) => typeof value === 'string' || typeof value === 'number');
  const meant = atlas.rows(table).filter(({ values }) => {
    const own = new Set<Json>(Object.values(values) as Json[]);
    return given.every((value) => own.has(value as Json));
  });
  return shown >= meant.length;
}
