// Finds the column of a thing that keeps an argument or a leaf, from its words. No other function decides this, so that
// a value is shown under the name under which it was given.
import { columnName } from '../../fields/fields.ts';
import { idOf, isPrinted, spelled } from '../../fields/id-of.ts';
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
  const part = isList ? undefined : thing.scope.find((each) => each.words.join(' ') === words.join(' '));
  if (part !== undefined) return { column: part.column, words, isKey: true };
  if (
    naming !== undefined &&
    naming.noun.length === 0 &&
    naming.called.length === 0 &&
    isSameKey(naming, thing) &&
    !isList
  )
    return { column: thing.own.column, words: thing.own.words, isKey: true };
  if (naming !== undefined && naming.called.length > 0) {
    const other = things.byNoun.get(naming.noun.join(' ')) ?? things.byNoun.get(naming.called.join(' '));
    if (other === thing && naming.called.join(' ') === naming.noun.join(' ') && !isList)
      return { column: thing.own.column, words: thing.own.words, isKey: true };
    if (other !== undefined) {
      const own = [...naming.called, ...(naming.global && other.global ? other.own.words : [naming.by])];
      return {
        column: listed(columnName(own), isList),
        words: own,
        ...(isList ? {} : { references: other.table }),
        isKey: false,
      };
    }
  }
  if (naming?.global === true && !isList) {
    const holder = naming.called.join(' ') === 'parent' ? thing : personOf(naming.noun, things);
    if (holder !== undefined && holder.global && holder.scope.length === 0) {
      const own = [...(naming.called.length > 0 ? naming.called : naming.noun), naming.by];
      return { column: columnName(own), words: own, references: holder.table, isKey: false };
    }
  }
  const bare = withoutNoun(words, thing);
  if (!isList && (bare.join(' ') === thing.own.words.join(' ') || (thing.natural && thing.nouns.has(words.join(' ')))))
    return { column: thing.own.column, words: thing.own.words, isKey: true };
  const natural = things.byNoun.get(words.join(' '));
  if (natural !== undefined && natural.natural && natural !== thing && !isList)
    return { column: columnName(words), words, references: natural.table, isKey: false };
  const printed = isPrinted(words) && !isList ? printedOf(words, thing, things) : undefined;
  if (printed !== undefined) return { column: columnName(words), words, references: printed.table, isKey: false };
  return { column: listed(columnName(bare), isList), words: bare, isKey: false };
}

/** The other thing whose rows carry this code: the barcode of a note is that of its sample. */
const printedOf = (words: readonly string[], thing: Thing, things: Things): Thing | undefined =>
  things.all.find(
    (other) =>
      other !== thing &&
      other.natural &&
      other.scope.length === 0 &&
      [...other.nouns, ''].some((noun) => `${noun} ${other.own.words.join(' ')}`.trim() === words.join(' ')),
  );

/** Names of one key: id, gid and uuid of one thing are the same key in all tools of a list. */
function isSameKey(naming: { readonly by: string; readonly global: boolean }, thing: Thing): boolean {
  return naming.by === thing.own.words.join(' ') || (naming.global && naming.by !== 'key' && thing.global);
}

const ROLES =
  /^(?:assignee|author|owner|creator|reporter|reviewer|approver|manager|lead|leader|organizer|sender|requester|assigned user|created by|responsible)$/;

/** The thing that a person's role refers to: an assignee is a user, where there are users and no assignees. */
function personOf(noun: readonly string[], things: Things): Thing | undefined {
  const text = noun.join(' ');
  if (!ROLES.test(text) || things.byNoun.has(text)) return undefined;
  return ['user', 'member', 'person', 'employee', 'account', 'contact']
    .map((each) => things.byNoun.get(each))
    .find((each) => each !== undefined);
}

function listed(name: string, isList: boolean): string {
  return isList && !name.endsWith('s') ? `${name}s` : name;
}

/** Words that do not belong to a column's name: new_title and updated_title both mean the title. */
function withoutNew(words: readonly string[]): readonly string[] {
  const isMoment = /^(?:at|on|by|date|time|since|until|after|before)$/.test(words[1] ?? '');
  return words.length > 1 && !isMoment && (words[0] === 'new' || words[0] === 'updated') ? words.slice(1) : words;
}

/** The words without the thing's noun: order_date of an order is its date. */
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
