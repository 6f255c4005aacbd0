// Tests to which rows a reference leads, directly and through other rows. A start state in which an order is for
// another product would contradict a user who says the product's name.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openEnvironment } from '../../../envs/folder/environment-folder.ts';
import { rowsNamed } from '../../../generator/tasks/proofs/patches.ts';

const world = openEnvironment(fileURLToPath(new URL('../../../fixtures/environments/order-desk', import.meta.url)));
const line = world.environment.seed.find(({ table }) => table === 'order_items')?.row ?? {};

test('a reference names its row and the rows that this row names', () => {
  const rows = rowsNamed(world, 'order_items', 'variant_id', line['variant_id'] ?? null);
  expect(rows.map((row) => Object.keys(row)[0])).toEqual(['variant_id', 'product_id']);
  expect(rows[0]?.['variant_id']).toBe(line['variant_id']);
  expect(rows[1]?.['product_id']).toBe(rows[0]?.['product_id']);
});

test('a column that is no reference names no row', () => {
  expect(rowsNamed(world, 'order_items', 'quantity', line['quantity'] ?? null)).toEqual([]);
});
