// Finds the tools to flag where the rows of a plan cannot keep one of its references.
import type { GymError } from '../../../envs/errors/gym-error.ts';
import type { Need } from './needs.ts';

export type Use = Pick<Need, 'table' | 'column' | 'references' | 'use'>;

/**
 * Returns the tools that made the broken reference: those that write its column, or else those that show it, or else
 * all that use the table.
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
