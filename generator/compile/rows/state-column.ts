// Finds the state column of a table and its values in order, and makes a list of states in plausible shares for the
// rows.
import { eraOf, shareOf, statesOf, type Era } from '../../lexicon/pools/states.ts';
import type { ColumnPlan, TablePlan } from '../plan/plan.ts';

export interface State {
  readonly column: string;
  readonly values: readonly string[];
  /**
   * The states for the rows, about one entry for each row. Each state occurs at least once, and usual states occur more
   * often than rare ones.
   */
  readonly deck: readonly string[];
}

const NAMES = new Set([
  'status',
  'state',
  'lifecycle state',
  'phase',
  'stage',
  'current status',
  'order status',
  'booking status',
]);

export function stateOf(table: TablePlan, size: number): State | undefined {
  const column =
    table.columns.find((each) => each.system === 'state' && each.value === 'text') ??
    table.columns.find((each) => each.value === 'text' && NAMES.has(each.words.join(' ')) && !isRegion(table, each));
  if (column === undefined) return undefined;
  const values = valuesOf(column, table.words);
  if (values.length === 0) return undefined;
  const first = typeof column.first === 'string' ? column.first : undefined;
  return {
    column: column.name,
    values,
    deck: deckOf(values, table.words, first, size),
  };
}

/** Tells whether a column `state` means a part of a country, because the table also has columns of an address. */
function isRegion(table: TablePlan, column: ColumnPlan): boolean {
  return (
    column.name === 'state' &&
    table.columns.some(({ words }) => ['city', 'zip', 'street', 'country'].includes(words[0] ?? ''))
  );
}

function valuesOf(column: ColumnPlan, noun: readonly string[]): readonly string[] {
  if (column.choices !== undefined) return column.choices.map(String);
  const quoted = [...column.description.matchAll(/['"`]([A-Za-z][A-Za-z _-]{1,20})['"`]/g)].map(
    ([, word = '']) => word,
  );
  return quoted.length >= 2 ? [...new Set(quoted)] : statesOf(noun);
}

function deckOf(
  values: readonly string[],
  noun: readonly string[],
  first: string | undefined,
  size: number,
): readonly string[] {
  const shares = values.map((value) => shareOf(value, noun));
  const most = Math.max(...shares);
  const weighed = values.map((value, at) => (value === first ? most + 1 : (shares[at] ?? 1)));
  const sum = weighed.reduce((all, each) => all + each, 0);
  const room = Math.max(size, values.length) - values.length;
  return values.flatMap((value, at) => Array<string>(1 + Math.round((room * (weighed[at] ?? 1)) / sum)).fill(value));
}

/** Returns the states of one era: all states that mean past, running, coming or cancelled. */
export function statesIn(state: State, era: Era): readonly string[] {
  return state.values.filter((value) => eraOf(value) === era);
}
