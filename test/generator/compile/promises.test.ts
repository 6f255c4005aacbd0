// Tests promises, that is, statements of a tool's description that the planned program does not cover: every example
// and counterexample of every rule, and the effect of each promise.
import { describe, expect, test } from 'vitest';
import { SessionStore } from '../../../envs/session/session-store.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { World } from '../../../envs/world/world.ts';
import { PROMISES } from '../../../generator/compile/promises/keep-promises.ts';
import { compile, flagOf, tool } from '../../support/tools.ts';

describe.each(PROMISES.map((rule) => [rule.kind, rule] as const))('%s', (_kind, rule) => {
  test.each(rule.examples)('%s', (text, found) => expect(rule.reads(text)).toBe(found));
  test.each(rule.nevers)('never: %s', (text) => expect(rule.reads(text)).toBeUndefined());
});

const WHERE = { type: 'string', description: 'Garden of the bed (uses the default garden if not provided)' } as const;
const DAY = { type: 'string', description: 'Day of sowing (YYYY-MM-DD)' } as const;
const NOTES = { type: 'array', items: { type: 'string' }, description: 'Up to 3 short notes' } as const;
const DETAIL = { type: 'string', enum: ['short', 'full'], default: 'full', description: 'How much to tell' } as const;

describe('a garden', () => {
  const compiled = compile([
    tool('list_gardens', 'List all gardens.'),
    tool('create_garden', 'Create a garden.', { name: 'string' }),
    tool('add_bed', 'Add a bed to a garden.', {
      'garden_id?': WHERE,
      name: 'string',
      'sown_on?': DAY,
      'notes?': NOTES,
      'position?': 'integer',
    }),
    tool('get_bed', 'Get a bed.', { bed_id: 'string', 'detail_level?': DETAIL }),
    tool('delete_bed', 'Delete a bed. Only empty beds can be deleted.', { bed_id: 'string' }),
    tool('close_bed', 'Close a bed for the winter.', { 'garden_id?': WHERE, bed_id: 'string' }),
    tool('list_beds', 'List the beds of a garden, sorted by harvest.', { garden_id: 'string' }),
  ]);
  const world = new World(compiled.environment);
  const store = new SessionStore();
  const session = store.create({ id: 'play', world, seed: 1 });
  const call = (name: string, args: JsonObject): Json => {
    const answer = store.call(session, { by: 'agent', name, arguments: args });
    return answer.ok ? answer.result : answer.error.code;
  };
  const garden = compiled.environment.seed.find(({ table }) => table === 'gardens')?.row['id'] as string;

  test('a condition and an order that nothing keeps are flags that quote them', () => {
    expect(flagOf(compiled, 'delete_bed')).toBe('nothing keeps "Only empty beds can be deleted."');
    expect(flagOf(compiled, 'list_beds')).toContain('sorted by harvest');
  });

  test('a default that only the service knows is not made up', () => {
    expect(call('add_bed', { name: 'Roses' })).toBe('UNAVAILABLE');
    expect(call('add_bed', { name: 'Roses', garden_id: garden })).toMatchObject({ name: 'Roses' });
  });

  test('bounds and forms that prose tells are kept', () => {
    expect(call('add_bed', { name: 'Peas', garden_id: garden, notes: ['a', 'b', 'c', 'd'] })).toBe('INVALID_ARGUMENT');
    expect(call('add_bed', { name: 'Peas', garden_id: garden, sown_on: 'in spring' })).toBe('INVALID_ARGUMENT');
    expect(call('add_bed', { name: 'Peas', garden_id: garden, sown_on: '2031-04-02', notes: ['a'] })).toMatchObject({
      sown_on: '2031-04-02',
      name: 'Peas',
    });
  });

  test('an argument of which only the letter would be kept is refused', () => {
    const made = call('add_bed', { name: 'Leek', garden_id: garden }) as JsonObject;
    expect(call('add_bed', { name: 'Leek', garden_id: garden, position: 2 })).toBe('UNAVAILABLE');
    expect(call('get_bed', { bed_id: made['id'] as string, detail_level: 'short' })).toBe('UNAVAILABLE');
    expect(call('get_bed', { bed_id: made['id'] as string, detail_level: 'full' })).toMatchObject({ name: 'Leek' });
  });

  test('a change of state leaves its row where it is', () => {
    const made = call('add_bed', { name: 'Kale', garden_id: garden }) as JsonObject;
    expect(call('close_bed', { bed_id: made['id'] as string, garden_id: 'elsewhere' })).toBe('NOT_FOUND');
    expect(call('close_bed', { bed_id: made['id'] as string, garden_id: garden })).toMatchObject({ garden_id: garden });
  });
});

