// Tests the arguments that the compiler guesses when it tries a tool: from which generated rows it takes them.
import { expect, test } from 'vitest';
import { makeRandom } from '../../../envs/random.ts';
import type { JsonObject } from '../../../envs/values/json.ts';
import { World } from '../../../envs/world/world.ts';
import { ArgumentGuesser } from '../../../generator/compile/trial/guess-arguments.ts';
import { compile, listOf, tool } from '../../support/tools.ts';

const booking = {
  booking_id: 'string',
  court_id: 'string',
  'coach_id?': 'string',
  starts_at: 'string',
  ends_at: 'string',
} as const;
const compiled = compile([
  tool('list_courts', 'List all courts.', {}, { courts: listOf({ court_id: 'string', name: 'string' }) }),
  tool('list_coaches', 'List all coaches.', {}, { coaches: listOf({ coach_id: 'string', name: 'string' }) }),
  tool(
    'book_court',
    'Book a court.',
    { court_id: 'string', 'coach_id?': 'string', starts_at: 'string', ends_at: 'string' },
    booking,
  ),
  tool('get_booking', 'Get a booking.', { booking_id: 'string' }, booking),
]);

const GUESSES = 200;

/** Guesses arguments of a new booking many times in a world with the given bookings. Returns the guessed starts. */
function startsGuessed(bookings: readonly JsonObject[]): string[] {
  const { environment, plan, tools } = compiled;
  const others = environment.seed.filter(({ table }) => table !== 'bookings');
  const seed = [...others, ...bookings.map((row) => ({ table: 'bookings', row }))];
  const world = new World({ ...environment, seed }, { pool: 1 });
  const match = tools.find(({ name }) => name === 'book_court')?.match;
  const book = world.tools.get('book_court')?.tool;
  if (match === undefined || book === undefined) throw new TypeError('no court can be booked');
  const guesser = new ArgumentGuesser(world, plan);
  const starts = Array.from({ length: GUESSES }, (_each, at) =>
    String(guesser.guess(book, match, makeRandom(at), { full: true })['starts_at']),
  );
  world.close();
  return starts;
}

/** Makes bookings of one hour, each on another day. `of` names the court and the coach of each. */
const bookings = (count: number, of: (at: number) => { court_id: string; coach_id: string | null }): JsonObject[] =>
  Array.from({ length: count }, (_each, at) => ({
    id: `boo_${at}`,
    ...of(at),
    start_at: `2031-06-${String(at + 1).padStart(2, '0')}T10:00:00Z`,
    end_at: `2031-06-${String(at + 1).padStart(2, '0')}T11:00:00Z`,
  }));

const courts = compiled.environment.seed.flatMap(({ table, row }) => (table === 'courts' ? [String(row['id'])] : []));
const first = (starts: readonly string[]): number => starts.filter((each) => each.startsWith('2031-06-01')).length;

test('a new booking is often tried at the time of another booking of the same court', () => {
  const [court = ''] = courts;
  const starts = startsGuessed(bookings(10, () => ({ court_id: court, coach_id: null })));
  expect(first(starts)).toBeGreaterThan(GUESSES / 2);
});

test('bookings without a coach do not count as bookings of the same coach', () => {
  const apart = courts.slice(0, 10);
  expect(apart).toHaveLength(10);
  // if missing coaches counted as the same coach, the time of the first booking would be guessed in nearly all cases
  const starts = startsGuessed(bookings(10, (at) => ({ court_id: apart[at] ?? '', coach_id: null })));
  expect(first(starts)).toBeLessThan(GUESSES / 4);
});
