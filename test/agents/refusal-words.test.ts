// Tests that a refusal for which the environment has no words tells its reason: the rule's sentence that sets the limit,
// or the message of the tool that refused the call.
import { expect, test } from 'vitest';
import { refusalReason } from '../../agents/agents/refusal-words.ts';
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