describe('ties and lists of ids', () => {
  const at = { issue_id: 'string', user_id: 'string' } as const;
  const ids = { type: 'array', items: { type: 'string' } } as const;
  const compiled = compile([
    tool('list_users', 'List users.'),
    tool('list_labels', 'List labels.'),
    tool('create_label', 'Create a label.', { name: 'string' }),
    tool('delete_label', 'Delete a label.', { label_id: 'string' }),
    tool('create_issue', 'Create an issue.', { title: 'string', 'assignee_id?': 'string', 'label_ids?': ids }),
    tool('get_issue', 'Get an issue, including its attachments and votes.', { issue_id: 'string' }),
    tool('list_issues', 'List open issues.'),
    tool('add_watcher', 'Add a watcher to an issue.', at),
    tool('remove_watcher', 'Remove a watcher from an issue.', at),
    tool('assign_issue', 'Assign an issue to a user.', at),
    tool('create_comment', 'Create a comment on an issue.', {
      issue_id: 'string',
      text: 'string',
      'parent_id?': 'string',
      'author_id?': 'string',
      'state_id?': 'string',
    }),
    tool('list_comments', 'List the comments of an issue.', { issue_id: 'string' }),
  ]);

  test('who watches an issue is not who works on it', () => {
    expect(flagOf(compiled, 'add_watcher')).toBe('');
    expect(flagOf(compiled, 'assign_issue')).not.toBe('');
  });

  test('rows that prose restricts, and parts that it promises, are flags', () => {
    expect(flagOf(compiled, 'list_issues')).toBe('nothing tells which rows are open');
    expect(flagOf(compiled, 'get_issue')).toContain('attachment');
  });

  test('every id of a list names a row', () => {
    const store = new SessionStore();
    const session = store.create({ id: 'play', world: new World(compiled.environment), seed: 1 });
    const label = compiled.environment.seed.find(({ table }) => table === 'labels')?.row['id'] as string;
    const make = (label_ids: Json): string => {
      const answer = store.call(session, {
        by: 'agent',
        name: 'create_issue',
        arguments: { title: 'Leak', label_ids },
      });
      return answer.ok ? 'ok' : answer.error.code;
    };
    expect(make([label])).toBe('ok');
    expect(make([label, 'no such label'])).toBe('NOT_FOUND');
  });

  test('a parent is a row of the same kind, an author a user, and an id of nothing is refused', () => {
    const store = new SessionStore();
    const session = store.create({ id: 'play', world: new World(compiled.environment), seed: 1 });
    const issue = compiled.environment.seed.find(({ table }) => table === 'issues')?.row['id'] as string;
    const make = (more: JsonObject): string => {
      const args = { issue_id: issue, text: 'Seen', ...more };
      const answer = store.call(session, { by: 'agent', name: 'create_comment', arguments: args });
      return answer.ok ? 'ok' : answer.error.code;
    };
    expect(make({})).toBe('ok');
    expect(make({ parent_id: 'no such comment' })).toBe('NOT_FOUND');
    expect(make({ author_id: 'no such user' })).toBe('NOT_FOUND');
    expect(make({ state_id: 'any' })).toBe('UNAVAILABLE');
  });
});

