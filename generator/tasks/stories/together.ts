// Joins several stories of one person: a few wishes of which the last comes late, a long list, or wishes about several
// parts of a composed world. An e-mail address identifies a person in all parts. The first message holds at most three
// wishes that belong together. The user tells each other wish when the earlier wishes are fulfilled.
import type { Story } from '../../../envs/values/story.ts';
import type { Ground } from '../plan-goals.ts';
import { joinedOccasion } from './joined-occasion.ts';
import type { Occasion } from './occasion.ts';
import { ofOnePerson, PARTS } from './one-person.ts';
import { belongTogether, reachOf } from './reach.ts';
import { partOfStory } from './story-tools.ts';

const STARTS = 6;
const FEWEST = 2;
const MANY = [3, 5] as const;
const LONG = [6, 9] as const;
/** The chance that the last of many wishes comes late even if the first message could hold all of them. */
const LATE = 0.4;
/**
 * The least and the greatest number of wishes about several services. `few` is for worlds with two services. `year` is
 * a long list, drawn with the chance `rare`.
 */
const SERVICES = { few: [2, 4], usual: [5, 8], year: [10, 14], rare: 0.15 } as const;

/** The largest number of wishes in a first message, and its largest number of letters. */
const MOST_TOLD = 3;
const MOST_LETTERS = 420;

/**
 * Joins stories about several parts for one person. Returns undefined if the stories are about fewer than two parts, or
 * if no person of several parts can tell enough stories.
 */
export function together(ground: Ground, stories: readonly Story[]): Occasion | undefined {
  const { random } = ground;
  // a story in which the agent declines without any call belongs to no part
  const parts = new Set(stories.map(({ steps }) => partOfStory(steps)).filter((part) => part !== ''));
  if (parts.size < 2) return undefined;
  const usual = parts.size < PARTS ? SERVICES.few : SERVICES.usual;
  const [least, most] = random.real() < SERVICES.rare ? SERVICES.year : usual;
  for (let start = 0; start < STARTS; start++) {
    const forgetWords = ground.bag?.save();
    const chosen = ofOnePerson(ground, stories, random.int(least, most));
    const met = new Set(chosen.map(({ story }) => partOfStory(story.steps)));
    if (met.size >= Math.min(PARTS, parts.size) && chosen.length >= Math.min(least, usual[0]))
      return toldInTurn(ground, chosen, random.real() < LATE);
    forgetWords?.();
  }
  return undefined;
}

/** Joins two or three wishes of one person. The user tells the last wish late. */
export function lateWish(ground: Ground, stories: readonly Story[]): Occasion | undefined {
  return wishes(ground, stories, ground.random.int(FEWEST, FEWEST + 1), 1);
}

/** Joins three to five wishes of one person. */
export function manyWishes(ground: Ground, stories: readonly Story[]): Occasion | undefined {
  return wishes(ground, stories, ground.random.int(...MANY), LATE);
}

/** Joins six to nine wishes of one person. */
export function longList(ground: Ground, stories: readonly Story[]): Occasion | undefined {
  return wishes(ground, stories, ground.random.int(...LONG), LATE);
}

function wishes(ground: Ground, stories: readonly Story[], count: number, late: number): Occasion | undefined {
  for (let start = 0; start < STARTS; start++) {
    const forgetWords = ground.bag?.save();
    const chosen = ofOnePerson(ground, stories, count);
    if (chosen.length >= Math.max(FEWEST, count - 1)) return toldInTurn(ground, chosen, ground.random.real() < late);
    forgetWords?.();
  }
  return undefined;
}

/**
 * Joins occasions of one person in the given order. The first message tells those at the beginning that belong together
 * with the very first one. With `isLate`, the last one is never in the first message.
 */
export function toldInTurn(ground: Ground, occasions: readonly Occasion[], isLate: boolean): Occasion {
  const most = Math.min(ground.random.int(1, MOST_TOLD), occasions.length - (isLate ? 1 : 0));
  const [first, ...rest] = occasions.map((each) => ({ reach: reachOf(ground, each), letters: each.opening.length }));
  let letters = first?.letters ?? 0;
  const apart = rest.findIndex((each) => {
    letters += each.letters;
    if (first?.reach === undefined || each.reach === undefined || letters > MOST_LETTERS) return true;
    return !belongTogether(first.reach, each.reach);
  });
  return joinedOccasion(ground, occasions, Math.max(1, Math.min(most, apart === -1 ? occasions.length : apart + 1)));
}
