// Tests that the tasks of a run are about many people: the next story prefers a person who has few tasks so far.
import { afterAll, expect, test } from 'vitest';
import { openEnvironment } from '../../../../envs/folder/environment-folder.ts';
import { makeRandom } from '../../../../envs/random.ts';
import { Atlas } from '../../../../generator/tasks/atlas.ts';
import { Stage } from '../../../../generator/tasks/stage.ts';
import { StoryTeller } from '../../../../generator/tasks/stories/story-teller.ts';
import { WordBag } from '../../../../generator/tasks/word-bag.ts';

const shop = openEnvironment('fixtures/environments/order-desk');
afterAll(() => shop.close());

const EMAIL = /\S+@\S+\.\w+/;

test('ten tellings of one story are told by ten people', () => {
  const [story] = shop.environment.stories ?? [];
  const teller = new StoryTeller(shop, story === undefined ? [] : [story], true);
  const bag = new WordBag();
  const known = { atlas: new Atlas(shop), stage: new Stage(shop), forbids: () => false };
  const people: string[] = [];
  for (let turn = 0; people.length < 10 && turn < 30; turn++) {
    bag.begin();
    const [draft] = teller.next({ ...known, random: makeRandom(turn, 'people'), bag }, () => true) ?? [];
    const email = draft?.facts.map(({ value }) => String(value)).find((value) => EMAIL.test(value));
    if (email !== undefined) people.push(email);
  }
  expect(people).toHaveLength(10);
  expect(new Set(people).size).toBe(10);
});

test('the names that were used least come first, in their order', () => {
  const bag = new WordBag();
  bag.begin();
  for (const name of ['ann', 'ann', 'ben']) bag.note(name);
  expect(bag.rarestFirst(['ann', 'ben', 'cid', 'dan'], (name) => name)).toEqual(['cid', 'dan', 'ben', 'ann']);
  bag.fell();
  bag.note('dan');
  expect(bag.rarestFirst(['dan', 'ben'], (name) => name)).toEqual(['ben', 'dan']);
});
