// A thing is a noun whose rows the environment stores. It has a table, and a key with which tools ask for a row.
import type { ValueType } from '../../fields/fields.ts';
import type { Described } from '../read/said-example.ts';

/** One column of a key, with the words that tools use for it. */
export interface KeyPart {
  readonly column: string;
  readonly words: readonly string[];
  readonly type: ValueType;
  /** The form of the key's values, from the argument that states it most precisely. */
  readonly form?: Described;
  /** The argument name with which the majority of the tools ask for the key, if the key is not an id. */
  readonly called?: string;
}

export interface Thing {
  /** The name of the table, which identifies the thing. */
  readonly table: string;
  /** The noun in the singular. */
  readonly words: readonly string[];
  /** All nouns for the rows of the table, as texts such as `pull request`. */
  readonly nouns: ReadonlySet<string>;
  /** The last part of the key: an id, a number or a name. */
  readonly own: KeyPart;
  /**
   * True if the last part of the key is unique by itself, as an id is. False for a number that is unique only within
   * its repository.
   */
  readonly global: boolean;
  /** Whether people choose the key, such as a name, an e-mail address or a path. */
  readonly natural: boolean;
  /** The columns of the parent's key. The list is empty if the last part of the key is unique by itself. */
  readonly scope: readonly KeyPart[];
  /** The table of the parent rows, to which these rows belong. */
  readonly parent: string | undefined;
  /** The reasons why the noun is a thing, for a person to check. */
  readonly evidence: readonly string[];
}

export interface Things {
  readonly all: readonly Thing[];
  readonly byTable: ReadonlyMap<string, Thing>;
  readonly byNoun: ReadonlyMap<string, Thing>;
}

/** Returns the name of a column that holds the key of another thing. */
export function referenceColumn(thing: Thing): string {
  return `${thing.words.join('_')}_${thing.own.column}`;
}

/** Returns a test for nouns that name rows of a table. */
export const isThingOf =
  ({ byNoun }: Things) =>
  (noun: string): boolean =>
    byNoun.has(noun);
