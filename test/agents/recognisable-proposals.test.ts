// Tests that a proposal names something that the user can recognize: it says the whole amount, and two calls are never
// proposed in the same words.
import { expect, test } from 'vitest';
import { OracleReport } from '../../agents/agents/oracle-report.ts';
import type { Seat } from '../../agents/episodes/players.ts';
import { readInFrame, type FramedWish } from '../../agents/users/own-frames.ts';
import { makeRandom } from '../../envs/random.ts';
import { parseJson, type JsonObject } from '../../envs/values/json.ts';
import { Known } from '../../envs/verification/derivable.ts';
import type { World } from '../../envs/world/world.ts';
import { part } from '../support/part.ts';

function reportOf(
  tool: string,
  proposes: readonly string[],
  calls: readonly JsonObject[] = [],
  { result, description }: { readonly result?: JsonObject; readonly description?: string } = {},
): OracleReport {
  const world = part<World>({
    environment: { policy: '', rules: [], seed: [], speech: { tools: { [tool]: { proposes } } } },
    schema: { tables: [{ name: 'moves', primaryKey: ['move_id'], columns: [] }] },
    catalog: [],
    templateHolds: (_keys: unknown, value: unknown) => String(value).startsWith('MV-'),
    tools: new Map([[tool, { tool: { name: tool, effect: 'write', parameters: {}, description } }]]),
  });
  const task = {
    gold: { calls: calls.map((args) => ({ by: 'agent' as const, name: tool, arguments: args, result })) },
  };
  return new OracleReport(part<Seat>({ world, task }), new Known(), makeRandom(1, 'oracle'));
}

test('a whole amount, as a service writes it, is said', () => {
  const report = reportOf('fee_collect', ['collect the fee of {fee_no.amount}']);
  report.add({ name: 'fee_list', arguments: {} }, parseJson('{"fees": [{"fee_no": "FEE-1", "amount": 180.0}]}'));
  expect(report.proposal([{ name: 'fee_collect', arguments: { fee_no: 'FEE-1' } }], 0)).toContain('$180');
});

test('a call that the phrases say like another one names its row', () => {
  const shown = [
    { move_id: 'MV-1', day: '2031-03-13', street: 'Mill Lane' },
    { move_id: 'MV-2', day: '2031-03-13', street: 'Kiln Road' },
  ];
  const calls = shown.map(({ move_id }) => ({ move_id }));
  const frame = 'withdraw the plan of {move_id.day}';
  const proposals = calls.map((args, at) => {
    const report = reportOf('withdraw_plan', [frame], calls);
    report.add({ name: 'list', arguments: {} }, shown);
    const proposal = report.proposal([{ name: 'withdraw_plan', arguments: args }], 0);
    expect(proposal).toContain(`, for move MV-${at + 1}`);
    return proposal;
  });
  expect(new Set(proposals).size).toBe(2);
  // the user also reads the words beside the phrase that name the row
  const slot = { name: 'move_id', value: 'MV-1', own: [{ label: 'move_id', value: 'MV-1' }], others: [], isRow: true };
  const own = [...slot.own, { label: 'day', value: '2031-03-13' }];
  const wish: FramedWish = { arguments: { move_id: 'MV-1' }, slots: [{ ...slot, own }], frames: [frame] };
  expect(readInFrame(proposals[0] ?? '', [wish])?.kind).toBe('wanted');
});

test('a call with words of its own names no row beside them', () => {
  const calls = [{ move_id: 'MV-1' }, { move_id: 'MV-2' }];
  const report = reportOf('withdraw_plan', ['withdraw {move_id}'], calls);
  expect(report.proposal([{ name: 'withdraw_plan', arguments: { move_id: 'MV-1' } }], 0)).not.toContain('for move');
});

test('a price that the description of the tool states is told before the yes', () => {
  const args = { gigabytes: 5 };
  const proposal = (description: string): string =>
    reportOf('add_pack', ['add a pack of {gigabytes} GB'], [args], { result: { price: 15 }, description }).proposal(
      [{ name: 'add_pack', arguments: args }],
      0,
    );
  expect(proposal('Sells a pack: 1, 5 or 10 gigabytes for 5, 15 or 25 dollars.')).toMatch(/^The price is \$15\. /);
  // the agent has read no price
  expect(proposal('Sells a pack. At most 15 a month.')).not.toContain('price');
});

test('a thing that was made has what it was made with, and the user reads it', () => {
  const frame = 'book the {bookingId.fare.fareType} ticket for {bookingId.totalPrice} with the {method}';
  const report = reportOf('confirm_booking', [frame]);
  report.add(
    { name: 'confirm_booking', arguments: { fare: { fareType: 'flex' } } },
    { bookingId: 'NL-1', totalPrice: 42 },
  );
  const args = { bookingId: 'NL-1', method: 'cardOnFile' };
  const proposal = report.proposal([{ name: 'confirm_booking', arguments: args }], 0);
  expect(proposal).toContain('book the flex ticket for $42 with the card on file');
  const slots = Object.entries(args).map(([name, value]) => ({
    name,
    value,
    own: [{ label: name, value }],
    others: name === 'method' ? [{ label: name, value: 'travelCredit' }] : [],
    isRow: false,
  }));
  const wish: FramedWish = { arguments: args, slots, frames: [frame] };
  expect(readInFrame(proposal, [wish])?.kind).toBe('wanted');
  expect(readInFrame(proposal.replace('card on file', 'travel credit'), [wish])?.kind).toBe('value');
});

test('a sentence that tells a charge before a phrase leaves it readable', () => {
  const slot = { name: 'coach', value: 4, own: [{ label: 'coach', value: 4 }], others: [], isRow: false };
  const wish: FramedWish = { arguments: { coach: 4 }, slots: [slot], frames: ['reserve a seat in coach {coach}'] };
  const read = (text: string) => readInFrame(text, [wish])?.kind;
  expect(read('The fee is $4.50. Shall I reserve a seat in coach 4?')).toBe('wanted');
  expect(
    read('The price difference is 12.00 euros. 12.00 euros will be charged. Shall I reserve a seat in coach 4?'),
  ).toBe('wanted');
  expect(read('I take 5 of them. Shall I reserve a seat in coach 4?')).toBeUndefined();
});

test('a remark of a later wish waits until the user has said that wish', () => {
  const later = [{ kind: 'also' as const, call: 2, text: 'And is roaming on?' }];
  const says = [
    { after: 2, text: 'Your payment has gone through.' },
    { after: 2, late: 0, text: 'Roaming is off.' },
  ];
  const world = part<World>({ environment: { policy: '', rules: [], seed: [] }, catalog: [], tools: new Map() });
  const task = { user: { later }, gold: { end: 'done' as const, calls: [], outputs: [], says } };
  const report = new OracleReport(part<Seat>({ world, task }), new Known(), makeRandom(1, 'oracle'));
  const told: string[] = [];
  const news = (): string | undefined => {
    report.reached(2, (words) => told.includes(words));
    return report.news();
  };
  expect(news()).toBe('Your payment has gone through.');
  told.push('And is roaming on?');
  expect(news()).toBe('Roaming is off.');
  expect(news()).toBeUndefined();
});

test('of several phrases, the one that says every value of the call proposes it', () => {
  const report = reportOf('note_add', ['leave a note', 'leave the note "{text}"', 'write something down']);
  for (const text of ['Ring twice.', 'Leave it at the door.'])
    expect(report.proposal([{ name: 'note_add', arguments: { text } }], 0)).toContain(text);
});
