// Tests operations without an operationId. Their names are made from method and path, so the method in the name is not
// a verb of a language, and an id belongs to the noun before it.
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, listOf, playerOf, readings, rest } from '../../support/tools.ts';

const POST: JsonObject = { type: 'string', enum: ['pending', 'posted'] };
const ENTRY = { id: 'integer', grower_id: 'integer', weight: 'number', status: POST } as const;

const growers = (
  create = rest(
    'POST',
    '/growers/{id}/pickings',
    'Create a picking of a grower.',
    { id: 'integer', weight: 'number' },
    ENTRY,
  ),
) =>
  compile([
    rest('GET', '/growers', 'List growers.', {}, listOf({ id: 'integer', name: 'string' })),
    rest('GET', '/growers/{id}', 'Get a grower.', { id: 'integer' }, { id: 'integer', name: 'string' }),
    rest('GET', '/growers/{id}/pickings', 'List the pickings of a grower.', { id: 'integer' }, listOf(ENTRY)),
    rest('GET', '/pickings/{id}', 'Get a picking.', { id: 'integer' }, ENTRY),
    create,
  ]);

test('POST with the summary "Create" makes a row, and no row becomes posted', () => {
  const all = growers();
  expect(all.tools.flatMap(({ name, flags }) => flags.map((flag) => `${name}: ${flag}`))).toEqual([]);
  const call = playerOf(all);
  const [grower] = call('get_growers', {}) as JsonObject[];
  const made = call('post_growers_by_id_pickings', { id: grower?.['id'] ?? 0, weight: 7.5 }) as JsonObject;
  expect(made).toMatchObject({ grower_id: grower?.['id'], weight: 7.5 });
  expect(made['id']).not.toBe(grower?.['id']);
  expect(call('get_pickings_by_id', { id: made['id'] ?? 0 })).toEqual(made);
  const mine = call('get_growers_by_id_pickings', { id: grower?.['id'] ?? 0 }) as JsonObject[];
  expect(mine).toContainEqual(made);
  expect(new Set(mine.map((each) => each['grower_id']))).toEqual(new Set([grower?.['id']]));
  expect(call('post_growers_by_id_pickings', { id: 987_654, weight: 1 })).toBe('NOT_FOUND');
});

test('the id of the parent is no id of the new row under an operationId too', () => {
  const stated = rest(
    'POST',
    '/growers/{id}/pickings',
    'Create a picking of a grower.',
    { id: 'integer', weight: 'number' },
    ENTRY,
    'createPickingOfGrower',
  );
  const call = playerOf(growers(stated));
  const [grower] = call('get_growers', {}) as JsonObject[];
  const made = call('createPickingOfGrower', { id: grower?.['id'] ?? 0, weight: 7.5 }) as JsonObject;
  expect(made['id']).not.toBe(grower?.['id']);
  expect(made['grower_id']).toBe(grower?.['id']);
});

test('the own id of a path stays the key', () => {
  const all = growers();
  expect(readings(all)).toMatchObject({ get_growers_by_id: 'get', get_pickings_by_id: 'get' });
  const call = playerOf(all);
  const [grower] = call('get_growers', {}) as JsonObject[];
  expect(call('get_growers_by_id', { id: grower?.['id'] ?? 0 })).toEqual(grower);
});

test('an id that its description gives to another noun than the path flags the tool', () => {
  const other: JsonObject = { type: 'integer', description: 'The unique identifier of the picking.' };
  const all = growers(
    rest('POST', '/growers/{id}/pickings', 'Create a picking of a grower.', { id: other, weight: 'number' }, ENTRY),
  );
  expect(flagOf(all, 'post_growers_by_id_pickings')).toContain('of a picking by its description');
});
