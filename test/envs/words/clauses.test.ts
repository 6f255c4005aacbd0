// Tests whether a clause asks or states. If a comma divides a question, its first part counts as asked too.
import { expect, test } from 'vitest';
import { clausesOf } from '../../../envs/words/clauses.ts';

const moods = (text: string): string[] => clausesOf(text).map(({ mood }) => mood);

test('a question that begins with its verb asks in its first part and its last', () => {
  expect(moods('Shall I put the payment of $15.00, your June bill, into your app?')).toEqual(['asked', 'asked']);
  // a statement inside a question counts as a statement
  expect(moods('Shall I close it, the one that I have refunded, for you?').slice(0, 2)).toEqual(['asked', 'asserted']);
});

test('a statement before a question stays one', () => {
  expect(moods('I have put the payment into your app, and do you need anything else?')).toEqual(['asserted', 'asked']);
  expect(moods('Your bill, the one of June, is paid.')).not.toContain('asked');
});