describe('answers that would tell nothing, and ids of somebody else', () => {
  const token = { type: 'string', description: 'The access token obtained from the login tool.' } as const;
  const compiled = compile([
    tool('cancel_order', 'Cancel an order.', { order_id: 'integer' }),
    tool('get_order_details', 'Get the details of an order.', { order_id: 'integer' }),
    tool('list_users', 'List all users.'),
    tool('search_messages', 'Search messages by a word.', { keyword: 'string' }),
    tool('delete_message', 'Delete a message.', {
      receiver_id: { type: 'string', description: 'User ID of the receiver.' },
    }),
    tool('list_parcels', 'List parcels.'),
    tool('create_parcel', 'Create a parcel.', { access_token: token, label: 'string' }),
    tool('update_parcel', 'Update a parcel.', { parcel_id: 'string', 'id?': 'string', 'label?': 'string' }),
    tool('get_parcel', 'Get a parcel. Response example: {"id": "p1", "label": "Books", "weight": 2}', {
      parcel_id: 'string',
    }),
  ]);

  test('an order of which nothing is known is not shown', () => {
    expect(flagOf(compiled, 'cancel_order')).toBe('');
    expect(flagOf(compiled, 'get_order_details')).toBe('no tool tells what an order is made of');
  });

  test('the id of a user is not the key of a message', () => {
    expect(flagOf(compiled, 'delete_message')).not.toBe('');
  });

  test('a token that another tool hands out, and an answer that an example shows', () => {
    expect(flagOf(compiled, 'create_parcel')).toContain('access_token');
    expect(flagOf(compiled, 'get_parcel')).toBe('');
    expect(compiled.environment.schema).toMatch(/weight/);
  });

  test('a change never changes the key', () => {
    const roles = compiled.tools.find(({ name }) => name === 'update_parcel')?.match?.arguments ?? [];
    expect(roles.find(({ place }) => place === 'id')?.role).toBe('not simulated');
  });
});

test('objects that tell a beginning and an end agree: the end comes later, in the same zone', () => {
  const moment: JsonObject = {
    type: 'object',
    properties: { dateTime: { type: 'string' }, timeZone: { type: 'string' } },
    required: ['dateTime'],
  };
  const compiled = compile([
    tool('create_event', 'Create an event.', {
      summary: 'string',
      'description?': 'string',
      start: moment,
      end: moment,
    }),
    tool('list_events', 'List events.'),
  ]);
  const rows = compiled.environment.seed.filter(({ table }) => table === 'events').map(({ row }) => row);
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) {
    const [start, end] = ['start', 'end_value'].map((name) => JSON.parse(String(row[name])) as Record<string, string>);
    expect(String(start?.['dateTime']) < String(end?.['dateTime'])).toBe(true);
    expect(start?.['timeZone']).toBe(end?.['timeZone']);
    expect(row['summary']).not.toBe(row['description']);
  }
});

test('a condition at the end of a first sentence flags the tool, unless a step keeps it', () => {
  const huts = (close: string, list = 'List the huts.') =>
    compile([
      tool('create_hut', 'Create a hut.', { name: 'string', price: 'number' }),
      tool('list_huts', list),
      tool('create_bunk', 'Create a bunk in a hut.', { hut_id: 'string', name: 'string' }),
      tool('list_bunks', 'List the bunks.', { 'hut_id?': 'string' }),
      tool('close_hut', close, { hut_id: 'string' }),
    ]);
  for (const said of [
    ', provided it is tidy.',
    ' if it has no bunks.',
    ' without bunks.',
    ' as long as the hut is dry.',
  ])
    expect(flagOf(huts(`Closes a hut${said}`), 'close_hut'), said).not.toBe('');
  for (const said of [' without bunks.', ' over $100.', ' (dry only).', ' with less than 4 bunks.'])
    expect(flagOf(huts('Closes a hut.', `List the huts${said}`), 'list_huts'), said).not.toBe('');
  expect(flagOf(huts('Closes a hut without a warning.'), 'close_hut')).toBe('');
});
