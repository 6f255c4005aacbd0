// Tests which values behind a total the agent must have seen.
import { expect, test } from 'vitest';
import { partsOfTotal } from '../../../../generator/tasks/stories/computed-parts.ts';

const files = [
  { id: 'f_1', bytes: 119 },
  { id: 'f_2', bytes: 80 },
];

test('the parts of a sum are its numbers, and those of a count are the counted items', () => {
  expect(partsOfTotal(':it.bytes', files, [119, 80])).toEqual([119, 80]);
  expect(partsOfTotal('1', files, [1, 1])).toEqual(['f_1', 'f_2']);
});
