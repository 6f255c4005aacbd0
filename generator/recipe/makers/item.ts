// A thing of a noun: its name, its category and its description are drawn together, so that they speak of one thing.
import type { Json } from '../../../envs/values/json.ts';
import { compose } from '../../lexicon/pools/compose.ts';
import { poolById } from '../../lexicon/pools/find-pool.ts';
import { problem, type Kitchen, type Place } from '../kitchen.ts';
import type { Maker } from '../recipe-schema.ts';

const ATTEMPTS = 40;

export function makeItem(maker: Extract<Maker, { item: string }>, at: Place, kitchen: Kitchen): Json {
  const pool = poolById(maker.item);
  if (pool === undefined) throw problem(at, `knows no pool ${maker.item}`);
  // a text stands for itself: two columns of a row may hold two of them
  if (maker.field === 'text') return freshText(pool, at, kitchen);
  const [name, category, description] = [`_item ${maker.item}`, `_category ${maker.item}`, `_about ${maker.item}`];
  if (at.row[name] === undefined) {
    const line = freshName(maker.item, at, kitchen);
    at.row[name] = line.name;
    at.row[category] = line.category;
  }
  if (maker.field === 'name') return at.row[name] ?? null;
  if (maker.field === 'category') return at.row[category] ?? null;
  at.row[description] ??=
    pool.descriptions.length === 0 ? null : compose(kitchen.random.pick(pool.descriptions), kitchen.random);
  return at.row[description] ?? null;
}

/** No two rows of a table have one name, as long as the pool has others. */
function freshName(id: string, at: Place, kitchen: Kitchen): { name: string; category: string } {
  const taken = new Set(at.rows.map((row) => row[`_item ${id}`]));
  const pool = poolById(id);
  for (let attempt = 0; ; attempt++) {
    const line = kitchen.random.pick(pool?.names ?? []);
    const name = compose(line.grammar, kitchen.random);
    if (!taken.has(name) || attempt === ATTEMPTS) return { name, category: line.category };
  }
}

function freshText(pool: NonNullable<ReturnType<typeof poolById>>, at: Place, kitchen: Kitchen): string {
  const taken = new Set(at.rows.map((row) => row[at.column]));
  for (let attempt = 0; ; attempt++) {
    const text = compose(kitchen.random.pick(pool.names).grammar, kitchen.random);
    if (!taken.has(text) || attempt === ATTEMPTS) return text;
  }
}
