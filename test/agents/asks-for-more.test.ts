// Tests the question "anything else?" of the oracle, an agent that knows the solution. It uses other words each time,
// and the user understands each wording as this question.
import { expect, test } from 'vitest';
import { askForMore } from '../../agents/agents/oracle-words.ts';
import { Waits } from '../../agents/agents/waits.ts';
import { readSentences } from '../../agents/language/sentences.ts';

const said = Array.from({ length: 6 }, (_each, at) => askForMore(at, 4));

test('six questions in a row differ', () => {
  expect(new Set(said).size).toBe(6);
});

test.each(said)('%s', (text) => {
  expect(readSentences(text).map(({ kind }) => kind)).toEqual(['more']);
});

test.each(['Is that all right?', 'Is that all right with you?', 'Is that all okay?'])('%s asks for a yes', (text) => {
  expect(readSentences(`I can take their application on to the interview. ${text}`).at(-1)?.kind).toBe('permission');
});

test('Is that all? asks for more', () => {
  expect(readSentences('Is that all? Was that all for today?').map(({ kind }) => kind)).toEqual(['more', 'more']);
});

test('the oracle waits once for a later wish, and once more where the user read out a screen instead', () => {
  const waits = new Waits();
  expect(waits.mayWait('roaming')).toBe(true);
  waits.add('roaming');
  expect(waits.mayWait('roaming')).toBe(false);
  waits.hasReadOut = true;
  expect(waits.mayWait('roaming')).toBe(true);
  waits.add('roaming');
  expect([waits.mayWait('roaming'), waits.mayWait('bill'), waits.asked]).toEqual([false, true, 2]);
});
