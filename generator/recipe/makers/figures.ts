// Calculates numbers from other columns, and makes prices with the usual endings of shop prices.
import type { Json } from '../../../envs/values/json.ts';
import { calc } from '../../../envs/engine/calc.ts';
import { problem, type Kitchen, type Place } from '../kitchen.ts';
import type { Maker } from '../recipe-schema.ts';

/**
 * Calculates a formula over columns of this row, such as {quantity} * {price}. The result is null if one of the columns
 * is null.
 */
export function makeCalculated(maker: Extract<Maker, { calc: string }>, at: Place, kitchen: Kitchen): Json {
  let isMissing = false;
  const filled = maker.calc.replaceAll(/\{([^}]+)\}/g, (_all, column: string) => {
    const value = kitchen.value(at.row, column, at);
    isMissing ||= value === null;
    return `(${String(value ?? 0)})`;
  });
  if (isMissing) return null;
  const made = calc(filled);
  if (made === undefined) throw problem(at, `${filled} is no sum`);
  return maker.ending === 'price' ? priceNear(made) : Number(made.toFixed(maker.places ?? 0));
}

/**
 * Makes a price. Small prices are as likely as large ones: in the range from 2 to 200, half of the prices are below 20.
 */
export function makePrice([least, most]: readonly [number, number], kitchen: Kitchen): number {
  const low = least > 0 ? least : Math.max(most / 20, 0.05);
  return priceNear(low * (Math.max(most, low) / low) ** kitchen.random.real());
}

/** Rounds an amount as shops round prices of its size, such as 4.9, 37.5, 129 or 1290. */
function priceNear(amount: number): number {
  const step = amount < 10 ? 0.1 : amount < 60 ? 0.5 : amount < 400 ? 1 : amount < 4000 ? 10 : 100;
  const rounded = Math.max(Math.round(amount / step) * step, step);
  return Number(rounded.toFixed(2));
}
