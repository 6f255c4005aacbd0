// Tests how the laws find the key of a row in the items of a list.
import { expect, test } from 'vitest';
import { keyField, keysIn, withoutParent } from '../../../generator/check/laws/shown-values.ts';

const ITEMS = [
  { id: 41, category_id: 42 },
  { id: 43, category_id: 41 },
];

test('a deleted row is not seen in another field that shows the same number', () => {
  expect(keysIn(ITEMS, new Set(['42']))).toBe(1);
  expect(keysIn(ITEMS, new Set(['42']), 'id')).toBe(0);
  expect(keysIn(ITEMS, new Set(['41']), 'id')).toBe(1);
});

test('the field of the key shows each key once', () => {
  expect(keyField(ITEMS, new Set(['41', '43']))).toBe('id');
  expect(keyField(ITEMS, new Set(['41', '42', '43']))).toBeUndefined();
  expect(keyField(['a'], new Set(['"a"']))).toBeUndefined();
});

test('an argument with the name of the key may hold the key of the parent', () => {
  expect(withoutParent({ id: 7, weight: 2 }, { id: 91, grower_id: 7, weight: 2 }, 'id')).toEqual({ weight: 2 });
  expect(withoutParent({ id: 91 }, { id: 91, grower_id: 7 }, 'id')).toEqual({ id: 91 });
  expect(withoutParent({ id: 8 }, { id: 91, grower_id: 7 }, 'id')).toEqual({ id: 8 });
});
