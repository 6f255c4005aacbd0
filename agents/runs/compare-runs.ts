// Compares two runs task by task: the difference of their pass rates, its confidence interval, and the probability of
// such a difference by chance.
import { makeRandom } from '../../envs/random.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { byTask } from './figures.ts';
import type { Outcome } from './outcome.ts';
import { bootstrapInterval, mean, signFlipP } from './statistics.ts';

export interface Comparison {
  readonly tasks: number;
  /** The pass rate of the second run minus the pass rate of the first run. */
  readonly difference: number;
  readonly interval: readonly [number, number];
  readonly p: number;
  readonly by_kind: JsonObject;
  /** The tasks whose pass rates differ, with the pass rate in each run. The largest difference comes first. */
  readonly by_task: readonly { readonly task: string; readonly first: number; readonly second: number }[];
  /** The number of tasks for which only one of the two runs has a verdict. */
  readonly unpaired: number;
}

const MOST_TASKS = 100;

export function compareRuns(first: readonly Outcome[], second: readonly Outcome[], seed = 1): Comparison {
  const before = new Map(byTask(judged(first)).map((each) => [each.key, each]));
  const after = byTask(judged(second));
  const pairs = after.flatMap((each) => {
    const other = before.get(each.key);
    return other === undefined
      ? []
      : [
          {
            ...each,
            first: other.c / other.n,
            second: each.c / each.n,
            difference: each.c / each.n - other.c / other.n,
          },
        ];
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
    by_task: pairs
      .filter(({ difference: each }) => each !== 0)
      .toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || (a.key < b.key ? -1 : 1))
      .slice(0, MOST_TASKS)
      .map(({ task, first: was, second: now }) => ({ task, first: round(was), second: round(now) })),
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
