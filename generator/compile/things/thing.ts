// Things: the nouns whose rows the environment keeps, each with the key that its tools ask for.
import type { ValueType } from '../../fields/fields.ts';
import type { Described } from '../read/said-example.ts';

/** One column of a key, and the words by which tools call it. */
export interface KeyPart {
  readonly column: string;
  readonly words: readonly string[];
  readonly type: ValueType;
  /** The form of its values, as the most precise argument of the list states it. */
  readonly form?: Described;
}

export interface Thing {
  /** The name of its table, which identifies the thing. */
  readonly table: string;
  /** The noun in the singular. */
  readonly words: readonly string[];
  /** Other nouns for the same rows, joined by a space. */
  readonly nouns: ReadonlySet<string>;
  /** The last part of its key: an id, a number, a name. */
  readonly own: KeyPart;
  /** Whether the key is unique by itself (an id), or only within its parent (a number of a repository). */
  readonly global: boolean;
  /** The key is a value that people give: a name, an e-mail address, a path. */
  readonly natural: boolean;
  /** The parts of the parent's key, where the own key is unique only with them. */
  readonly scope: readonly KeyPart[];
  /** The thing to which it belongs. */
  readonly parent: string | undefined;
  /** The reasons why it is a thing, for a person to check. */
  readonly evidence: readonly string[];
}

export interface Things {
  readonly all: readonly Thing[];
  readonly byTable: ReadonlyMap<string, Thing>;
  /** Every noun of every thing. */
  readonly byNoun: ReadonlyMap<string, Thing>;
}

/** The column of a row that holds the key of another thing. */
export function referenceColumn(thing: Thing): string {
  return `${thing.words.join('_')}_${thing.own.column}`;
}
