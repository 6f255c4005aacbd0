// The types of the analysis of SQL: declared tables, scopes, facts about expressions, and the refusal.
import type { Dependency, Ref, Relation, Source } from './relation.ts';

export class SqlRefusal extends Error {
  readonly mend: string | undefined;
  constructor(offence: string, mend?: string) {
    super(offence);
    this.mend = mend;
  }
}

/** A declared table or view in the form that statements are checked against. */
export interface Declared {
  readonly kind: 'table' | 'view';
  readonly name: string;
  readonly relation: Relation;
  /** The column that the visit counter reads. */
  readonly probe: string;
  readonly generated?: readonly string[];
  readonly primaryKey?: readonly string[];
}

export type Catalog = ReadonlyMap<string, Declared>;

/** A use of a parameter: its name and the members after it. */
export interface ParamUse {
  readonly name: string;
  readonly path: readonly string[];
}

/** The place of a text of SQL, which decides the things that are allowed: schema expressions must be pure, and views have no
 * parameters. */
export type Place = 'program' | 'view' | 'schema';

export type Need = 'rows' | 'set';

export interface Facts {
  /** Columns used outside of aggregates. */
  readonly refs: readonly Ref[];
  /** Columns used anywhere. */
  readonly all: readonly Ref[];
  readonly integer: boolean;
  readonly aggregate: boolean;
  /** Set when the expression is a bare column. */
  readonly column?: Ref;
  /** Whether equal values may be spelled differently (NOCASE, RTRIM). The spelling that a tie shows is then not
   * determined. */
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
  /** The columns and texts that the group determines. Undefined outside of groups and inside the arguments of an
   * aggregate. */
  grouped: { known: ReadonlySet<Ref>; texts: ReadonlySet<string> } | undefined;
  /** Whether the rows of the scope come in a total order already. Aggregates read it. */
  rowsOrdered: boolean;
}

/** The name of the second version of a view, which counts the rows that it visits. */
export function countingView(name: string): string {
  return `${name} (counting)`;
}
