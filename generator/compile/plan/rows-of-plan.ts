// The type of the function with which the compiler makes rows from a plan.
import type { Recipe } from '../../recipe/recipe-schema.ts';
import type { Plan } from './plan.ts';

export interface RowsOptions {
  readonly seed: number;
  /** The approximate number of rows in all tables together. */
  readonly rows?: number;
  readonly names?: 'a' | 'b';
}

export interface PlannedRows {
  readonly recipe: Recipe;
  /** The columns for whose values no rule exists, as table.column. The compiler flags each tool that shows one. */
  readonly unexplained: readonly string[];
}

export type MakeRows = (plan: Plan, options: RowsOptions) => PlannedRows;
