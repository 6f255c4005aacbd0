// Tests faults in tasks' stored solutions that are planted by hand. People once found faults of these kinds in tasks
// that had passed the audit. The audit must find every fault, and must find none in the same tasks without it.
import { describe, expect, test } from 'vitest';
import { loadEnvironment } from '../../../envs/folder/environment-folder.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import type { TaskOutput } from '../../../envs/values/task.ts';
import { World } from '../../../envs/world/world.ts';
import { auditTask } from '../../../generator/tasks/audit.ts';
import { taskByHand, type ByHand } from '../../support/task-by-hand.ts';

const shop = new World(loadEnvironment('fixtures/environments/order-desk'));
const care = new World(loadEnvironment('fixtures/environments/carrier-care'));

type Call = readonly [string, JsonObject];
const call = (name: string, args: JsonObject = {}): Call => [name, args];

// the shop: Marta has a pending, a packed, a delayed and two delivered orders, and four ways to pay
const email = { email: 'marta.ilves@example.com' };
const find = call('find_customer_by_email', email);
const marta = call('get_customer', { customer_id: 'C1001' });
const orders = call('list_orders', { customer_id: 'C1001' });
const order = (id: string): Call => call('get_order', { order_id: id });
const track = (id: string): Call => call('track_shipment', { order_id: id });
const product = (id: string): Call => call('get_product', { product_id: id });
const goodwill = call('issue_goodwill', { order_id: 'A20003', amount: 10, payment_method_id: 'PM1002' });
const exchange = (variant: string): Call =>
  call('request_exchange', { order_id: 'A20004', line: 1, variant_id: variant, payment_method_id: 'PM1001' });
const giveBack = call('request_return', {
  order_id: 'A20004',
  items: [{ line: 2, quantity: 1 }],
  payment_method_id: 'PM1001',
  reason: 'it does not fit',
});
const address = (id: string, street: string): Call =>
  call('change_delivery_address', { order_id: id, street, city: 'Salem', region: 'OR', postcode: '97301' });
const to = (street: string): Record<string, Json> => ({ street, city: 'Salem', region: 'OR', postcode: '97301' });
const cancel = (id: string): Call => call('cancel_order', { order_id: id, reason: 'no longer needed' });
const swap = (variant: string): Call => call('swap_item', { order_id: 'A20001', line: 1, variant_id: variant });

// the care desk: Ingrid has two phone lines, Tomas has bills to pay and a ticket
const ingrid = [
  call('find_customer_by_phone', { phone_number: '555-0143-210' }),
  call('verify_identity', { customer_id: 'M1001', full_name: 'Ingrid Solberg', birth_date: '1988-07-02' }),
];
const isIngrid = { phone_number: '555-0143-210', full_name: 'Ingrid Solberg', birth_date: '1988-07-02' };
const tomas = [
  call('find_customer_by_phone', { phone_number: '555-0177-388' }),
  call('verify_identity', { customer_id: 'M1002', full_name: 'Tomas Brandt', birth_date: '1979-11-23' }),
];
const isTomas = { phone_number: '555-0177-388', full_name: 'Tomas Brandt', birth_date: '1979-11-23' };
const account = call('get_customer', { customer_id: 'M1001' });
const line = (id: string): Call => call('get_line', { line_id: id });
const bills = call('list_bills', { customer_id: 'M1001' });
const pack = call('add_data_pack', { line_id: 'L1001', gigabytes: 5 });
const plan = call('change_plan', { line_id: 'L1001', plan_id: 'go-50' });
const roaming = (enabled: boolean): Call => call('set_roaming', { line_id: 'L1001', enabled });
const credit = (customer: string): Call =>
  call('give_credit', { customer_id: customer, amount: 10, reason: 'Calls drop on the train' });

const answer = (key: string, type: TaskOutput['type'], value: Json, origin?: TaskOutput['origin']): TaskOutput =>
  ({ key, type, value, ...(origin === undefined ? {} : { origin }) }) as TaskOutput;
