// Tests how searches say where they look and how much they show: lists of fields, another noun in brackets, and a
// largest number of rows.
import { describe, expect, test } from 'vitest';
import { queriedFields } from '../../../generator/compile/read/said-fields.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const guide = { 'town?': 'string', name: 'string', email: 'string' } as const;

const guides = (search: string, query: string, more = {}) =>
  compile([
    tool('create_guide', 'Create a guide.', guide),
    tool('get_guide', 'Get a guide.', { guide_id: 'integer' }),
    tool('search_guides', search, { query: { type: 'string', description: query }, ...more }),
  ]);

describe('the fields of a search', () => {
  test.each([
    ['Search term to match against name, email, or town', ['name', 'email', 'town']],
    ['Part of name or town', ['name', 'town']],
    ['Name, email or town, whole or partial.', ['name', 'email', 'town']],
    ['Name or town', ['name', 'town']],
    ['Free text', []],
    ['The term', []],
    ['Notes of the day', []],
  ])('"%s"', (said, fields) => {
    expect(queriedFields(said).map((words) => words.join(' '))).toEqual(fields);
  });
  test.each(['Part of name or town', 'Text to match against name or town', 'Name or town'])('"%s" is kept', (said) => {
    const all = guides('Search guides.', said);
    expect(flagOf(all, 'search_guides')).toBe('');
    const call = playerOf(all);
    const made = (name: string, town: string, email: string) =>
      (call('create_guide', { name, town, email }) as { id: number }).id;
    const [ada, bo] = [made('Ada Quill', 'Zarnow', 'x@quiet.example'), made('Bo Lind', 'Quillby', 'bo@lind.example')];
    const eva = made('Eva Sund', 'Olso', 'quill@sund.example');
    const found = (call('search_guides', { query: 'QUILL' }) as { id: number }[]).map(({ id }) => id);
    expect(found).toEqual(expect.arrayContaining([ada, bo]));
    expect(found).not.toContain(eva);
    expect(call('search_guides', { query: 'zzz-nobody' })).toEqual([]);
  });
});

describe('the largest number of rows', () => {
  const SAID = 'Search guides by name. Returns up to 3 matches.';
  const shown = (all: ReturnType<typeof guides>, args: object = {}) => {
    const call = playerOf(all);
    for (let at = 0; at < 5; at++) call('create_guide', { name: `Quill ${at}`, email: `q${at}@holm.example` });
    return call('search_guides', { query: 'quill', ...args }) as unknown[];
  };
  test('is kept without a limit, and beside one', () => {
    expect(flagOf(guides(SAID, ''), 'search_guides')).toBe('');
    expect(shown(guides(SAID, ''))).toHaveLength(3);
    const limited = guides(SAID, '', { 'limit?': 'integer' });
    expect(shown(limited)).toHaveLength(3);
    expect(shown(limited, { limit: 2 })).toHaveLength(2);
    expect(shown(limited, { limit: 5 })).toHaveLength(3);
  });
  test('of something else flags the search', () => {
    const all = guides('Search guides by name. Returns up to 3 visits of each guide.', '');
    expect(flagOf(all, 'search_guides')).toContain('visits');
  });
});

describe('another noun in brackets', () => {
  test('is no promise, but a state is one', () => {
    expect(flagOf(guides('Search guides (leaders) by name.', ''), 'search_guides')).toBe('');
    for (const said of ['retired', 'drafts', 'archived'])
      expect(flagOf(guides(`Search guides (${said}) by name.`, ''), 'search_guides')).not.toBe('');
  });
});
