// Tests the values that a user has in mind before a change of mind: they are near the value that the user wants at last.
import { expect, test } from 'vitest';
import { nearDays, nearNumbers } from '../../../generator/tasks/later.ts';

test.each([
  [150, [160, 140, 170]],
  [200, [300, 100, 400]],
  [2, [3, 1, 4]],
  [121, [122, 120, 123]],
])('near %d', (value, near) => {
  expect(nearNumbers(value)).toEqual(near);
});

test('a near day is in the same month, and no word, name or key has one', () => {
  expect(nearDays('2031-05-12')).toEqual(['2031-05-13', '2031-05-14', '2031-05-11', '2031-05-15']);
  expect(nearDays('2031-05-28')).toEqual(['2031-05-27']);
  for (const other of ['Scaffold for the chimney', 'Ann Miller', '024 7946 0175']) expect(nearDays(other)).toEqual([]);
});
