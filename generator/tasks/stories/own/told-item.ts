// Finds the words with which the user names one item of a list, and the step that chooses this item.
import type { Random } from '../../../../envs/random.ts';
import type { Json, JsonObject } from '../../../../envs/values/json.ts';
import type { StoryStep } from '../../../../envs/values/story.ts';
import { splitName } from '../../../../envs/words/split-words.ts';
import type { Described, Fact } from '../../plan.ts';
import type { Ground } from '../../plan-goals.ts';
import { tellApart } from '../../tell-apart.ts';
import { wish } from '../../wish.ts';
import { rowPhrase } from '../../words.ts';
import type { Deed } from './deed.ts';
import { isPlainName } from './look-steps.ts';
import { keyColumn, type Shown } from './shown.ts';

export interface ToldItem {
  readonly described: readonly Described[];
  readonly members: readonly string[];
  readonly facts: readonly Fact[];
  /** Returns the step that chooses the item and names it `it`. */
  choose(names: (key: string) => string): StoryStep;
}

export function tellItem(shown: Shown, { atlas, random }: Ground): ToldItem | undefined {
  const { item, items, row, list, of } = shown;
  const value = row.values[keyColumn(atlas, row)] as Json;
  const by = tellApart(item, items, value, random);
  const members = by?.map(({ label }) => Object.keys(item).find((name) => splitName(name).join(' ') === label) ?? '');
  if (by === undefined || members === undefined || !members.every(isPlainName)) return undefined;
  const facts = by.map(({ value: said }, at): Fact => ({ key: members[at] ?? '', value: said, role: 'which' }));
  return {
    described: [{ row, value, by, ...(of === undefined ? {} : { of }) }],
    members,
    facts,
    choose: (names) => ({
      choose: list,
      as: 'it',
      where: facts.map((each) => `${sameAs(item, each)} = :${names(each.key)}`).join(' AND '),
    }),
  };
}

/**
 * Writes the expression for a field of an item. If the user names only a day, the expression takes only the day of the
 * time.
 */
function sameAs(item: JsonObject, { key, value }: Fact): string {
  return item[key] === value ? `:it.${key}` : `substr(:it.${key}, 1, 10)`;
}

/**
 * Writes the wishes for several calls on one row. The first wish holds the words for the row; the others say "it".
 * Returns undefined if the words for the row cannot be found in the wish.
 */
export function wishesOn(
  deeds: readonly Deed[],
  { row }: Shown,
  described: readonly Described[],
  random: Random,
): { phrase: string; wishes: readonly string[] } | undefined {
  const value = described[0]?.value ?? null;
  const texts = deeds.map(({ goal }) => wish(goal, described, new Set(), random));
  const phrases = texts.map((text) => phraseIn(text, () => rowPhrase(row, value, described, random)));
  const [phrase] = phrases;
  if (phrase === undefined || phrases.includes(undefined)) return undefined;
  return { phrase, wishes: texts.map((text, at) => ownOf(text.replace(phrases[at] ?? '', 'it'))) };
}

/** Turns "the crop of it" into "its crop". */
const ownOf = (text: string): string =>
  text.replace(/\bthe ((?:\w+ ){1,3})of it\b/, (_all, name: string) => `its ${name.trim()}`);

const WAYS = 8;

/** Draws up to WAYS wordings, and returns the first that the text contains, or undefined. */
export function phraseIn(text: string, wording: () => string): string | undefined {
  for (let times = 0; times < WAYS; times++) {
    const phrase = wording();
    if (text.includes(phrase)) return phrase;
  }
  return undefined;
}
