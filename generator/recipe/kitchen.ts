// The kitchen gives a maker of values these things: the row so far, its parent, the rows already made, chance and the
// clock start.
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
  /** The rows made so far: those of the same parent, and those of the whole table. */
  readonly siblings: readonly Row[];
  readonly rows: readonly Row[];
}

export interface Kitchen {
  readonly random: Random;
  /** Seconds since 1970. */
  readonly now: number;
  make(maker: Maker, at: Place): Json;
  value(row: Row | undefined, column: string, at: Place): Json;
  rowsOf(table: string, by: string): readonly Row[];
}

/** Thrown when there is no room for this row. The row is tried again, then left out. */
export class NoRoom extends Error {}

export function problem(at: Place, what: string): Error {
  return badInput({ file: 'seed.recipe.json', path: `${at.recipe.table}.${at.column}`, what });
}
