// Sifts episodes one by one and keeps those that are worth training on. An episode is dropped if it is malformed, if
// it did not pass, or if it is nearly equal to a kept one. If a task changes no rows, an episode is also dropped if it
// left out a call of the task's solution. Episodes that failed for reasons outside the agent are set aside and never
// count as failures.
import type { Episode } from '../../envs/values/episode.ts';
import { canonicalJson, type Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { plainWords } from '../../envs/words/spoken.ts';
import { invalidity } from './validity.ts';

export const STAGES = ['set_aside', 'validity', 'state', 'calls', 'duplicates', 'best'] as const;
export type Stage = (typeof STAGES)[number];

export interface FunnelReport {
  readonly in: number;
  readonly stages: readonly {
    readonly name: Stage;
    readonly in: number;
    readonly kept: number;
    readonly dropped: Readonly<Record<string, number>>;
  }[];
  readonly kept: number;
  /**
   * The number of kept episodes in which the agent recovered from tool errors. `exact` counts those that made exactly
   * the calls of the task's solution.
   */
  readonly recovered: number;
  readonly exact: number;
  readonly unreadable: readonly { readonly place: string; readonly reason: string }[];
}

export interface Place {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

export interface Candidate extends Place {
  readonly key: string;
  readonly id: string;
  readonly hash: string;
  readonly errors: number;
  readonly turns: number;
  readonly calls: string;
  readonly grams: ReadonlySet<string>;
  readonly exact: boolean;
}

const ALIKE = 0.9;
const SHINGLE = 3;

export class Sieve {
  private total = 0;
  private readonly drops = new Map<Stage, Record<string, number>>(STAGES.map((stage) => [stage, {}]));
  private readonly unreadable: { place: string; reason: string }[] = [];
  private readonly distinct: Candidate[] = [];
  private readonly alike = new Map<string, Candidate[]>();

  take(episode: Episode, task: Task, place: Place): void {
    this.total += 1;
    const [stage, reason] = judged(episode, task) ?? [];
    if (stage !== undefined && reason !== undefined) return this.drop(stage, reason);
    const candidate = { ...candidateOf(episode, task), ...place };
    if (this.isNew(candidate)) this.distinct.push(candidate);
    else this.drop('duplicates', 'near-duplicate');
  }

  /** Counts a line that is not an episode, or an episode whose task is unknown. */
  refuse({ file, offset }: Place, reason: string): void {
    this.total += 1;
    this.unreadable.push({ place: `${file}: byte ${offset}`, reason });
    this.drop('set_aside', 'unreadable');
  }

  /**
   * Returns the report on the episodes so far, and the kept ones. With `best`, keeps at most this many episodes of each
   * task.
   */
  result(best?: number): { readonly report: FunnelReport; readonly kept: readonly Candidate[] } {
    const kept = best === undefined ? this.distinct : bestOf(this.distinct, best);
    const others = this.distinct.length - kept.length;
    const dropped = new Map([
      ...this.drops,
      ['best', others === 0 ? {} : { 'others of the task are better': others }] as const,
    ]);
    let left = this.total;
    const report = {
      in: this.total,
      stages: STAGES.map((name) => {
        const counts = Object.fromEntries(
          Object.entries(dropped.get(name) ?? {}).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)),
        );
        const before = left;
        left -= Object.values(counts).reduce((sum, times) => sum + times, 0);
        return { name, in: before, kept: left, dropped: counts };
      }),
      kept: kept.length,
      recovered: kept.filter(({ errors }) => errors > 0).length,
      exact: kept.filter(({ exact }) => exact).length,
      unreadable: [...this.unreadable],
    };
    return { report, kept };
  }

  private drop(stage: Stage, reason: string): void {
    const into = this.drops.get(stage) ?? {};
    into[reason] = (into[reason] ?? 0) + 1;
  }

  /**
   * Tells whether no kept episode of the task has the same calls and nearly the same words, and if so notes the episode
   * as kept.
   */
  private isNew(candidate: Candidate): boolean {
    const key = `${candidate.key} ${candidate.calls}`;
    const alike = this.alike.get(key) ?? [];
    if (alike.some((other) => jaccard(other.grams, candidate.grams) >= ALIKE)) return false;
    this.alike.set(key, [...alike, candidate]);
    return true;
  }
}

/** Returns the stage at which the episode is dropped, and the reason. Returns undefined if no stage drops it. */
function judged(episode: Episode, task: Task): readonly [Stage, string] | undefined {
  const { end_reason: end, verdict } = episode;
  if (end === 'user_error' || end === 'infrastructure') return ['set_aside', end];
  if (verdict.reward === null) return ['set_aside', 'unjudged'];
  const invalid = invalidity(episode);
  if (invalid !== undefined) return ['validity', invalid];
  if (verdict.reward === 0)
    return ['state', [...new Set(verdict.failures.map(({ part }) => part))].sort().join(' and ') || 'reward 0'];
  const looks = Object.keys(task.gold.diff).length === 0;
  return looks && !covers(episode, task) ? ['calls', "not gold's calls"] : undefined;
}

/** Tells whether the episode made every call of the task's stored solution. It may have made other calls too. */
function covers({ steps }: Episode, task: Task): boolean {
  const made = new Set(steps.map(({ by, name, arguments: args }) => canonicalJson([by, name, args as Json])));
  return task.gold.calls.every(({ by, name, arguments: args }) => made.has(canonicalJson([by, name, args as Json])));
}

function candidateOf(episode: Episode, task: Task): Omit<Candidate, keyof Place> {
  const { steps, messages, environment, id } = episode;
  const calls = canonicalJson(steps.map(({ by, name, arguments: args }) => [by, name, args as Json]));
  const gold = canonicalJson(task.gold.calls.map(({ by, name, arguments: args }) => [by, name, args as Json]));
  const words = plainWords(
    messages
      .filter(({ role }) => role === 'assistant')
      .map(({ content }) => content)
      .join(' '),
  )
    .trim()
    .split(' ');
  return {
    id,
    hash: environment.hash,
    key: keyOf(environment.hash, episode.task),
    calls,
    exact: calls === gold,
    errors: steps.filter(({ by, ok }) => by === 'agent' && !ok).length,
    turns: messages.filter(({ role }) => role === 'assistant').length,
    grams: new Set(words.map((_word, at) => words.slice(at, at + SHINGLE).join(' '))),
  };
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const each of a) if (b.has(each)) both += 1;
  const all = a.size + b.size - both;
  return all === 0 ? 1 : both / all;
}

/** Keeps the best episodes of each task: those with the fewest errors, and among equals those with the fewest turns. */
function bestOf(found: readonly Candidate[], most: number): Candidate[] {
  const byTask = Map.groupBy(found, ({ key }) => key);
  const best = new Set(
    [...byTask.values()].flatMap((own) =>
      own.toSorted((a, b) => a.errors - b.errors || a.turns - b.turns).slice(0, most),
    ),
  );
  return found.filter((candidate) => best.has(candidate));
}

export function keyOf(hash: string, task: string): string {
  return `${hash} ${task}`;
}
