// Tests how statements are found in descriptions. For each form of statement there are texts in which it must be found
// and texts in which it must not.
import { describe, expect, test } from 'vitest';
import { SessionStore } from '../../../envs/session/session-store.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { World } from '../../../envs/world/world.ts';
import { eitherOf } from '../../../generator/compile/read/either-form.ts';
import { promisedFields } from '../../../generator/compile/read/promised-fields.ts';
import { keyForm } from '../../../generator/compile/read/said-example.ts';
import { saidOrder, withoutOrder } from '../../../generator/compile/read/said-order.ts';
import { readTools } from '../../../generator/compile/read/tool-facts.ts';
import { asPool, compile, flagOf, playerOf, tool } from '../../support/tools.ts';

describe('an order', () => {
  test.each([
    ['List visits, newest first.', 'created', true],
    ['List visits, oldest first.', 'created', false],
    ['List trips, earliest first.', 'moment', false],
    ['List loans of a member, soonest due first.', 'due', false],
    ['List tents, cheapest first.', 'price', false],
    ['List films, highest rated first.', 'rating', true],
    ['List threads, most recently updated first.', 'updated', true],
    ['List guests in alphabetical order.', 'name', false],
    ['List tasks, ordered by due date.', 'due date', false],
    ['List hens sorted by weight (descending).', 'weight', true],
    ['Show events in reverse chronological order.', 'created', true],
  ])('%s', (text, by, down) => expect(saidOrder(text)).toEqual({ by: by.split(' '), down }));
  test.each(['Order a pizza.', 'Get the first visit.', 'List orders.', 'Sort code of a bank', 'Call the next guest.'])(
    'never: %s',
    (text) => expect(saidOrder(text)).toBeUndefined(),
  );
  test('the words of the order go, the rest stays', () =>
    expect(withoutOrder('List the visits of a pet, newest first.')).toBe('List the visits of a pet.'));
});

describe('a second form of an id', () => {
  const formOf = (description: string): string | undefined => {
    const [facts] = readTools([tool('get_boat', 'Get a boat.', { boat: { type: 'string', description } })]);
    const [node] = facts?.arguments ?? [];
    return facts === undefined || node === undefined ? undefined : eitherOf(node, facts)?.join(' ');
  };
  test.each([
    ['ID or name of the boat', 'name'],
    ['Boat id or slug', 'slug'],
    ['E-mail address or user ID', 'email address'],
    ['Key or full name of the boat', 'full name'],
  ])('%s', (text, form) => expect(formOf(text)).toBe(form));
  test.each(['ID of the boat', 'Name of the boat', 'ID or nothing', 'Red or blue'])('never: %s', (text) =>
    expect(formOf(text)).toBeUndefined(),
  );
});

describe('promised fields', () => {
  test.each([
    ['Get a boat with its length and berth.', ['length', 'berth']],
    ['Returns id, title and status.', ['id', 'title', 'status']],
    ['Details of a venue: name, address, capacity.', ['name', 'address', 'capacity']],
    ['Returns the owner with all pets.', ['pet']],
    ['Get an album and the photos in it.', ['photo']],
  ])('%s', (text, fields) => expect(promisedFields(text).map(({ words }) => words.join(' '))).toEqual(fields));
  test.each([
    'Get a boat.',
    'List boats with a given length.',
    'Move a card to a list.',
    'Returns the boat.',
    'Search boats with optional filters.',
  ])('never: %s', (text) => expect(promisedFields(text)).toEqual([]));
});

describe('the form of a key', () => {
  const form = (description: string, schema: JsonObject = {}) => keyForm({ description, schema });
  test.each([
    ['Employee number, e.g. E-1042', {}, { prefix: 'E-', length: 4 }],
    ['Berth', { pattern: '^B[0-9]{5}$' }, { prefix: 'B', length: 5 }],
    ['Order id such as ord_81920', {}, { prefix: 'ord_', length: 5 }],
    ['Ship GID, e.g. gid://yard/Ship/123', {}, { prefix: 'gid://yard/Ship/', length: 4 }],
  ] as const)('%s', (text, schema, found) => expect(form(text, schema)).toEqual(found));
  test.each(['Id of the boat', 'The 3 boats', 'Name, for example Aurora'])('never: %s', (text) =>
    expect(form(text)).toBeUndefined(),
  );
  test('a pattern that digits do not fit gives no key', () =>
    expect(form('Berth', { pattern: '^[A-F]{4}$' })).toBeNull());
});

