// Finds the column for an argument or a result field by the words of its name. No other file decides this, so that
// results show a value under the name with which calls give it.
import { columnName } from '../../fields/fields.ts';
import { idOf, isOwnCode, spelled } from '../../fields/id-of.ts';
import type { Thing, Things } from './thing.ts';

export interface ColumnName {
  readonly column: string;
  readonly words: readonly string[];
  /** The table whose key the column holds; absent for a column that refers to no table. */
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
    // if targets are rows with a table of their own, target_id is the key of a target
    const isNoun = naming.noun.length === 0 || naming.called.join(' ') === naming.noun.join(' ');
    if (other === thing && isNoun && !isList) return { column: thing.own.column, words: thing.own.words, isKey: true };
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
  const printed = isOwnCode(words) && !isList ? printedOf(words, thing, things) : undefined;
  if (printed !== undefined) return { column: columnName(words), words, references: printed.table, isKey: false };
  return { column: listed(columnName(bare), isList), words: bare, isKey: false };
}

/**
 * Returns the other table that has a code of this name as its key. For example, `barcode` in a note is the key of a
 * sample.
 */
const printedOf = (words: readonly string[], thing: Thing, things: Things): Thing | undefined =>
  things.all.find(
    (other) =>
      other !== thing &&
      other.natural &&
      other.scope.length === 0 &&
      [...other.nouns, ''].some((noun) => `${noun} ${other.own.words.join(' ')}`.trim() === words.join(' ')),
  );

/** Tells whether two names mean the same key: `id`, `gid` and `uuid` of one table are the same. */
function isSameKey(naming: { readonly by: string; readonly global: boolean }, thing: Thing): boolean {
  return naming.by === thing.own.words.join(' ') || (naming.global && naming.by !== 'key' && thing.global);
}

const ROLES =
  /^(?:assignee|author|owner|creator|reporter|reviewer|approver|manager|lead|leader|organizer|sender|requester|assigned user|created by|responsible)$/;

/**
 * Returns the table of people to which a role refers. For example, an assignee is a user if there is a table of users
 * and none of assignees.
 */
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

/** Removes `new` or `updated` from the words of a name: new_title and updated_title mean the title. */
function withoutNew(words: readonly string[]): readonly string[] {
  const isMoment = /^(?:at|on|by|date|time|since|until|after|before)$/.test(words[1] ?? '');
  return words.length > 1 && !isMoment && (words[0] === 'new' || words[0] === 'updated') ? words.slice(1) : words;
}

/** Removes the table's noun from the words of a name: order_date of an order is its `date`. */
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
