// Joins several occasions to one: the first message, and the messages in which the user tells the other wishes later.
import type { SaidWish } from '../plan.ts';
import type { Ground } from '../plan-goals.ts';
import { WordBag } from '../word-bag.ts';
import { joinStories } from './join-stories.ts';
import { headsFor, LAST_LINKS, LATE_LINKS, LINKS } from './joining-words.ts';
import { retold, type Occasion, type ToldLater } from './occasion.ts';
import { beginsSmall, lowered, raised, withoutThanks } from './tell-story.ts';

/** The chance that the user first says how many wishes there are. */
const HEADED = 0.35;

/** Joins occasions of one person in the given order. The first message tells the first `count` of them. */
export function joinedOccasion(ground: Ground, occasions: readonly Occasion[], count: number): Occasion {
  const [first] = occasions;
  const seed = occasions.find((each) => each.seed !== undefined)?.seed;
  const whole = joinStories(occasions);
  const found = occasions.some(({ story }) => story.family === 'diagnosis');
  const head = { name: 'several wishes', family: found ? ('diagnosis' as const) : ('chain' as const) };
  const told = occasions.slice(0, count);
  const isSmall = first?.manner?.style === 'lower' || occasions.every(({ opening }) => beginsSmall(opening));
  const parts = openingOf(ground, told, isSmall);
  const later = occasions.slice(count).map((occasion, at): ToldLater => {
    const { knows, steps } = joinStories(occasions.slice(0, count + at));
    const after = joinStories(occasions.slice(0, count + at + 1)).knows;
    return {
      text: laterWords(ground, occasion, isSmall, count + at + 1 === occasions.length),
      before: { ...head, knows, steps },
      keys: Object.keys(after).filter((name) => !(name in knows)),
    };
  });
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
    ...(later.length === 0 ? {} : { later }),
    again: () => joinedOccasion(ground, occasions.map(retold), count),
  };
}

/** Returns the words of the first message, one part for each wish. */
function openingOf({ random, bag = new WordBag() }: Ground, told: readonly Occasion[], isSmall: boolean): string[] {
  const head = told.length === 1 || random.real() > HEADED ? '' : bag.pick(headsFor(told.length), random);
  return told.map((occasion, at) => {
    const { opening, more = opening } = occasion;
    const own = inOwnLetters(head === '' ? opening : more, isSmall);
    if (told.length === 1) return own;
    const words =
      at > 0
        ? linked(bag.pick(LINKS, random), occasion, isSmall)
        : `${head === '' ? '' : `${smallOr(head, isSmall)} `}${withoutThanks(own)}`;
    return at === told.length - 1 || /[.?!]"?$/.test(words) ? words : `${words}.`;
  });
}

/** Returns the words of a wish that the user tells after the earlier wishes were answered. */
function laterWords(
  { random, bag = new WordBag() }: Ground,
  occasion: Occasion,
  isSmall: boolean,
  isLast: boolean,
): string {
  return linked(bag.pick(isLast ? [...LATE_LINKS, ...LAST_LINKS] : LATE_LINKS, random), occasion, isSmall);
}

/** Adds capitals to a text in small letters, unless the user writes in small letters. */
const inOwnLetters = (text: string, isSmall: boolean): string => (!isSmall && beginsSmall(text) ? raised(text) : text);

/** Writes linking words in small letters, for a user who writes in small letters. */
const smallOr = (words: string, isSmall: boolean): string =>
  isSmall ? `${lowered(words)}${words.endsWith('.') ? '.' : ''}` : words;

const wishesIn = (told: readonly Occasion[], parts: readonly string[]): SaidWish[] =>
  told.flatMap(({ wishes = [] }, at) => wishes.map((wish) => ({ ...wish, said: parts[at] ?? wish.said })));

/** Matches a greeting, which only a first message has. */
const GREETING = /^(?:hi|hello|hey)(?: there)?[,!.]? /i;

/**
 * Puts linking words such as "Also," before the text of a wish. The first letter of the text then becomes small. It
 * stays if the linking words are a sentence, or if the text begins with a known name, a number or an acronym.
 */
function linked(link: string, { opening, more = opening, story }: Occasion, isSmall: boolean): string {
  const text = inOwnLetters(more.replace(GREETING, ''), isSmall);
  const isNamed = Object.values(story.knows).some((value) => typeof value === 'string' && text.startsWith(value));
  const isSentence = /[.!?]$/.test(link);
  const isKept = isNamed || /^(?:I\b|[A-Z]{2}|"|[^ ]*\d|.*?:$)/.test(text);
  const head =
    isSentence && !isSmall ? text.charAt(0).toUpperCase() : isSentence ? text.charAt(0) : text.charAt(0).toLowerCase();
  return `${smallOr(link, isSmall)} ${isKept ? text : head + text.slice(1)}`;
}
