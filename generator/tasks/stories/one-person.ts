// Chooses stories that one person could tell together: about different rows, with the same identification and the same
// style. In a composed world they are about several parts, and later stories use values that earlier ones find out.
import { canonicalJson, type Json } from '../../../envs/values/json.ts';
import type { Story, StoryStep } from '../../../envs/values/story.ts';
import { plainWords, says } from '../../../envs/words/spoken.ts';
import type { Ground } from '../plan-goals.ts';
import { joinStories } from './join-stories.ts';
import { linkedOccasion } from './link-stories.ts';
import { WordBag } from '../word-bag.ts';
import { drawManner } from './manners.ts';
import { occasionOf, tellersOf, type Occasion, type Wanted } from './occasion.ts';
import { belongTogether, contradict, reachOf } from './reach.ts';
import { ranOn } from './ran-on.ts';
import { partOfStory } from './story-tools.ts';

/** The number of draws of a story for each wanted story. */
const TRIES = 12;
/** The number of wishes that should belong together, if the stories that are tried first allow it. */
const CLOSE = 2;
/** The number of parts of a composed world that a task should be about, if the stories allow it. */
export const PARTS = 3;

/**
 * Draws occasions of one person. The first occasion decides who the person is, how the agent identifies the person, and
 * how the person writes.
 */
export function ofOnePerson(ground: Ground, stories: readonly Story[], wanted: number): Occasion[] {
  const { random } = ground;
  const chosen: Occasion[] = [];
  const ways = new Map<string, Occasion>();
  const everywhere = personOfSeveralParts(ground, stories);
  let identity = everywhere?.identity;
  const manner = drawManner(random);
  for (let attempt = 0; attempt < TRIES * wanted && chosen.length < wanted; attempt++) {
    const story = random.pick(everywhere === undefined ? stories : nextPart(everywhere, ways, random));
    if (chosen.some((each) => each.story.name === story.name) || !canBeJoined(story)) continue;
    if (story.setup !== undefined && chosen.length > 0) continue;
    const part = partOfStory(story.steps);
    const known = ways.get(part);
    const wanting: Wanted = {
      ...(identity === undefined ? {} : { identity }),
      manner,
      ...(known === undefined ? {} : { who: known.who }),
      ...(known?.person === undefined ? {} : { person: known.person }),
    };
    const close = everywhere === undefined && attempt < TRIES * CLOSE && chosen.length < CLOSE;
    const forgetWords = ground.bag?.save();
    const occasion = linkedOccasion(ground, story, chosen, wanting) ?? occasionOf(ground, story, wanting);
    if (occasion === undefined || !isNext(ground, chosen, occasion, { identity, close })) {
      // no task says the words of a rejected wish, so they still count as unused
      forgetWords?.();
      continue;
    }
    ({ identity } = occasion);
    ways.set(part, known ?? occasion);
    chosen.push(occasion);
  }
  return chosen;
}

/** Tells whether an occasion can come after the chosen ones. With `close`, it belongs to the first one. */
function isNext(
  ground: Ground,
  chosen: readonly Occasion[],
  occasion: Occasion,
  { identity, close }: { readonly identity: string | undefined; readonly close: boolean },
): boolean {
  if (occasion.identity === undefined || (identity !== undefined && occasion.identity !== identity)) return false;
  if (leavesOpen(occasion) || chosen.some((each) => shares(each, occasion))) return false;
  return goesWith(ground, chosen, occasion, close) && followsOn(ground, [...chosen, occasion]);
}

const canBeJoined = ({ alone, steps }: Story): boolean => alone !== true && !declines(steps);

/** A person who is in several parts of a composed world, and the stories that the person can tell about each part. */
interface PersonOfParts {
  readonly identity: string;
  readonly parts: ReadonlyMap<string, readonly Story[]>;
}

const peopleOfParts = new WeakMap<readonly Story[], readonly PersonOfParts[]>();

/**
 * Picks a person who is known in PARTS parts or, if there is none, in the highest number of parts. Returns undefined if
 * no person is known in two parts.
 */
function personOfSeveralParts(ground: Ground, stories: readonly Story[]): PersonOfParts | undefined {
  const { random, bag = new WordBag() } = ground;
  let people = peopleOfParts.get(stories);
  if (people === undefined) {
    people = peopleIn(ground, stories);
    peopleOfParts.set(stories, people);
  }
  const most = Math.min(PARTS, Math.max(0, ...people.map(({ parts }) => parts.size)));
  if (most < 2) return undefined;
  const known = new Map(people.filter(({ parts }) => parts.size >= most).map((each) => [each.identity, each]));
  return known.get(bag.pick([...known.keys()], random));
}

