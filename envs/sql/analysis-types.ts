// The types of the analysis of SQL: declared tables, scopes, facts about expressions, and the refusal of a statement.
import type { Dependency, Ref, Relation, Source } from './relation.ts';

export class SqlRefusal extends Error {
  readonly mend: string | undefined;
  constructor(offence: string, mend?: string) {
    super(offence);
    this.mend = mend;
  }
}

/** A declared table or view, in the form that the analysis of statements uses. */
export interface Declared {
  readonly kind: 'table' | 'view';
  readonly name: string;
  readonly relation: Relation;
  /** The column that a counter of visited rows reads. */
  readonly probe: string;
  readonly generated?: readonly string[];
  readonly primaryKey?: readonly string[];
}

export type Catalog = ReadonlyMap<string, Declared>;

/** A use of a parameter: its name, and the names of the members that follow, as in :row.price. */
export interface ParamUse {
  readonly name: string;
  readonly path: readonly string[];
}

/**
 * Where a text of SQL stands. The place decides which SQL is allowed: an expression of the schema must be pure, and a
 * view has no parameters.
 */
export type Place = 'program' | 'view' | 'schema';

export type Need = 'rows' | 'set';

export interface Facts {
  /** The columns that the expression uses outside of aggregates. */
  readonly refs: readonly Ref[];
  /** The columns that the expression uses anywhere. */
  readonly all: readonly Ref[];
  readonly integer: boolean;
  readonly aggregate: boolean;
  /** The column itself, when the expression is only a column. */
  readonly column?: Ref;
  /** Whether equal values may be spelled differently (NOCASE, RTRIM). A result could then show any of the spellings. */
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
   * The columns and texts that have one value in each group. Undefined without groups and inside the arguments of an
   * aggregate.
   */
  grouped: { known: ReadonlySet<Ref>; texts: ReadonlySet<string> } | undefined;
  /** Whether the rows already have a total order. Aggregates that depend on the order need this. */
  rowsOrdered: boolean;
}

/** Returns the name of a view's second version, which counts the rows that it visits. */
export function countingView(name: string): string {
  return `${name} (counting)`;
}
