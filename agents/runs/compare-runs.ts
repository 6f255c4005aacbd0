// Two runs on the same tasks, paired task by task: the difference of their pass rates, its interval, and how likely
// chance alone gives as much.
import { makeRandom } from '../../envs/random.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { byTask } from './figures.ts';
import type { Outcome } from './outcome.ts';
import { bootstrapInterval, mean, signFlipP } from './statistics.ts';

export interface Comparison {
  readonly tasks: number;
  /** Of the second run over the first. */
  readonly difference: number;
  readonly interval: readonly [number, number];
  readonly p: number;
  readonly by_kind: JsonObject;
  /** Tasks that only one of them has judged. */
  readonly unpaired: number;
}

export function compareRuns(first: readonly Outcome[], second: readonly Outcome[], seed = 1): Comparison {
  const before = new Map(byTask(judged(first)).map((each) => [each.key, each]));
  const after = byTask(judged(second));
  const pairs = after.flatMap((each) => {
    const other = before.get(each.key);
    return other === undefined ? [] : [{ kind: each.kind, difference: each.c / each.n - other.c / other.n }];
  });
  const { difference, interval, p } = paired(pairs, seed);
  const kinds = [...new Set(pairs.map(({ kind }) => kind))].sort();
  return {
    tasks: pairs.length,
    difference,
    interval,
    p,
    by_kind: Object.fromEntries(
      kinds.map((kind) => {
        const own = pairs.filter((pair) => pair.kind === kind);
        return [kind, { tasks: own.length, ...paired(own, seed) }];
      }),
    ),
    unpaired: before.size + after.length - 2 * pairs.length,
  };
}

function paired(
  pairs: readonly { readonly difference: number }[],
  seed: number,
): { difference: number; interval: readonly [number, number]; p: number } {
  const values = pairs.map(({ difference }) => difference);
  const { low, high } = bootstrapInterval(values, makeRandom(seed, 'bootstrap'));
  return {
    difference: round(mean(values)),
    interval: [round(low), round(high)],
    p: Number(signFlipP(values, makeRandom(seed, 'sign flips')).toPrecision(3)),
  };
}

function judged(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ reward }) => reward !== null);
}

function round(value: number): number {
  return Number(value.toFixed(4));
}
