// Makes the start of a route differ from its end.
import { textKind } from '../../../lexicon/pools/text-kinds.ts';
import type { Maker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan } from '../../plan/plan.ts';
import { timeSense } from '../time-columns.ts';
import { openColumns, type Claims, type TableView, type World } from '../world.ts';

const PAIRS: readonly (readonly [string, string])[] = [
  ['from', 'to'], ['origin', 'destination'], ['departure', 'arrival'], ['pickup', 'dropoff'], ['source', 'target'], ['source', 'destination'],
  ['start', 'end'], ['old', 'new'], ['before', 'after'], ['home', 'away'],
]; // prettier-ignore
const PLACES: Readonly<Record<string, string>> = {
  city: 'city',
  place: 'city',
  country: 'country',
  airport: 'airport',
  region: 'region',
  'country code': 'code',
  'post code': 'zip',
  currency: 'code',
};

const TRAVEL =
  `travel flight trip route journey ride train bus ferry taxi departure airport shipment transport freight delivery
  parcel`.split(/\s+/);

export function route(table: TableView, world: World): Claims {
  const open = openColumns(table).filter(
    (column) => column.value === 'text' && column.choices === undefined && timeSense(column, table) === undefined,
  );
  const claims: Record<string, Maker> = {};
  for (const [from, to] of PAIRS)
    for (const one of open) {
      const other = open.find(
        (each) =>
          each !== one && each.words.join(' ') === one.words.map((word) => (word === from ? to : word)).join(' '),
      );
      if (other === undefined || !one.words.includes(from) || claims[one.name] !== undefined) continue;
      Object.assign(claims, pair(one, other, world));
    }
  return claims;
}

function pair(one: ColumnPlan, other: ColumnPlan, world: World): Claims {
  const kind = textKind(one.words) ?? textKind(other.words) ?? '';
  const set = kind === 'currency' ? 'currencies' : 'cities';
  const speaks = (...words: string[]): boolean => words.some((word) => world.words.has(word));
  const isAirport =
    /\b(airport|IATA|three-letter)\b/i.test(`${one.description} ${other.description}`) ||
    (kind === '' && speaks('flight', 'airport'));
  const isPlace = kind === '' && /^(from|origin|departure|pickup)$/.test(one.words.at(-1) ?? '') && speaks(...TRAVEL);
  const field = isAirport ? 'airport' : (PLACES[kind] ?? (isPlace ? 'city' : undefined));
  if (field === undefined) return {};
  return {
    [one.name]: { record: set, field, as: 'first' },
    [other.name]: { record: set, field, as: 'second' },
  };
}
