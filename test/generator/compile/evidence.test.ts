// Tests that a tool answers UNAVAILABLE if the compiler has no evidence for an argument, a result field or the tool's
// effect.
import { describe, expect, test } from 'vitest';
import { SessionStore } from '../../../envs/session/session-store.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { World } from '../../../envs/world/world.ts';
import type { Compiled } from '../../../generator/compile/compile-domain.ts';
import { compile, flagOf, tool } from '../../support/tools.ts';

function play(compiled: Compiled): (name: string, args: JsonObject) => Json {
  const store = new SessionStore();
  const session = store.create({ id: 'play', world: new World(compiled.environment), seed: 1 });
  return (name, args) => {
    const answer = store.call(session, { by: 'agent', name, arguments: args });
    return answer.ok ? answer.result : answer.error.code;
  };
}

describe('concerts of a hall', () => {
  const compiled = compile([
    tool('list_halls', 'List the halls with their names.'),
    tool('create_hall', 'Create a hall.', { name: 'string' }),
    tool('create_concert', 'Create a concert.', {
      hall_id: 'string',
      title: 'string',
      'visibility?': { type: 'string', description: 'Can be: public, members, private' },
      'batch_size?': 'integer',
      'send_updates?': 'boolean',
      'soloist_id?': 'string',
    }),
    tool('get_concert', 'Get a concert.', { concert_id: 'string' }),
    tool('update_concert', 'Change a concert.', {
      concert_id: 'string',
      'title?': { type: ['string', 'null'], default: null },
      'note?': 'string',
      'send_updates?': 'boolean',
    }),
    tool('get_cancelled_concerts', 'Get the cancelled concerts.'),
    tool('list_singers', 'List all singers.'),
    tool('remove_hall_from_tour', 'Remove a hall from a tour.', { hall_id: 'string', tour_id: 'string' }),
    tool('get_tour', 'Get a tour.', { tour_id: 'string' }),
    tool('close_box', 'Close a box.', { box_id: 'string' }),
    tool('search_concerts', 'Search concerts.', { query: 'string' }),
    tool('search_halls', 'Search halls by name.', { query: 'string' }),
    tool('get_concert_stats', 'Get the stats of a concert.', { concert_id: 'string' }),
  ]);
  const call = play(compiled);
  const hall_id = compiled.environment.seed.find(({ table }) => table === 'halls')?.row['id'] as string;

  test('an argument about the call is no column, and refused when it is given', () => {
    const made = call('create_concert', { hall_id, title: 'Requiem' }) as JsonObject;
    expect(Object.keys(made)).not.toContain('send_updates');
    expect(call('create_concert', { hall_id, title: 'Requiem', send_updates: true })).toBe('UNAVAILABLE');
    expect(call('create_concert', { hall_id, title: 'Requiem', batch_size: 3 })).toBe('UNAVAILABLE');
  });

  test('so is the id of rows that no tool shows', () => {
    expect(call('create_concert', { hall_id, title: 'Requiem', soloist_id: 'anybody' })).toBe('UNAVAILABLE');
    expect(call('create_concert', { hall_id: 'nowhere', title: 'Requiem' })).toBe('NOT_FOUND');
  });

  test('values that prose lists are the only ones', () => {
    expect(call('create_concert', { hall_id, title: 'Requiem', visibility: 'everybody' })).toBe('INVALID_ARGUMENT');
    expect(call('create_concert', { hall_id, title: 'Requiem', visibility: 'members' })).toMatchObject({
      visibility: 'members',
    });
  });

  test('a null that is only a default erases nothing', () => {
    const made = call('create_concert', { hall_id, title: 'Requiem' }) as JsonObject;
    const changed = { concert_id: made['id'] as string, title: null, note: 'In black' };
    expect(call('update_concert', changed)).toMatchObject({ title: 'Requiem', note: 'In black' });
  });

  test.each([
    ['get_cancelled_concerts', 'cancelled'],
    ['list_singers', 'singer'],
    ['remove_hall_from_tour', 'one tour or many'],
    ['close_box', 'no tool makes or shows a box'],
    ['search_concerts', 'a search whose rules are not told'],
    ['get_concert_stats', 'stat'],
  ])('%s is a flag: %s', (name, why) => expect(flagOf(compiled, name)).toContain(why));

  test('a search that says what it looks at is served', () => expect(flagOf(compiled, 'search_halls')).toBe(''));
});

