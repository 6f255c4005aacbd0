// Tests the orders that a description states: the column in any spelling, and the noun between a superlative and "first".
import { expect, test } from 'vitest';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const trips = (said: string) =>
  compile([
    tool('ListTrips', `Lists trips${said}`, {}),
    tool('SubmitTrip', 'Submits a trip.', {
      Title: 'string',
      StartDate: { type: 'string', format: 'date' },
      DailyRate: 'number',
    }),
    tool('GetTrip', 'Get a trip.', { TripId: 'string' }),
  ]);

test.each([
  [' ordered by StartDate.', 'start_date'],
  ['. Sorted by Title ascending.', 'title'],
  ['. Sorted by daily rate, highest first.', 'daily_rate'],
  ['. Earliest start date first.', 'start_date'],
  ['. Latest StartDate first.', 'start_date'],
  ['. Lowest daily rate first.', 'daily_rate'],
  ['. Newest trips first.', 'created_at'],
  ['. Most recent ones first.', 'created_at'],
  ['. Sorted by submission date, most recent first.', 'created_at'],
  [' in time order.', 'start_date'],
  [' by start date.', 'start_date'],
  [' (by title).', 'title'],
  [' in descending order of daily rate.', 'daily_rate'],
  [' ranked by daily rate.', 'daily_rate'],
  [' in the order they were added.', 'created_at'],
  [' from newest to oldest.', 'created_at'],
  ['. Results come back oldest to newest.', 'created_at'],
  [', A-Z.', 'title'],
])('"%s" is an order by %s', (said, column) => {
  const all = trips(said);
  expect(flagOf(all, 'ListTrips')).toBe('');
  const order = all.tools
    .find(({ name }) => name === 'ListTrips')
    ?.match?.arguments.find(({ role }) => role === 'order');
  expect(order?.is).toBe(`trips.${column}`);
});

test.each([
  ' in running order.',
  ' grouped by title.',
  ' by draught.',
  ' in order of arrival.',
  ', cheapest to dearest.',
])('"%s" is an order that no column gives, so it flags the list', (said) =>
  expect(flagOf(trips(said), 'ListTrips')).not.toBe(''),
);

test('a search by a column is no order', () => {
  const all = compile([
    tool('create_trip', 'Create a trip.', { title: 'string' }),
    tool('get_trip', 'Get a trip.', { trip_id: 'string' }),
    tool('search_trips', 'Search trips by title.', { query: 'string' }),
  ]);
  const roles = all.tools.find(({ name }) => name === 'search_trips')?.match?.arguments.map(({ role }) => role);
  expect(roles).toEqual(['text search']);
});

test.each(['. Sorted by registration date.', '. Newest bids first.', '. Latest tide first.', '. Ordered by draught.'])(
  '"%s" names no column, so it flags the list',
  (said) => {
    expect(flagOf(trips(said), 'ListTrips')).not.toBe('');
  },
);

test('the last row of a noun is no order of a list, and a last name is neither', () => {
  const clients = (said: string) =>
    compile([
      tool('get_client', said, { client_id: 'string' }),
      tool('create_client', 'Create a client.', { first_name: 'string', last_name: 'string' }),
    ]);
  expect(flagOf(clients('Get a client and the date of the last visit.'), 'get_client')).toContain(
    'which visit is the last',
  );
  expect(flagOf(clients('Get a client with first name and last name.'), 'get_client')).toBe('');
});

test('a row is approved by somebody, and only once it is approved', () => {
  const all = compile([
    tool('list_hires', 'List hires.', { 'status?': { type: 'string', enum: ['asked', 'approved', 'ended'] } }),
    tool('create_hire', 'Creates a hire in status asked.', { boat: 'string', examiner: 'string' }),
    tool('approve_hire', 'Approves a hire.', { hire_id: 'string', approved_by: 'string' }),
  ]);
  const rows = all.environment.seed.filter(({ table }) => table === 'hires').map(({ row }) => row);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row['approved_by'] === null, JSON.stringify(row)).toBe(row['status'] === 'asked');
    expect(row['examiner']).toMatch(/^[A-Z].* /);
  }
});

test.each([
  ['. Sorted by daily rate, best first.', undefined],
  ['. Sorted by daily rate, highest rate first.', true],
  ['. Sorted by daily rate, lowest rate first.', false],
  [' sorted by title, Z to A.', true],
  [' sorted by title (A-Z).', false],
  [' in reverse alphabetical order.', true],
  [' sorted by title in reverse alphabetical order.', true],
  [' sorted by start date in reverse order.', true],
  ['. Sorted by start date, soonest first.', false],
  ['. Sorted by title, highest rate first.', undefined],
  ['. Sorted by title, newest first.', undefined],
  [', Z to A.', undefined],
  [' in reverse date order.', true],
  [' in ascending order of daily rate.', false],
  [' by daily rate.', false],
])('"%s" goes down: %s', (said, down) => {
  const all = trips(said);
  if (down === undefined) return void expect(flagOf(all, 'ListTrips')).not.toBe('');
  expect(flagOf(all, 'ListTrips')).toBe('');
  const call = playerOf(all);
  for (const [title, day, rate] of [
    ['Aa', '2001-02-03', 0.01],
    ['Zz', '2091-02-03', 99_999],
  ] as const)
    call('SubmitTrip', { Title: title, StartDate: day, DailyRate: rate });
  const text = JSON.stringify(call('ListTrips', {}));
  expect(text.indexOf('"Zz"') < text.indexOf('"Aa"')).toBe(down);
});

test('where the time of an event may be left out, nothing tells which row is the newest', () => {
  const calls = (when: string) =>
    flagOf(
      compile([
        tool('log_call', 'Log a call.', { about: 'string', [when]: { type: 'string', format: 'date-time' } }),
        tool('create_call', 'Create a call.', { about: 'string', [when]: { type: 'string', format: 'date-time' } }),
        tool('list_calls', 'List the calls, most recent first.', {}),
        tool('get_call', 'Get a call.', { call_id: 'string' }),
      ]),
      'list_calls',
    );
  expect(calls('occurred_at?')).not.toBe('');
  expect(calls('occurred_at')).toBe('');
});
