// The state of one analysis of SQL: collected facts, scopes, edits that can be undone, and a limit on nesting. The
// functions for each kind of syntax are in other files and get this object. Expressions and queries contain each other,
// so the object knows the functions for both.
import type { Facts, Need, ParamUse, Place, Scope } from './analysis-types.ts';
import { SqlRefusal, type Catalog } from './analysis-types.ts';
import { Edits } from './edits.ts';
import type { SqlNode } from './parse-sql.ts';
import type { Ref, Relation, Source } from './relation.ts';

const MAX_DEPTH = 60;

/** The functions that analyse an expression and a query. All other parts of the analysis call them through the walk. */
export interface Readers {
  expression(walk: Walk, node: SqlNode, scope: Scope): Facts;
  query(
    walk: Walk,
    node: SqlNode,
    need: Need,
    parent: Scope | undefined,
    ctes: Map<string, Relation> | undefined,
  ): Relation;
}

export class Walk {
  readonly edits = new Edits();
  readonly params: { readonly range: readonly [number, number]; readonly use: ParamUse }[] = [];
  readonly reads = new Set<string>();
  readonly writes = new Set<string>();
  readonly functions = new Set<string>();
  /** The tables of FROM, by alias. */
  readonly aliases = new Map<string, string>();
  /** The columns, in lower case, that an UPDATE or upsert sets. */
  readonly assigned = new Set<string>();
  readonly text: string;
  readonly catalog: Catalog;
  readonly place: Place;
  private readonly readers: Readers;
  quiet = 0;
  depth = 0;
  nextSource = 0;
  mintingAllowed = false;
  outer: Set<Ref> | undefined;

  constructor(text: string, catalog: Catalog, place: Place, readers: Readers) {
    this.readers = readers;
    this.text = text;
    this.catalog = catalog;
    this.place = place;
  }

  expr(node: SqlNode, scope: Scope): Facts {
    return this.deeper(() => this.readers.expression(this, node, scope));
  }

  /** Analyses a SELECT or VALUES. `need` is `rows` if the order of the rows or the first row matters. */
  query(node: SqlNode, need: Need, parent?: Scope): Relation {
    return this.deeper(() => this.readers.query(this, node, need, parent, undefined));
  }

  source(alias: string, relation: Relation, kind: Source['kind']): Source {
    return { id: `s${this.nextSource++}`, alias, relation, kind, requires: [] };
  }

  scope(parent: Scope | undefined, ctes?: Map<string, Relation>): Scope {
    return {
      sources: [],
      dependencies: [],
      merged: new Set(),
      ctes: new Map(ctes),
      parent,
      aliases: new Map(),
      grouped: undefined,
      rowsOrdered: false,
    };
  }

  mintable<T>(allowed: boolean, work: () => T): T {
    const before = this.mintingAllowed;
    this.mintingAllowed = allowed;
    try {
      return work();
    } finally {
      this.mintingAllowed = before;
    }
  }

  quietly<T>(work: () => T): T {
    this.quiet += 1;
    const functions = new Set(this.functions);
    const reads = new Set(this.reads);
    try {
      return this.withoutEdits(work);
    } finally {
      this.quiet -= 1;
      restore(this.functions, functions);
      restore(this.reads, reads);
    }
  }

  withoutEdits<T>(work: () => T): T {
    const mark = this.edits.mark();
    try {
      return work();
    } finally {
      this.edits.cut(mark);
    }
  }

  deeper<T>(work: () => T): T {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new SqlRefusal('the statement is nested too deeply');
    try {
      const result = work();
      this.note(result);
      return result;
    } finally {
      this.depth -= 1;
    }
  }

  note(result: unknown): void {
    if (this.outer === undefined || result === null || typeof result !== 'object') return;
    for (const ref of (result as Partial<Facts>).all ?? []) this.outer.add(ref);
  }

  /**
   * Makes the refusal for values that are equal but may be spelled differently. Which spelling the result shows would
   * depend on the order of the rows.
   */
  spelling(where: string, node: SqlNode): SqlRefusal {
    return new SqlRefusal(
      `${where} over ${this.slice(node)} shows one of several spellings`,
      `use lower(${this.slice(node)})`,
    );
  }

  slice(node: SqlNode | { range?: readonly [number, number] }): string {
    const [start, end] = (node.range ?? [0, 0]) as readonly [number, number];
    return this.text.slice(start, end).replace(/\s+/g, ' ').trim();
  }

  normalized(node: SqlNode): string {
    return this.slice(node).toLowerCase();
  }
}

function restore<T>(set: Set<T>, to: ReadonlySet<T>): void {
  for (const each of set) if (!to.has(each)) set.delete(each);
}
