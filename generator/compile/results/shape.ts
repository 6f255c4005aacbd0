// A result as a value: which column, expression, row or rows stand in each of its places. Printed into SQL once the plan is
// there (print-shape.ts).
import type { Expr } from '../programs/sql.ts';

export type Shape =
  | { readonly kind: 'column'; readonly column: string }
  | { readonly kind: 'expression'; readonly expression: Expr; readonly as: 'plain' | 'boolean' | 'json' }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | RowsShape
  /** The row that a reference column names. */
  | {
      readonly kind: 'related';
      readonly column: string;
      readonly table: string;
      readonly key: string;
      readonly row: Shape;
    }
  /** All columns of the row, where nothing is declared. */
  | { readonly kind: 'whole'; readonly table: string };

export interface Member {
  readonly name: string;
  readonly shape: Shape;
  /** A null is shown, or the member is left out. */
  readonly whenNull: 'shown' | 'left out';
}

export interface RowsShape {
  readonly kind: 'rows';
  readonly table: string;
  readonly where: readonly Expr[];
  /** Conditions that tie the rows to the row around them: this column = that column of the outer row. */
  readonly tie?: { readonly column: string; readonly outer: string };
  readonly order: readonly Expr[];
  readonly limit?: Expr;
  readonly offset?: Expr;
  readonly item: Shape;
}
