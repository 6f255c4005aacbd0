// Tests column names: SQL accepts them without quotes, and two different names stay different, even if they are long.
import { expect, test } from 'vitest';
import { columnName } from '../../../generator/fields/fields.ts';

const LONG = Array.from({ length: 12 }, (_each, at) => `segment${at}`);

test('two long names that begin alike are two columns, each of at most 60 characters', () => {
  const [first, second] = [columnName([...LONG, 'gross']), columnName([...LONG, 'net'])];
  expect(first).not.toBe(second);
  for (const name of [first, second]) {
    expect(name.length).toBeLessThanOrEqual(60);
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
  }
  expect(columnName([...LONG, 'gross'])).toBe(first);
});

test('letters without a base letter stay apart when they are many', () => {
  const many = '請求書の合計金額と支払期限と担当者';
  expect(columnName([`${many}一`])).not.toBe(columnName([`${many}二`]));
});

test('short names are as they are', () => {
  expect(columnName(['unit', 'price'])).toBe('unit_price');
  expect(columnName(['order'])).toBe('order_value');
});
