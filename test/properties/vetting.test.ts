// Tests that every query which is accepted has exactly one answer. Valid queries are cut and changed; one that is still
// accepted must give the same result with other indexes and another order of rows on disk.
import { fc, test } from '../support/laws.ts';
import { expect } from 'vitest';
import { GymError } from '../../envs/errors/gym-error.ts';
import type { Environment } from '../../envs/values/environment.ts';
import { World } from '../../envs/world/world.ts';
import { HONEST_QUERIES } from '../support/honest-sql.ts';
import { play } from '../support/play.ts';
import { INDEXES, TIES, shuffledWithin } from '../support/ties.ts';
import { SHOP, tool } from '../support/shop.ts';
import { draws } from '../support/draws.ts';

type Twist = (sql: string, at: number) => string;

const cut =
  (pattern: RegExp): Twist =>
  (sql, at) => {
    const found = [...sql.matchAll(pattern)];
    const match = found[at % Math.max(found.length, 1)];
    return match === undefined ? sql : sql.slice(0, match.index) + sql.slice(match.index + match[0].length);
  };

const TWISTS: readonly Twist[] = [
  cut(/ ORDER BY [^()]*$/g),
  cut(/, [a-z_.]+(?=$|\))/g),
  cut(/ ORDER BY [a-z_.]+(?=\))/g),
  cut(/ WHERE [a-z_.]+ = :[a-z]+(?= |$)/g),
  cut(/ AND [a-z_.]+ = :[a-z]+/g),
  cut(/ GROUP BY [a-z_.]+/g),
  cut(/ LIMIT \d+/g),
  (sql) => sql.replace(/^SELECT (?!DISTINCT)/, 'SELECT DISTINCT '),
  (sql) => `${sql} LIMIT 1`,
  (sql) => sql.replace(/ ORDER BY /, ' ORDER BY 1, '),
  (sql) => sql.replaceAll('customer_id', 'status'),
  (sql) => sql.replaceAll('product_id', 'price'),
  (sql) => sql.replaceAll('order_id', 'placed_at'),
  (sql) => sql.replaceAll('JOIN', 'LEFT JOIN').replaceAll('LEFT LEFT', 'LEFT'),
  (sql) => sql.replaceAll('LEFT JOIN', 'JOIN'),
  (sql) => sql.replace(/^SELECT .*? FROM/, 'SELECT group_concat(title) FROM'),
  (sql) => sql.replace(/^SELECT .*? FROM/, 'SELECT * FROM'),
  (sql) => sql.replace(/^SELECT .*? FROM/, 'SELECT sum(weight), avg(weight), total(weight) FROM'),
  (sql) => `SELECT * FROM (${sql}) AS inner_query`,
  (sql) => `SELECT json_group_array(x) FROM (SELECT 1 AS x, q.* FROM (${sql}) AS q)`,
  (sql) => `SELECT (${sql}) AS first`,
];

const open = (sql: string, change: Partial<Environment>): World =>
  new World({
    ...SHOP,
    ...change,
    tools: [
      tool('probe', { a: {}, b: {}, c: {}, list: {} }, 'read', [{ return: sql, shape: 'rows' }], { required: [] }),
    ],
  });

const args = fc.constantFrom(
  { a: 'ada', b: 'open', c: 1, list: ['mug', 'p1', 'p1'] },
  { a: 'open', b: 1000, list: [] },
  { a: 'p1', b: 'blue' },
  { a: 2, b: 5 },
);
let accepted = 0;

test.prop(
  [
    fc.constantFrom(...HONEST_QUERIES),
    fc.array(fc.tuple(fc.constantFrom(...TWISTS), fc.nat(5)), { minLength: 1, maxLength: 4 }),
    args,
    fc.subarray(INDEXES, { minLength: 1 }),
    fc.infiniteStream(fc.nat()),
  ],
  { numRuns: draws(800) },
)('accepted means one answer', (query, twists, given, indexes, stream) => {
  const sql = twists.reduce((text, [twist, at]) => twist(text, at), query);
  let plain: World;
  try {
    plain = open(sql, { seed: TIES });
  } catch (error) {
    expect(error).toBeInstanceOf(GymError);
    return;
  }
  accepted += 1;
  const other = open(sql, { seed: shuffledWithin(TIES, stream), schema: SHOP.schema + indexes.join('\n') });
  expect(play(other).call('probe', given), sql).toEqual(play(plain).call('probe', given));
  plain.close();
  other.close();
});

test('and enough were accepted to say something', () => {
  expect(accepted).toBeGreaterThan(200);
});
