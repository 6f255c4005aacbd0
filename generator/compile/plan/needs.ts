// Describes the columns that one tool uses, and how it uses them, after the compiler has decided what the tool does.
// makePlan merges the needs of all tools; their order does not matter.
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
  /** Whether the tool looks for rows of the referenced table to which no row refers. */
  readonly sparse?: true;
  /**
   * The value that the tool writes into this column, if setting a state such as `cancelled` is all that the tool does.
   */
  readonly state?: string | boolean;
  readonly first?: string | number | boolean;
  /**
   * For a column that holds the time of an action, such as submitted_at: `created` if a new row gets the time at once,
   * `changed` if a later change of the row's state sets it.
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
  readonly pair?: readonly [string, string];
}
