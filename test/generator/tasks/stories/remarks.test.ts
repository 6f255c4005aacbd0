// Tests the sentences that a story gives to the agent: the reason of a decision, an answer that names its row, and an
// author's own words. They keep their place when reads are added or removed, or a call is repeated.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadEnvironment } from '../../../../envs/folder/environment-folder.ts';
import type { Json, JsonObject } from '../../../../envs/values/json.ts';
import type { StoryStep } from '../../../../envs/values/story.ts';
import { World } from '../../../../envs/world/world.ts';
import { saysIn } from '../../../../generator/tasks/placed-answers.ts';
import { renamedIn } from '../../../../generator/tasks/stories/join-stories.ts';
import { withExpressions, type Remark } from '../../../../generator/tasks/stories/remarks.ts';
import { runStory } from '../../../../generator/tasks/stories/run-story.ts';

const bank = new World(loadEnvironment(fileURLToPath(new URL('../../../../gallery/bank', import.meta.url))));
const LOOK = 'get_dispute';
const look: StoryStep = { call: LOOK, with: { dispute_id: ':id' }, as: 'd' };
const answer: StoryStep = { answer: 'status', type: 'text', be: ':d.status', says: 'Its status is {value}.' };

function remarks(steps: readonly StoryStep[], row: JsonObject): readonly Remark[] {
  const knows = { id: 'dsp_8ce415' };
  return runStory(bank, { name: 't', family: 'chain', knows, steps }, () => ({ ok: true, result: row as Json }))
    .remarks;
}

const open = { dispute_id: 'dsp_8ce415', status: 'open', amount: 20 };

describe('a decision', () => {
  const decided = (condition: string): readonly Remark[] =>
    remarks([look, { if: condition, do: [look], else: [look] }], open);

  test('is explained by the value that decides it, with the name of its row', () => {
    const text = 'The status of dsp_8ce415 is open.';
    expect(decided(":d.status = 'open'")).toEqual([{ after: 1, text }]);
    expect(decided(":d.status = 'won' AND :d.amount > 5")).toEqual([{ after: 1, text }]);
    expect(decided(':d.amount > 50 OR :d.amount < 30')).toEqual([
      { after: 1, text: 'The amount of dsp_8ce415 is 20 euros.' },
    ]);
  });

  test('is not explained by what nobody speaks of, or where the story has its own words', () => {
    expect(decided("substr(:d.status, 1, 1) = 'o'")).toEqual([]);
    expect(decided(":d.dispute_id = 'x'")).toEqual([]);
    const own: StoryStep = { tell: 'The dispute over {money :d.amount} is still {:d.status}.' };
    expect(remarks([look, { if: ":d.status = 'open'", do: [own] }], open)).toEqual([
      { after: 1, text: 'The dispute over 20 euros is still open.' },
    ]);
  });
});

test('an answer names its thing in the place of "its"', () => {
  expect(remarks([look, answer], open)).toEqual([
    { after: 1, answer: 'status', text: 'The status of dsp_8ce415 is {value}.' },
  ]);
  expect(remarks([look, answer], { title: 'Camera never came', status: 'open' })[0]?.text).toBe(
    'The status of "Camera never came" is {value}.',
  );
  expect(remarks([look, answer], { status: 'open' })).toEqual([{ after: 1, answer: 'status' }]);
});

test('joined stories rename the values in words, and nothing else of the words', () => {
  const text = withExpressions('At :noon {:d.status} is {value}.', (each) => renamedIn(each, (name) => `${name}_2`));
  expect(text).toBe('At :noon {:d_2.status} is {value}.');
});

test('a remark stays behind its call when reads are added or left out, or a call is repeated', () => {
  const call = (name: string): { by: 'agent'; name: string; arguments: JsonObject } => ({
    by: 'agent',
    name,
    arguments: {},
  });
  const said = [{ text: 'x', calls: [call('a'), call('b')] }];
  const after = (...names: string[]): unknown => saysIn(said, names.map(call)).says?.[0]?.after;
  expect(after('a', 'b', 'c')).toBe(2);
  expect(after('a', 'look', 'b', 'c')).toBe(3);
  expect(after('a', 'c')).toBe(1);
  expect(after('a', 'b', 'b', 'c')).toBe(3);
  expect(after('c')).toBe(0);
});
