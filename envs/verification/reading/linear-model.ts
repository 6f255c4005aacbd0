// A linear model over named features that gives a message a score. The sign of the score is the answer, and its size
// tells how certain the answer is. bench/train-words.ts writes the weights; a running server never changes them.

export type Features = ReadonlyMap<string, number>;

export interface LinearModel {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

/**
 * The norm to which the features of every message are scaled, so that a long message does not count more than a short
 * one.
 */
const LENGTH = 3;

export function scoreOf({ bias, weights }: LinearModel, features: Features): number {
  let sum = 0;
  let square = 0;
  for (const [name, value] of features) {
    const weight = weights[name];
    if (weight === undefined) continue;
    sum += weight * value;
    square += value * value;
  }
  return square === 0 ? bias : bias + (LENGTH * sum) / Math.sqrt(square);
}

export interface Example {
  readonly features: Features;
  readonly right: boolean;
  readonly weight: number;
}

const RATE = 0.3;
const PULL = 1e-3;
const ROUNDS = 20;
const LEAST_COUNT = 5;
/** Weights whose absolute value is below this are dropped, because they hardly change a score. */
const LEAST_WEIGHT = 0.04;

/**
 * Fits a model by logistic regression, example by example. The more often a weight was changed, the smaller its next
 * change is (Adagrad). The same examples give the same model.
 */
export function fitLinearModel(examples: readonly Example[]): LinearModel {
  const counts = new Map<string, number>();
  for (const { features } of examples)
    for (const name of features.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].filter(([, count]) => count >= LEAST_COUNT).map(([name]) => name);
  const places = new Map(names.map((name, place) => [name, place]));
  const rows = examples.map(({ features, right, weight }) => rowOf(features, places, right, weight));
  const weights = new Float64Array(names.length);
  const used = new Float64Array(names.length).fill(1e-6);
  let bias = 0;
  let biasUsed = 1e-6;
  for (let round = 0; round < ROUNDS; round++)
    for (const at of orderOf(rows.length, round)) {
      const row = rows[at];
      if (row === undefined) continue;
      let sum = bias;
      for (const [index, place] of row.places.entries()) sum += (weights[place] ?? 0) * (row.values[index] ?? 0);
      const pull = (1 / (1 + Math.exp(-sum)) - row.right) * row.weight;
      biasUsed += pull * pull;
      bias -= (RATE / Math.sqrt(biasUsed)) * pull;
      for (const [index, place] of row.places.entries()) {
        const step = pull * (row.values[index] ?? 0) + PULL * (weights[place] ?? 0);
        const sofar = (used[place] ?? 0) + step * step;
        used[place] = sofar;
        weights[place] = (weights[place] ?? 0) - (RATE / Math.sqrt(sofar)) * step;
      }
    }
  const kept = names.map((name, place) => [name, roundOf(weights[place] ?? 0)] as const);
  return {
    bias: roundOf(bias),
    weights: Object.fromEntries(kept.filter(([, weight]) => Math.abs(weight) >= LEAST_WEIGHT)),
  };
}

interface Row {
  readonly places: readonly number[];
  readonly values: readonly number[];
  readonly right: 0 | 1;
  readonly weight: number;
}

function rowOf(features: Features, places: ReadonlyMap<string, number>, right: boolean, weight: number): Row {
  const found: number[] = [];
  const values: number[] = [];
  for (const [name, value] of features) {
    const place = places.get(name);
    if (place === undefined) continue;
    found.push(place);
    values.push(value);
  }
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1;
  return { places: found, values: values.map((value) => (LENGTH * value) / length), right: right ? 1 : 0, weight };
}

/**
 * Returns the order of the examples for a round. Each round has another order, but the same on every run. The step and
 * the number of examples have no common factor, so that each example occurs once.
 */
function orderOf(count: number, round: number): number[] {
  if (count === 0) return [];
  let step = 7919 + 2 * round;
  while (greatestCommon(step, count) !== 1) step += 1;
  return Array.from({ length: count }, (_each, at) => (at * step + round) % count);
}

function greatestCommon(one: number, other: number): number {
  return other === 0 ? one : greatestCommon(other, one % other);
}

function roundOf(value: number): number {
  return Math.round(value * 100) / 100;
}
