// The parts of a user's goal, one per wish. A user with several wishes repeats only the one that the agent's message is
// about.
import { firstPerson } from '../../envs/server/opening.ts';
import { deedsIn } from '../../envs/words/deeds.ts';
import { splitProse } from '../../envs/words/split-words.ts';

const DEED_WEIGHT = 1.5;
const AROUND_WEIGHT = 0.6;
const LEAST_LETTERS = 3;

/**
 * Splits a goal into its wishes, each as a sentence of the user: "You want to …; then you want to …". The last `untold`
 * wishes are left out, because the user tells them later.
 */
export function wishesIn(goal: string, untold: number): string[] {
  const [wish = ''] = goal.split(/(?<=[.!?]) (?=You(?:r| know| do not) )|\n/);
  const parts = wish.trim().split(/; then (?=you want )/i);
  return parts
    .slice(0, Math.max(1, parts.length - untold))
    .map((part) => firstPerson(part.replace(/^you /, 'You ').replace(/[.;]?$/, '.')));
}

/**
 * Returns the wish that shares the most distinctive words and actions with a text. Returns undefined if two wishes fit
 * equally well or none fits. Words in `around` count less.
 */
export function wishAbout(wishes: readonly string[], about: string, around = ''): string | undefined {
  const words = wishes.map((wish) => new Set(wordsOf(wish)));
  const said = new Map([
    ...wordsOf(around).map((word) => [word, AROUND_WEIGHT] as const),
    ...wordsOf(about).map((word) => [word, 1] as const),
  ]);
  const weight = (word: string): number => {
    const having = words.filter((each) => each.has(word)).length;
    return having === 0 ? 0 : (/\d/.test(word) ? 2 : 1) / having ** 2;
  };
  const deeds = deedsIn(about);
  const alike = wishes.map((wish) => deedsIn(wish));
  const scored = wishes
    .map((wish, at) => ({
      wish,
      score:
        [...said].reduce((sum, [word, part]) => sum + (words[at]?.has(word) === true ? weight(word) * part : 0), 0) +
        [...deeds].reduce(
          (sum, deed) =>
            sum +
            (alike[at]?.has(deed) === true ? DEED_WEIGHT / alike.filter((each) => each.has(deed)).length ** 2 : 0),
          0,
        ),
    }))
    .sort((one, other) => other.score - one.score);
  const [first, second] = scored;
  return first === undefined || first.score === 0 || first.score === second?.score ? undefined : first.wish;
}

const FILLERS = new Set(
  'the and for you your with that this have has had want wants would will shall may can could from them they are was were not any all its it on of to in is be do yes ask please like then now new i'.split(
    ' ',
  ),
);

const wordsOf = (text: string): string[] =>
  splitProse(text).filter((word) => (word.length >= LEAST_LETTERS || /\d/.test(word)) && !FILLERS.has(word));
