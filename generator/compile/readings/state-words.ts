// Finds the words with which a description names the states of a table's rows.
import { sameState, stateOf } from '../../lexicon/verbs.ts';
import { spelled } from '../../fields/id-of.ts';
import type { Need } from '../plan/needs.ts';
import { escaped } from '../things/nouns-of.ts';
import { isStateColumn } from '../things/known-column.ts';
import type { Thing } from '../things/thing.ts';
import { needOfKnown, needOfState } from './known-needs.ts';
import type { Domain } from './reading.ts';
import { targetOf } from './state-target.ts';

/** A word with which a description names a state, and the column and the value that hold this state. */
export interface StateWord {
  readonly word: string;
  readonly thing: Thing;
  readonly column: string;
  readonly value: string | number | boolean;
  readonly need: Need;
}

/** Returns the states of a table's rows: the values of its state columns, and the states that tools set. */
export function statesOf(thing: Thing, domain: Domain): StateWord[] {
  const columns = [...(domain.known.get(thing.table)?.columns.values() ?? [])];
  const listed = columns.flatMap((known): StateWord[] => {
    const need = needOfKnown(thing, known, '');
    if (known.type === 'boolean')
      return [
        { word: known.words.filter((each) => each !== 'is').join(' '), thing, column: known.column, value: true, need },
      ];
    if (!isStateColumn(known.column)) return [];
    return known.choices.map((value) => ({
      word: String(value)
        .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
        .replaceAll(/[_-]/g, ' ')
        .toLowerCase(),
      thing,
      column: known.column,
      value,
      need,
    }));
  });
  const made = domain.tools.flatMap((tool): StateWord[] => {
    if (!tool.senses.has('state') || tool.told === 'read' || !thing.nouns.has(spelled(tool.noun).join(' '))) return [];
    const target = targetOf(tool, thing, domain);
    if (typeof target === 'string' || target.value === false) return [];
    const word = stateOf(tool.verb).replaceAll('_', ' ');
    if (listed.some((each) => sameState(each.word, word))) return [];
    const need = needOfState(thing, target.column, target.value, 'filtered', '');
    return [{ word, thing, column: target.column, value: target.value, need }];
  });
  return [...listed, ...made];
}

/** Returns a pattern that matches any of these states. */
export const alternatives = (words: readonly StateWord[]): string =>
  `(?:${[...new Set(words.map(({ word }) => word))]
    .sort((a, b) => b.length - a.length)
    .map((word) => `${escaped(word)}s?`)
    .join('|')})`;
