// Tests a value that some tools use alone and others inside an object or a list, as owner_phone and {owner: {phone}}:
// the table has one column for it.
import { describe, expect, test } from 'vitest';
import { compile, flagOf, listOf, playerOf, schemaOf, tool } from '../../support/tools.ts';

const OWNER = schemaOf({ name: 'string', phone: 'string' });
const inner = { id: 'string', name: 'string', owner: OWNER } as const;
const flat = { id: 'string', name: 'string', owner_name: 'string', owner_phone: 'string' } as const;
const change = { boat_id: 'string', 'owner_phone?': 'string' } as const;
const given = { name: 'string', owner_name: 'string', owner_phone: 'string' } as const;

describe('a value that is given alone and inside an object is one column', () => {
  test('an object of the result shows the values that arguments give alone', () => {
    const all = compile([
      tool('create_boat', 'Create a boat.', given, inner),
      tool('get_boat', 'Get a boat.', { boat_id: 'string' }, inner),
      tool('list_boats', 'List boats.', { 'owner_name?': 'string' }, { boats: listOf(inner) }),
      tool('update_boat', 'Update a boat.', change, inner),
    ]);
    expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
    const call = playerOf(all);
    const made = call('create_boat', { name: 'Tern', owner_name: 'Ada', owner_phone: '12' }) as { id: string };
    expect(made).toMatchObject({ owner: { name: 'Ada', phone: '12' } });
    call('update_boat', { boat_id: made.id, owner_phone: '34' });
    expect(call('list_boats', { owner_name: 'Ada' })).toEqual({
      boats: [{ id: made.id, name: 'Tern', owner: { name: 'Ada', phone: '34' } }],
    });
  });
  test('an object that the call gives fills the fields that results show alone', () => {
    const all = compile([
      tool('create_boat', 'Create a boat.', { name: 'string', owner: OWNER }, flat),
      tool('get_boat', 'Get a boat.', { boat_id: 'string' }, flat),
      tool('update_boat', 'Update a boat.', { boat_id: 'string', 'owner?': OWNER }, flat),
    ]);
    expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
    const call = playerOf(all);
    const made = call('create_boat', { name: 'Tern', owner: { name: 'Ada', phone: '12' } }) as { id: string };
    expect(made).toMatchObject({ owner_name: 'Ada', owner_phone: '12' });
    call('update_boat', { boat_id: made.id, owner: { name: 'Eda', phone: '56' } });
    expect(call('get_boat', { boat_id: made.id })).toMatchObject({ owner_name: 'Eda', owner_phone: '56' });
  });
  test('where no result is declared, the answer has the object as the call gives it', () => {
    const all = compile([
      tool('create_boat', 'Create a boat.', { name: 'string', owner: OWNER }),
      tool('get_boat', 'Get a boat.', { boat_id: 'string' }),
      tool('update_boat', 'Update a boat.', change),
    ]);
    const call = playerOf(all);
    const made = call('create_boat', { name: 'Tern', owner: { name: 'Ada', phone: '12' } }) as { id: string };
    call('update_boat', { boat_id: made.id, owner_phone: '34' });
    expect(call('get_boat', { boat_id: made.id })).toEqual({ ...made, owner: { name: 'Ada', phone: '34' } });
  });
  test('an object with a key of its own stays an object', () => {
    const row = { ...inner, owner: schemaOf({ id: 'string', name: 'string' }) };
    const all = compile([
      tool('create_boat', 'Create a boat.', { name: 'string', 'owner_name?': 'string' }),
      tool('get_boat', 'Get a boat.', { boat_id: 'string' }, row),
    ]);
    expect(flagOf(all, 'get_boat')).not.toBe('');
  });
});

test('a filter by one text of a list looks into the list', () => {
  const all = compile([
    tool('addBook', 'Add a book.', { title: 'string', 'tags?': { type: 'array', items: { type: 'string' } } }),
    tool('getBook', 'Get a book.', { bookId: 'string' }),
    tool('listBooks', 'List books, optionally filtered by tag.', { 'tag?': 'string' }),
  ]);
  expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
  const call = playerOf(all);
  const made = call('addBook', { title: 'Tern', tags: ['sea', 'birds'] });
  call('addBook', { title: 'Moss', tags: ['woods'] });
  expect(call('listBooks', { tag: 'birds' })).toEqual([made]);
  expect(Object.keys(made as object)).not.toContain('tag');
});

test('a tool that tags a row adds to its list of tags', () => {
  const all = compile([
    tool('addBook', 'Add a book.', { title: 'string', 'tags?': { type: 'array', items: { type: 'string' } } }),
    tool('getBook', 'Get a book.', { bookId: 'string' }),
    tool('tagBook', 'Add a tag to a book.', { bookId: 'string', tag: 'string' }),
    tool('untagBook', 'Remove a tag from a book.', { bookId: 'string', tag: 'string' }),
  ]);
  expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
  const call = playerOf(all);
  const made = call('addBook', { title: 'Tern', tags: ['sea'] }) as { id: string };
  expect(call('tagBook', { bookId: made.id, tag: 'birds' })).toEqual({ ...made, tags: ['sea', 'birds'] });
  expect(call('untagBook', { bookId: made.id, tag: 'sea' })).toEqual({ ...made, tags: ['birds'] });
});
