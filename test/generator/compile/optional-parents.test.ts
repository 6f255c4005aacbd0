// Tests optional ids declared as anyOf with null. Each unknown id is refused with its own name in the message, and a
// description may demand one of two ids.
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, playerOf, tool } from '../../support/tools.ts';

const ID: JsonObject = { anyOf: [{ type: 'string' }, { type: 'null' }], default: null };

const all = compile([
  tool('create_orchard', 'Create an orchard.', { name: 'string' }),
  tool('get_orchard', 'Get an orchard.', { orchard_id: 'string' }),
  tool('create_row', 'Create a row of an orchard.', { orchard_id: 'string', name: 'string' }),
  tool('get_row', 'Get a row.', { row_id: 'string' }),
  tool('create_tree', 'Create a tree.', {
    title: 'string',
    'orchard_id?': ID,
    'row_id?': ID,
    'parent_id?': ID,
    'height?': { anyOf: [{ type: 'integer' }, { type: 'null' }] },
  }),
  tool('get_tree', 'Get a tree.', { tree_id: 'string' }),
  tool('add_note', 'Add a note to a tree or orchard.', { content: 'string', 'tree_id?': ID, 'orchard_id?': ID }),
  tool('get_notes', 'Get notes for a tree or orchard.', { 'tree_id?': ID, 'orchard_id?': ID }),
]);
const call = playerOf(all);

test('every tool works', () => expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]));

test.each(['orchard_id', 'row_id', 'parent_id'])('an unknown %s is refused by a check of its own', (name) => {
  expect(call('create_tree', { title: 'Elm', [name]: 'nope' })).toBe('NOT_FOUND');
  const tree = all.environment.tools.find((each) => each.name === 'create_tree');
  expect(JSON.stringify(tree?.program)).toContain(`{${name}}.`);
});

test('a call that names neither of two is refused', () => {
  const { id = '' } = call('create_tree', { title: 'Oak' }) as JsonObject;
  expect(call('add_note', { content: 'Prune it.' })).toBe('INVALID_ARGUMENT');
  expect(call('get_notes', {})).toBe('INVALID_ARGUMENT');
  const made = call('add_note', { content: 'Prune it.', tree_id: id });
  expect(call('get_notes', { tree_id: id })).toEqual([made]);
});
