// The plan of an environment: its frozen tables. Readings state their needs (needs.ts), makePlan merges the needs, and
// no step changes a table afterwards. The schema, the rows and the programs are written from it.
import type { ColumnRole } from '../../../envs/values/environment.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';

/** How the API shows a value; a boolean is stored as 0 or 1, json as text. */
export type ValueType = 'text' | 'integer' | 'real' | 'boolean' | 'json';

export interface ColumnPlan {
  readonly name: string;
  /** The words of the field that the column keeps, without those of its table's noun: title, due date. */
  readonly words: readonly string[];
  readonly value: ValueType;
  readonly role?: ColumnRole;
  readonly nullable: boolean;
  /** The schema that a tool declares for it: format, pattern, bounds, items of a list. */
  readonly schema: JsonObject;
  readonly description: string;
  /** The closed list of its values. */
  readonly choices?: readonly (string | number)[];
  /** The value that a new row gets in this column when the call gives no value for it. */
  readonly first?: Json;
  /** created: set once by the clock; updated: set by every change; state: changed by its own tools. */
  readonly system?: 'created' | 'updated' | 'state';
  /** A state in which a booking no longer holds the thing it refers to: cancelled, returned. */
  readonly released?: readonly (string | number)[];
  /** The name that the tools use when they give it: results without a schema show it by this name. */
  readonly called?: string;
  /** The list or search of its table declares the column, so a row without it is rarely useful. */
  readonly shown: boolean;
}

/** A reference to another table. Where that table has a key of two columns, the reference has two as well. */
export interface Reference {
  readonly columns: readonly string[];
  readonly table: string;
  readonly to: readonly string[];
  /** cascade: the row goes with its parent; restrict: the parent stays while the row exists; clear: set to NULL. */
  readonly onDelete: 'cascade' | 'restrict' | 'clear';
  /** The row lives inside the other one (an issue of a repository): rows are made for each parent. */
  readonly parent: boolean;
}

export interface TablePlan {
  readonly name: string;
  /** The noun, singular: ['pull', 'request']. */
  readonly words: readonly string[];
  /** thing: a row is something that has a key; link: a pair of keys. */
  readonly kind: 'thing' | 'link';
  readonly about: string;
  readonly key: readonly string[];
  readonly columns: readonly ColumnPlan[];
  readonly references: readonly Reference[];
  readonly uniques: readonly (readonly string[])[];
  /** Rows that a reading brings itself, in place of made ones. */
  readonly rows?: readonly JsonObject[];
}

export interface Plan {
  /** The domain in words: rows may take their theme from it. */
  readonly title: string;
  readonly description: string;
  /** A table comes after the tables to which it refers. */
  readonly tables: readonly TablePlan[];
}
