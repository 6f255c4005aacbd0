import { expect, test } from 'vitest';
import { openEnvironment } from '../../../envs/folder/environment-folder.ts';
import { canonicalJson, type Json } from '../../../envs/values/json.ts';
import { sameButForStamps } from '../../../generator/tasks/same-but-for-stamps.ts';

const world = openEnvironment(new URL('../../../fixtures/environments/order-desk', import.meta.url).pathname);

const note = (id: string, at: string, body: string): Json => ({
  note_id: id,
  customer_id: 'C1001',
  body,
  created_at: at,
});
const ends = (inserted: readonly Json[]): string =>
  canonicalJson({ contact_notes: { inserted, updated: [], deleted: [] } } as Json);

test('ids that a call mints and stamps make no other end, and all else does', () => {
  const once = ends([note('N1', '2031-01-01T00:00:00Z', 'ring twice')]);
  expect(world.roles.get('contact_notes.note_id')).toBe('minted');
  expect(sameButForStamps(world, once, ends([note('N2', '2031-01-01T00:00:09Z', 'ring twice')]))).toBe(true);
  expect(sameButForStamps(world, once, ends([note('N1', '2031-01-01T00:00:00Z', 'ring once')]))).toBe(false);
  const twice = ends([
    note('N1', '2031-01-01T00:00:00Z', 'ring twice'),
    note('N2', '2031-01-01T00:00:01Z', 'ring twice'),
  ]);
  expect(sameButForStamps(world, once, twice)).toBe(false);
});
