// Tests in which dates the year is left out.
import { expect, test } from 'vitest';
import { plainWords, says, withoutYear } from '../../../envs/words/spoken.ts';

const told = (text: string): string => withoutYear(text, '2031-04-07T09:00:00Z');

test('the year of the clock is left out', () => {
  expect(told('It is on 5 May 2031 at 10:00, or on 5 May 2031.')).toBe('It is on 5 May at 10:00, or on 5 May.');
});

test.each([
  'It is on 5 May 2032.',
  'It is called "Plan of 5 May 2031".',
  'It is called “Plan of 5 May 2031”.',
  'The file is Report 5 May 2031.pdf.',
  'The season 5 May 2031/32 is over.',
  'The invoice 5 May 2031-77 is paid.',
])('another year, and a year in a name, stays: %s', (text) => {
  expect(told(text)).toBe(text);
});

test.each([
  ['I need it on 5 May.', '2031-05-05', true],
  ['I need it on 5 May 2031.', '2031-05-05', true],
  ['On 5 May at 10:00, please.', '2031-05-05T10:00:00Z', true],
  ['I need it on 5 May 2032.', '2031-05-05', false],
  ['Not on 5 May 2032, but on 5 May.', '2031-05-05', true],
  ['I need it on 15 May.', '2031-05-05', false],
  ['On 5 May at 11:00, please.', '2031-05-05T10:00:00Z', false],
])('a day may be said without its year, but not with another year: %s %s', (text, value, isSaid) => {
  expect(says(plainWords(text), value)).toBe(isSaid);
});
