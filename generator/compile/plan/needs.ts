// A reading is the compiler's interpretation of one tool. This file describes the needs of a reading: the columns that
// the tool uses, and how. makePlan merges the needs of all tools in any order.
import type { JsonObject } from '../../../envs/values/json.ts';
import type { ValueType } from './plan.ts';

export type Use = 'key' | 'shown' | 'given' | 'filtered' | 'set';

export interface Need {
  readonly table: string;
  readonly column: string;
  readonly words: readonly string[];
  readonly value: ValueType;
  readonly use: Use;
  /** Whether the caller must always give the value. */
  readonly required: boolean;
  /** Whether the result may show null, or leave the field out. */
  readonly mayLack: boolean;
  readonly schema: JsonObject;
  readonly description: string;
  readonly choices: readonly (string | number)[];
  /** The table whose key this column holds; absent for a column that refers to no table. */
  readonly references?: string;
  /** Whether a condition of the tool asks for rows of the referenced table that no row refers to. */
  readonly sparse?: true;
  /**
   * The value that the tool writes into this column when the tool's only work is to set a state, such as `cancelled`.
   */
  readonly state?: string | boolean;
  readonly first?: string | number | boolean;
  /**
   * For a column with the time of a deed, such as submitted_at: whether the row is made with it, or a later change of the
   * row's state sets it.
   */
  readonly stamp?: 'created' | 'changed';
  /** The name of the argument with which the caller gives the value. */
  readonly called?: string;
  readonly by: string;
}

/** A link table, which pairs the keys of two other tables. */
export interface TableNeed {
  readonly table: string;
  readonly words: readonly string[];
  readonly kind: 'link';
  /** The two tables whose keys the link table pairs. */
  readonly pair?: readonly [string, string];
}
