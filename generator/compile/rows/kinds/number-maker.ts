// Chooses the range of a generated number. The range lies within the limits of the schema and the description. Within
// them, it is the usual range for the table's noun or for the column's name.
import { figuresOf, unitOf } from '../../../lexicon/pools/number-kinds.ts';
import type { Pool } from '../../../lexicon/pools/read-pools.ts';
import type { Maker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan } from '../../plan/plan.ts';
import type { TableView } from '../world.ts';

const PRICES = new Set([
  'price',
  'cost',
  'amount',
  'total',
  'fee',
  'fare',
  'charge',
  'value',
  'rent',
  'subtotal',
  'rate',
  'sum',
  'expense',
  'bid',
  'gross',
  'net',
]);
const PLACES: Readonly<Record<string, string>> = {
  lat: 'latitude',
  latitude: 'latitude',
  lon: 'longitude',
  lng: 'longitude',
  long: 'longitude',
  longitude: 'longitude',
};
const BALANCES = new Set(['balance', 'salary', 'budget', 'revenue', 'income', 'turnover', 'fund', 'credit']);
/** Names of numbers, and the names under which the word lists have them. */
const SAME: Readonly<Record<string, string>> = {
  cost: 'price', rent: 'price', fare: 'price', charge: 'price', subtotal: 'total', sum: 'total', inventory: 'stock', hand: 'stock', qty: 'quantity', duration: 'minute',
  length: 'minute', runtime: 'minute', participant: 'capacity', attendee: 'capacity', star: 'rating', score: 'rating', sqm: 'area', page: 'page',
  room: 'room', bed: 'bed', bathroom: 'bathroom', view: 'view', like: 'like', member: 'member', point: 'point', replica: 'replica', seat: 'seat',
}; // prettier-ignore
const COUNTED = new Set([
  'page',
  'room',
  'bed',
  'bathroom',
  'view',
  'like',
  'member',
  'point',
  'seat',
  'night',
  'guest',
  'person',
  'people',
  'quantity',
  'qty',
  'count',
  'stock',
  'year',
  'number',
]);

export function numberMaker(column: ColumnPlan, table: TableView): Maker | undefined {
  const geo = PLACES[column.words.at(-1) ?? ''];
  if (geo !== undefined && column.value === 'real') return { record: 'cities', field: geo };
  const stated = statedRange(column);
  if (
    stated === undefined &&
    column.value === 'real' &&
    column.role !== 'money' &&
    /^(list |unit |regular |retail |base )?price$/.test(column.words.join(' ')) &&
    named(table)
  )
    return { item: table.pool?.id ?? '', field: 'price' };
  const usual = poolRange(column.words, table.pool) ?? kindRange(column.words);
  const isMoney = isPrice(column);
  if (stated === undefined) return usual === undefined ? undefined : within(usual, column, isMoney);
  const [least, most] = stated;
  // use the usual range if it overlaps with the stated limits
  if (usual !== undefined) {
    const low = Math.max(least ?? usual[0], usual[0]);
    const high = Math.min(most ?? usual[1], usual[1]);
    if (low < high) return within([low, high, usual[2]], column, isMoney);
  }
  const low = least ?? Math.min(0, (most ?? 0) - 100);
  const high = Math.min(most ?? low + 100, low + 1e6);
  return within(
    [low, Math.max(low, high), column.value === 'integer' || (Number.isInteger(low) && high - low > 20) ? 0 : 2],
    column,
    false,
  );
}

/** Tells whether the names of the rows come from a word list that also has a price for each name. */
function named(table: TableView): boolean {
  const isNamed = Object.values(table.claimed).some(
    (maker) =>
      maker !== null &&
      typeof maker === 'object' &&
      'item' in maker &&
      maker.item === table.pool?.id &&
      maker.field === 'name',
  );
  const isPriced = table.pool?.names.some(({ price }) => price !== undefined) === true;
  return isPriced && (isNamed || table.plan.columns.some(({ words }) => words.join(' ') === 'name'));
}

type Range = readonly [least: number, most: number, places: number];

export function isPrice(column: ColumnPlan): boolean {
  return column.role === 'money' || PRICES.has(column.words.at(-1) ?? '') || column.words[0] === 'price';
}

function within([least, most, places]: Range, column: ColumnPlan, isMoney: boolean): Maker {
  if (column.words.at(-1) === 'balance' && column.value === 'real' && column.role !== 'money')
    return { chance: 0.85, make: { price: [least, most] }, else: { price: [0.5, 4] } };
  if ((isMoney || BALANCES.has(column.words.at(-1) ?? '')) && column.value === 'real' && column.role !== 'money')
    return { price: [least, most] };
  if (column.role === 'money') return { int: [Math.round(least * 100), Math.round(most * 100)], step: 10, skew: 2 };
  if (column.value === 'integer') {
    const [low, high] = [Math.ceil(least), Math.max(Math.ceil(least), Math.floor(most))];
    const step = high - low > 2000 ? 50 : undefined;
    return {
      int: [low, high],
      ...((low <= 1 && high > 20) || high > low * 40 ? { skew: low <= 1 ? 2 : 3 } : {}),
      ...(step === undefined ? {} : { step }),
    };
  }
  return { real: [least, most], places };
}

/** Returns the range of a number, such as a price or a weight, from the word list of the noun. */
function poolRange(words: readonly string[], pool: Pool | undefined): Range | undefined {
  if (pool === undefined) return undefined;
  const unit = unitOf(words);
  const last = words.at(-1) ?? '';
  for (const name of [words.join('_'), unit?.unit ?? '', last, `${last}_kg`, SAME[last] ?? '']) {
    const found = pool.figures.get(name);
    if (found === undefined) continue;
    const factor = unit?.factor ?? 1;
    return [found[0] * factor, found[1] * factor, COUNTED.has(last) || found[1] * factor > 2000 ? 0 : 1];
  }
  return undefined;
}

function kindRange(words: readonly string[]): Range | undefined {
  const unit = unitOf(words);
  const kind = figuresOf(words) ?? (unit === undefined ? undefined : figuresOf(words.slice(0, -1)));
  if (kind !== undefined) return [kind.least, kind.most, kind.places];
  return words.some((word) => ['free', 'available', 'remaining', 'left', 'open'].includes(word))
    ? [0, 14, 0]
    : undefined;
}

/** A limit beyond this only states the largest number of the type, such as 2^63, so it is ignored. */
const BOUNDLESS = 1e12;

/** Returns the limits from the schema, or from a description such as "from 1 to 10". */
function statedRange(column: ColumnPlan): readonly [number | undefined, number | undefined] | undefined {
  const { schema } = column;
  const bound = (key: string): number | undefined =>
    typeof schema[key] === 'number' && Math.abs(schema[key]) < BOUNDLESS ? schema[key] : undefined;
  const step = column.value === 'integer' ? 1 : 0.01;
  const above = bound('exclusiveMinimum');
  const below = bound('exclusiveMaximum');
  const least = bound('minimum') ?? (above === undefined ? undefined : above + step);
  const most = bound('maximum') ?? (below === undefined ? undefined : below - step);
  if (least !== undefined || most !== undefined) return [least, most];
  const said = /\b(?:from|between)\s+(-?\d+(?:\.\d+)?)\s*(?:to|and|-)\s*(-?\d+(?:\.\d+)?)|\((\d+)\s*-\s*(\d+)\)/i.exec(
    column.description,
  );
  if (said === null) return undefined;
  const [low, high] = [Number(said[1] ?? said[3]), Number(said[2] ?? said[4])];
  return low < high ? [low, high] : undefined;
}
