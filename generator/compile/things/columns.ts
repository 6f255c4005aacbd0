// From the words of an argument or a leaf to the column of a thing that keeps it. One function decides it, so that what is
// given under a name is shown under it.
import { columnName } from '../fields.ts';
import { idOf, spelled } from '../read/id-of.ts';
import type { Thing, Things } from './thing.ts';

export interface ColumnName {
  readonly column: string;
  readonly words: readonly string[];
  /** The table whose key it holds. */
  readonly references?: string;
  readonly isKey: boolean;
}

export function columnFor(thing: Thing, stated: readonly string[], things: Things, isList = false): ColumnName {
  const words = withoutNew(spelled(stated));
  const naming = idOf(words);
  if (
    naming !== undefined &&
    naming.noun.length === 0 &&
    naming.called.length === 0 &&
    naming.by === thing.own.words.join(' ') &&
    !isList
  )
    return { column: thing.own.column, words: thing.own.words, isKey: true };
  if (naming !== undefined && naming.called.length > 0) {
    const other = things.byNoun.get(naming.noun.join(' ')) ?? things.byNoun.get(naming.called.join(' '));
    if (other === thing && naming.called.join(' ') === naming.noun.join(' ') && !isList)
      return { column: thing.own.column, words: thing.own.words, isKey: true };
    if (other !== undefined) {
      const own = [...naming.called, naming.by];
      return {
        column: listed(columnName(own), isList),
        words: own,
        ...(isList ? {} : { references: other.table }),
        isKey: false,
      };
    }
  }
  const bare = withoutNoun(words, thing);
  if (!isList && (bare.join(' ') === thing.own.words.join(' ') || (thing.natural && thing.nouns.has(words.join(' ')))))
    return { column: thing.own.column, words: thing.own.words, isKey: true };
  for (const part of thing.scope)
    if (part.words.join(' ') === words.join(' ')) return { column: part.column, words, isKey: true };
  const natural = things.byNoun.get(words.join(' '));
  if (natural !== undefined && natural.natural && natural !== thing && natural.scope.length === 0 && !isList)
    return { column: columnName(words), words, references: natural.table, isKey: false };
  return { column: listed(columnName(bare), isList), words: bare, isKey: false };
}

function listed(name: string, isList: boolean): string {
  return isList && !name.endsWith('s') ? `${name}s` : name;
}

/** new_title, updated_title: the title. */
function withoutNew(words: readonly string[]): readonly string[] {
  return words.length > 1 && (words[0] === 'new' || words[0] === 'updated') ? words.slice(1) : words;
}

/** order_date of an order is its date. */
function withoutNoun(words: readonly string[], thing: Thing): readonly string[] {
  for (const noun of thing.nouns) {
    const own = noun.split(' ');
    for (let from = 0; from < own.length; from++) {
      const part = own.slice(from);
      if (words.length > part.length && part.every((word, at) => words[at] === word)) return words.slice(part.length);
    }
  }
  return words;
}
