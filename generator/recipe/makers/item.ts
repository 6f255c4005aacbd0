// Makes the name, category, price and description of a row such as a product. They are drawn together, so that they fit
// one another.
import type { Json } from '../../../envs/values/json.ts';
import { compose } from '../../lexicon/pools/compose.ts';
import { poolById } from '../../lexicon/pools/find-pool.ts';
import type { Pool, PoolLine } from '../../lexicon/pools/read-pools.ts';
import { problem, type Kitchen, type Place } from '../kitchen.ts';
import type { ItemMaker } from '../recipe-schema.ts';
import { makePrice } from './figures.ts';

const ATTEMPTS = 40;

export function makeItem(maker: ItemMaker, at: Place, kitchen: Kitchen): Json {
  const pool = poolById(maker.item);
  if (pool === undefined) throw problem(at, `knows no pool ${maker.item}`);
  // a `text` is independent of the row's name, so two columns of a row may hold two texts of the same pool
  if (maker.field === 'text') return fresh(pool.names, at, kitchen, (row) => row[at.column]).name;
  const hidden = (part: string): string => `_${part} ${maker.item}`;
  if (at.row[hidden('item')] === undefined) {
    const lines = pool.names.filter(({ category }) => maker.among?.includes(category) ?? true);
    const drawn = fresh(lines, at, kitchen, (row) => row[hidden('item')]);
    at.row[hidden('item')] = drawn.name;
    at.row[hidden('category')] = drawn.line.category;
    at.row[hidden('line')] = pool.names.indexOf(drawn.line);
  }
  const category = String(at.row[hidden('category')] ?? '');
  switch (maker.field) {
    case 'name':
      return at.row[hidden('item')] ?? null;
    case 'category':
      return maker.called?.[category] ?? category;
    case 'price':
      return (at.row[hidden('price')] ??= makePrice(priceOf(pool, at.row[hidden('line')]), kitchen));
    default:
      return (at.row[hidden('about')] ??= describe(pool, category, kitchen));
  }
}

function priceOf(pool: Pool, line: Json | undefined): readonly [number, number] {
  return pool.names[Number(line)]?.price ?? pool.figures.get('price') ?? [5, 200];
}

/** Makes a description from those for the category. If there are none, uses those for all categories. */
function describe(pool: Pool, category: string, kitchen: Kitchen): Json {
  const own = pool.descriptions.filter((each) => each.category === category);
  const lines = own.length > 0 ? own : pool.descriptions.filter((each) => each.category === '');
  return lines.length === 0 ? null : compose(kitchen.random.pick(lines).grammar, kitchen.random);
}

/**
 * Picks a line of the pool and makes a name that no row of the table has. After many tries, it accepts a repeated name.
 */
function fresh(
  lines: readonly PoolLine[],
  at: Place,
  kitchen: Kitchen,
  taken: (row: Place['row']) => Json | undefined,
): { readonly name: string; readonly line: PoolLine } {
  const known = new Set(at.rows.map(taken));
  for (let attempt = 0; ; attempt++) {
    const line = kitchen.random.pick(lines);
    const name = compose(line.grammar, kitchen.random);
    if (!known.has(name) || attempt === ATTEMPTS) return { name, line };
  }
}
