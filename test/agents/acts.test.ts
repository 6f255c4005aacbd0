// Tests how the acts of a message (confirm, deny and others) are found in its words. Clear words give acts; unclear
// words give none.
import { describe, expect, test } from 'vitest';
import { asksForYes, recogniseActs } from '../../agents/language/acts.ts';

const YES = [
  'Yes.', 'Yes, please do.', 'Yeah, go ahead', 'Sure, that works for me.', 'Of course.', 'Correct.', 'That is right.', 'OK', 'Okay, do it.',
  'Go ahead please', 'Please proceed.', "That's fine.", 'Absolutely!', 'Sounds good to me.', 'Confirmed.', 'I confirm.', 'Great, yes please.', 'Right, exactly.',
]; // prettier-ignore
const NO = [
  'No.', 'No, thank you.', "No, please don't.", 'Not yet.', 'Nope', 'Stop!', 'Wait, that is not what I want.', "Don't do that.", 'I would rather not.',
  "That's not right.", 'Absolutely not.', 'Incorrect, it is the other one.', 'Never, I did not ask for that.',
]; // prettier-ignore
const UNSURE = [
  'Yes, but only if it is free.', 'Maybe.', 'It depends on the price.', 'Okay, however I would like to think about it.', "I'm not sure.", 'Let me think about it.', 'Yes, unless it costs extra.',
]; // prettier-ignore

describe('after being asked for a yes', () => {
  test.each(YES)('%s', (text) => {
    const acts = recogniseActs('user', text, true);
    expect(acts).toContain('confirm');
    expect(acts).not.toContain('deny');
  });
  test.each(NO)('%s', (text) => {
    const acts = recogniseActs('user', text, true);
    expect(acts).toContain('deny');
    expect(acts).not.toContain('confirm');
  });
  test.each(UNSURE)('%s: nobody can say', (text) => {
    expect(recogniseActs('user', text, true)).toBeUndefined();
  });
});

test('without having been asked, a yes confirms nothing', () => {
  for (const text of YES) expect(recogniseActs('user', text, false) ?? [], text).not.toContain('confirm');
});

test('questions ask, statements inform, both may be one message', () => {
  expect(recogniseActs('user', 'What does it cost?', false)).toEqual(['ask']);
  expect(recogniseActs('user', 'My email is ada@example.com.', false)).toEqual(['inform']);
  expect(recogniseActs('user', 'My email is ada@example.com. What else do you need?', false)?.sort()).toEqual([
    'ask',
    'inform',
  ]);
  expect(recogniseActs('assistant', 'I found your order. Which item is it about?', false)?.sort()).toEqual([
    'ask',
    'inform',
  ]);
});

test('what asks for a yes is told from what asks for a value', () => {
  for (const text of [
    'Shall I go ahead?',
    'I will cancel it. Is that right?',
    'Do you want me to proceed?',
    'Please confirm with a yes.',
  ])
    expect(asksForYes(text), text).toBe(true);
  for (const text of [
    'What is your email?',
    'Could you confirm your email?',
    'I have cancelled the order.',
    'Which order shall I cancel?',
  ])
    expect(asksForYes(text), text).toBe(false);
});