function peopleIn(ground: Ground, stories: readonly Story[]): PersonOfParts[] {
  const people = new Map<string, Map<string, Story[]>>();
  for (const story of stories.filter(canBeJoined)) {
    const part = partOfStory(story.steps);
    if (part === '') continue;
    for (const identity of tellersOf(ground, story)) {
      const parts = people.get(identity) ?? new Map<string, Story[]>();
      people.set(identity, parts.set(part, [...(parts.get(part) ?? []), story]));
    }
  }
  return [...people].map(([identity, parts]) => ({ identity, parts }));
}

/**
 * Returns the stories of one part. While the task is about fewer than PARTS parts, this is a part without a chosen
 * story, if there is one.
 */
function nextPart(
  { parts }: PersonOfParts,
  met: ReadonlyMap<string, Occasion>,
  random: Ground['random'],
): readonly Story[] {
  const others = [...parts.keys()].filter((part) => !met.has(part));
  const open = met.size < PARTS && others.length > 0 ? others : [...parts.keys()];
  return parts.get(random.pick(open)) ?? [];
}

/**
 * Tells whether two occasions are about the same thing: the texts that one user knows are all among those that the
 * other user knows. Numbers and the texts that tell who asks do not count. Two issues of one project differ in a text,
 * the title.
 */
function shares(one: Occasion, other: Occasion): boolean {
  const named = ({ story, who }: Occasion): Set<Json> =>
    new Set(
      Object.entries(story.knows).flatMap(([name, value]) =>
        who.includes(name) || typeof value !== 'string' ? [] : [value],
      ),
    );
  const [fewer, more] = [named(one), named(other)].sort((a, b) => a.size - b.size);
  return fewer !== undefined && more !== undefined && fewer.size > 0 && [...fewer].every((value) => more.has(value));
}

/**
 * Tells whether a person could have a wish in addition to the chosen ones, because it contradicts none of them. With
 * `close`, the wish must also belong together with the first one.
 */
function goesWith(ground: Ground, chosen: readonly Occasion[], occasion: Occasion, close: boolean): boolean {
  const [first, ...others] = chosen.map((each) => reachOf(ground, each));
  // a wish that needs a value of another wish cannot be played alone, so it is not compared
  const reach = reachOf(ground, occasion);
  if (first === undefined || reach === undefined) return true;
  if ([first, ...others].some((each) => each !== undefined && contradict(each, reach))) return false;
  return !close || belongTogether(first, reach);
}

/**
 * Tells whether the first message leaves out a value that the wish needs. Such a wish is told alone, because the agent
 * must ask for the value before it does anything else.
 */
function leavesOpen({ opening, story: { knows }, who }: Occasion): boolean {
  return Object.entries(knows).some(
    ([name, value]) =>
      value !== null && typeof value !== 'boolean' && !who.includes(name) && !says(plainWords(opening), value, name),
  );
}

/**
 * Tells whether the last story works after the earlier ones: it gives the same answers as alone, and no two answers are
 * equal. For example, a person who has just paid all fees does not ask which fees are open.
 */
function followsOn(ground: Ground, occasions: readonly Occasion[]): boolean {
  const [first] = occasions;
  if (first === undefined) return false;
  const { knows, steps } = joinStories(occasions);
  const run = ranOn(ground, { ...first, story: { name: 'so far', family: 'chain', knows, steps } }, undefined);
  if (run === undefined || run.declined !== undefined) return false;
  const last = occasions.at(-1);
  const alone = last === undefined || occasions.length === 1 ? undefined : ranOn(ground, last, undefined)?.answers;
  const values = run.answers.map(({ value }) => canonicalJson(value));
  if (alone?.some(({ value }, at) => values.at(at - alone.length) !== canonicalJson(value)) === true) return false;
  return new Set(run.answers.map(({ type, value }) => canonicalJson([type, value]))).size === run.answers.length;
}

function declines(steps: readonly StoryStep[]): boolean {
  return steps.some((step) => {
    if ('decline' in step) return true;
    if ('each' in step) return declines(step.do);
    if ('if' in step) return declines(step.do) || declines(step.else ?? []);
    if ('try' in step) return declines(step.try) || declines(step.else);
    return false;
  });
}
