// The types of rules for values. A rule has a pattern of names and makes the values of columns with these names.
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import type { ValueType } from '../../fields/fields.ts';
import type { Maker } from '../recipe-schema.ts';

export interface Wanted {
  /** The name of the value, such as unit_price. */
  readonly name: string;
  readonly words: readonly string[];
  readonly type: ValueType;
  readonly schema: JsonObject;
  readonly description: string;
  /** The words for the row that has the value, such as "product". */
  readonly owner: readonly string[];
}

export interface Kind {
  readonly kind: string;
  readonly maker: Maker;
}

export type Rule = readonly [kind: string, pattern: RegExp, maker: Maker | ((wanted: Wanted) => Maker)];

export const fake = (name: string, args?: Json): Maker =>
  args === undefined ? { fake: name } : { fake: name, arguments: args };
export const record = (set: string, field: string): Maker => ({ record: set, field });
