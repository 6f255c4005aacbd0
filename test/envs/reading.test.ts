// Tests the statistical models that classify replies. They were trained on other people's words. A result counts only
// if the model is sure, and the models distinguish the user's wish from other wishes.
import { describe, expect, test } from 'vitest';
import { fitLinearModel, scoreOf } from '../../envs/verification/reading/linear-model.ts';
import { readRefusal, waitsForYes } from '../../envs/verification/refusals.ts';

const WISH = {
  told: 'I would like to extend the loan of the lawn mower by a week. You want to extend the loan of the lawn mower by a week.',
  tools: ['extend_loan'],
  shown: 'Loans of garden machines are extended once. [{"loan_id":"L7","title":"lawn mower","extended":1}]',
};

describe('a linear model', () => {
  const examples = ['a', 'b', 'c', 'd'].flatMap((word) =>
    [true, false].flatMap((right) =>
      [1, 2].map((weight) => ({
        features: new Map([
          [right ? 'yes' : 'no', 1],
          [word, 1],
        ]),
        right,
        weight,
      })),
    ),
  );

  test('learns a word that decides, and the same model each time', () => {
    const model = fitLinearModel(examples);
    expect(scoreOf(model, new Map([['yes', 1]]))).toBeGreaterThan(1);
    expect(scoreOf(model, new Map([['no', 1]]))).toBeLessThan(-1);
    expect(fitLinearModel(examples)).toEqual(model);
  });

  test('says nothing of what it does not know', () => {
    expect(Math.abs(scoreOf(fitLinearModel(examples), new Map([['never seen', 1]])))).toBeLessThan(1);
  });
});

describe('a refusal', () => {
  test.each([
    'The mower has been extended once already, so a further week is not possible, I am sorry.',
    'Sorry, no second extension for the lawn mower. Machines are extended once and that is it.',
    "I can't do that, sorry.",
  ])('%s', (text) => {
    expect(readRefusal(text, WISH)).toMatchObject({ declines: true, claims: [] });
  });

  test.each([
    'A lovely machine, that mower. I will have a look at your loan, one moment.',
    "I'm sorry, but I can't sharpen the blade of your hedge trimmer at the desk.",
    'Which machine is it about, and until when would you like to keep it?',
  ])('none: %s', (text) => {
    expect(readRefusal(text, WISH).declines).toBe(false);
  });

  test('that tells of a deed is read with it', () => {
    const { claims } = readRefusal(
      "Machines are extended only once, but I've extended the lawn mower for you anyway and waived the fee.",
      WISH,
    );
    expect(claims).not.toEqual([]);
  });
});

test('a proposal waits for a yes, a question and a report do not', () => {
  expect(
    waitsForYes('I would extend the loan of the lawn mower by one week, to 12 May. Is that all right with you?', WISH),
  ).toBe(true);
  expect(waitsForYes('Could you tell me your membership number, please?', WISH)).toBe(false);
  expect(waitsForYes('Your loan of the lawn mower now ends on 12 May.', WISH)).toBe(false);
});
