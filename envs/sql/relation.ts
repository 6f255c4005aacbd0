// The facts that the analysis knows about a set of rows: columns, keys, and dependencies between columns. With them it
// decides whether an ORDER BY leaves no ties, and whether there is at most one row.

export interface RelationColumn {
  readonly name: string;
  /** True if the column certainly contains integers only. */
  readonly integer: boolean;
  /** True if comparisons ignore case or trailing spaces, so that equal values may be spelled differently. */
  readonly loose?: true;
}

export interface Relation {
  readonly columns: readonly RelationColumn[];
  /**
   * Sets of column names, in lower case, whose values cannot occur twice. An empty set means that there is at most one
   * row.
   */
  readonly keys: readonly (readonly string[])[];
  /** True if the order of the rows is already fixed, without ties. */
  readonly ordered: boolean;
}

/** A column of a source in FROM, written as SOURCE.COLUMN. */
export type Ref = string;

export interface Source {
  readonly id: string;
  readonly alias: string;
  readonly relation: Relation;
  /** The kind of the source. Rows of json_each come in the order of the array. */
  readonly kind: 'table' | 'view' | 'query' | 'json_each';
  /**
   * The columns that the arguments of json_each use. The keys of its rows are valid only for fixed values of these
   * columns.
   */
  readonly requires: readonly Ref[];
}

export function refTo(source: Source, column: string): Ref {
  return `${source.id}.${column.toLowerCase()}`;
}

/** States that the values of the columns `from` determine the value of the column `to`. */
export interface Dependency {
  readonly from: readonly Ref[];
  readonly to: Ref;
}

/**
 * Returns all columns whose values follow from the given columns, through equalities and through keys of the sources.
 */
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

/**
 * Tells whether the values of all these columns are determined by the known ones. Columns of enclosing queries count as
 * determined.
 */
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