describe('a harbour', () => {
  const STATES = { type: 'string', enum: ['booked', 'afloat', 'cancelled'] } as const;
  const compiled = compile([
    tool('create_trip', 'Plan a trip.', { boat_id: 'string', port: 'string' }),
    tool('list_trips', 'List trips, newest first.', { 'status?': STATES }),
    tool('cancel_trip', 'Cancel a trip that is not yet afloat.', { trip_id: 'string' }),
    tool('update_trip', 'Change the port of a booked trip.', { trip_id: 'string', port: 'string' }),
    tool('create_boat', 'Register a boat.', { name: 'string', length: 'number' }),
    tool('get_boat', 'Get a boat with all its trips.', { boat_id: 'string' }),
    tool('list_boats', 'List boats, longest first.'),
    tool('delete_boat', 'Delete a boat. Its trips are kept.', { boat_id: 'string' }),
    tool('update_boat', 'Change the name of a boat. Returns the harbour fee.', { boat_id: 'string', name: 'string' }),
    tool('delete_trip', 'Delete a trip. This action cannot be undone.', { trip_id: 'string' }),
    tool('get_captain', 'Get a captain.', { captain_id: 'string' }),
    tool('create_captain', 'Register a captain.', { name: 'string', email: 'string' }),
    tool('find_captain', 'Find a captain by name or e-mail.', { 'name?': 'string', 'email?': 'string' }),
  ]);
  const world = new World(compiled.environment);
  const store = new SessionStore();
  const session = store.create({ id: 'harbour', world, seed: 1 });
  const call = (name: string, args: JsonObject): Json => {
    const answer = store.call(session, { by: 'agent', name, arguments: args });
    return answer.ok ? answer.result : answer.error.code;
  };
  const trips = call('list_trips', {}) as readonly JsonObject[];
  const trip = (status: string): JsonObject => trips.find((each) => each['status'] === status) ?? {};

  test('a sentence that no step keeps is quoted', () => {
    expect(flagOf(compiled, 'delete_boat')).toBe('nothing keeps "Its trips are kept."');
    expect(flagOf(compiled, 'update_boat')).toBe('nothing keeps "Returns the harbour fee."');
    expect(flagOf(compiled, 'list_boats')).toContain('longest first');
    expect(flagOf(compiled, 'delete_trip')).toBe('');
  });

  test('a state in the first sentence is asked for, or barred', () => {
    expect(call('cancel_trip', { trip_id: trip('afloat')['id'] as string })).toBe('PRECONDITION_FAILED');
    expect(call('update_trip', { trip_id: trip('afloat')['id'] as string, port: 'Kiel' })).toBe('PRECONDITION_FAILED');
    expect(call('update_trip', { trip_id: trip('booked')['id'] as string, port: 'Kiel' })).toMatchObject({
      port: 'Kiel',
    });
    expect(call('cancel_trip', { trip_id: trip('booked')['id'] as string })).toMatchObject({ status: 'cancelled' });
  });

  test('a row comes with the rows that it promises', () => {
    const made = call('create_boat', { name: 'Aurora', length: 9 }) as JsonObject;
    expect(call('get_boat', { boat_id: made['id'] as string })).toMatchObject({ trips: [] });
    call('create_trip', { boat_id: made['id'] as string, port: 'Kiel' });
    expect(call('get_boat', { boat_id: made['id'] as string })).toMatchObject({ trips: [{ port: 'Kiel' }] });
  });

  test('a booking gives no columns to the row that it takes', () => {
    const library = compile([
      tool('checkout_book', 'Lend a book to a member.', { book_id: 'string', member_id: 'string' }),
      tool('get_book', 'Get a book.', { book_id: 'string' }),
      tool('add_book', 'Add a book.', { title: 'string', author: 'string' }),
    ]);
    const books = library.plan.tables.find(({ name }) => name === 'books');
    expect(books?.columns.map(({ name }) => name)).toEqual(['id', 'title', 'author']);
  });

  test('a call that names two things writes the one that the prose names', () => {
    const tools = [
      tool('add_member', 'Register a member.', { email: 'string', plan_id: 'string' }),
      tool('get_member', 'Get a member with the plan and the number of visits.', { member_id: 'string' }),
      tool('get_plan', 'Get a plan with its price and duration.', { plan_id: 'string' }),
      tool('change_plan', 'Move a member to another plan.', { member_id: 'string', plan_id: 'string' }),
      tool('update_plan', 'Change the price of a plan.', { plan_id: 'string', price: 'number' }),
      tool('create_survey', 'Create a survey.', { title: 'string' }),
      tool('get_answer', 'Get an answer.', { answer_id: 'string' }),
      tool('submit_answer', 'Submit an answer to an open survey.', { survey_id: 'string', text: 'string' }),
    ];
    const gym = compile(tools);
    expect(flagOf(gym, 'change_plan')).toContain('member');
    expect(flagOf(gym, 'get_member')).toContain('number of visits');
    expect(flagOf(gym, 'submit_answer')).toContain('open');
    expect(flagOf(gym, 'update_plan')).toBe('');
    expect(flagOf(gym, 'add_member')).toBe('');
    // since there is a tool that opens surveys, the program can tell which surveys are open
    const opened = compile([...tools, tool('open_survey', 'Open a survey.', { survey_id: 'string' })]);
    expect(flagOf(opened, 'submit_answer')).toBe('');
    const play = playerOf(opened);
    const survey = play('create_survey', { title: 'Lunch' }) as JsonObject;
    const answer = { survey_id: survey['id'] as string, text: 'Soup' };
    expect(play('submit_answer', answer)).toBe('PRECONDITION_FAILED');
    play('open_survey', { survey_id: survey['id'] as string });
    expect(play('submit_answer', answer)).toMatchObject({ text: 'Soup' });
  });

  test('a finder without criteria is refused', () => {
    call('create_captain', { name: 'Ida Holm', email: 'ida@example.com' });
    expect(call('find_captain', {})).toBe('INVALID_ARGUMENT');
    expect(call('find_captain', { email: 'ida@example.com' })).toMatchObject([{ name: 'Ida Holm' }]);
  });

  test('filters that prose names are columns', () => {
    const rooms = compile([
      asPool({
        name: 'list_rooms',
        description: 'List rooms. Filter by floor and minimum capacity.',
        inputSchema: {
          type: 'object',
          properties: { floor: { type: 'integer' }, min_capacity: { type: 'integer' } },
        },
      }),
    ]);
    expect(flagOf(rooms, 'list_rooms')).toBe('');
    expect(rooms.plan.tables[0]?.columns.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['id', 'name', 'floor', 'capacity']),
    );
  });
});
