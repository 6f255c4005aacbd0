// Tests the words of the oracle: an environment's phrases, filled with the values of a call, of its result and of rows
// that were shown.
import { describe, expect, test } from 'vitest';
import { framed } from '../../agents/agents/speech.ts';
import { OwnTools } from '../../agents/users/own-tools.ts';
import type { Speech } from '../../envs/values/speech.ts';
import { makeRandom } from '../../envs/random.ts';

const random = makeRandom(1, 'speech');
const orders = [
  { order_id: 'A2', items: [{ line: 1, title: 'Wall clock' }] },
  { order_id: 'A1', items: [{ line: 1, title: 'Wool throw' }] },
];
const product = { title: 'Hammock', variants: [{ variant_id: 'V1', name: 'moss', price: 16.5 }] };
const told = { arguments: { order_id: 'A2', line: 1, variant_id: 'V1' }, shown: [...orders, product] };

describe('a frame', () => {
  test('names a row by what was shown with its id, and a line by its own order', () => {
    expect(framed(['the {line.title} of {order_id}'], told, random)).toBe('the Wall clock of A2');
    expect(framed(['{variant_id.title} in {variant_id.name} at {variant_id.price}'], told, random)).toBe(
      'Hammock in moss at $16.50',
    );
  });

  test('says months by name, and amounts as the environment says them', () => {
    const bill = { bill_id: 'B1', month: '2031-07', total: 65 };
    const asked = { arguments: { bill_id: 'B1' }, shown: [bill] };
    expect(framed(['your {bill_id.month} bill, {bill_id.total}'], asked, random)).toBe('your July bill, $65');
    const money = '{value} euros';
    expect(framed(['{bill_id.total}'], { ...asked, money }, random)).toBe('65 euros');
  });

  test('says a choice with spaces', () => {
    const asked = { arguments: { reason: 'repaired_privately' }, shown: [{ kind: 'damage_photos' }] };
    expect(framed(['because it is {reason}'], asked, random)).toBe('because it is repaired privately');
    const named = { arguments: { username: 'mei_chen', user_id: 'mei_chen' }, shown: [] };
    expect(framed(['{username} or {user_id}'], named, random)).toBe('mei_chen or mei_chen');
  });

  test('has the article that its value wants, and says a choice in one word with spaces', () => {
    const asked = { arguments: { topic: 'account', method: 'cardOnFile' }, shown: [] };
    expect(framed(['open a {topic} ticket'], asked, random)).toBe('open an account ticket');
    expect(framed(['pay with the {method}'], asked, random)).toBe('pay with the card on file');
  });

  test('finds the row of an argument whose name says more than the row does', () => {
    const shown = [{ items: [{ connectionId: 'CX-2', departsAt: '2031-06-25T07:10:00Z' }] }];
    const asked = { arguments: { exchange: { newConnectionId: 'CX-2' } }, shown };
    expect(framed(['the train of {exchange.newConnectionId.departsAt}'], asked, random)).toBe(
      'the train of 25 June 2031 at 07:10',
    );
    const street = { arguments: { to_home_id: 'H-1' }, shown: [{ home_id: 'H-1', street: 'Mill Lane' }] };
    expect(framed(['to {to_home_id.street}'], street, random)).toBe('to Mill Lane');
  });

  test('that names a row is taken before one that says its key alone', () => {
    const frames = ['drop {order_id}', 'drop {order_id} with the {order_id.items.0.title}', 'drop it, {order_id}'];
    for (const seed of [1, 2, 3, 4])
      expect(framed(frames, told, makeRandom(seed, 'speech'))).toBe('drop A2 with the Wall clock');
    expect(framed(['drop {order_id}'], told, random)).toBe('drop A2');
  });

  test('names a row by its id in a list of ids', () => {
    const files = [
      { id: 'f_1', name: 'plan.txt' },
      { id: 'f_2', name: 'menu.txt' },
    ];
    const asked = { arguments: { ids: ['f_2', 'f_1'] }, shown: [files] };
    expect(framed(['move {ids.0.name} and {ids.1.name}'], asked, random)).toBe('move menu.txt and plan.txt');
    const one = { arguments: { ids: ['f_2'] }, shown: [files] };
    expect(framed(['move {ids.0}'], one, random)).toBe('move f_2');
    // the phrase names one of two files, so it would leave the other out
    expect(framed(['move {ids.0.name}'], asked, random)).toBeUndefined();
    expect(framed(['share with {dir.name}'], { arguments: { dir: 'f_1' }, shown: [files] }, random)).toBe(
      'share with plan.txt',
    );
    const orderIds = { arguments: { order_ids: ['A1'] }, shown: orders };
    expect(framed(['{order_ids.0.items.0.title}'], orderIds, random)).toBe('Wool throw');
  });

  test('names a row that another argument names, and the row itself before a row around it', () => {
    const members = [{ member_id: 'U03', handle: 'lpark' }];
    const handover = { arguments: { changes: { owner_id: 'U03' } }, shown: [members] };
    expect(framed(['hand it to {changes.owner_id.handle}'], handover, random)).toBe('hand it to lpark');
    const pupils = [{ pupil_id: 'P7', name: 'Isla Rossi' }];
    const club = { name: 'Orchestra', members: [{ pupil_id: 'P7' }] };
    const added = { arguments: { pupil_id: 'P7' }, shown: [pupils, club] };
    expect(framed(['take {pupil_id.name} in'], added, random)).toBe('take Isla Rossi in');
    const order = { order_id: 'A1', status: 'open', lines: [{ order_id: 'A1', status: 'packed' }] };
    expect(framed(['the {order_id.status} one'], { arguments: { order_id: 'A1' }, shown: [order] }, random)).toBe(
      'the open one',
    );
    const booking = { arguments: { booking: 'QE87159' }, shown: [[{ booking: 'QE87159', party: 4 }]] };
    expect(framed(['move the table for {booking.party}'], booking, random)).toBe('move the table for 4');
  });

  test('tells a result, and is passed over where a value was not shown', () => {
    const frames = ['the {variant_id.colour}', 'refunded {result.refunded}'];
    expect(framed(frames, { ...told, result: { refunded: 5 } }, random)).toBe('refunded $5');
    expect(framed(frames, told, random)).toBeUndefined();
    expect(framed(undefined, told, random)).toBeUndefined();
  });
});

