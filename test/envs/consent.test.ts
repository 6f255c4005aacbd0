// Tests which changes a yes allows: exactly those that the agent proposed before it, with the values that the proposal
// named. Also tests with which words a proposal may name a change.
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import { consentFaults } from '../../envs/verification/claims.ts';

const ORDERS: Json = [
  { order_id: '81001', placed_at: '2031-05-11T10:00:00Z', items: [{ title: 'Blue kettle' }] },
  { order_id: '81002', placed_at: '2031-05-12T10:00:00Z', items: [{ title: 'Desk lamp' }] },
];

const entry = (name: string, args: JsonObject, effect: 'read' | 'write', result: Json): LogEntry => ({
  index: 1,
  by: 'agent',
  name,
  arguments: args,
  ok: true,
  result,
  effect,
  committed: true,
});

const LOOKED = entry('list_orders', {}, 'read', ORDERS);
const cancel = (order: string): LogEntry => entry('cancel_order', { order_id: order }, 'write', {});
const move = (order: string, postcode: string): LogEntry =>
  entry('change_address', { order_id: order, street: '7 Mill Lane', postcode }, 'write', {});

function faults(proposal: string, change: LogEntry, beside: readonly LogEntry[] = []): string[] {
  const ground = { log: [LOOKED], told: 'I need help with two orders.', order: 'month-first' as const };
  return consentFaults(proposal, change, ground, beside).map(({ message }) => message);
}

describe('a yes', () => {
  const both =
    'I will cancel the order with the blue kettle and also change the address of the one with the desk lamp to 7 Mill Lane, 97205.';

  test('to two deeds covers both', () => {
    expect(faults(both, cancel('81001'), [move('81002', '97205')])).toEqual([]);
    expect(faults(both, move('81002', '97205'), [cancel('81001')])).toEqual([]);
  });

  test('to two deeds covers neither of them on another row or with another value', () => {
    expect(faults(both, move('81002', '10001'), [cancel('81001')])).toEqual([
      'postcode is 10001, and 97205 was proposed',
    ]);
    expect(faults('I will cancel the order with the blue kettle.', cancel('81002'), [cancel('81001')])).not.toEqual([]);
  });

  test('to both of two rows, where one of them is changed, is none', () => {
    expect(faults('I will cancel the blue kettle and also the desk lamp.', cancel('81001'))).not.toEqual([]);
  });

  test('covers a change with a field that was not said and looks like one that was', () => {
    const change = entry('set_postcode', { account_ref: '55120', postcode: '97205' }, 'write', {});
    expect(faults('I will set the postcode to 97205.', change)).toEqual([]);
    expect(faults('I will set the postcode to 97299.', change)).not.toEqual([]);
  });

  test('is not spoilt by a value that another row has, and this row gets', () => {
    const lines = entry('get_customer', {}, 'read', [
      { line_id: 'L1', phone_number: '555-0101', plan_id: 'go-50' },
      { line_id: 'L2', phone_number: '555-0102', plan_id: 'go-20' },
    ]);
    const plans = entry('list_plans', {}, 'read', [
      { plan_id: 'go-50', name: 'Go 50' },
      { plan_id: 'go-20', name: 'Go 20' },
    ]);
    const ground = {
      log: [lines, plans],
      told: 'Which plan is cheapest? Please switch me.',
      order: 'month-first' as const,
    };
    const change = entry('change_plan', { line_id: 'L2', plan_id: 'go-50' }, 'write', {});
    const found = (text: string): number => consentFaults(text, change, ground).length;
    expect(found('Shall I change your plan: the line moves to Go 50?')).toBe(0);
    expect(found('Shall I change the plan of 555-0101 to Go 50?')).toBe(1);
  });

  test('is not spoilt by a word that stands in a long text of another row', () => {
    const notes = entry('list_notes', {}, 'read', [
      { note_id: 'N1', text: 'Ring twice.' },
      { note_id: 'N2', text: 'Side door, blue gate, after four if possible.' },
    ]);
    const change = entry('set_note', { order_id: '81001', text: 'Ring twice.' }, 'write', {});
    const ground = { log: [LOOKED, notes], told: 'Please set the note "Ring twice."', order: 'month-first' as const };
    expect(consentFaults('All set on my side to set the note. May I go ahead?', change, ground)).toEqual([]);
  });

  test('with the price of the new thing is not spoilt by another row of the same price', () => {
    const bought = entry('get_order', {}, 'read', [
      { line_id: 'L1', title: 'Velvet cushion', unit_price: 66.9 },
      { line_id: 'L2', title: 'Paper pendant', unit_price: 100.9 },
    ]);
    const variants = entry('get_product', {}, 'read', [
      { variant_id: 'V306', name: 'white', price: 66.9 },
      { variant_id: 'V307', name: 'matt black', price: 108.9 },
    ]);
    const ground = {
      log: [bought, variants],
      told: 'I want to swap the paper pendant for the white one.',
      order: 'month-first' as const,
    };
    const change = entry('exchange', { line_id: 'L2', variant_id: 'V306' }, 'write', {});
    const found = (text: string): string[] => consentFaults(text, change, ground).map(({ message }) => message);
    expect(found('Shall I exchange the Paper pendant for "white" at $66.90?')).toEqual([]);
    expect(found('Shall I exchange the Paper pendant for "white" at $108.90?').join()).toMatch(/something else/);
  });
});

describe('a yes in the words that people use', () => {
  const ACCOUNTS: Json = [
    { account_id: 'ac_0001', name: 'current account', balance: 2200 },
    { account_id: 'ac_0002', name: 'savings account', balance: 900 },
  ];
  const looked = entry('list_accounts', {}, 'read', ACCOUNTS);
  const transfer = entry('confirm_transfer', { quote_id: 'q_77', version: 5 }, 'write', {});
  const about = (): string => 'Carries out a quoted transfer: moves the money to the other account.';
  const said = (proposal: string, change: LogEntry, words?: (tool: string) => string, seen = looked): string[] =>
    consentFaults(proposal, change, {
      log: [seen],
      told: 'Please move 475 euros to my savings.',
      order: 'day-first' as const,
      ...(words === undefined ? {} : { about: words }),
    }).map(({ message }) => message);

  test('may name the deed as the description of the tool does', () => {
    const words = 'Shall I move 475 euros from your current account to your savings account?';
    expect(said(words, transfer)).not.toEqual([]);
    expect(said(words, transfer, about)).toEqual([]);
    expect(said('Shall I close your account?', transfer, about)).not.toEqual([]);
  });

  test('is not held against numbers of the bookkeeping', () => {
    expect(said('Your transfer has two legs. Shall I carry the transfer out?', transfer, about)).toEqual([]);
  });

  test('may name a key of another kind', () => {
    const approve = entry('approve_payout', { payout_id: 'PAY-192622' }, 'write', {});
    const claim = entry('get_claim', {}, 'read', { claim_id: 'CLM-998606', payout: 'PAY-192622' });
    expect(said('Your payout for claim CLM-998606 is ready. Shall I approve it?', approve, about, claim)).toEqual([]);
    expect(said('Payout PAY-192699 is ready. Shall I approve it?', approve)).not.toEqual([]);
  });
});
