// A result as a value: the column, expression, row or rows in each of its places. It is printed into SQL when the plan
// is complete (print-shape.ts).
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
  /** All columns of the row, where the result is not declared, and further members. */
  | { readonly kind: 'whole'; readonly table: string; readonly more?: readonly Member[] };

export interface Member {
  readonly name: string;
  readonly shape: Shape;
  /** How a null is answered: as null, or without the member. */
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
