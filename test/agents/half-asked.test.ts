// Tests which facts a question of several parts asks for, if one part names its fact in words that no list contains.
import { expect, test } from 'vitest';
import { factsInParts, factsInSentences, partsOf } from '../../agents/users/half-asked.ts';
import type { KnownFact } from '../../agents/users/known-facts.ts';
import type { Json } from '../../envs/values/json.ts';

const fact = (label: string, value: Json): KnownFact => ({
  key: label,
  value,
  say: 'asked',
  label,
  owner: undefined,
  who: false,
});
const asked = (sentence: string, facts: readonly KnownFact[], told: readonly KnownFact[] = []): string[] =>
  factsInParts(sentence, facts, new Set(told)).map(({ label }) => label);

const date = fact('date', '2031-10-08');
const layout = fact('layout', 'rows');
const host = fact('neighbour', 'Ines Amaral');
const seats = fact('seat count', 14);

test('a part of the user understood shows that the other part asks for the fact that is left', () => {
  expect(asked('Which date suits you, and who will it be handed to?', [date, host, seats])).toEqual([
    'date',
    'neighbour',
  ]);
});

test('the kind of value decides between the facts that are left', () => {
  expect(asked('On what date is it, and how many of you are coming?', [date, seats, host])).toEqual([
    'date',
    'seat count',
  ]);
});

test('a choice between words of a value asks for that value', () => {
  const pay = fact('settlement', 'bank transfer');
  expect(asked('On what date is it, and shall it go by transfer or as a voucher?', [date, pay, host])).toEqual([
    'date',
    'settlement',
  ]);
});

test('a fact that was told before is not meant', () => {
  expect(asked('On what date is it, and who will it be handed to?', [date, host], [host])).toEqual(['date']);
});

test('a part with the name of a fact that it does not ask for means no fact', () => {
  const account = fact('account', 'checking');
  expect(asked("Could I have the recipient's account number and the sorting code of the bank?", [account])).toEqual([]);
});

test('a part that nothing explains asks for a fact that the first message leaves out', () => {
  const facts = [date, layout, host];
  const open = [date, layout];
  const found = factsInParts('On what date is it, and which arrangement do you prefer?', facts, new Set(), open);
  expect(found.map(({ label }) => label)).toEqual(['date', 'layout']);
});

test('"how many" means no amount of money, and a number means a key', () => {
  const total = fact('total', 360.5);
  const pupils = fact('pupils', 48);
  const permit = fact('permit', 'PX-2291');
  expect(asked('On what date is it, and how many of them are coming?', [date, total, pupils])).toContain('pupils');
  expect(asked('On what date is it, and what is the number on the sheet?', [date, permit, total])).toContain('permit');
});

test('a sentence beside one that is understood is a part of the question', () => {
  const found = factsInSentences(
    ['On what date is it?', 'And how many of you are coming?'],
    [date, seats, host],
    new Set(),
    [date, seats, host],
  );
  expect(found.flat().map(({ label }) => label)).toEqual(['date', 'seat count']);
});

test('a single question in unknown words asks for no fact', () => {
  expect(asked('Could you tell me the number of your insurance policy?', [date, layout])).toEqual([]);
});

test.each([
  ['To find you properly, when were you born, and which class is it?', 2],
  ['So that I can settle this, may I have the date?', 1],
  ['Please tell me the number, it begins with the letter A and has five digits.', 1],
  ['Your full name, who gets the money, and the sum.', 3],
])('%s has %i parts that ask', (sentence, parts) => {
  expect(partsOf(sentence)).toHaveLength(parts);
});

test.each([
  'and may I proceed?',
  'and shall I go ahead?',
  'and do you accept the terms?',
  'and would you like a receipt?',
  'and can I help you with anything else?',
  'and what is your customer number?',
  'and what is your name?',
])('a part that asks for leave, offers something or asks about the user asks for no fact: %s', (part) => {
  const facts = [date, layout, fact('permit', 'PX-2291'), host];
  expect(asked(`On what date is it, ${part}`, facts)).toEqual(['date']);
  const found = factsInSentences(['On what date is it?', part.replace('and ', '')], facts, new Set(), facts);
  expect(found.flat().map(({ label }) => label)).toEqual(['date']);
});
