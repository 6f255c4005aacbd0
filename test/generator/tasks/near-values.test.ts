// Tests that a quantity for many rows means one quantity for each row. Also tests the values that a user first wants
// before a change of mind: they are near the value that the user wants in the end.
import { expect, test } from 'vitest';
import { ofEach } from '../../../generator/tasks/stories/own/every-one.ts';
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

test('a quantity for many rows is said of each', () => {
  expect(ofEach('order all the loaves whose price is under $4, 90 of them, for Ann')).toBe(
    'order all the loaves whose price is under $4, 90 of each, for Ann',
  );
  expect(ofEach('cancel all of them')).toBe('cancel all of them');
});
