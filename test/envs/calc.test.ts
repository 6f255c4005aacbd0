// Tests calc(text): the values of arithmetic expressions, and the refusal of other texts.
import { expect, test } from 'vitest';
import { calc } from '../../envs/engine/calc.ts';

test.each([
  ['3131.1 + 4777.75 + 367.38', 8276.23],
  ['2 * ((350 - 122) + (499 - 127))', 1200],
  ['((197))', 197],
  ['--2', 2],
  ['2*-3', -6],
  ['2**3', 8],
  ['-2**2', -4],
  ['2**-1', 0.5],
  ['2**3**2', 512],
  ['7//2', 3],
  ['-7//2', -4],
  ['000', 0],
  ['1.', 1],
  ['.5', 0.5],
])('%s = %d', (text, value) => {
  expect(calc(text)).toBeCloseTo(value, 9);
});

test.each([
  '',
  '()',
  '3 4',
  '(1)(2)',
  '1..2',
  '007',
  '(1+2',
  '*5',
  '1/0',
  '0.0/0',
  '5//0',
  '1/(1/0)',
  '10.0**400',
  '(0-8)**0.5',
  '0**-1',
  'x',
  '2^3',
  '1e',
  `${'('.repeat(200)}1${')'.repeat(200)}`,
])('%s is no expression', (text) => {
  expect(calc(text)).toBeUndefined();
});
