// Tests that a listed choice of a schema counts as told when the user says its words, even with one or two other words
// between them.
import { expect, test } from 'vitest';
import { Known } from '../../envs/verification/derivable.ts';

const REASONS = ['repaired_privately', 'duplicate_claim', 'no_loss'];

function chosen(text: string, value: string, choices: readonly string[] = REASONS): boolean {
  const known = new Known();
  known.tell(text);
  return known.isChosen(value, choices);
}

test.each([
  ['I am fed up and have repaired it all privately.', true],
  ['Please withdraw it, repaired privately.', true],
  ['It was repaired. I write to you privately.', false],
  ['I paid for it myself.', false],
  ['It was not repaired privately, please.', false],
  ["I don't want it to be repaired privately.", false],
])('%s', (text, is) => {
  expect(chosen(text, 'repaired_privately')).toBe(is);
});

test('the words of two choices choose none', () => {
  expect(chosen('It is a duplicate claim, and was repaired privately.', 'repaired_privately')).toBe(false);
});

test('a choice of one word is compared as any other value', () => {
  expect(chosen('the other one', 'other', ['other', 'none'])).toBe(false);
});
