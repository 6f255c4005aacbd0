// An argument and the column that it fills.
import type { FieldNode } from '../fields.ts';
import type { ColumnPlan } from '../model.ts';

export interface Payload {
  readonly column: ColumnPlan;
  readonly node: FieldNode;
  /** The argument as SQL names it. */
  readonly sql: string;
  readonly path: readonly string[];
}
