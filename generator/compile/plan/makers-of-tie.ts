// The rows of a plan can break a reference: a row then names a key that does not exist. This file finds the tools to
// flag in that case.
import type { GymError } from '../../../envs/errors/gym-error.ts';
import type { Need } from './needs.ts';

export type Use = Pick<Need, 'table' | 'column' | 'references' | 'use'>;

/**
 * Returns the tools that caused the broken reference: those that write its column. Where no tool writes the column,
 * returns those that use it otherwise; where none uses it either, all that use the table.
 */
export function makersOfTie(
  { fields }: GymError,
  served: ReadonlyMap<string, { readonly needs: readonly Use[] }>,
): ReadonlyMap<string, string> {
  const { table = '', parent = '', column = '' } = fields;
  const using = (fits: (need: Use) => boolean): string[] =>
    [...served].flatMap(([name, { needs }]) =>
      table !== '' && needs.some((need) => need.table === table && fits(need)) ? [name] : [],
    );
  const ties = (need: Use): boolean =>
    need.references !== undefined && (need.references === parent || need.column === column);
  const found = [using((need) => ties(need) && need.use === 'given'), using(ties), using(() => true)].find(
    (names) => names.length > 0,
  );
  const why = `no rows keep the reference from ${table} to ${parent === '' ? `the row of ${column}` : parent}`;
  return new Map((found ?? []).map((name) => [name, why]));
}
