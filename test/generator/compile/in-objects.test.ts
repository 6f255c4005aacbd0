// Tests reads whose arguments are grouped in objects: filter, page and sort.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, playerOf, schemaOf, tool } from '../../support/tools.ts';

const LEVEL = { type: 'string', enum: ['basic', 'gold'] } as const;
const ADDRESS = schemaOf({ 'city?': 'string', 'street?': 'string' });
const BORN = { type: 'string', format: 'date' } as const;
const patron = {
  name: 'string',
  born: BORN,
  'level?': LEVEL,
  'contact?': schemaOf({ 'email?': 'string' }),
  'address?': ADDRESS,
} as const;
const SORT = schemaOf({
  'field?': { type: 'string', enum: ['name', 'born'], default: 'name' },
  'direction?': { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
});
const PAGE = schemaOf({
  'limit?': { type: 'integer', minimum: 1, default: 50 },
  'offset?': { type: 'integer', minimum: 0, default: 0 },
});

const patrons = (filter: JsonObject) =>
  compile([
    tool('create_patron', 'Create a patron.', { patron: schemaOf(patron) }),
    tool('get_patron', 'Get a patron.', { patron_id: 'string' }),
    tool('query_patrons', 'Query patrons.', { 'filter?': filter, 'page?': PAGE, 'sort?': SORT }),
  ]);

describe('arguments in objects', () => {
  const all = patrons(
    schemaOf({
      'name_contains?': 'string',
      'email?': 'string',
      'city?': 'string',
      'level?': LEVEL,
      'born_from?': BORN,
    }),
  );
  const call = playerOf(all);
  const made = (name: string, born: string, city: string, email: string) =>
    (
      call('create_patron', { patron: { name, born, level: 'gold', contact: { email }, address: { city } } }) as {
        id: string;
      }
    ).id;
  const ida = made('Ida Quill', '2101-02-01', 'Zarnow', 'ida@quill.example');
  const ola = made('Ola Quillby', '2102-02-01', 'Zarnow', 'ola@quill.example');
  const query = (args: JsonObject) => (call('query_patrons', args) as { id: string }[]).map(({ id }) => id);
  test('flag no tool', () => {
    expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
  });
  test('select rows, also by a part of a name and inside objects', () => {
    expect(query({ filter: { city: 'Zarnow' } })).toEqual([ida, ola]);
    expect(query({ filter: { name_contains: 'QUILLBY' } })).toEqual([ola]);
    expect(query({ filter: { email: 'ida@quill.example', level: 'gold' } })).toEqual([ida]);
    expect(query({ filter: { city: 'Zarnow', born_from: '2101-12-31' } })).toEqual([ola]);
    expect(query({ filter: { city: 'Zarnow', level: 'basic' } })).toEqual([]);
    expect(query({}).length).toBeGreaterThan(5);
    expect(query({ filter: {} })).toEqual(query({}));
  });
  test('turn the order and the pages', () => {
    const sort = { field: 'born', direction: 'desc' };
    expect(query({ sort, page: { limit: 2 } })).toEqual([ola, ida]);
    expect(query({ sort, page: { limit: 1, offset: 1 } })).toEqual([ida]);
    expect(query({ filter: { city: 'Zarnow' }, sort: { field: 'name', direction: 'desc' } })).toEqual([ola, ida]);
  });
  test('of which one is not understood answer UNAVAILABLE with it only', () => {
    const some = patrons(schemaOf({ 'city?': 'string', 'aura?': 'string' }));
    expect(flagOf(some, 'query_patrons')).toBe('');
    const ask = playerOf(some);
    expect(ask('query_patrons', { filter: { aura: 'blue' } })).toBe('UNAVAILABLE');
    expect(ask('query_patrons', { filter: { city: 'Zarnow' } })).toEqual([]);
  });
});

test('a patch holds the values that change; members of its objects stay', () => {
  const contact = schemaOf({ 'email?': 'string', 'phone?': 'string' });
  const values = schemaOf({ 'name?': 'string', 'contact?': contact });
  const all = compile([
    tool('create_guide', 'Create a guide.', { guide: schemaOf({ name: 'string', contact }) }),
    tool('get_guide', 'Get a guide.', { guide_id: 'string' }),
    tool('update_guide', 'Patch a guide. Nested objects are merged.', { guide_id: 'string', patch: values }),
  ]);
  expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
  const call = playerOf(all);
  const guide = { name: 'Ida', contact: { email: 'ida@holm.example', phone: '1' } };
  const { id } = call('create_guide', { guide }) as { id: string };
  const changed = { ...guide, contact: { ...guide.contact, phone: '2' } };
  expect(call('update_guide', { guide_id: id, patch: { contact: { phone: '2' } } })).toMatchObject(changed);
  expect(call('get_guide', { guide_id: id })).toMatchObject(changed);
  expect(call('update_guide', { guide_id: id, patch: {} })).toBe('INVALID_ARGUMENT');
});
