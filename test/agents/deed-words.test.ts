// Tests how a call is put into plain English: the action, the rows and the values. This must work for any tool, without
// phrases that an environment provides.
import { expect, test } from 'vitest';
import { deedClause, isOneDeed, type DeedCall } from '../../agents/agents/deed-words.ts';
import { inPast } from '../../agents/agents/past-deed.ts';

const orders = [
  { id: 'ord_1', customer: 'Jon Ryan', note: 'Ring twice.' },
  { id: 'ord_2', customer: 'Amari Rowe', note: 'No onions.' },
];
const ground = { isKey: (value: unknown) => /^(?:ord|pat|slo|lst|crd)_\d+$/.test(String(value)), shown: [orders] };
const call = (name: string, args: DeedCall['arguments']): DeedCall => ({ name, arguments: args });

test.each([
  [
    call('setNote', { orderId: 'ord_1', note: 'Call first.' }),
    'set the note to "Call first." for order ord_1 (Jon Ryan)',
  ],
  [call('cancel_order', { order_id: 'ord_2' }), 'cancel order ord_2 (Amari Rowe)'],
  [call('orders.delete', { id: 'ord_2' }), 'delete order ord_2 (Amari Rowe)'],
  [
    call('update_order', { order_id: 'ord_1', status: 'baked', quantity: 3 }),
    'change the status of order ord_1 (Jon Ryan) to baked and the quantity to 3',
  ],
  [
    call('book_appointment', { patient_id: 'pat_1', slot_id: 'slo_2', reason: 'a cough' }),
    'book an appointment for patient pat_1 in slot slo_2 with the reason "a cough"',
  ],
  [
    call('add_card_to_list', { list_id: 'lst_1', name: 'Buy flour', due: '2031-05-03' }),
    'add a card called "Buy flour" to list lst_1 due on 3 May 2031',
  ],
  [
    call('create_event', { title: 'Stand-up', attendees: ['Ann', 'Ben'], remote: true }),
    'create an event called "Stand-up" with the attendees Ann and Ben and remote switched on',
  ],
  [call('pay_invoice', { amount: 12.5 }), 'pay the invoice of $12.50'],
  [call('draft_order', { dose: '40 mg', times_a_day: 3 }), 'draft an order with the dose "40 mg" and 3 times a day'],
  [call('draft_order', { dose: '40 mg', times_a_day: 1 }), 'draft an order with the dose "40 mg" and 1 time a day'],
  [call('cancel_order', { order_id: 'ord-x9' }), 'cancel order ord-x9'],
  [call('checkInPatient', { patient_id: 'pat_1' }), 'check in patient pat_1'],
  [call('check_in_guest', { order_id: 'ord_1' }), 'check in the guest for order ord_1 (Jon Ryan)'],
  [call('user_log_out', {}), 'log out the user'],
  [call('fee_collect', { tender: 'card' }), 'collect the fee with the tender card'],
  [call('placeBookingOnHold', { fare: 'flex' }), 'place a booking on hold with the fare flex'],
  [call('pay_bill', { method: 'cardOnFile' }), 'pay the bill with the method "card on file"'],
  [call('send_offer', { to: 'Ann', expected_version: 2, idempotencyKey: 'k-1' }), 'send an offer to Ann'],
])('%j', (made, clause) => {
  expect(deedClause([made], ground)).toBe(clause);
});

test('the same deed to several rows is one clause', () => {
  const calls = ['ord_1', 'ord_2'].map((orderId) => call('setNote', { orderId, note: 'Call first.' }));
  expect(isOneDeed(calls, ground)).toBe(true);
  expect(deedClause(calls, ground)).toBe(
    'set the note to "Call first." for these 2 orders: ord_1 (Jon Ryan) and ord_2 (Amari Rowe)',
  );
});

test('calls with different values stay apart', () => {
  const calls = [
    call('setNote', { orderId: 'ord_1', note: 'a b' }),
    call('setNote', { orderId: 'ord_2', note: 'c d' }),
  ];
  expect(isOneDeed(calls, ground)).toBe(false);
  expect(deedClause(calls, ground)).toContain('"a b" for order ord_1');
  expect(deedClause(calls, ground)).toContain('"c d" for order ord_2');
});

test.each([
  ['cancel order A1', 'cancelled order A1'],
  ['set the note', 'set the note'],
  ['apply the credit', 'applied the credit'],
  ['move card C1', 'moved card C1'],
])('%s is reported as %s', (clause, past) => {
  expect(inPast(clause)).toBe(past);
});

test('a version that a tool is about is said', () => {
  const [first] = [call('restore_version', { order_id: 'ord_1', version: 2 })];
  expect(deedClause([first], ground)).toMatch(/^restore the version .*\b2\b/);
});

test('a row without a name is named by what the user told of it, or by its day', () => {
  const shown = [
    [
      { id: 'ord_7', kart_class: 'pro', starts_at: '2031-05-29T12:00:00Z', price: 71, cancelled: false },
      {
        id: 'ord_8',
        created_at: '2031-01-02T08:00:00Z',
        starts_at: '2031-05-29T12:00:00Z',
        price: 71,
        valid_until: '2031-06-02',
      },
    ],
    // the customer belongs to the order, not to the loaf
    { loaf_id: 'lst_4', customer: 'Jon Ryan', id: 'ord_9' },
  ];
  const told = { ...ground, shown, isTold: (value: unknown) => value === 71 || value === 'pro' };
  expect(deedClause([call('cancel_order', { order_id: 'ord_7' })], told)).toBe('cancel order ord_7 (pro, $71)');
  expect(deedClause([call('cancel_order', { order_id: 'ord_8' })], { ...ground, shown })).toBe(
    'cancel order ord_8 (29 May 2031 at 12:00)',
  );
  const until = { ...ground, shown, isTold: (value: unknown) => value === '2031-06-02' };
  expect(deedClause([call('cancel_order', { order_id: 'ord_8' })], until)).toBe('cancel order ord_8 (2 June 2031)');
  expect(deedClause([call('bake_loaf', { loaf_id: 'lst_4' })], told)).toBe('bake loaf lst_4');
});
