// Draws whole numbers in steps, and choices with weights.
import type { Random } from '../../../envs/random.ts';
import type { Maker } from '../recipe-schema.ts';

export function drawInteger(maker: Extract<Maker, { int: unknown }>, random: Random): number {
  const [least, most] = maker.int;
  const step = maker.step ?? 1;
  const drawn = random.real() ** (maker.skew ?? 1);
  const steps = Math.floor((most - least) / step);
  return least + Math.min(steps, Math.floor(drawn * (steps + 1))) * step - (maker.minus ?? 0);
}

export function drawWeighted(weights: Readonly<Record<string, number>>, random: Random): string {
  const total = Object.values(weights).reduce((a, b) => a + b, 0);
  let left = random.real() * total;
  for (const [value, weight] of Object.entries(weights)) {
    left -= weight;
    if (left < 0) return value;
  }
  return Object.keys(weights).at(-1) ?? '';
}
