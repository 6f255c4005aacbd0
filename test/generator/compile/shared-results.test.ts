// Tests operations of which only some declare their result: all show the row in the same form.
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, playerOf, rest } from '../../support/tools.ts';

const SHIP = { id: 'integer', title: 'string', tonnage: 'number', built_on: 'string' } as const;

const ships = (shown: Parameters<typeof rest>[3]) =>
  compile([
    rest('GET', '/ships/{id}', 'Get a ship.', { id: 'integer' }, shown, 'getShip'),
    rest(
      'POST',
      '/ships',
      'Create a ship.',
      { title: 'string', tonnage: 'number', built_on: 'string' },
      undefined,
      'createShip',
    ),
    rest('PUT', '/ships/{id}', 'Update a ship.', { id: 'integer', 'title?': 'string' }, undefined, 'updateShip'),
  ]);

test('a write shows the row that the get declares', () => {
  const all = ships(SHIP);
  expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
  const call = playerOf(all);
  const made = call('createShip', { title: 'Aurora', tonnage: 80.5, built_on: '2001-02-03' }) as JsonObject;
  expect(Object.keys(made).sort()).toEqual(Object.keys(SHIP).sort());
  const changed = call('updateShip', { id: made['id'] ?? 0, title: 'Borealis' });
  expect(changed).toEqual({ ...made, title: 'Borealis' });
  expect(call('getShip', { id: made['id'] ?? 0 })).toEqual(changed);
});

test('a write is flagged where nothing tells a field of that row', () => {
  const all = ships({
    ...SHIP,
    berth: { type: 'object', properties: { id: { type: 'integer' }, quay: { type: 'string' } } },
  });
  expect(flagOf(all, 'updateShip')).toBe(flagOf(all, 'getShip'));
  expect(flagOf(all, 'updateShip')).not.toBe('');
});
