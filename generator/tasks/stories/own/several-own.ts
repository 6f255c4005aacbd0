// Joins two to five stories without an author, about different rows, into one task. One person has all these wishes.
import { personsOf, type Ground } from '../../plan-goals.ts';
import { contradict, reachOf } from '../reach.ts';
import { toldInTurn } from '../together.ts';
import type { Occasion } from '../occasion.ts';
import { toolsIn } from '../story-tools.ts';

const FEWEST = 2;
const MOST = 5;
const TRIES = 4;
/** The largest number of chosen stories of one kind with the same tools. */
const MOST_ALIKE = 2;
/** The chance that the user tells the last wish late. */
const LATE = 0.4;

export function severalOwn(
  ground: Ground,
  sources: readonly ((ground: Ground) => Occasion | undefined)[],
): Occasion | undefined {
  const { random } = ground;
  const wanted = random.int(FEWEST, MOST);
  const chosen: Occasion[] = [];
  for (let attempt = 0; attempt < TRIES * wanted && chosen.length < wanted; attempt++) {
    const occasion = random.pick(sources)(ground);
    if (
      occasion !== undefined &&
      !isHeaped(chosen, occasion) &&
      chosen.every((each) => areTogether(ground, each, occasion))
    )
      chosen.push(occasion);
  }
  return chosen.length < FEWEST ? undefined : toldInTurn(ground, chosen, random.real() < LATE);
}

/**
 * Tells whether at least MOST_ALIKE of the chosen stories are of the same kind, and use the same tools, as the new one.
 */
function isHeaped(chosen: readonly Occasion[], occasion: Occasion): boolean {
  const kind = ({ story }: Occasion): string => `${story.name} ${[...toolsIn(story.steps)].sort().join(' ')}`;
  return chosen.filter((each) => kind(each) === kind(occasion)).length >= MOST_ALIKE;
}

/**
 * Tells whether one user could have both wishes. They must be about different rows, and if the rows belong to persons,
 * to the same person.
 */
function areTogether(ground: Ground, a: Occasion, b: Occasion): boolean {
  const { atlas } = ground;
  if (a.wants === b.wants || a.rows.some((row) => b.rows.includes(row))) return false;
  // a change to all items of a list could also change the row of the other wish
  const tables = [a, b].map(({ rows }) => rows.map(({ table }) => table));
  const isSwept = [a, b].some(({ story }) => story.family === 'each' || story.family === 'preference');
  if (isSwept && tables[0]?.some((table) => tables[1]?.includes(table) === true) === true) return false;
  const [one, two] = [reachOf(ground, a), reachOf(ground, b)];
  if (one !== undefined && two !== undefined && contradict(one, two)) return false;
  const [mine, theirs] = [a, b].map(({ rows }) => personsOf(atlas, rows)[0]);
  if (mine !== undefined && theirs !== undefined && mine !== theirs) return false;
  const [who, other] = [a, b].map(({ story, who }) => who.map((name) => `${name} ${String(story.knows[name])}`).join());
  return who === other || mine === undefined || theirs === undefined;
}
