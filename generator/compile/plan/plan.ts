// The plan of an environment holds its tables. makePlan makes the plan from the columns that all tools use, and no
// later step changes it. The schema, the rows and the programs are written from the plan.
import type { ColumnRole } from '../../../envs/values/environment.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';

/** The type of a value in calls and results. SQLite stores a boolean as 0 or 1 and json as text. */
export type ValueType = 'text' | 'integer' | 'real' | 'boolean' | 'json';

export interface ColumnPlan {
  readonly name: string;
  /** The words of the column's name, without the noun of its table, such as `title` or `due date`. */
  readonly words: readonly string[];
  readonly value: ValueType;
  readonly role?: ColumnRole;
  readonly nullable: boolean;
  /** The JSON schema that a tool declares for the column's values. */
  readonly schema: JsonObject;
  readonly description: string;
  /** All values that the column may hold; absent where every value is allowed. */
  readonly choices?: readonly (string | number)[];
  /** The value that a new row gets in this column when the call gives no value for it. */
  readonly first?: Json;
  /**
   * The source of the values. `created`: the clock, when the row is made. `updated`: the clock, at every change of the
   * row. `state`: only tools that change the row's state.
   */
  readonly system?: 'created' | 'updated' | 'state';
  /**
   * The argument name with which callers give the value. Results without a schema show the column under this name too.
   */
  readonly called?: string;
  /**
   * Whether some tool shows the column, or the column refers to another table. Generated rows then rarely leave it
   * empty.
   */
  readonly shown: boolean;
}

/** A reference to another table. It has as many columns as the key of that table. */
export interface Reference {
  readonly columns: readonly string[];
  readonly table: string;
  readonly to: readonly string[];
  /**
   * The effect of a deletion of the target row. `cascade`: this row is deleted too. `restrict`: the deletion fails.
   * `clear`: the reference becomes NULL.
   */
  readonly onDelete: 'cascade' | 'restrict' | 'clear';
  /**
   * Whether the row belongs to the target row, as an issue belongs to a repository. Rows are then made for each target
   * row.
   */
  readonly parent: boolean;
  /**
   * Whether some target rows must stay without a row that refers to them, because a tool looks for such target rows.
   */
  readonly sparse?: true;
}

export interface TablePlan {
  readonly name: string;
  /** The words of the table's noun in the singular, such as ['pull', 'request']. */
  readonly words: readonly string[];
  /** `thing`: each row is an object with its own key. `link`: each row pairs the keys of two tables. */
  readonly kind: 'thing' | 'link';
  readonly about: string;
  readonly key: readonly string[];
  readonly columns: readonly ColumnPlan[];
  readonly references: readonly Reference[];
}

export interface Plan {
  /** The name of the domain. Generated rows may take their subject from it. */
  readonly title: string;
  readonly description: string;
  /** The tables in order: each table comes after the tables to which it refers. */
  readonly tables: readonly TablePlan[];
}
