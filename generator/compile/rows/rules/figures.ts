// Makes numbers that agree with each other. The free part is at most the whole, the minimum is below the maximum, and
// used and left parts add up.
import type { Maker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan } from '../../plan/plan.ts';
import { isPrice, numberMaker } from '../kinds/number-maker.ts';
import { openColumns, type Claims, type TableView } from '../world.ts';

const FREE = new Set(['available', 'free', 'remaining', 'left', 'open', 'vacant']);
const TAKEN = new Set([
  'used',
  'booked',
  'taken',
  'occupied',
  'reserved',
  'enrolled',
  'sold',
  'spent',
  'filled',
  'registered',
  'attendee',
  'participant',
  'current',
]);
const WHOLE = new Set(['capacity', 'total', 'quota', 'limit', 'budget', 'max', 'maximum', 'size', 'goal', 'target']);
const LEAST = ['min', 'minimum', 'low', 'lowest', 'from', 'least'];
const MOST = ['max', 'maximum', 'high', 'highest', 'to', 'most'];

export function figures(table: TableView): Claims {
  const numbers = openColumns(table).filter(
    ({ value, choices }) => (value === 'real' || value === 'integer') && choices === undefined,
  );
  const claims: Record<string, Maker> = {};
  const all = table.plan.columns.filter(
    ({ value, choices }) => (value === 'real' || value === 'integer') && choices === undefined,
  );
  const whole = all.find(
    (column) =>
      column.words.some((word) => WHOLE.has(word)) &&
      !isPrice(column) &&
      !hasAny(column, FREE) &&
      !hasAny(column, TAKEN) &&
      !hasAny(column, new Set(['min', 'minimum'])),
  );
  const free = numbers.find((column) => hasAny(column, FREE));
  const taken = numbers.find((column) => hasAny(column, TAKEN));
  const isStock = free?.words.some((word) => ['stock', 'quantity', 'balance', 'credit'].includes(word)) ?? false;
  if (whole !== undefined && (free !== undefined || taken !== undefined) && !isStock) {
    claims['_share'] = { pick: [0, 0.1, 0.3, 0.4, 0.5, 0.6, 0.8, 1] };
    const part = free ?? taken;
    if (part !== undefined && part !== whole)
      claims[part.name] = { calc: `{${whole.name}} * {_share}`, places: part.value === 'integer' ? 0 : 2 };
    if (free !== undefined && taken !== undefined && taken !== whole)
      claims[taken.name] = { calc: `{${whole.name}} - {${free.name}}`, places: taken.value === 'integer' ? 0 : 2 };
  }
  for (const least of numbers) {
    const at = LEAST.findIndex((word) => least.words.includes(word));
    const word = LEAST[at];
    const most =
      word === undefined
        ? undefined
        : numbers.find(
            (each) =>
              each.words.join(' ') === least.words.map((own) => (own === word ? (MOST[at] ?? '') : own)).join(' '),
          );
    if (most === undefined || claims[most.name] !== undefined || numberMaker(least, table) === undefined) continue;
    claims['_wider'] = { real: [1.15, 2.2], places: 2 };
    claims[most.name] = { calc: `{${least.name}} * {_wider} + 1`, places: most.value === 'integer' ? 0 : 1 };
  }
  return claims;
}

function hasAny(column: ColumnPlan, words: ReadonlySet<string>): boolean {
  return column.words.some((word) => words.has(word));
}
