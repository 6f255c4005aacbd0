// Tests a refusal for which the environment has no words. It must tell its reason: the sentence of the rule that sets
// the limit, or the message of the tool that refused the call.
import { expect, test } from 'vitest';
import { refusalReason, refusedAgain } from '../../agents/agents/refusal-words.ts';
import { readRefusal } from '../../envs/verification/refusals.ts';
import type { Rule } from '../../envs/values/rule.ts';
import type { Task } from '../../envs/values/task.ts';
import { part } from '../support/part.ts';

const reasonOf = (text: string): string | undefined =>
  refusalReason(part<Task>({ rules: ['13'], gold: { calls: [], outputs: [] } }), [part<Rule>({ id: '13', text })]);

test('the sentence of the rule that sets the limit is the reason', () => {
  expect(
    reasonOf('A lost copy costs the member its price, so we take our time. A copy is lost only after 14 days.'),
  ).toBe('Our rule is this: A copy is lost only after 14 days.');
  expect(reasonOf('A pause lasts ninety days at the longest, counted from today.')).toContain('ninety days');
  expect(reasonOf('Be kind to everybody.')).toBeUndefined();
});

test('without a rule, the message of the refusing tool is the reason, unless it is no plain text', () => {
  const refused = (message: string): string | undefined =>
    refusalReason(
      part<Task>({
        rules: [],
        gold: {
          calls: [{ by: 'agent', name: 'cancel', arguments: {}, error: { code: 'CONFLICT', message } }],
          outputs: [{ key: 'reason', type: 'reason', value: 'not_allowed' }],
        },
      }),
      [],
    );
  expect(refused('This order has been sent')).toBe('The system says: This order has been sent.');
  expect(refused('order_state is "sent"')).toBeUndefined();
});

const PHRASES = [
  'I am sorry, paying back more than 40 dollars for one order is not allowed.',
  'More than 40 dollars for one order is not allowed for me; the manager decides about it.',
];

function again(said: number, phrases: readonly string[], reason?: string, why = 'not_allowed'): string {
  const task = part<Task>({ gold: { calls: [], outputs: [{ key: 'reason', type: 'reason', value: why }] } });
  return refusedAgain(task, { phrases, said, ...(reason === undefined ? {} : { reason }) });
}

test('a refusal that is said again has other words, and its reason', () => {
  expect(again(1, PHRASES)).toContain('the manager decides');
  expect(again(1, PHRASES.slice(0, 1))).toMatch(/exception\. Paying back more than 40 dollars/);
  expect(again(2, PHRASES)).not.toBe(again(1, PHRASES));
  expect(again(2, PHRASES)).not.toContain('I am sorry');
  const rule = 'Our rule is this: A copy is lost only after 14 days.';
  expect(again(1, [], rule)).toContain(rule);
  expect(again(1, [], rule)).not.toBe(again(2, [], rule));
});

test.each([
  ["I'm sorry, but the loan cannot be extended again.", 'The loan cannot be extended again.'],
  ['I am afraid the loan cannot be extended again.', 'The loan cannot be extended again.'],
  ['Unfortunately the loan cannot be extended again.', 'The loan cannot be extended again.'],
])('a refusal that is said again regrets once: %s', (phrase, rest) => {
  const told = again(1, [phrase]);
  expect(told).toContain(`exception. ${rest}`);
  expect(told.match(/sorry|afraid|unfortunately/gi)).toHaveLength(1);
});

test.each(['not_allowed', 'no_tool', 'missing_information', 'invalid_value', 'not_found'])(
  'said again for %s, it is still a refusal to the user and to the verdict, and claims nothing',
  (why) => {
    const told = 'Please pay back my portions of linguine.';
    for (const said of [1, 2]) {
      const read = readRefusal(again(said, [], undefined, why), {
        told,
        tools: ['refund_lines'],
        shown: '',
        reason: why,
      });
      expect(read.declines).toBe(true);
      expect(read.claims).toEqual([]);
    }
  },
);