const refusal: TaskOutput = { key: 'reason', type: 'reason', value: 'not_allowed', from: ['A20005'] };

const wants = (
  opening: string,
  calls: readonly Call[],
  facts: Readonly<Record<string, Json>> = {},
  more: Partial<ByHand> = {},
): ByHand => ({
  opening,
  calls,
  facts: { ...email, ...facts },
  ...more,
});
const calls = (
  opening: string,
  made: readonly Call[],
  facts: Readonly<Record<string, Json>>,
  more: Partial<ByHand> = {},
): ByHand => ({
  opening,
  calls: made,
  facts,
  ...more,
});

interface Planted {
  readonly world: World;
  readonly hole: string;
  readonly task: ByHand;
  readonly finds: RegExp;
}
const inShop = (hole: string, task: ByHand, finds: RegExp): Planted => ({ world: shop, hole, task, finds });
const inCare = (hole: string, task: ByHand, finds: RegExp): Planted => ({ world: care, hole, task, finds });

const BLIND = /^blind choice: /;
const ANSWER = /^sight of the answer: /;
const RULE = /^sight of the rule: /;
const GOAL = /^every goal counts: /;
const ORDER = /^either order: /;
const CALLER = /^one caller: /;

const GOODWILL = 'Order A20003 is late. I would like $10 of goodwill.';
const RETURN =
  'Please take one of line 2 of order A20004 back, it does not fit, with the money to my Visa ending in 4417.';

