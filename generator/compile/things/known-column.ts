// A column of a thing, as the tools of a list give and show it.
import type { JsonObject } from '../../../envs/values/json.ts';
import type { ValueType } from '../../fields/fields.ts';

export interface KnownColumn {
  readonly column: string;
  readonly words: readonly string[];
  /** The name under which a tool gives it. */
  readonly called: string;
  readonly type: ValueType;
  readonly choices: readonly (string | number)[];
  readonly schema: JsonObject;
  readonly description: string;
  readonly given: boolean;
  /** The tools that give it. */
  readonly givers: readonly string[];
  /** Every tool that makes such a row requires it. */
  readonly always: boolean;
  readonly shown: boolean;
  /** Whether a tool gives it or a read shows it. A word of success in the result of a write is no column. */
  readonly told: boolean;
  readonly references?: string;
}
