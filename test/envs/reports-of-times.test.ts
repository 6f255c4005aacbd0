// Tests values in true reports that could be mistaken for other values: times of day, durations, numbers below zero,
// remaining amounts, and values that stay as they are.
import { describe, expect, test } from 'vitest';
import { falseClaims } from '../../envs/verification/claims.ts';
import { numbersSaid } from '../../envs/words/numbers-said.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { entry } from '../support/log-entry.ts';

function faults(report: string, name: string, args: JsonObject, result: JsonObject, told: string): string[] {
  const look = entry(
    1,
    'look_up',
    'read',
    {},
    { room: 'Maple', doctor: 'Dr Iqbal', opens: '16:10', closes: '21:00', fee: 12 },
  );
  const change = entry(2, name, 'write', args, { ...args, ...result });
  return falseClaims(report, { log: [look, change], told, order: 'month-first' }, [change]).map(
    ({ message }) => message,
  );
}

describe('a time of day', () => {
  const move = (report: string): string[] =>
    faults(report, 'move_visit', { visit_id: 'V-8316', time: '16:10' }, {}, 'Please move my visit V-8316.');
  test.each([
    ['V-8316 is moved to 4.10 with Dr Iqbal.', 0],
    ['V-8316 is moved to 4.10 pm.', 0],
    ['V-8316 is moved, and I charged you 21.00.', 1],
    ['V-8316 is moved to 4.10, and that costs 35.00.', 1],
    ['V-8316 is moved to 5.45 pm.', 1],
  ])('%s', (report, count) => {
    expect(Math.min(1, move(report).length), JSON.stringify(move(report))).toBe(count);
  });

  test('the begin of a span is no other end', () => {
    const args = { room: 'Maple', from: '09:30', to: '13:00' };
    const reserve = (report: string): string[] => faults(report, 'reserve_room', args, {}, 'The room Maple, please.');
    expect(reserve('Booked! Maple is yours from 9:30 to 1.')).toEqual([]);
    expect(reserve('Booked! Maple is yours from 10:30 to 1.')).not.toEqual([]);
  });
});

test('days of a span are no quantity', () => {
  const args = { reservation: 'RV-31902', extra: 'seat', quantity: 1 };
  const told = 'I want one toddler seat for the seven days of RV-31902, and two of the racks.';
  expect(faults('The seat is on RV-31902 for the seven days.', 'add_extra', args, {}, told)).toEqual([]);
  expect(faults('I have added two racks to RV-31902.', 'add_extra', args, {}, told)).not.toEqual([]);
});

test('a number below zero is said with minus', () => {
  expect(numbersSaid('It is at minus eighty, not minus 20, and 10 minus 5 is 5.').map(({ number }) => number)).toEqual([
    -80, -20, 10, 5, 5,
  ]);
});

test('a number that the result shows is no mistake, and another one is', () => {
  const add = (report: string): string[] =>
    faults(report, 'add_pack', { line: 'L1', gigabytes: 5 }, { left_gigabytes: 19 }, 'A pack of 5 gigabytes for L1.');
  expect(add('The pack is added, and 19 gigabytes are left.')).toEqual([]);
  expect(add('I have added a pack of 8 gigabytes.')).not.toEqual([]);
});

test('a thing that is still there is not the thing that was removed', () => {
  const look = entry(1, 'list_lines', 'read', {}, [
    { line_id: 'HL-118', event: 'EV-3866', item: 'Marquee' },
    { line_id: 'HL-119', event: 'EV-3866', item: 'Dance floor' },
  ]);
  const remove = entry(2, 'remove_line', 'write', { line_id: 'HL-118' }, { line_id: 'HL-118', item: 'Marquee' });
  const found = (report: string): string[] =>
    falseClaims(report, { log: [look, remove], told: 'Take the marquee off, please.', order: 'month-first' }, [
      remove,
    ]).map(({ message }) => message);
  expect(found('The marquee is off, dance floor and lights are still on.')).toEqual([]);
  expect(found('The dance floor is off.')).not.toEqual([]);
});

test('cents are compared with an amount in cents', () => {
  const fix = (report: string): string[] =>
    faults(report, 'fix_fare', { trip: 'T1', line: 'distance', amount_c: 425 }, {}, 'The distance is too dear.');
  expect(fix('The distance is 425 cents now.')).toEqual([]);
  expect(fix('The distance is 475 cents now.')).not.toEqual([]);
});
