// Tests pass^k, pass@k, intervals and significance tests against values that are counted by hand.
import { fc, test as property } from '../support/laws.ts';
import { describe, expect, test } from 'vitest';
import { bootstrapInterval, passAt, passHat, signFlipP, wilson } from '../../agents/runs/statistics.ts';
import { makeRandom } from '../../envs/random.ts';

/** Returns every way to choose k of n items, each item at most once. */
function draws(n: number, k: number): number[][] {
  if (k === 0) return [[]];
  return Array.from({ length: n }, (_each, first) =>
    draws(n, k - 1)
      .filter((rest) => rest.every((at) => at > first))
      .map((rest) => [first, ...rest]),
  ).flat();
}

property.prop([fc.integer({ min: 1, max: 7 }), fc.nat(7), fc.integer({ min: 1, max: 7 })])(
  'pass^k and pass@k are shares of all draws',
  (n, passes, draw) => {
    const c = Math.min(passes, n);
    const k = Math.min(draw, n);
    const all = draws(n, k);
    expect(passHat(n, c, k)).toBeCloseTo(all.filter((each) => each.every((at) => at < c)).length / all.length, 10);
    expect(passAt(n, c, k)).toBeCloseTo(all.filter((each) => each.some((at) => at < c)).length / all.length, 10);
  },
);

describe('intervals', () => {
  test("Wilson's, against published values", () => {
    const { low, high } = wilson(0.5, 10);
    expect([low, high].map((each) => Number(each.toFixed(4)))).toEqual([0.2366, 0.7634]);
    expect(wilson(1, 10).low).toBeCloseTo(0.7225, 4);
    expect(wilson(0, 10)).toMatchObject({ low: 0 });
    expect(wilson(1, 0)).toEqual({ low: 0, high: 1 });
  });

  test('the bootstrap holds the mean and narrows with more values', () => {
    const few = bootstrapInterval([0, 1, 0, 1], makeRandom(1));
    const many = bootstrapInterval(
      Array.from({ length: 400 }, (_each, at) => at % 2),
      makeRandom(1),
    );
    expect(few.low).toBeLessThanOrEqual(0.5);
    expect(few.high).toBeGreaterThanOrEqual(0.5);
    expect(many.high - many.low).toBeLessThan(few.high - few.low);
  });
});

test('the sign-flip test is exact where it can be, and near where it cannot', () => {
  // if all five signs are random, in 2 of 32 cases all signs are equal
  expect(signFlipP([1, 1, 1, 1, 1], makeRandom(1))).toBeCloseTo(2 / 32, 10);
  expect(signFlipP([1, -1, 0, 0], makeRandom(1))).toBe(1);
  expect(signFlipP([], makeRandom(1))).toBe(1);
  const strong = Array.from({ length: 60 }, () => 1);
  expect(signFlipP(strong, makeRandom(1))).toBeLessThan(0.001);
  const none = Array.from({ length: 60 }, (_each, at) => (at % 2 === 0 ? 1 : -1));
  expect(signFlipP(none, makeRandom(1))).toBeGreaterThan(0.9);
});
