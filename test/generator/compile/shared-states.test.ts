// Tests a state inside an object of a result: its values are those that another tool of the same noun lists.
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, playerOf, schemaOf, tool } from '../../support/tools.ts';

const STATES = ['created', 'success', 'failed'];

function shown(status: JsonObject, listed: JsonObject, name = 'state'): readonly string[] {
  const state = schemaOf({ status, finished: 'boolean' });
  const compiled = compile([
    tool('get_payment', 'Get a payment.', { payment_id: 'string' }, { payment_id: 'string', [name]: state }),
    tool('search_payments', 'Search payments.', { 'state?': listed, 'sorcery?': 'string' }),
    tool(
      'list_payments',
      'List payments.',
      {},
      { payments: { type: 'array', items: schemaOf({ payment_id: 'string' }) } },
    ),
  ]);
  const call = playerOf(compiled);
  const { payments } = call('list_payments', {}) as { payments: { payment_id: string }[] };
  expect(payments.length).toBeGreaterThan(3);
  return payments.map((each) => {
    const found = call('get_payment', each) as Record<string, { status: string }>;
    return found[name]?.status ?? '';
  });
}

test('a status in `state` has the values that another tool lists', () => {
  const listed = { type: 'string', enum: STATES };
  for (const status of [{ type: 'string' }, { type: 'string', examples: ['created'] }])
    expect(shown(status, listed).filter((each) => !STATES.includes(each))).toEqual([]);
});

test.each([
  ['its example is another value', { type: 'string', examples: ['open'] }, 'state'],
  ['the object is no state', { type: 'string', examples: ['open'] }, 'refund'],
])('has its own values where %s', (_why, status, name) => {
  expect(new Set(shown(status, { type: 'string', enum: STATES }, name))).toEqual(new Set(['open']));
});