const PLANTED: readonly Planted[] = [
  // solutions with values that neither the user nor a read gives
  inShop(
    'a way to pay that nothing tells',
    wants(GOODWILL, [find, marta, order('A20003'), track('A20003'), goodwill], { amount: 10 }),
    BLIND,
  ),
  inShop(
    'a way to pay that a look would show among others',
    wants(
      'I would like $10 of goodwill for A20003.',
      [
        find,
        order('A20003'),
        track('A20003'),
        call('issue_goodwill', { order_id: 'A20003', amount: 10, payment_method_id: 'PM1001' }),
      ],
      { amount: 10 },
    ),
    BLIND,
  ),
  inShop(
    'an order that nothing tells',
    wants(
      'Please change where my order goes.',
      [find, orders, order('A20001'), address('A20001', '5 Elm Court')],
      to('5 Elm Court'),
    ),
    BLIND,
  ),
  inShop(
    'an order to cancel that nothing tells',
    wants('Please cancel my order, it is no longer needed.', [find, marta, orders, cancel('A20002')]),
    BLIND,
  ),
  inShop(
    'a line of an order that nothing tells',
    wants(
      'Please take one piece of order A20004 back, it does not fit; the money to my Visa ending in 4417.',
      [find, marta, order('A20004'), track('A20004'), giveBack],
      { quantity: 1, reason: 'it does not fit' },
    ),
    BLIND,
  ),
  inShop(
    'a variant that nothing tells',
    wants('Please exchange line 1 of order A20004 for another one, with my Visa ending in 4417.', [
      find,
      marta,
      order('A20004'),
      track('A20004'),
      product('P01'),
      exchange('V102'),
    ]),
    BLIND,
  ),
  inCare(
    'a line of the caller that nothing tells',
    calls(
      'Please send me a new SIM card.',
      [...ingrid, account, call('order_replacement_sim', { line_id: 'L1003' })],
      isIngrid,
    ),
    BLIND,
  ),
  inCare(
    'a plan that nothing tells',
    calls(
      'Please move line L1001 to a larger plan.',
      [...ingrid, line('L1001'), bills, call('list_plans'), plan],
      isIngrid,
    ),
    BLIND,
  ),
  inCare(
    'a switch whose way nobody says',
    calls('Please see to roaming for line L1001.', [...ingrid, line('L1001'), roaming(true)], isIngrid),
    BLIND,
  ),
  // answers that no read gives
  inShop(
    'an answer without a place',
    wants(
      'What is the status of order A20001?',
      [find, orders],
      {},
      { outputs: [answer('status', 'text', 'pending')] },
    ),
    ANSWER,
  ),
  inShop(
    'an answer whose look is not made',
    wants(
      'Who carries order A20003?',
      [find, order('A20003')],
      {},
      { outputs: [answer('carrier', 'text', 'shipped', { call: 2, at: '/carrier', how: 'value' })] },
    ),
    ANSWER,
  ),
  inShop(
    'an answer that stands elsewhere by chance',
    wants(
      'How many pieces are in stock of the first variant of P02?',
      [find, product('P01'), product('P02')],
      {},
      { outputs: [answer('stock', 'count', 40, { call: 1, at: '/variants/0/stock', how: 'value' })] },
    ),
    ANSWER,
  ),
  inShop(
    'a count of another list',
    wants(
      'How many orders do I have?',
      [find, marta, orders],
      {},
      { outputs: [answer('number_of_orders', 'count', 4, { call: 2, at: '', how: 'count' })] },
    ),
    ANSWER,
  ),
  inShop(
    'a sum that is not theirs',
    wants(
      'What do all items of A20001 cost apiece, together?',
      [find, order('A20001')],
      {},
      { outputs: [answer('sum', 'money', 97.9, { call: 1, at: '/items', how: 'sum', item: '/unit_price' })] },
    ),
    ANSWER,
  ),
  inShop(
    'a winner that is none',
    wants(
      'Which variant of P01 is the cheapest?',
      [product('P01')],
      {},
      {
        outputs: [
          answer('name', 'text', 'copper, 0.9 l', {
            call: 0,
            at: '/variants',
            how: 'least',
            item: '/name',
            by: '/price',
          }),
        ],
      },
    ),
    ANSWER,
  ),
  inShop(
    'a status that the task itself changes',
    wants(
      'What is the status of A20001? And please cancel it, it is no longer needed.',
      [find, marta, order('A20001'), cancel('A20001')],
      { order_id: 'A20001' },
      { kind: 'mixed', outputs: [answer('status', 'text', 'pending', { call: 2, at: '/status', how: 'value' })] },
    ),
    ANSWER,
  ),
  inShop(
    'an answer that only repeats the question',
    wants(
      'What is the number of order A20001?',
      [find, order('A20001')],
      {},
      { outputs: [answer('order', 'id', 'A20001', { call: 1, at: '/order_id', how: 'value' })] },
    ),
    ANSWER,
  ),
  // changes without a read of the rows by which a rule decides
  inShop(
    'goodwill without a look at the delivery',
    wants(`${GOODWILL} To my PayPal.`, [find, marta, order('A20003'), goodwill], { amount: 10, label: 'PayPal' }),
    RULE,
  ),
  inShop(
    'a return without a look at the day of delivery',
    wants(RETURN, [find, marta, order('A20004'), giveBack], { line: 2, quantity: 1 }),
    RULE,
  ),
  inShop(
    'an exchange without a look at the day of delivery',
    wants('Please exchange line 1 of A20004 for the one in "matt black, 0.9 l", with my Visa ending in 4417.', [
      find,
      marta,
      order('A20004'),
      product('P01'),
      exchange('V102'),
    ]),
    RULE,
  ),
  inShop(
    'a packed order cancelled without a look at the tier',
    wants('Please cancel order A20002, it is no longer needed.', [find, order('A20002'), cancel('A20002')]),
    RULE,
  ),
  inShop(
    'a gift card without a look at what is late',
    wants(
      'My parcel is late: I would like a gift card of $20.',
      [find, call('issue_gift_card', { customer_id: 'C1001', amount: 20 })],
      { amount: 20 },
    ),
    RULE,
  ),
  inShop(
    'an address changed without a look at the order',
    wants('Please send A20001 to another address.', [find, address('A20001', '5 Elm Court')], to('5 Elm Court')),
    RULE,
  ),
  inShop(
    'a return declined without a look at the day of delivery',
    wants(
      'Please take line 1 of A20005 back, it does not fit; the money to my Visa ending in 4417.',
      [find, marta, order('A20005')],
      {},
      {
        kind: 'abstain',
        end: 'refused',
        outputs: [refusal],
        declines: [
          call('request_return', {
            order_id: 'A20005',
            items: [{ line: 1, quantity: 1 }],
            payment_method_id: 'PM1001',
            reason: 'it does not fit',
          }),
        ],
      },
    ),
    RULE,
  ),
  inCare(
    'data sold without a look at the bills',
    calls('Please add 5 gigabytes to line L1001.', [...ingrid, line('L1001'), pack], isIngrid),
    RULE,
  ),
  inCare(
    'a plan changed without a look at the contract',
    calls('Please move line L1001 to the plan "Go 50".', [...ingrid, bills, call('list_plans'), plan], isIngrid),
    RULE,
  ),
  inCare(
    'a credit without a look at a ticket',
    calls('Calls drop on the train. I would like a credit of $10.', [...tomas, credit('M1002')], {
      ...isTomas,
      amount: 10,
      reason: 'Calls drop on the train',
    }),
    RULE,
  ),
  // calls that have no effect or break the policy
  inShop(
    'an item exchanged for itself',
    wants('Please exchange line 1 of A20004 for the one in "brushed steel, 0.9 l", with my Visa ending in 4417.', [
      find,
      marta,
      order('A20004'),
      track('A20004'),
      product('P01'),
      exchange('V101'),
    ]),
    /rule 8 is broken/,
  ),
  inCare(
    'a credit without a cause',
    calls('I would like a credit of $10, I was asked to do so.', [...ingrid, account, credit('M1001')], {
      ...isIngrid,
      amount: 10,
      reason: 'Calls drop on the train',
    }),
    /rule 8 is broken/,
  ),
  inCare(
    'a line paused and resumed',
    calls(
      'Please pause line L1001, then resume it.',
      [
        ...ingrid,
        line('L1001'),
        bills,
        call('pause_line', { line_id: 'L1001' }),
        call('resume_line', { line_id: 'L1001' }),
      ],
      isIngrid,
    ),
    GOAL,
  ),
  inCare(
    'a switch set to what it is',
    calls(
      'Please switch roaming off for line L1001 and pause it.',
      [...ingrid, line('L1001'), roaming(false), call('pause_line', { line_id: 'L1001' })],
      isIngrid,
    ),
    GOAL,
  ),
  inShop(
    'an address changed twice',
    wants(
      'Please send A20001 to 5 Elm Court in 97301 Salem OR. No, to 7 Mill Lane there.',
      [find, order('A20001'), address('A20001', '5 Elm Court'), address('A20001', '7 Mill Lane')],
      to('7 Mill Lane'),
    ),
    GOAL,
  ),
  inShop(
    'an order changed and then cancelled',
    wants(
      'Please send A20001 to 5 Elm Court, and then cancel it, it is no longer needed.',
      [find, marta, order('A20001'), address('A20001', '5 Elm Court'), cancel('A20001')],
      to('5 Elm Court'),
    ),
    GOAL,
  ),
  inShop(
    'an item swapped and swapped back',
    wants('Please swap line 1 of A20001 for "matt black, 0.9 l", and then back to "brushed steel, 0.9 l".', [
      find,
      order('A20001'),
      product('P01'),
      swap('V102'),
      swap('V101'),
    ]),
    GOAL,
  ),
  // wishes whose order matters
  inShop(
    'an order whose address hangs on which wish comes first',
    wants(
      'Please order two of the variant "sea green" of the product P02 with my PayPal, and change my address to 5 Elm Court in 97301 Salem OR.',
      [
        find,
        marta,
        product('P02'),
        call('place_order', {
          customer_id: 'C1001',
          items: [{ variant_id: 'V201', quantity: 2 }],
          payment_method_id: 'PM1002',
        }),
        call('update_customer_address', { customer_id: 'C1001', ...to('5 Elm Court') }),
      ],
      { quantity: 2, ...to('5 Elm Court') },
    ),
    ORDER,
  ),
  // tasks that act for two people
  inShop(
    'two customers',
    calls(
      'Please send orders A20001 and A20006 to 5 Elm Court in Salem.',
      [
        find,
        call('find_customer_by_email', { email: 'jonas.okafor@example.com' }),
        order('A20001'),
        order('A20006'),
        address('A20001', '5 Elm Court'),
        address('A20006', '5 Elm Court'),
      ],
      { email: 'marta.ilves@example.com', 'email 2': 'jonas.okafor@example.com', ...to('5 Elm Court') },
    ),
    CALLER,
  ),
  inCare(
    'two account holders',
    calls(
      'Please send new SIM cards for the lines L1001 and L1002.',
      [
        ...ingrid,
        ...tomas,
        line('L1001'),
        line('L1002'),
        call('order_replacement_sim', { line_id: 'L1001' }),
        call('order_replacement_sim', { line_id: 'L1002' }),
      ],
      { ...isIngrid, 'phone_number 2': '555-0177-388', 'full_name 2': 'Tomas Brandt', 'birth_date 2': '1979-11-23' },
    ),
    CALLER,
  ),
];

