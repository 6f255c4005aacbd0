// Finds arguments with listed values that are states of the row: `outcome` of close_visit(visit_id, outcome) sets the
// state of the visit, so it needs no second column.
import type { FieldNode } from '../../fields/fields.ts';
import { sameState, stateOf } from '../../lexicon/verbs.ts';
import { isStateColumn, type KnownColumn } from './known-column.ts';

type Columns = ReadonlyMap<string, KnownColumn>;

const isSaid = (state: string, word: string): boolean => sameState(state, word) || sameState(state, stateOf(word));

/** Returns the state column that has all listed values of the argument, or values that mean the same. */
export function listsStates(
  { kind, field }: FieldNode,
  column: string,
  columns: Columns | undefined,
): KnownColumn | undefined {
  if (kind !== 'scalar' || field.choices.length < 2 || isStateColumn(column)) return undefined;
  const found = [...(columns?.values() ?? [])].filter(
    (known) =>
      isStateColumn(known.column) &&
      field.choices.every((each) => known.choices.some((state) => isSaid(String(state), String(each)))),
  );
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Returns the state column that has all listed values of an argument. Returns undefined if a result shows a column with
 * the argument's own name.
 */
export function givenState(node: FieldNode, column: string, columns: Columns | undefined): KnownColumn | undefined {
  const found = listsStates(node, column, columns);
  const isOwn = columns?.get(column)?.shown === true;
  return !isOwn && node.field.choices.every((each) => found?.choices.includes(each) === true) ? found : undefined;
}
