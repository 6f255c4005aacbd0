// Tests tools about parts of a row: tags and blockers that are added to a row, lists of values that other rows contain,
// and names of arguments that are not columns.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { promisedFields } from '../../../generator/compile/read/promised-fields.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const BLANK: JsonObject = { type: 'string', default: '' };

const chores = compile([
  tool('chore_create', 'Create a chore.', { title: 'string', 'tags?': BLANK }),
  tool('chore_delete', 'Delete a chore.', { id: 'string' }),
  tool('chore_list', 'List chores.', { 'tags?': { ...BLANK, description: 'Comma-separated tags.' } }),
  tool('chore_update', 'Update a chore.', { id: 'string', 'title?': BLANK, 'tags?': BLANK }),
  tool('chore_add_blocker', 'Add another chore id as a blocker on this chore.', { id: 'string', blocker_id: 'string' }),
  tool('chore_remove_blocker', 'Remove a blocker from a chore.', { id: 'string', blocker_id: 'string' }),
  tool('chore_tags_list', 'List distinct tags used by chores.', { 'owner?': 'string' }),
  tool('page_write', 'Create or replace a page.', { name: 'string', content: 'string' }),
  tool('page_read', 'Read a page.', { name: 'string' }),
  tool('page_add_tags', 'Add tags to a page.', { name: 'string', tags: 'string' }),
  tool('page_remove_tags', 'Remove tags from a page.', { name: 'string', tags: 'string' }),
  tool('page_resolve', 'Return the absolute path of a page.', { name: 'string', 'root?': 'string' }),
]);

describe('parts of a row', () => {
  test.each([
    'page_add_tags',
    'page_remove_tags',
    'page_resolve',
    'chore_tags_list',
    'chore_add_blocker',
    'chore_remove_blocker',
  ])('%s makes no row and takes none away', (name) => expect(flagOf(chores, name)).not.toBe(''));

  test('an update leaves a text for which its default is given', () => {
    const call = playerOf(chores);
    const { id = '' } = call('chore_create', { title: 'Sweep', tags: 'yard' }) as JsonObject;
    expect(call('chore_update', { id, title: '', tags: 'attic' })).toMatchObject({ title: 'Sweep', tags: 'attic' });
  });

  test('a filter that takes several values in one text is refused', () => {
    expect(flagOf(chores, 'chore_list')).toBe('');
    expect(playerOf(chores)('chore_list', { tags: 'yard,attic' })).toBe('UNAVAILABLE');
  });
});

const permits = compile([
  tool('create_permit', 'Create a permit.', { title: 'string', plot: 'string' }),
  tool('get_permit', 'Get a permit.', { permit_id: 'string' }),
  tool('update_permit', 'Update a permit.', { permit_id: 'string', permit_fields: { type: 'object' } }),
  tool('render_permit', 'Update the plot of a permit.', { id_or_title: 'string', plot: 'string' }),
]);

test('an object of columns, and an argument for either of two keys, are no columns', () => {
  const made = playerOf(permits)('create_permit', { title: 'Barn', plot: 'A1' }) as JsonObject;
  expect(Object.keys(made).sort()).toEqual(['id', 'plot', 'title']);
  expect(flagOf(permits, 'update_permit')).toContain('permit_fields');
});

test('pending timers that are paused are pending again', () => {
  const all = compile([
    tool('create_timer', 'Create a timer.', { name: 'string' }),
    tool('get_timer', 'Get a timer.', { timer_id: 'string' }),
    tool('list_timers', 'List timers.', {}),
    tool('pause_timer', 'Pause a pending timer.', { timer_id: 'string' }),
    tool('resume_timer', 'Resume a paused timer.', { timer_id: 'string' }),
    tool('cancel_timer', 'Cancel a pending timer.', { timer_id: 'string' }),
  ]);
  const call = playerOf(all);
  const rows = call('list_timers', {}) as JsonObject[];
  const paused = rows.find(({ status }) => status === 'paused');
  expect(rows.map(({ status }) => status)).not.toContain('active');
  expect(call('resume_timer', { timer_id: paused?.['id'] ?? '' })).toMatchObject({ status: 'pending' });
});

test.each([
  ['List the sheets of a binder (slug, title, size).', ['slug', 'title', 'size']],
  ['Look up one binder by name (includes members + sheet names).', ['member', 'sheet name']],
  ['Get a shelf, including the list of lower shelves for shelf groups.', ['lower shelf']],
])('promised: %s', (text, fields) => expect(promisedFields(text).map(({ words }) => words.join(' '))).toEqual(fields));

test.each(['Get a binder (read-only).', 'List sheets (assetId / alias).', 'List sheets (filter by owner, size).'])(
  'nothing promised: %s',
  (text) => expect(promisedFields(text)).toEqual([]),
);
