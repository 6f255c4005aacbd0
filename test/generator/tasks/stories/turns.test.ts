// Tests that a source of joined stories gives way if its tasks never become what it is for.
import { afterAll, expect, test } from 'vitest';
import { openEnvironment } from '../../../../envs/folder/environment-folder.ts';
import { makeRandom } from '../../../../envs/random.ts';
import type { Task } from '../../../../envs/values/task.ts';
import { Atlas } from '../../../../generator/tasks/atlas.ts';
import { Stage } from '../../../../generator/tasks/stage.ts';
import { StoryTeller } from '../../../../generator/tasks/stories/story-teller.ts';
import { WordBag } from '../../../../generator/tasks/word-bag.ts';
import { part } from '../../../support/part.ts';

const shop = openEnvironment('fixtures/environments/order-desk');
afterAll(() => shop.close());

test('where no list of wishes takes twenty calls, single wishes get turns as well', () => {
  const stories = (shop.environment.stories ?? []).filter(({ alone }) => alone !== true).slice(0, 6);
  const teller = new StoryTeller(shop, stories);
  const bag = new WordBag();
  const known = { atlas: new Atlas(shop), stage: new Stage(shop), forbids: () => false };
  const short = part<Task>({ user: {}, gold: { calls: [] } });
  const later: boolean[] = [];
  for (let turn = 0; turn < 30; turn++) {
    bag.begin();
    const drafts = teller.next({ ...known, random: makeRandom(turn, 'turns'), bag }, () => true) ?? [];
    teller.came(drafts.map(() => short));
    for (const draft of drafts) later.push(draft.later !== undefined);
  }
  expect(later).toContain(true);
  expect(later.slice(-3)).toEqual([false, false, false]);
});
