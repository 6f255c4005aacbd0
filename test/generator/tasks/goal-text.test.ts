// Tests the text for the person who plays the user: it addresses that person, and leaves the user's own words
// unchanged.
import { expect, test } from 'vitest';
import { goalText } from '../../../generator/tasks/goal-text.ts';
import type { Fact } from '../../../generator/tasks/plan.ts';

const REASON: Fact = { key: 'reason', value: 'I changed my mind', role: 'what' };

test('a value of the user stays as it is, in brackets and in quotation marks', () => {
  const wants =
    'cancel my order A1 (the reason: I changed my mind) and add a note saying "Ring my bell when I am out."';
  expect(goalText({ wants }, [REASON])).toBe(
    'You want to cancel your order A1 (the reason: I changed my mind) and add a note saying "Ring my bell when I am out.". You know this much: reason: I changed my mind.',
  );
});

test('all other words are turned to the person', () => {
  expect(goalText({ wants: 'have my parcel where I have my desk' }, [])).toBe(
    'You want to have your parcel where you have your desk.',
  );
});