test('where no table keeps the parents, an unknown parent is not found', () => {
  const at = { owner: 'string', repo: 'string' } as const;
  const compiled = compile([
    tool('create_issue', 'Create an issue.', { ...at, title: 'string' }),
    tool('get_issue', 'Get an issue.', { ...at, issue_number: 'integer' }),
    tool('list_issues', 'List issues.', at),
    tool('search_issues', 'Search issues by title.', { query: 'string' }),
  ]);
  const call = play(compiled);
  expect(call('create_issue', { owner: 'nobody', repo: 'nothing', title: 'Lost' })).toBe('NOT_FOUND');
  expect(call('list_issues', { owner: 'nobody', repo: 'nothing' })).toBe('NOT_FOUND');
});

describe('crates of a store', () => {
  const compiled = compile([
    tool('create_crate', 'Create a crate.', { name: 'string', 'weight?': 'number' }),
    tool('get_crate', 'Get a crate.', { crate_id: 'string' }),
    tool('list_crates', 'List crates.', {
      'order_by?': 'string',
      'city?': { type: 'string', description: 'Use "none" to leave it out' },
    }),
    tool('list_labels', 'List the labels of the crates. Their text is excluded from the result.'),
    tool('create_label', 'Create a label.', { title: 'string', text: 'string' }),
    tool('delete_crate', 'Delete a crate.', { crate_id: 'string', sure: 'boolean' }),
    tool('bulk_edit_crates', 'Edit crates.', {
      crate_ids: { type: 'array', items: { type: 'string' } },
      mode: { type: 'string', enum: ['delete', 'pack'] },
      sure: 'boolean',
      note: 'string',
    }),
    tool('create_stay', 'Create a stay of a crate.', { crate_id: 'string', name: 'string' }),
    tool(
      'get_stay',
      'Get a stay.',
      { stay_id: 'string' },
      {
        stay_id: 'string',
        name: 'string',
        status: { type: 'string', enum: ['booked', 'running', 'cancelled'] },
      },
    ),
    tool('cancel_stay', 'Cancel a booked stay.', { stay_id: 'string' }),
  ]);
  const call = play(compiled);

  test('arguments of a tool about many rows are no columns of a row', () => {
    const made = call('create_crate', { name: 'Blue' }) as JsonObject;
    expect(Object.keys(made)).toEqual(expect.arrayContaining(['id', 'name', 'weight']));
    for (const name of ['mode', 'sure', 'note']) expect(Object.keys(made)).not.toContain(name);
  });

  test('a confirmation is no condition on the row', () => expect(flagOf(compiled, 'delete_crate')).toContain('sure'));

  test('an order without a list of orders, and special values, are refused', () => {
    expect(call('list_crates', { order_by: '-name' })).toBe('UNAVAILABLE');
    expect(call('list_crates', { city: 'none' })).toBe('UNAVAILABLE');
  });

  test('a sentence about parts that the answer leaves out is a flag', () =>
    expect(flagOf(compiled, 'list_labels')).toContain('excluded'));

  test('a state before the noun is a condition', () => {
    const stays = compiled.environment.seed.filter(({ table }) => table === 'stays').map(({ row }) => row);
    const running = stays.find(({ status }) => status === 'running')?.['id'] as string;
    const booked = stays.find(({ status }) => status === 'booked')?.['id'] as string;
    expect(call('cancel_stay', { stay_id: running })).toBe('PRECONDITION_FAILED');
    expect(call('cancel_stay', { stay_id: booked })).toMatchObject({ status: 'cancelled' });
  });
});
