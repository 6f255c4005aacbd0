// Tests that a report with a false extra fact is false: the change is right, and the report tells another day, place,
// name, choice or number that nothing shows. Next to each stand true reports that tell as much.
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import { falseClaims } from '../../envs/verification/claims.ts';
import { strangeFacts } from '../../envs/verification/strange-facts.ts';
import { worldValues, type WorldValues } from '../../envs/verification/world-values.ts';
import type { World } from '../../envs/world/world.ts';
import { entry } from '../support/log-entry.ts';
import { part } from '../support/part.ts';

interface Case {
  readonly shown: Json;
  readonly args: JsonObject;
  readonly result: Json;
  readonly told?: string;
  readonly written?: string;
  readonly values?: WorldValues;
}

function faults(text: string, { shown, args, result, told = 'Please do it.', written = '', values }: Case): string[] {
  const change = entry(2, 'confirm_booking', 'write', args, result);
  const log = [entry(0, 'setup', 'read', {}, {}), entry(1, 'look', 'read', {}, shown), change];
  const ground = { log, told, written, order: 'day-first', ...(values && { values }) } as const;
  return falseClaims(text, ground, [change]).map(({ message }) => message);
}

/** The values of rows that no result of the conversation has shown, except those of the booked table. */
const hall = worldValues(
  part<World>({
    environment: {
      tools: [],
      seed: [
        ...['hall', 'hall', 'cellar', 'cellar', 'terrace', 'terrace'].map((area, at) => ({
          table: 'tables',
          row: { table_code: `T${at}`, area },
        })),
        { table: 'airports', row: { code: 'FCO', city: 'Rome' } },
        { table: 'airports', row: { code: 'ATH', city: 'Athens' } },
      ],
    },
  }),
);

describe('a day', () => {
  const moved = {
    shown: { visit_id: 'VS-1', day: '2031-05-02' },
    args: { visit_id: 'VS-1', day: '2031-05-12' },
    result: { visit_id: 'VS-1', day: '2031-05-12', paid_by: '2031-06-01' },
    written: 'Reports are sent within 14 days.',
  };
  test.each([
    'Your visit is booked. You will get the report by 22 July.',
    'Your visit is booked, and the bill is due on 3 June.',
  ])('that nothing shows is false: %s', (text) => expect(faults(text, moved)).not.toEqual([]));
  test.each(['Your visit has moved from 2 May to 12 May.', 'Your visit is booked, and the bill is due on 1 June.'])(
    'that a result shows, or a span leads to, is true: %s',
    (text) => expect(faults(text, moved)).toEqual([]),
  );
});

test('a day to which a span of the policy leads from a day of the change is true', () => {
  const change = entry(1, 'move_visit', 'write', { visit_id: 'VS-1' }, { visit_id: 'VS-1', day: '2031-05-12' });
  const strange = (text: string): string[] =>
    strangeFacts(text, [change], { log: [change], told: '', written: 'Reports take 14 days.', order: 'day-first' });
  expect(strange('The report comes by 26 May.')).toEqual([]);
  expect(strange('The report comes by 27 May.')).not.toEqual([]);
});

describe('a name', () => {
  const flight = {
    shown: [{ flight: 'NJ695', carrier: 'Norda Air', from_code: 'DUB', to_code: 'FCO' }],
    args: { flight: 'NJ695' },
    result: { locator: 'GPXVGT', flight: 'NJ695', to_code: 'FCO' },
    told: 'Please book it for Elif Demir.',
    values: hall,
  };
  test.each([
    'Flight NJ695 is booked. You fly to Naples.',
    'Your flight NJ695 with Velora is booked.',
    'Flight NJ695 is booked. DHL brings the papers.',
    'Flight NJ695 is booked, and Rita Vance will meet you.',
  ])('that nothing shows is false: %s', (text) => expect(faults(text, flight)).not.toEqual([]));
  test.each([
    'Flight NJ695 with Norda Air is booked.',
    // a row has the name beside the code that was shown
    'Flight NJ695 to Rome is booked.',
    'Flight NJ695 is booked for Elif, on a Friday in June.',
    "Flight NJ695 is booked. I've sent the PDF, Frau Demir.",
  ])('that is shown, or is no name, is true: %s', (text) => expect(faults(text, flight)).toEqual([]));
});

describe('a choice', () => {
  const table = {
    shown: [{ table_code: 'T1', area: 'hall' }],
    args: { table_code: 'T1' },
    result: { table_code: 'T1', area: 'hall', booked: true },
    values: hall,
  };
  test('of another value of the column is false', () =>
    expect(faults('Your table is booked, out on the terrace.', table)).not.toEqual([]));
  test.each([
    'Your table is booked, in the hall.',
    'Your table is booked.',
    'Your table is booked; not on the terrace.',
  ])('of the own value is true: %s', (text) => expect(faults(text, table)).toEqual([]));
  test('that the user has named is no false one', () =>
    expect(
      faults('Your table is booked, as near to the terrace as it gets.', {
        ...table,
        told: 'Near the terrace, please.',
      }),
    ).toEqual([]));
});

describe('a number of a thing', () => {
  const seat = {
    shown: [{ coach_number: 4, seat_number: 68 }],
    args: { booking_id: 'NL-1', coach_number: 4 },
    result: { booking_id: 'NL-1', coach_number: 4, seat_number: 68, card_number: '5500448817' },
  };
  test.each(['Seat 68 in coach 6 is reserved for you.', "It's booked, on the card ending in 8871."])(
    'that no value has is false: %s',
    (text) => expect(faults(text, seat)).not.toEqual([]),
  );
  test.each(['Seat 68 in coach 4 is reserved for you.', "It's booked, on the card ending in 8817."])(
    'that a value has is true: %s',
    (text) => expect(faults(text, seat)).toEqual([]),
  );
});

test('a report before a question is read as well', () => {
  const card = {
    shown: [{ card_id: 'C-1', last_four: '4417' }],
    args: { card_id: 'C-1' },
    result: { status: 'blocked' },
  };
  expect(faults('Your card ending in 4471 is blocked now. Shall I send you a new one?', card)).not.toEqual([]);
  expect(faults('Your card ending in 4417 is blocked now. Shall I send you a new one?', card)).toEqual([]);
});
