// Links stories about several parts of a composed world: a value that one story finds out replaces a value that the
// user of the next story would have to know.
import type { Json } from '../../../envs/values/json.ts';
import type { Story } from '../../../envs/values/story.ts';
import type { Ground } from '../plan-goals.ts';
import { joinStories, renamedIn } from './join-stories.ts';
import { occasionOf, type Occasion, type Wanted } from './occasion.ts';
import { ranOn } from './ran-on.ts';
import { partOfStory } from './story-tools.ts';

type Give = NonNullable<Story['gives']>[number];

/** Makes an occasion of a story that takes a value from one of the chosen stories. */
export function linkedOccasion(
  ground: Ground,
  story: Story,
  chosen: readonly Occasion[],
  wanted: Wanted,
): Occasion | undefined {
  const { random, bag } = ground;
  const part = partOfStory(story.steps);
  for (const take of random.shuffled(story.takes ?? []))
    for (const giver of random.shuffled(chosen.filter((each) => partOfStory(each.story.steps) !== part)))
      for (const give of giver.gives ?? []) {
        if (
          !take.types.includes(give.type) ||
          chosen.some(({ link }) => link?.giver === giver && link.be.includes(give.be))
        )
          continue;
        const value = valueGiven(ground, chosen.slice(0, chosen.indexOf(giver) + 1), give);
        if (value === null) continue;
        const called = bag === undefined ? random.pick(give.called) : bag.pick(give.called, random);
        const occasion = occasionOf(ground, story, { ...wanted, taking: { take, value, called } });
        if (occasion !== undefined)
          return {
            ...occasion,
            link: { name: take.name, giver, be: (take.be ?? ':it').replaceAll(/:it\b/g, () => give.be) },
          };
      }
  return undefined;
}

/**
 * Plays the stories and returns the value that the last one finds out. Returns null if the stories cannot be played or
 * find no value.
 */
function valueGiven(ground: Ground, occasions: readonly Occasion[], { type, be }: Give): Json {
  const { knows, steps, naming } = joinStories(occasions);
  const [first] = occasions;
  const last = occasions.at(-1);
  const naming_ = last === undefined ? undefined : naming.get(last);
  if (first === undefined || naming_ === undefined) return null;
  const asking = { answer: 'given', type, be: renamedIn(be, naming_) };
  const story = { name: 'given', family: 'chain' as const, knows, steps: [...steps, asking] };
  return ranOn(ground, { ...first, story }, undefined)?.answers.find(({ key }) => key === 'given')?.value ?? null;
}
