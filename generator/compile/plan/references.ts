// Finds the references between tables. Each row refers to its parent row and to the rows that its columns name.
import { plural } from '../../../envs/words/split-words.ts';
import { BOOKINGS } from '../../lexicon/nouns.ts';
import { timeSenseOf } from '../../lexicon/time-words.ts';
import type { Thing } from '../things/thing.ts';
import type { Need } from './needs.ts';
import type { ColumnPlan, Reference, TablePlan } from './plan.ts';

/** A table before its references are found. */
export interface Draft {
  readonly name: string;
  readonly words: readonly string[];
  readonly kind: TablePlan['kind'];
  readonly key: readonly string[];
  readonly columns: readonly ColumnPlan[];
  readonly thing: Thing | undefined;
}

/**
 * Pairs of tables, as "lines of orders": a tool deletes the rows of the first table together with their row of the
 * second, because the tool's description says so.
 */
export type Carried = ReadonlySet<string>;

export function withReferences(drafts: readonly Draft[], needs: readonly Need[], carried: Carried): TablePlan[] {
  const byName = new Map(drafts.map((draft) => [draft.name, draft]));
  return drafts.map((draft) => {
    const references = parentOf(draft, byName);
    for (const column of nearestFirst(draft, byName, needs)) {
      const reference = referenceOf(draft, column, references, byName, needs, carried);
      if (reference !== undefined) references.push(reference);
    }
    const { name, words, kind, key, columns } = draft;
    const about = `${[...words.slice(0, -1), plural(words.at(-1) ?? '')].join(' ')}.`;
    const isSparse = ({ columns: own }: Reference): boolean =>
      needs.some((need) => need.sparse === true && need.table === name && own.includes(need.column));
    return {
      name,
      words,
      kind,
      about,
      key,
      columns,
      references: references.map((each) => (isSparse(each) ? { ...each, parent: false, sparse: true as const } : each)),
    };
  });
}

type Drafts = ReadonlyMap<string, Draft>;

function parentOf({ thing }: Draft, byName: Drafts): Reference[] {
  const parent = thing?.parent === undefined ? undefined : byName.get(thing.parent);
  if (thing === undefined || parent === undefined || parent.key.length !== thing.scope.length) return [];
  const columns = thing.scope.map((part) => part.column);
  return [{ columns, table: parent.name, to: parent.key, onDelete: 'cascade', parent: true }];
}

/** Returns the tables to which one column of a table refers. Without a column, returns the targets of all columns. */
function targetsOf(needs: readonly Need[], from: string, column?: string): string[] {
  return needs.flatMap((need) =>
    need.table === from && need.references !== undefined && (column === undefined || need.column === column)
      ? [need.references]
      : [],
  );
}

/**
 * Sorts the columns: a column that refers to a more specific table comes first. For example, card_id comes before
 * board_id, because each card belongs to one board.
 */
function nearestFirst(draft: Draft, byName: Drafts, needs: readonly Need[]): readonly ColumnPlan[] {
  if (draft.kind === 'link') return draft.columns;
  const near = (column: ColumnPlan): number => {
    const [target = ''] = targetsOf(needs, draft.name, column.name);
    const scope = byName.get(target)?.thing?.scope.length ?? 0;
    const others = new Set(
      draft.columns.flatMap((each) => (each === column ? [] : targetsOf(needs, draft.name, each.name))),
    );
    return scope * 100 + targetsOf(needs, target).filter((each) => others.has(each)).length;
  };
  return [...draft.columns].sort((a, b) => near(b) - near(a));
}

function referenceOf(
  draft: Draft,
  column: ColumnPlan,
  before: readonly Reference[],
  byName: Drafts,
  needs: readonly Need[],
  carried: Carried,
): Reference | undefined {
  const isLink = draft.kind === 'link';
  const [target] = targetsOf(needs, draft.name, column.name);
  const other = target === undefined ? undefined : byName.get(target);
  if (other?.thing === undefined || (draft.key.includes(column.name) && !isLink)) return undefined;
  const scope = other.thing.scope.map((part) => part.column);
  if (!scope.every((part) => draft.columns.some((each) => each.name === part))) return undefined;
  const own = other.columns.find((each) => each.name === other.thing?.own.column);
  if (own === undefined || own.value !== column.value) return undefined;
  const parent = isLink
    ? before.length === 0
    : !column.nullable && !before.some((each) => each.parent) && other.name !== draft.name && !occupies(draft, other);
  const isCarried = carried.has(`${draft.name} of ${other.name}`);
  return {
    columns: [...scope, column.name],
    table: other.name,
    to: [...scope, own.name],
    onDelete: isLink || parent || isCarried ? 'cascade' : column.nullable ? 'clear' : 'restrict',
    parent,
  };
}

/**
 * Tells whether the rows of a table occupy the times of another table, as appointments occupy slots. Such rows are not
 * parts of the other row: each time has at most one of them.
 */
function occupies({ words }: Draft, { columns }: Draft): boolean {
  return (
    BOOKINGS.has(words.at(-1) ?? '') &&
    columns.some((each) => each.value === 'text' && timeSenseOf(each.words) === 'start')
  );
}

/**
 * Sorts the tables: each table comes after the tables to which it refers. Where references form a circle, one of these
 * references is dropped.
 */
export function ordered(tables: readonly TablePlan[]): TablePlan[] {
  const placed: TablePlan[] = [];
  const open = new Set<string>();
  const byName = new Map(tables.map((table) => [table.name, table]));
  const cut = new Set<Reference>();
  const place = (table: TablePlan): void => {
    if (placed.some((each) => each.name === table.name) || open.has(table.name)) return;
    open.add(table.name);
    for (const reference of table.references) {
      const target = byName.get(reference.table);
      if (target === undefined || target === table) continue;
      if (open.has(target.name)) cut.add(reference);
      else place(target);
    }
    open.delete(table.name);
    placed.push(table);
  };
  for (const table of [...tables].sort((a, b) => (a.name < b.name ? -1 : 1))) place(table);
  return placed.map((table) => ({ ...table, references: table.references.filter((reference) => !cut.has(reference)) }));
}
