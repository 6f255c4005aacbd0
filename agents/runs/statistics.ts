// The statistics of runs: unbiased pass^k and pass@k, Wilson's interval, a bootstrap interval and a paired permutation
// test.
import type { Random } from '../../envs/random.ts';

/**
 * Returns the probability that k trials all pass if they are drawn without replacement from n trials of which c passed.
 */
export function passHat(n: number, c: number, k: number): number {
  let chance = 1;
  for (let drawn = 0; drawn < k; drawn++) chance *= Math.max(c - drawn, 0) / (n - drawn);
  return chance;
}

/**
 * Returns the probability that at least one of k trials passes if they are drawn without replacement from n trials of
 * which c passed.
 */
export function passAt(n: number, c: number, k: number): number {
  return 1 - passHat(n, n - c, k);
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

const Z = 1.959_963_984_540_054;

/**
 * Returns Wilson's 95 % interval of a share over n independent items. Use tasks as items, because the trials of one
 * task are not independent.
 */
export function wilson(share: number, n: number): Interval {
  if (n === 0) return { low: 0, high: 1 };
  const z2 = Z * Z;
  const middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

const EXACT = 14;
const DRAWS = 20_000;

/**
 * Returns the p-value of a sign-flip test: the probability that the mean is at least as far from zero as observed if
 * each difference had a random sign. With many differences, the probability is estimated from random draws.
 */
export function signFlipP(differences: readonly number[], random: Random): number {
  const sums = differences.filter((each) => each !== 0);
  if (sums.length === 0) return 1;
  const found = Math.abs(sums.reduce((sum, each) => sum + each, 0)) - 1e-9;
  const isExact = sums.length <= EXACT;
  const total = isExact ? 2 ** sums.length : DRAWS;
  let asFar = 0;
  for (let toss = 0; toss < total; toss++) {
    let sum = 0;
    for (const [at, each] of sums.entries())
      sum += (isExact ? (toss >> at) & 1 : random.int(0, 1)) === 1 ? each : -each;
    if (Math.abs(sum) >= found) asFar += 1;
  }
  return isExact ? asFar / total : (asFar + 1) / (total + 1);
}

const RESAMPLES = 4_000;

/** Returns the 95 % bootstrap interval of a mean. */
export function bootstrapInterval(values: readonly number[], random: Random): Interval {
  if (values.length === 0) return { low: 0, high: 0 };
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < values.length; drawn++) sum += values[random.int(0, values.length - 1)] ?? 0;
    return sum / values.length;
  }).sort((a, b) => a - b);
  return { low: means[Math.floor(RESAMPLES * 0.025)] ?? 0, high: means[Math.ceil(RESAMPLES * 0.975) - 1] ?? 0 };
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length;
}
