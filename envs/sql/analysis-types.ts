// What the analysis of SQL works with: declared tables, scopes, facts about expressions, and the refusal.
import type { Dependency, Ref, Relation, Source } from './relation.ts';

export class SqlRefusal extends Error {
  readonly mend: string | undefined;
  constructor(offence: string, mend?: string) {
    super(offence);
    this.mend = mend;
  }
}

/** A declared table or view as statements see it. */
export interface Declared {
  readonly kind: 'table' | 'view';
  readonly name: string;
  readonly relation: Relation;
  /** A column that the visit counter may look at. */
  readonly probe: string;
  readonly generated?: readonly string[];
  readonly primaryKey?: readonly string[];
}

export type Catalog = ReadonlyMap<string, Declared>;

/** How a parameter is used: its name and the members after it. */
export interface ParamUse {
  readonly name: string;
  readonly path: readonly string[];
}

/** Where SQL stands decides what it may do: schema expressions must be pure, views have no parameters. */
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
  /** Equal values may be spelled differently (NOCASE, RTRIM): which spelling a tie shows is open. */
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
  /** Inside the arguments of an aggregate, columns need not be determined by the group. */
  grouped: { known: ReadonlySet<Ref>; texts: ReadonlySet<string> } | undefined;
  /** Set while analysing an aggregate: its rows are in a total order already. */
  rowsOrdered: boolean;
}

/** The name of a view's twin that counts the rows it visits. */
export function countingView(name: string): string {
  return `${name} (counting)`;
}