describe('a screen that a user reads out', () => {
  const listing = [
    { type: 'function', function: { name: 'look_at_sim', parameters: { type: 'object', properties: {} } } },
  ];
  const reads = {
    state: { locked: 'it says the SIM is locked', '*': 'the SIM is {value}' },
    restart_needed: { true: 'it wants a restart', false: '' },
  };
  const tell = (result: object, speech?: Speech): string =>
    new OwnTools(listing, { speech }).instructionsIn('Please look at the SIM.')[0]!.tell(JSON.stringify(result));

  test('has the clauses of its environment, and leaves out those that are empty', () => {
    const speech = { tools: { look_at_sim: { reads } } };
    expect(tell({ state: 'locked', restart_needed: false }, speech)).toBe('It says the SIM is locked.');
    expect(tell({ state: 'ready', restart_needed: true }, speech)).toBe('The SIM is ready and it wants a restart.');
    expect(tell({ state: 'ready', slot: 2 }, speech)).toBe('The SIM is ready and slot 2.');
  });

  test('is read by its labels where the environment has no words', () => {
    expect(tell({ state: 'locked', restart_needed: false })).toBe('The SIM says: state locked and restart needed off.');
  });

  test('and an error is told as an error', () => {
    const speech = { tools: { look_at_sim: { reads } } };
    expect(tell({ error: { code: 'UNAVAILABLE', message: 'The tray is empty.' } }, speech)).toContain(
      'The tray is empty.',
    );
  });
});

test('a key names its own row, and no other row that refers to it', () => {
  const shown = [
    { columns: [{ columnId: 'col-2', title: 'In review' }] },
    { issueId: 'iss-7', title: 'Step counter stays at zero', columnId: 'col-2' },
  ];
  expect(framed(['move it to {columnId.title}'], { arguments: { columnId: 'col-2' }, shown }, random)).toBe(
    'move it to In review',
  );
});

test('of several frames, the one that names every list of the call comes first', () => {
  const call = { add: ['Ann'], remove: ['Bob'] };
  for (const seed of [1, 2, 3, 4])
    expect(
      framed(
        ['add {add.0}', 'put {add.0} on instead of {remove.0}'],
        { arguments: call, shown: [] },
        makeRandom(seed, 's'),
      ),
    ).toBe('put Ann on instead of Bob');
});

test('an amount in hundredths is said as money', () => {
  const told = { arguments: { amount_c: 1000, temperature_c: 21 }, shown: [], money: '{value} pounds' };
  expect(framed(['a credit of {amount_c}'], told, random)).toBe('a credit of 10 pounds');
  expect(framed(['{temperature_c} degrees'], told, random)).toBe('21 degrees');
});

test('a reference that several rows begin with is the key of none of them', () => {
  const shown = [
    [{ columnId: 'col-2', title: 'In review' }],
    [
      { columnId: 'col-2', issueId: 'iss-7', title: 'Step counter stays at zero' },
      { columnId: 'col-2', issueId: 'iss-8', title: 'Wrong font' },
    ],
  ];
  expect(framed(['move it to {columnId.title}'], { arguments: { columnId: 'col-2' }, shown }, random)).toBe(
    'move it to In review',
  );
});

test('a place whose name only begins like a list does not name the list', () => {
  const call = { add: ['Ann'], address: '5 Main Street' };
  for (const seed of [1, 2, 3, 4])
    expect(
      framed(['go to {address}', 'add {add.0} at {address}'], { arguments: call, shown: [] }, makeRandom(seed, 's')),
    ).toBe('add Ann at 5 Main Street');
});
