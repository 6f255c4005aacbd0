// The plan of an environment: its tables, frozen. Readings say what they need (needs.ts), makePlan merges the needs, and
// nothing changes a table afterwards. The schema, the rows and the programs are written from it.
import type { ColumnRole } from '../../../envs/values/environment.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';

/** How the API shows a value; a boolean is stored as 0 or 1, json as text. */
export type ValueType = 'text' | 'integer' | 'real' | 'boolean' | 'json';

export interface ColumnPlan {
  readonly name: string;
  /** The words of the field that it keeps, without those of its table's noun: title, due date. */
  readonly words: readonly string[];
  readonly value: ValueType;
  readonly role?: ColumnRole;
  readonly nullable: boolean;
  /** The schema that a tool declares for it: format, pattern, bounds, items of a list. */
  readonly schema: JsonObject;
  readonly description: string;
  /** The closed list of its values. */
  readonly choices?: readonly (string | number)[];
  /** The value of a new row when the caller gives none. */
  readonly first?: Json;
  /** created: set once by the clock; updated: set by every change; state: changed by its own tools. */
  readonly system?: 'created' | 'updated' | 'state';
  /** A state in which a booking no longer holds the thing it refers to: cancelled, returned. */
  readonly released?: readonly (string | number)[];
  /** What the tools that give it call it: results that nobody declared show it by this name. */
  readonly called?: string;
  /** The column was declared by the list or search of its table, so a row without it is rarely useful. */
  readonly shown: boolean;
}

/** A reference to another table; a key of two columns is referred to by two. */
export interface Reference {
  readonly columns: readonly string[];
  readonly table: string;
  readonly to: readonly string[];
  /** cascade: the row goes with its parent; restrict: the parent stays as long as the row is there; clear: set to NULL. */
  readonly onDelete: 'cascade' | 'restrict' | 'clear';
  /** The row lives inside the other one (an issue of a repository): rows are made for each parent. */
  readonly parent: boolean;
}

export interface TablePlan {
  readonly name: string;
  /** The noun, singular: ['pull', 'request']. */
  readonly words: readonly string[];
  /** thing: a row is something that has a key; link: a pair of keys; outbox: what was sent; one row: a device's or an
   * account's state, key `id` = 1. */
  readonly kind: 'thing' | 'link' | 'outbox' | 'one row';
  readonly about: string;
  readonly key: readonly string[];
  readonly columns: readonly ColumnPlan[];
  readonly references: readonly Reference[];
  readonly uniques: readonly (readonly string[])[];
  /** Rows that a reading brings itself, instead of made ones. */
  readonly rows?: readonly JsonObject[];
}

export interface Plan {
  /** The domain, as words: rows may take their theme from it. */
  readonly title: string;
  readonly description: string;
  /** A table stands after the tables that it refers to. */
  readonly tables: readonly TablePlan[];
}
