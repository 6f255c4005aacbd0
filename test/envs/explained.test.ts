// Tests values in a proposal that differ from the user's wish. Such a value counts as a mistake, unless the wish, the
// rows, or another order of day and month explain it.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../envs/values/json.ts';
import { datesSaid, mayBeDay } from '../../envs/words/dates-said.ts';
import { numbersSaid } from '../../envs/words/numbers-said.ts';
import { slotsOf, thingsIn } from '../../envs/words/things.ts';
import { timesSaid } from '../../envs/words/times-said.ts';
import { compareTold } from '../../envs/words/told.ts';

const wrongs = (text: string, args: JsonObject, told: string): string[] =>
  compareTold(text, slotsOf(args, thingsIn([])), told, 'unknown').wrong.map(({ said }) => said);

describe('a value of the call that is told otherwise', () => {
  test.each([
    ['Six crates and two lids, shall I?', { crates: 2, lids: 6 }, 'two crates and six lids', ['Six', 'two']],
    ['Two crates and six lids, shall I?', { crates: 2, lids: 6 }, 'two crates and six lids', []],
    ['The visit is for 48 pupils, okay?', { visitors: 52 }, 'We are 52.', ['48']],
    ['All 52 of you, okay?', { visitors: 52 }, 'We are 52.', []],
    ['I would take the slot from 15:00 to 17:00.', { slot: '14:00-16:00' }, 'two till four', ['15:00']],
    ['I would take the slot from 2 pm to 4 pm.', { slot: '14:00-16:00' }, 'two till four', []],
    ['Ring TK-4451, yes?', { ticket: 'TK-4415' }, 'My ticket is TK-4415.', ['TK-4451']],
    ['Add Frida Lund, yes?', { guest: 'Freda Lund' }, 'Please add Freda Lund.', ['frida']],
    ['It starts on 3/12, okay?', { start: '2031-12-03' }, 'I want it to start in December.', []],
    ['It starts on 4/12, okay?', { start: '2031-12-03' }, 'I want it to start in December.', ['4/12']],
    ['That is three people, one of them a child.', { adults: 2, children: 1 }, 'two adults and one child', []],
  ] as const)('%s', (text, args, told, expected) => {
    expect(wrongs(text, args, told)).toEqual(expected);
  });
});

test('times, ranges and currencies of other places', () => {
  const minutes = (text: string): number[] => timesSaid(text).map((time) => time.minutes);
  expect(minutes('Half six in the evening.')).toEqual([6 * 60 + 30]);
  expect(minutes('At ten past four.')).toEqual([4 * 60 + 10]);
  expect(minutes("At 11 o'clock.")).toEqual([11 * 60]);
  expect(minutes('Half the price.')).toEqual([]);
  expect(datesSaid('from 5 to 8 September', 'unknown').map(({ day, month }) => [day, month])).toEqual([
    [5, 9],
    [8, 9],
  ]);
  expect(numbersSaid('R9,800.00 a month').map(({ number, isMoney }) => [number, isMoney])).toEqual([[9800, true]]);
});

test('the locale decides the order of day and month; without one, both are possible', () => {
  const fits = (order: 'month-first' | 'day-first' | 'unknown', day: string): boolean =>
    datesSaid('on 3/12', order).some((date) => mayBeDay(date, day));
  expect([fits('month-first', '2031-03-12'), fits('month-first', '2031-12-03')]).toEqual([true, false]);
  expect([fits('day-first', '2031-03-12'), fits('day-first', '2031-12-03')]).toEqual([false, true]);
  expect([fits('unknown', '2031-03-12'), fits('unknown', '2031-12-03')]).toEqual([true, true]);
});

test('the seconds and the time zone of a moment are no times of day', () => {
  const args = { startsAt: '2031-09-18T08:00:00+02:00' };
  const said = (time: string): string[] =>
    wrongs(`I can book it on 18 September 2031 at ${time}. Shall I?`, args, 'on 18 September 2031');
  expect([said('08:00'), said('09:30'), said('02:00')]).toEqual([[], ['09:30'], ['02:00']]);
  expect([said('08:00 to 09:00'), said('09:00 to 10:00')]).toEqual([[], ['09:00']]);
});

test('a polite question after "first" says no day in May', () => {
  expect(datesSaid('First, may I have your e-mail address?', 'unknown')).toEqual([]);
  expect(datesSaid('On the first of May, or may I say the second?', 'unknown')).toHaveLength(1);
});
