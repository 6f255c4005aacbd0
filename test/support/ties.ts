// Makes the shop with many equal values (ties) in its rows. Also changes query plans and the order of rows on disk,
// which must not change any result.
import type { SeedRow } from '../../envs/values/environment.ts';
import { SHOP } from './shop.ts';

/** Indexes that change the query plans. */
export const INDEXES = [
  'CREATE INDEX x1 ON orders (status, placed_at DESC);',
  'CREATE INDEX x2 ON products (price DESC);',
  'CREATE INDEX x3 ON products (title);',
  'CREATE INDEX x4 ON order_lines (product_id, quantity DESC);',
  'CREATE INDEX x5 ON customers (balance, name DESC);',
  'CREATE INDEX x6 ON products (stock DESC, weight);',
];
/** The shop's rows, and more rows with equal values in every table. */
export const TIES: readonly SeedRow[] = [
  ...SHOP.seed,
  ...Array.from({ length: 24 }, (_, at) => ({
    table: 'products',
    row: {
      product_id: `p${at}`,
      title: `Blue thing ${at % 3}`,
      price: 1000 + (at % 4),
      weight: 0.1 * (at % 7),
      stock: at % 5,
      tags: JSON.stringify([`t${at % 2}`, 'blue']),
    },
  })),
  ...Array.from({ length: 12 }, (_, at) => ({
    table: 'orders',
    row: {
      order_id: `o${at}`,
      customer_id: at % 2 === 0 ? 'ada' : 'bo',
      status: at % 3 === 0 ? 'open' : 'paid',
      placed_at: `2031-04-${10 + (at % 3)}T00:00:00Z`,
      note: at % 4 === 0 ? 'same' : null,
    },
  })),
  ...Array.from({ length: 30 }, (_, at) => ({
    table: 'order_lines',
    row: { order_id: `o${at % 12}`, pos: Math.floor(at / 12), product_id: `p${at % 9}`, quantity: 1 + (at % 3) },
  })),
];

/** Shuffles the rows within each table. The order of the tables stays, because foreign keys need it. */
export function shuffledWithin(seed: readonly SeedRow[], stream: Iterator<number>): SeedRow[] {
  return ['customers', 'products', 'orders', 'order_lines', 'outbox'].flatMap((table) =>
    seed
      .filter((each) => each.table === table)
      .map((row) => ({ row, at: stream.next().value as number }))
      .sort((a, b) => a.at - b.at)
      .map(({ row }) => row),
  );
}
