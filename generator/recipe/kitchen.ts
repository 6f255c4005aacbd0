// The data with which a maker makes a value: the unfinished row, its parent row, the rows already made, the random
// source and the clock.
import { badInput } from '../../envs/errors/gym-error.ts';
import type { Random } from '../../envs/random.ts';
import type { Json } from '../../envs/values/json.ts';
import type { Maker, TableRecipe } from './recipe-schema.ts';

export type Row = Record<string, Json>;

export interface Place {
  readonly recipe: TableRecipe;
  readonly column: string;
  readonly row: Row;
  readonly parent: Row | undefined;
  readonly position: number;
  /** The rows made so far: those with the same parent, and those of the whole table. */
  readonly siblings: readonly Row[];
  readonly rows: readonly Row[];
}

export interface Kitchen {
  readonly random: Random;
  /** The clock start of the environment, in seconds since 1970. */
  readonly now: number;
  make(maker: Maker, at: Place): Json;
  value(row: Row | undefined, column: string, at: Place): Json;
  rowsOf(table: string, by: string): readonly Row[];
}

/** Thrown when a row gets no allowed value. The row is made again, and left out after several tries. */
export class NoRoom extends Error {}

export function problem(at: Place, what: string): Error {
  const facts = { table: at.recipe.table, column: at.column };
  return badInput({ file: 'seed.recipe.json', path: `${at.recipe.table}.${at.column}`, what, facts });
}
