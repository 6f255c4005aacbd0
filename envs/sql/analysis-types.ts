// The types of the analysis of SQL: tables and views, scopes, facts about expressions, and the refusal of a statement.
import type { Dependency, Ref, Relation, Source } from './relation.ts';

export class SqlRefusal extends Error {
  readonly mend: string | undefined;
  constructor(offence: string, mend?: string) {
    super(offence);
    this.mend = mend;
  }
}

/** A table or view of schema.sql, in the form that the analysis of statements uses. */
export interface Declared {
  readonly kind: 'table' | 'view';
  readonly name: string;
  readonly relation: Relation;
  /** The column that is read to count the visited rows of the table. */
  readonly probe: string;
  readonly generated?: readonly string[];
  readonly primaryKey?: readonly string[];
}

export type Catalog = ReadonlyMap<string, Declared>;

/** A use of a parameter: its name, and the names of the members after it. For :row.price they are "row" and "price". */
export interface ParamUse {
  readonly name: string;
  readonly path: readonly string[];
}

/**
 * The origin of a text of SQL. It decides which SQL is allowed: an expression of the schema must depend on its row
 * only, and a view has no parameters.
 */
export type Place = 'program' | 'view' | 'schema';

export type Need = 'rows' | 'set';

export interface Facts {
  /** The columns that the expression uses outside of aggregate functions. */
  readonly refs: readonly Ref[];
  /** The columns that the expression uses, including those inside aggregate functions. */
  readonly all: readonly Ref[];
  readonly integer: boolean;
  readonly aggregate: boolean;
  /** The column, if the expression consists of a column only. */
  readonly column?: Ref;
  /** True if equal values may be spelled differently (NOCASE, RTRIM). A result could then show any of the spellings. */
  readonly loose?: true;
}

export interface Output extends Facts {
  readonly name: string;
  readonly text: string;
}

export interface Scope {
  readonly sources: Source[];
  readonly dependencies: Dependency[];
  readonly merged: Set<string>;
  readonly ctes: Map<string, Relation>;
  readonly parent: Scope | undefined;
  aliases: Map<string, Output>;
  /**
   * The columns and expressions that have a single value in each group. Undefined if the query has no groups, and
   * inside the arguments of an aggregate function.
   */
  grouped: { known: ReadonlySet<Ref>; texts: ReadonlySet<string> } | undefined;
  /**
   * True if the order of the rows is already fixed, without ties. Aggregate functions whose result depends on the order
   * need this.
   */
  rowsOrdered: boolean;
}

/** Returns the name of the second version of a view. That version counts the rows that it visits. */
export function countingView(name: string): string {
  return `${name} (counting)`;
}
