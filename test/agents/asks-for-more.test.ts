// Tests that the oracle asks for a further wish in other words each time, and that the user hears each as that question.
import { expect, test } from 'vitest';
import { askForMore } from '../../agents/agents/oracle-words.ts';
import { readSentences } from '../../agents/language/sentences.ts';

const said = Array.from({ length: 6 }, (_each, at) => askForMore(at, 4));

test('six questions in a row differ', () => {
  expect(new Set(said).size).toBe(6);
});

test.each(said)('%s', (text) => {
  expect(readSentences(text).map(({ kind }) => kind)).toEqual(['more']);
});