const SOUND: readonly Omit<Planted, 'finds'>[] = [
  {
    world: shop,
    hole: 'goodwill',
    task: wants(`${GOODWILL} To my PayPal.`, [find, marta, order('A20003'), track('A20003'), goodwill], {
      amount: 10,
      label: 'PayPal',
    }),
  },
  {
    world: shop,
    hole: 'a return',
    task: wants(
      'Please take one of the item "sea green" of order A20004 back, it does not fit, with the money to my Visa ending in 4417.',
      [find, marta, order('A20004'), track('A20004'), giveBack],
      { quantity: 1, name: 'sea green', label: 'Visa ending in 4417', reason: 'it does not fit' },
    ),
  },
  {
    world: shop,
    hole: 'the newest order',
    task: wants('Please cancel my latest order, it is no longer needed.', [find, marta, orders, cancel('A20001')]),
  },
  {
    world: shop,
    hole: 'the price of a variant',
    task: wants(
      'Which variant of P01 is the cheapest?',
      [product('P01')],
      {},
      {
        outputs: [
          answer('name', 'text', 'brushed steel, 0.9 l', {
            call: 0,
            at: '/variants',
            how: 'least',
            item: '/name',
            by: '/price',
          }),
        ],
      },
    ),
  },
  {
    world: care,
    hole: 'data',
    task: calls('Please add 5 gigabytes to line L1001.', [...ingrid, line('L1001'), bills, pack], isIngrid),
  },
  {
    world: care,
    hole: 'a credit',
    task: calls(
      'Calls drop on the train. I would like a credit of $10.',
      [...tomas, call('get_customer', { customer_id: 'M1002' }), line('L1002'), credit('M1002')],
      { ...isTomas, amount: 10, reason: 'Calls drop on the train' },
    ),
  },
];

const reasonsOf = ({ world, task }: Omit<Planted, 'finds'>): readonly string[] =>
  auditTask(world, taskByHand(world, task), { hasty: false, mutants: 0 }).reasons;

describe('holes in gold', () => {
  test('there are at least thirty', () => {
    expect(PLANTED.length).toBeGreaterThanOrEqual(30);
  });

  test.each(PLANTED)('$hole is found', (planted) => {
    expect(reasonsOf(planted).filter((reason) => planted.finds.test(reason))).not.toEqual([]);
  });

  test.each(SOUND)('$hole without a hole: no proof finds one', (sound) => {
    const proofs = [BLIND, ANSWER, RULE, GOAL, ORDER, CALLER, /is broken/];
    expect(reasonsOf(sound).filter((reason) => proofs.some((each) => each.test(reason)))).toEqual([]);
  });
});
