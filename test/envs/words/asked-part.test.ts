// Tests that a report in the lines before a question is not taken as a part of the question, and that no other lines
// are left out.
import { expect, test } from 'vitest';
import { askedPart, proposedPart } from '../../../envs/words/asked-part.ts';

const REPORT = 'The visit of Graham Ackroyd on 7 November is cancelled.';

test('a report in lines of its own is no part of the proposal after it', () => {
  expect(askedPart(`${REPORT}\nShall I cancel the visit of Tamsin Ackroyd?`)).toBe(
    'Shall I cancel the visit of Tamsin Ackroyd?',
  );
  expect(proposedPart(`${REPORT}\nI would now take out the visit of Tamsin Ackroyd. Is that okay?`)).toBe(
    'I would now take out the visit of Tamsin Ackroyd. Is that okay?',
  );
});

test.each([
  'I will refund 100 dollars to your card.\nShall I also cancel order A1?',
  'If you like, I can send it to Mill Lane.\nShall I do that?',
  'Shall I cancel order A1?\nThe fee is 5 dollars.',
  'Shall I cancel order A1? Or shall I change it?\nWhich one is it?',
  `${REPORT} Shall I cancel the next one?`,
])('any other message is read whole: %s', (text) => {
  expect(askedPart(text)).toBe(text);
});

test('a question that names nothing is read with the lines before it', () => {
  const text = 'That is order A1, the blue lamp, at 30 dollars.\nIs that okay?';
  expect(askedPart(text)).toBe('Is that okay?');
  expect(proposedPart(text)).toBe(text);
});
