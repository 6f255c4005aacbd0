// Joins several stories of one person: a few wishes of which the last comes late, a long list, or wishes about several
// parts of a composed world. An e-mail address identifies a person in all parts.
import type { Story } from '../../../envs/values/story.ts';
import type { SaidWish } from '../plan.ts';
import type { Ground } from '../plan-goals.ts';
import { WordBag } from '../word-bag.ts';
import { joinStories } from './join-stories.ts';
import { LATE_LINKS, LINKS, LIST_HEADS } from './joining-words.ts';
import type { Occasion } from './occasion.ts';
import { ofOnePerson, PARTS } from './one-person.ts';
import { partOfStory } from './story-tools.ts';
import { withoutThanks } from './tell-story.ts';

const STARTS = 6;
const FEWEST = 2;
const MANY = [3, 5] as const;
const LONG = [6, 9] as const;
/** The chance that the last of many wishes comes late. */
const LATE = 0.4;
/**
 * The least and the most wishes about several services. `few` is for worlds with two services, and `year` is drawn with
 * the chance `rare`.
 */
const SERVICES = { few: [2, 4], usual: [5, 8], year: [10, 14], rare: 0.15 } as const;

/** With at least this many wishes, the user may first say that there is a list. HEADED is the chance of this. */
const LISTED = 3;
const HEADED = 0.7;

/** Joins stories of several parts for one person. Undefined where no person is known in several parts. */
export function together(ground: Ground, stories: readonly Story[]): Occasion | undefined {
  const { random } = ground;
  // a story in which the agent declines without any call is about no part
  const parts = new Set(stories.map(({ steps }) => partOfStory(steps)).filter((part) => part !== ''));
  if (parts.size < 2) return undefined;
  const usual = parts.size < PARTS ? SERVICES.few : SERVICES.usual;
  const [least, most] = random.real() < SERVICES.rare ? SERVICES.year : usual;
  for (let start = 0; start < STARTS; start++) {
    const chosen = ofOnePerson(ground, stories, random.int(least, most));
    const met = new Set(chosen.map(({ story }) => partOfStory(story.steps)));
    if (met.size >= Math.min(PARTS, parts.size) && chosen.length >= Math.min(least, usual[0]))
      return joinedOccasion(ground, chosen, random.real() < LATE);
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
    const chosen = ofOnePerson(ground, stories, count);
    if (chosen.length >= Math.max(FEWEST, count - 1))
      return joinedOccasion(ground, chosen, ground.random.real() < late);
  }
  return undefined;
}

/** Joins occasions of one person, in this order. */
export function joinedOccasion(
  { random, bag = new WordBag() }: Ground,
  occasions: readonly Occasion[],
  mayBeLate: boolean,
): Occasion {
  const last = occasions.at(-1);
  const [first] = occasions;
  const seed = occasions.find((each) => each.seed !== undefined)?.seed;
  const isLate = mayBeLate && last !== undefined && occasions.length > 1;
  const whole = joinStories(occasions);
  const found = occasions.some(({ story }) => story.family === 'diagnosis');
  const head = { name: 'several wishes', family: found ? ('diagnosis' as const) : ('chain' as const) };
  const before = joinStories(occasions.slice(0, -1));
  const told = isLate ? occasions.slice(0, -1) : occasions;
  const listHead = told.length < LISTED || random.real() > HEADED ? '' : bag.pick(LIST_HEADS, random);
  const parts = openingOf(told, listHead, () => bag.pick(LINKS, random));
  return {
    story: { ...head, knows: whole.knows, steps: whole.steps },
    opening: parts.join(' '),
    wants: occasions.map(({ wants }) => wants).join('; then you want to '),
    who: whole.who,
    rows: [...new Set(occasions.flatMap(({ rows }) => rows))],
    ...(first?.manner === undefined ? {} : { manner: first.manner }),
    wishes: wishesIn(told, parts),
    ...(seed === undefined ? {} : { seed }),
    ...(first?.setup === undefined ? {} : { setup: first.setup }),
    ...(isLate
      ? {
          late: {
            text: `${bag.pick(LATE_LINKS, random)} ${afterLink(last)}`,
            before: { ...head, knows: before.knows, steps: before.steps },
            keys: Object.keys(whole.knows).filter((name) => !(name in before.knows)),
          },
        }
      : {}),
  };
}

/** Returns the words of the first message, one part for each wish. */
function openingOf(told: readonly Occasion[], head: string, link: () => string): string[] {
  // if the first text begins with a small letter, so does every text of the person
  const isSmall = /^\p{Ll}/u.test(told[0]?.opening ?? '');
  const own = (words: string): string => (isSmall ? words.toLowerCase() : words);
  return told.map((occasion, at) => {
    const { opening, more = opening } = occasion;
    const first = head === '' ? opening : `${own(head)} ${more}`;
    const words = at > 0 ? `${own(link())} ${afterLink(occasion)}` : told.length > 1 ? withoutThanks(first) : first;
    return at === told.length - 1 || /[.?!]"?$/.test(words) ? words : `${words}.`;
  });
}

const wishesIn = (told: readonly Occasion[], parts: readonly string[]): SaidWish[] =>
  told.flatMap(({ wishes = [] }, at) => wishes.map((wish) => ({ ...wish, said: parts[at] ?? wish.said })));

/**
 * Returns the text of a wish that comes after linking words such as "Also,". Its first letter is small, unless the text
 * begins with a known name, a number or an acronym.
 */
function afterLink({ opening, more: text = opening, story }: Occasion): string {
  const isNamed = Object.values(story.knows).some((value) => typeof value === 'string' && text.startsWith(value));
  return isNamed || /^(?:I\b|[A-Z]{2}|"|[^ ]*\d|.*?:$)/.test(text)
    ? text
    : text.charAt(0).toLowerCase() + text.slice(1);
}
