// Computes the figures of a run from its outcomes: pass^k and pass@k, intervals, results by kind of task, reasons
// for failure, and habits of the agent such as loops. Episodes without a verdict are counted separately and do not
// lower the agent's figures.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Outcome } from './outcome.ts';
import { mean, passAt, passHat, wilson } from './statistics.ts';

export interface Prices {
  /** The price of a million prompt tokens. `completion` is the price of a million completion tokens. */
  readonly prompt: number;
  readonly completion: number;
}

export function figuresOf(outcomes: readonly Outcome[], prices?: Prices): JsonObject {
  const judged = outcomes.filter(({ reward }) => reward !== null);
  const passes = judged.filter(({ reward }) => reward === 1).length;
  const erring = judged.filter(({ toolErrors }) => toolErrors > 0);
  const tokens = {
    prompt: sum(outcomes.map((each) => each.tokens.prompt)),
    completion: sum(outcomes.map((each) => each.tokens.completion)),
  };
  const unearned = sum(outcomes.map((each) => each.unearned));
  return {
    episodes: outcomes.length,
    judged: judged.length,
    passes,
    ...rates(judged),
    errors: {
      infrastructure: outcomes.filter(({ end }) => end === 'infrastructure').length,
      agent: outcomes.filter(({ end }) => ['agent_error', 'max_errors', 'max_tokens', 'max_turns'].includes(end))
        .length,
      user: outcomes.filter(({ end }) => end === 'user_error').length,
    },
    unjudged: outcomes.filter(({ reward, end }) => reward === null && end !== 'infrastructure' && end !== 'user_error')
      .length,
    ends: counts(outcomes.map(({ end }) => end)),
    failure_reasons: counts(
      judged
        .filter(({ reward }) => reward === 0)
        .flatMap(({ failed, end }): readonly string[] => (failed.length > 0 ? failed : [end])),
    ),
    ...(judged.some(({ planted }) => planted !== undefined)
      ? {
          planted: counts(judged.flatMap(({ planted }) => planted ?? [])),
          failed_with_planted: judged.filter(({ reward, planted }) => reward === 0 && planted !== undefined).length,
          failed_without_planted: judged.filter(({ reward, planted }) => reward === 0 && planted === undefined).length,
        }
      : {}),
    alarms: counts(outcomes.flatMap(({ alarms }) => [...new Set(alarms)])),
    by_environment: group(judged, ({ environment }) => [environment]),
    by_kind: group(judged, ({ kind }) => [kind]),
    by_capability: group(judged, ({ tags }) => tags),
    by_difficulty: group(judged, ({ difficulty }) => [difficulty]),
    by_calls: group(judged, ({ calls }) => [String(calls)]),
    tool_errors: {
      episodes: erring.length,
      recovered: erring.filter(({ reward }) => reward === 1).length,
      recovery_rate: share(erring),
    },
    loops: judged.filter(({ looped }) => looped).length,
    early_quits: judged.filter(({ quitEarly }) => quitEarly).length,
    turns: round(mean(outcomes.map(({ turns }) => turns))),
    tokens,
    ...(prices === undefined
      ? {}
      : { cost: round((tokens.prompt * prices.prompt + tokens.completion * prices.completion) / 1e6, 6) }),
    ...(unearned === 0 ? {} : { unearned }),
  };
}

/** Computes pass^k and pass@k for every k up to the smallest number of trials of a task. */
function rates(judged: readonly Outcome[]): JsonObject {
  const tasks = byTask(judged);
  const most = Math.min(...tasks.map(({ n }) => n), Number.MAX_SAFE_INTEGER);
  const hat: Record<string, Json> = {};
  const at: Record<string, Json> = {};
  const intervals: Record<string, Json> = {};
  for (let k = 1; tasks.length > 0 && k <= most; k++) {
    const value = mean(tasks.map(({ n, c }) => passHat(n, c, k)));
    const { low, high } = wilson(value, tasks.length);
    hat[k] = round(value);
    at[k] = round(mean(tasks.map(({ n, c }) => passAt(n, c, k))));
    intervals[k] = [round(low), round(high)];
  }
  return { tasks: tasks.length, pass_hat: hat, pass_at: at, pass_hat_interval: intervals };
}

/** Returns the number of trials (n) and of passes (c) of each task. */
export function byTask(judged: readonly Outcome[]): {
  readonly key: string;
  readonly task: string;
  readonly kind: string;
  readonly n: number;
  readonly c: number;
}[] {
  const tasks = new Map<string, { key: string; task: string; kind: string; n: number; c: number }>();
  for (const { hash, task, kind, reward } of judged) {
    const key = JSON.stringify([hash, task]);
    const known = tasks.get(key) ?? { key, task, kind, n: 0, c: 0 };
    tasks.set(key, { ...known, n: known.n + 1, c: known.c + (reward ?? 0) });
  }
  return [...tasks.values()];
}

function group(judged: readonly Outcome[], keysOf: (outcome: Outcome) => readonly string[]): JsonObject {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of judged)
    for (const key of keysOf(outcome)) {
      const own = groups.get(key);
      if (own === undefined) groups.set(key, [outcome]);
      else own.push(outcome);
    }
  const names = [...groups.keys()].sort((a, b) =>
    Number.isNaN(Number(a) - Number(b)) ? (a < b ? -1 : 1) : Number(a) - Number(b),
  );
  return Object.fromEntries(
    names.map((name) => {
      const own = groups.get(name) ?? [];
      const { low, high } = wilson(share(own), byTask(own).length);
      return [name, { episodes: own.length, pass: round(share(own)), interval: [round(low), round(high)] }];
    }),
  );
}

function share(outcomes: readonly Outcome[]): number {
  return round(mean(outcomes.map(({ reward }) => reward ?? 0)));
}

function counts(names: readonly string[]): JsonObject {
  const found: Record<string, number> = {};
  for (const name of names) found[name] = (found[name] ?? 0) + 1;
  return Object.fromEntries(Object.entries(found).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

function round(value: number, digits = 4): number {
  return Number(value.toFixed(digits));
}
