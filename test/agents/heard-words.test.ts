// Tests words that the scripted user once misunderstood: an e-mail address is not a town, a hint about a third person
// is not a question, and a reason with "is done" is not a report.
import { expect, test } from 'vitest';
import { isFragment } from '../../agents/language/asides.ts';
import { readSentences } from '../../agents/language/sentences.ts';
import { factsAsked, type KnownFact } from '../../agents/users/known-facts.ts';
import { labelOf } from '../../envs/words/spoken.ts';
import { readRefusal } from '../../envs/verification/refusals.ts';
import { asQuote } from '../../generator/tasks/later.ts';
import { part } from '../support/part.ts';

const known = (facts: Readonly<Record<string, string>>): KnownFact[] =>
  Object.entries(facts).map(([key, value]) =>
    part<KnownFact>({ key, value, say: 'asked', label: labelOf(key), owner: undefined, who: key === 'email' }),
  );
const asked = (text: string, facts: Readonly<Record<string, string>>): string[] =>
  factsAsked(text, known(facts)).map(({ key }) => key);

test('a question for the e-mail address asks for no town and no other address', () => {
  const facts = { email: 'ann@example.com', town: 'Camden', address: 'ruben@example.com' };
  expect(asked('May I have your e-mail address, please?', facts)).toEqual(['email']);
  expect(asked('May I have your e-mail address and the town, please?', facts)).toEqual(['email', 'town']);
  expect(asked('What is the address, please?', { email: 'ann@example.com', town: 'Camden' })).toEqual(['town']);
});

test('a hint that somebody else could ask for it is no question', () => {
  const kinds = (text: string): string[] => readSentences(text).map(({ kind }) => kind);
  expect(kinds('Restoring it is not allowed any more. Your area manager could ask for it.')).toEqual([
    'declines',
    'tells',
  ]);
  expect(kinds('I have to ask for your date of birth.')).toEqual(['ask']);
  expect(kinds('May I ask for your date of birth?')).toEqual(['ask']);
});

test('a reason with "is done" is a refusal where it says that the wish is not allowed', () => {
  const kinds = (text: string): string[] => readSentences(text).map(({ kind }) => kind);
  expect(kinds('I am sorry, no visit is done, so moving it to proposal is not allowed.')).toEqual(['declines']);
  expect(kinds('The refund is done.')).toEqual(['tells']);
});

test.each([
  'I have moved it to 5 May, so a further change is not possible.',
  'I have cancelled it, so changes to it are not possible any more.',
  'No problem, it is done, so a further change is not allowed.',
])('%s reports a deed, although it says what is not possible after it', (text) => {
  expect(readSentences(text).map(({ kind }) => kind)).toEqual(['tells']);
});

test('what is valid until a day reports no change', () => {
  const message =
    'Drafting a quotation for "Fridge replacement" that is valid until 27 June 2031 is not allowed. Only schools and hospitals get more than sixty days.';
  const wish = {
    told: 'Please draft a quotation for "Fridge replacement" that is valid until 27 June 2031.',
    tools: ['draft_quotation'],
    shown: 'A quotation is valid for sixty days at most; schools and hospitals get ninety.',
    reason: 'not_allowed',
  };
  expect(readRefusal(message, wish)).toMatchObject({ declines: true, unread: false });
});

test('a changed mind quotes titles of several words', () => {
  expect(asQuote('Measure doors and sockets')).toBe('"Measure doors and sockets"');
  expect(asQuote('Purchasing assistant')).toBe('Purchasing assistant');
});

test.each([
  'The doses add up to 7 a day.',
  'Xenia Garvey stands at the stage final now.',
  '"The Orchard Physician" comes to Millgate.',
  'Merit Road takes the list PCK.70523 for 28.33.',
])('a report is no list of things that are asked for: %s', (text) => {
  expect(isFragment(text)).toBe(false);
});

test.each(['Full name, date of birth.', 'Your postcode, please.', 'Number of days?', 'Start and end of the stay.'])(
  'words without a verb are one: %s',
  (text) => {
    expect(isFragment(text)).toBe(true);
  },
);

test('words in quotation marks ask for nothing and offer nothing', () => {
  const kinds = (text: string): string[] => readSentences(text).map(({ kind }) => kind);
  const proposal = 'Shall I request the return because of "we chose something else", with the refund to your card?';
  expect(kinds(proposal)).toEqual(['permission']);
  expect(readSentences(proposal)[0]?.text).toBe(proposal);
  expect(kinds('I have left the note "Please tell me when you are there. Ring twice." on the order.')).toEqual([
    'tells',
  ]);
  expect(kinds('Is there something else?')).toEqual(['more']);
  expect(kinds('Please reply "yes" to go on.')).toEqual(['permission']);
});

test('a report that begins with what is no question', () => {
  const kinds = (text: string): string[] => readSentences(text).map(({ kind }) => kind);
  expect(kinds('What is open comes to 167.54 euros.')).toEqual(['tells']);
  expect(kinds('what is your postcode')).toEqual(['ask']);
  expect(kinds('Which day do you want it')).toEqual(['ask']);
});
