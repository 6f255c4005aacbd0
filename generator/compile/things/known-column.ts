// Describes a column of a table by the ways in which the tools give and show its values.
import type { JsonObject } from '../../../envs/values/json.ts';
import type { ValueType } from '../../fields/fields.ts';

export interface KnownColumn {
  readonly column: string;
  readonly words: readonly string[];
  /** The name of the argument with which a tool gives the value. */
  readonly called: string;
  readonly type: ValueType;
  readonly choices: readonly (string | number)[];
  readonly schema: JsonObject;
  readonly description: string;
  readonly given: boolean;
  readonly givers: readonly string[];
  /** Whether every tool that creates rows of the table requires the value. */
  readonly always: boolean;
  readonly shown: boolean;
  /**
   * Whether a tool gives the value or a read shows it. A mere report of success in the result of a write does not
   * count.
   */
  readonly told: boolean;
  readonly references?: string;
}

export const isStateColumn = (column: string): boolean => /(?:^|_)(?:status|state|stage|phase)$/.test(column);
