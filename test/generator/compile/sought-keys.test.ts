// Tests keys that are not ids. The value by which one tool finds a row ("Get a ship by call sign") is the key of the
// row in every tool. Also tests that a tool which adds an existing row to another row links the two.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const PLACE = { place: 'string' } as const;

describe.each([
  ['call_sign', 'call sign', { type: 'string', description: 'e.g. DKAB21' }],
  ['registry_number', 'registry number', { type: 'string', description: 'e.g. 1987.114.3' }],
] as const)('ships that are looked up by %s', (key, said, schema) => {
  const ship = { [key]: schema };
  const about = (add: string, more: JsonObject = {}) =>
    compile([
      tool('search_ships', 'Search ships by name.', { query: 'string' }),
      tool('update_ship', 'Update a ship.', { ...ship, 'name?': 'string', 'port?': 'string' }),
      tool('get_ship', `Get a ship by ${said}.`, ship),
      tool('report_sighting', 'Report a sighting of a ship.', { ...ship, ...PLACE }),
      tool('list_sightings', 'List the sightings of a ship.', ship),
      tool('create_convoy', 'Create a convoy.', { name: 'string' }),
      tool('get_convoy', 'Get a convoy including the ships in it.', { convoy_id: 'string' }),
      tool('add_ship_to_convoy', add, { convoy_id: 'string', ...ship, ...(more as { 'place?'?: 'string' }) }),
      tool('remove_ship_from_convoy', 'Remove a ship from a convoy.', { convoy_id: 'string', ...ship }),
    ]);
  const all = about('Add a ship to a convoy.');
  const known = (): string => {
    const { row = {} } = all.environment.seed.find(({ table }) => table === 'ships') ?? {};
    return String(row['id'] ?? row[key]);
  };

  test('a row of another table refuses a ship that is not there', () => {
    expect(all.tools.flatMap(({ name, flags }) => flags.map((flag) => [name, flag]))).toEqual([]);
    const call = playerOf(all);
    expect(call('get_ship', { [key]: known() })).toMatchObject({ [key]: known() });
    expect(call('report_sighting', { [key]: known(), place: 'Kell Bay' })).toMatchObject({ [key]: known() });
    expect(call('report_sighting', { [key]: 'XX.99.9', place: 'Kell Bay' })).toBe('NOT_FOUND');
    expect(call('list_sightings', { [key]: known() })).toEqual(
      expect.arrayContaining([expect.objectContaining({ place: 'Kell Bay' })]),
    );
  });
  test('a ship that is added to a convoy is tied to it, and none is made', () => {
    const call = playerOf(all);
    const { id } = call('create_convoy', { name: 'North' }) as { id: string };
    expect(call('add_ship_to_convoy', { convoy_id: id, [key]: 'XX.99.9' })).toBe('NOT_FOUND');
    expect(call('get_ship', { [key]: 'XX.99.9' })).toBe('NOT_FOUND');
    call('add_ship_to_convoy', { convoy_id: id, [key]: known() });
    expect(call('add_ship_to_convoy', { convoy_id: id, [key]: known() })).toBe('CONFLICT');
    expect(call('get_convoy', { convoy_id: id })).toMatchObject({ ships: [{ [key]: known() }] });
    call('remove_ship_from_convoy', { convoy_id: id, [key]: known() });
    expect(call('get_convoy', { convoy_id: id })).toMatchObject({ ships: [] });
  });
  test('a value of the tie itself is not simulated', () => {
    const more = about('Add a ship to a convoy.', { 'place?': 'string' });
    expect(flagOf(more, 'add_ship_to_convoy')).toBe('');
    const call = playerOf(more);
    const { id } = call('create_convoy', { name: 'North' }) as { id: string };
    expect(call('add_ship_to_convoy', { convoy_id: id, [key]: known(), place: 'head' })).toBe('UNAVAILABLE');
  });
});

test('a pair is untied only where the row is in the state that the description says', () => {
  const STATE = { type: 'string', enum: ['planned', 'at_sea', 'home'] } as const;
  const all = compile([
    tool('create_convoy', 'Create a convoy. It starts as planned.', { name: 'string' }),
    tool('set_convoy_state', 'Set the state of a convoy.', { convoy_id: 'string', state: STATE }),
    tool('get_convoy', 'Get a convoy including its ships.', { convoy_id: 'string' }),
    tool('create_ship', 'Create a ship.', { name: 'string' }),
    tool('get_ship', 'Get a ship.', { ship_id: 'string' }),
    tool('add_ship_to_convoy', 'Add a ship to a planned convoy.', { convoy_id: 'string', ship_id: 'string' }),
    tool('remove_ship_from_convoy', 'Remove a ship from a convoy. Fails if the convoy is at sea.', {
      convoy_id: 'string',
      ship_id: 'string',
    }),
  ]);
  expect(all.tools.flatMap(({ name, flags }) => flags.map((flag) => [name, flag]))).toEqual([]);
  const call = playerOf(all);
  const { id: convoy_id } = call('create_convoy', { name: 'North' }) as { id: string };
  const [one, other] = ['Petrel', 'Tern'].map((name) => (call('create_ship', { name }) as { id: string }).id);
  const at = (ship_id = ''): JsonObject => ({ convoy_id, ship_id });
  call('add_ship_to_convoy', at(one));
  call('set_convoy_state', { convoy_id, state: 'at_sea' });
  expect(call('add_ship_to_convoy', at(other))).toBe('PRECONDITION_FAILED');
  expect(call('remove_ship_from_convoy', at(one))).toBe('PRECONDITION_FAILED');
  expect(call('get_convoy', { convoy_id })).toMatchObject({ ships: [{ name: 'Petrel' }] });
  call('set_convoy_state', { convoy_id, state: 'home' });
  call('remove_ship_from_convoy', at(one));
  expect(call('get_convoy', { convoy_id })).toMatchObject({ ships: [] });
});

test('an e-mail address names a row of its own kind only', () => {
  const all = compile([
    tool('create_captain', 'Create a captain.', { email_address: 'string', name: 'string' }),
    tool('get_captain', 'Get a captain.', { email_address: 'string' }),
    tool('create_guest', 'Create a guest.', { name: 'string', email_address: 'string' }),
    tool('list_guests', 'List the guests.'),
  ]);
  const call = playerOf(all);
  expect(call('create_guest', { name: 'Ada', email_address: 'ada@holm.example' })).toMatchObject({ name: 'Ada' });
});

test('an attribute that many rows share is no key', () => {
  const all = compile([
    tool('get_ferry', 'Get a ferry by place.', { place: 'string' }),
    tool('create_ferry', 'Create a ferry.', { name: 'string', place: 'string' }),
  ]);
  expect(flagOf(all, 'get_ferry')).not.toBe('');
});
