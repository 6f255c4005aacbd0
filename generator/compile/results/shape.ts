// Describes the form of a result: whether each field shows a column, an expression, a row or rows. print-shape.ts turns
// the form into SQL when the plan is complete.
import type { Expr } from '../programs/sql.ts';

export type Shape =
  | { readonly kind: 'column'; readonly column: string }
  | { readonly kind: 'expression'; readonly expression: Expr; readonly as: 'plain' | 'boolean' | 'json' }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | RowsShape
  /** The row to which a reference column refers. */
  | {
      readonly kind: 'related';
      readonly column: string;
      readonly table: string;
      readonly key: string;
      readonly row: Shape;
    }
  /** All columns of the row, then the fields of `more`. This is the form of a result without a schema. */
  | { readonly kind: 'whole'; readonly table: string; readonly more?: readonly Member[] };

export interface Member {
  readonly name: string;
  readonly shape: Shape;
  /** Whether the result shows a null value, or leaves the field out. */
  readonly whenNull: 'shown' | 'left out';
}

export interface RowsShape {
  readonly kind: 'rows';
  readonly table: string;
  readonly where: readonly Expr[];
  /**
   * For rows shown inside another row: only rows whose `column` equals the column `outer` of that other row are shown.
   */
  readonly tie?: { readonly column: string; readonly outer: string };
  readonly order: readonly Expr[];
  readonly limit?: Expr;
  readonly offset?: Expr;
  readonly item: Shape;
}
