// Between the plan and the rows: the one function that the compiler calls.
import type { Recipe } from '../../recipe/recipe-schema.ts';
import type { Plan } from './plan.ts';

export interface RowsOptions {
  readonly seed: number;
  /** The approximate number of all rows. */
  readonly rows?: number;
  readonly names?: 'a' | 'b';
}

export interface PlannedRows {
  readonly recipe: Recipe;
  /** table.column of columns whose content no rule explains: the compiler flags the tools that show them. */
  readonly unexplained: readonly string[];
}

export type MakeRows = (plan: Plan, options: RowsOptions) => PlannedRows;
