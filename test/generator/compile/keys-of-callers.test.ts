// Tests keys that callers choose: no generated row has the key that a description gives as its example.
import { expect, test } from 'vitest';
import { compile, playerOf, tool } from '../../support/tools.ts';

test('a new row may have the key of the example', () => {
  const bay = { type: 'string', description: 'e.g. K-27' } as const;
  const all = compile([
    tool('bay_add', 'Add a bay.', { code: bay, 'memo?': 'string' }),
    tool('bay_get', 'Get a bay.', { bay_code: 'string' }),
    tool('bay_list', 'List bays.'),
  ]);
  expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
  const call = playerOf(all);
  expect((call('bay_list', {}) as unknown[]).length).toBeGreaterThan(3);
  expect(call('bay_get', { bay_code: 'K-27' })).toBe('NOT_FOUND');
  expect(call('bay_add', { code: 'K-27' })).not.toBe('CONFLICT');
  expect(call('bay_add', { code: 'K-27' })).toBe('CONFLICT');
});
