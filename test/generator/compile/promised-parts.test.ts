// Tests reads that promise rows of a second table: "Gets a crate including the items in it." The answer shows them, or
// the tool is flagged. A word such as "item", "object" or "record" means rows only if some table has such rows.
import { describe, expect, test } from 'vitest';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const crates = (about: string, noun: string, isLinked = true) =>
  compile([
    tool('create_crate', 'Create a crate.', { name: 'string' }),
    tool('get_crate', about, { crate_id: 'string' }),
    tool('list_crates', 'List the crates.'),
    tool(`create_${noun}`, `Create a ${noun}.`, { ...(isLinked ? { crate_id: 'string' } : {}), title: 'string' }),
    tool(`list_${noun}s`, `List the ${noun}s.`, isLinked ? { crate_id: 'string' } : {}),
  ]);

describe.each(['item', 'object', 'record', 'stamp'])('rows that are called %s', (noun) => {
  test.each([
    `Gets a crate including the ${noun}s in it.`,
    `Gets a crate, including its ${noun}s.`,
    `Gets a crate with its ${noun}s.`,
    `Gets a crate. Includes the ${noun}s in it.`,
    `Gets a crate. Includes its ${noun}s.`,
  ])('%s', (about) => {
    const all = crates(about, noun);
    expect(flagOf(all, 'get_crate')).toBe('');
    const call = playerOf(all);
    const { id } = call('create_crate', { name: 'Attic' }) as { id: string };
    call(`create_${noun}`, { crate_id: id, title: 'Penny Red' });
    expect(call('get_crate', { crate_id: id })).toMatchObject({
      name: 'Attic',
      [`${noun}s`]: [{ title: 'Penny Red' }],
    });
  });
  test('rows that nothing ties to the crate are a flag', () => {
    expect(flagOf(crates(`Gets a crate including its ${noun}s.`, noun, false), 'get_crate')).toContain(noun);
  });
});

test('a word such as object without such rows promises nothing', () => {
  expect(flagOf(crates('Gets a crate. Returns the crate object.', 'stamp'), 'get_crate')).toBe('');
  expect(flagOf(crates('Gets a crate including all information.', 'stamp'), 'get_crate')).toBe('');
});
