// The needs that a reading has of the tables: each need names a column, and how its tool uses it. Needs are values;
// makePlan merges them in any order.
import type { JsonObject } from '../../../envs/values/json.ts';
import type { ValueType } from './plan.ts';

export type Use = 'key' | 'shown' | 'given' | 'filtered' | 'set';

export interface Need {
  readonly table: string;
  readonly column: string;
  readonly words: readonly string[];
  readonly value: ValueType;
  readonly use: Use;
  /** The caller always gives it. */
  readonly required: boolean;
  /** The result may show null, or leave the member out. */
  readonly mayLack: boolean;
  readonly schema: JsonObject;
  readonly description: string;
  readonly choices: readonly (string | number)[];
  /** The table whose key it holds. */
  readonly references?: string;
  /** A state that a tool of its own sets. */
  readonly state?: string | boolean;
  readonly first?: string | number | boolean;
  /** The caller's name for it. */
  readonly called?: string;
  readonly by: string;
}

/** A table that is no thing: pairs of keys. */
export interface TableNeed {
  readonly table: string;
  readonly words: readonly string[];
  readonly kind: 'link';
  /** Of a link: the things whose keys it pairs. */
  readonly pair?: readonly [string, string];
}
