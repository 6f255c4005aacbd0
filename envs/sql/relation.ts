// What a query's analysis knows of a set of rows: its columns, which sets of them cannot repeat, and what follows
// from what. This is what decides whether an ORDER BY is total and whether there is at most one row.

export interface RelationColumn {
  readonly name: string;
  /** Proven to hold integers only. */
  readonly integer: boolean;
  /** Compares without case or trailing spaces: equal values may be spelled differently. */
  readonly loose?: true;
}

export interface Relation {
  readonly columns: readonly RelationColumn[];
  /** Sets of column names (lower case) that cannot repeat. An empty set: at most one row. */
  readonly keys: readonly (readonly string[])[];
  /** Its rows come in a total order of their own. */
  readonly ordered: boolean;
}

/** A column of a source in a scope, as one string. */
export type Ref = string;

export interface Source {
  readonly id: string;
  readonly alias: string;
  readonly relation: Relation;
  /** json_each: its rows come in the order of the array. */
  readonly kind: 'table' | 'view' | 'query' | 'json_each';
  /** json_each: its keys hold for given arguments only. */
  readonly requires: readonly Ref[];
}

export function refTo(source: Source, column: string): Ref {
  return `${source.id}.${column.toLowerCase()}`;
}

/** `to` follows from `from`. */
export interface Dependency {
  readonly from: readonly Ref[];
  readonly to: Ref;
}

/** Everything that follows from the given columns: by equalities, and by the keys of the sources. */
export function closure(
  start: Iterable<Ref>,
  sources: readonly Source[],
  dependencies: readonly Dependency[],
): Set<Ref> {
  const known = new Set(start);
  const own = (ref: Ref): boolean => sources.some((source) => ref.startsWith(`${source.id}.`));
  const has = (ref: Ref): boolean => known.has(ref) || !own(ref);
  for (let grew = true; grew;) {
    grew = false;
    for (const { from, to } of dependencies) {
      if (!known.has(to) && from.every(has)) {
        known.add(to);
        grew = true;
      }
    }
    for (const source of sources) {
      if (known.has(`${source.id}.*`)) continue;
      const determined = source.relation.keys.some((key) => key.every((column) => has(refTo(source, column))));
      if (determined && source.requires.every(has)) {
        known.add(`${source.id}.*`);
        for (const column of source.relation.columns) known.add(refTo(source, column.name));
        grew = true;
      }
    }
  }
  return known;
}

export function covers(known: ReadonlySet<Ref>, sources: readonly Source[]): boolean {
  return sources.every((source) => known.has(`${source.id}.*`));
}

/** Whether all the columns follow: columns of other scopes are given. */
export function follows(refs: Iterable<Ref>, known: ReadonlySet<Ref>, sources: readonly Source[]): boolean {
  for (const ref of refs) {
    if (!known.has(ref) && sources.some((source) => ref.startsWith(`${source.id}.`))) return false;
  }
  return true;
}

export const JSON_EACH_RELATION: Relation = {
  columns: ['key', 'value', 'type', 'atom', 'id', 'parent', 'fullkey', 'path'].map((name) => ({
    name,
    integer: name === 'id',
  })),
  keys: [['key'], ['id'], ['fullkey']],
  ordered: true,
};
