// Tests that a user answers a single question with the value alone, and only if the value cannot be misread.
import { expect, test } from 'vitest';
import { readSentences } from '../../agents/language/sentences.ts';
import { Disclosure } from '../../agents/users/disclosure.ts';
import type { Json } from '../../envs/values/json.ts';
import { makeRandom } from '../../envs/random.ts';

function answers(question: string, label: string, value: Json): string[] {
  return Array.from({ length: 12 }, (_each, seed) => {
    const facts = [{ key: label, label, owner: undefined, value, say: 'asked', who: false } as const];
    const parts: string[] = [];
    new Disclosure(facts, makeRandom(seed, 'bare values')).inform(readSentences(question), [], parts, new Set());
    return parts.join(' ');
  });
}

test('one question is answered with the value alone', () => {
  expect(answers('What is the size?', 'size', 'large')).toContain('Large.');
});

test.each([
  ['How many adults and how many children?', 'adults', 2],
  ['How many adults? And how many children?', 'adults', 2],
  ['From which city and to which city?', 'destination city', 'Lyon'],
  ['What is the width and the depth?', 'width', 80],
])('of several questions, the answer says which one it answers: %s', (question, label, value) => {
  for (const answer of answers(question, label, value)) expect(answer.toLowerCase()).toContain(label);
});

test.each([
  ['username', 'mkovacs'],
  ['code', 'kxqz'],
  ['device', 'iPhone 12'],
  ['shop', 'eBay'],
  ['order', 'ord_1004'],
])('a %s keeps its small letters', (label, value) => {
  for (const answer of answers(`What is the ${label}?`, label, value)) expect(answer).toContain(value);
});

test.each([
  ['breakfast', 'yes'],
  ['insurance', 'none'],
  ['purpose', 'Cancel my stay'],
  ['question', 'Is it open?'],
])('a %s of "%s" is told with its name, because alone it would be a yes, a no or a wish', (label, value) => {
  for (const answer of answers(`What is the ${label}?`, label, value)) expect(answer).toMatch(new RegExp(label, 'i'));
});
