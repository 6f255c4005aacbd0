// Tests that a tool works only if each word of its first sentence is explained: by the tool's name and arguments, by
// its rows, or as a word that promises nothing.
import { describe, expect, test } from 'vitest';
import { compile, flagOf, tool } from '../../support/tools.ts';

const STATE = { type: 'string', enum: ['new', 'ready', 'sold'] } as const;

const kites = (name: string, said: string, args: Parameters<typeof tool>[2] = {}) =>
  flagOf(
    compile([
      tool('create_kite', 'Create a kite.', { name: 'string', color: 'string', 'span?': 'number' }),
      tool('get_kite', 'Get a kite.', { kite_id: 'string' }),
      tool('find_kites', 'List the kites.', { 'state?': STATE }),
      tool(name, said, args),
    ]),
    name,
  );

describe('words that nothing accounts for flag the tool', () => {
  test.each([
    ['list_kites', 'List the kites of the day.', {}],
    ['list_kites', 'List the kites and the price of each.', {}],
    ['list_kites', 'List the kites that children may fly.', {}],
    ['list_kites', 'List broken kites.', {}],
    ['update_kite', 'Change an unsold kite.', { kite_id: 'string', color: 'string' }],
    ['update_kite', 'Change a kite, for a fee.', { kite_id: 'string', color: 'string' }],
    ['update_kite', 'Change a kite (twice at most).', { kite_id: 'string', color: 'string' }],
    ['delete_kite', 'Delete an empty kite.', { kite_id: 'string' }],
    ['delete_kite', 'Delete a kite without its string.', { kite_id: 'string' }],
    ['delete_kite', 'Delete a kite (new only).', { kite_id: 'string' }],
    ['delete_kite', 'Delete a kite sold by mistake.', { kite_id: 'string' }],
    ['list_kites', 'List kites created by mistake.', {}],
    ['add_kite', 'Add a kite to the end of the shelf today.', { name: 'string', color: 'string' }],
  ] as const)('%s: "%s"', (name, said, args) => expect(kites(name, said, args)).not.toBe(''));
});

describe('words that promise nothing flag no tool', () => {
  test.each([
    ['list_kites', 'List all paper kites in the workshop.', {}],
    ['list_kites', 'Lists the kites that we keep.', {}],
    ['list_kites', 'List kites, optionally of one color.', { 'color?': 'string' }],
    ['update_kite', 'Gives a kite another color.', { kite_id: 'string', color: 'string' }],
    ['update_kite', 'Changes a kite (its color, e.g. red).', { kite_id: 'string', color: 'string' }],
    ['delete_kite', 'Takes a kite out for good, and this action cannot be undone.', { kite_id: 'string' }],
    ['delete_kite', 'Delete a kite created by mistake.', { kite_id: 'string' }],
    ['list_kites', 'List kites, optionally by minimum span.', { 'min_span?': 'number' }],
    ['search_kites', 'Search kites by name (case-insensitive, partial match).', { name: 'string' }],
    ['add_kite', 'Add a kite to the kites of the season.', { name: 'string', color: 'string' }],
    ['add_kite', 'Add a kite to the catalogue of the shop.', { name: 'string', color: 'string' }],
  ] as const)('%s: "%s"', (name, said, args) => expect(kites(name, said, args)).toBe(''));
});
