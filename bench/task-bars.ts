// Measures how varied tasks are: the shares of tasks that depend on a condition, change during the conversation, are
// long, or use results of earlier calls; the tools and rules that tasks use; and the variety of the words. npm run
// measure:tasks prints the figures. node bench/task-bars.ts ENV… prints them for existing tasks.
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { FILES, loadTasks, openEnvironment } from '../envs/folder/environment-folder.ts';
import type { Task } from '../envs/values/task.ts';
import type { World } from '../envs/world/world.ts';
import { oddities, saidIn } from '../generator/tasks/words-lint.ts';
import { guards } from '../generator/tasks/proofs/sight-of-rule.ts';

export interface Bars {
  readonly tasks: number;
  /** The shares of tasks, in percent. */
  readonly conditional: number;
  readonly moved: number;
  readonly chained: number;
  readonly long: number;
  readonly very_long: number;
  readonly mean_calls: number;
  readonly tools: number;
  readonly rules: number;
  readonly odd_words: number;
  readonly ids_said: number;
  readonly distinct_2: number;
  readonly repeated_clauses: number;
}

const CHAIN = 4;
const [LONG, VERY_LONG] = [10, 20];
const TEMPTED = 5;
const TOKENS = 2000;
const HUNDRED = 100;

export function barsOf(world: World, tasks: readonly Task[]): Bars {
  const share = (test: (task: Task) => boolean): number => percent(tasks.filter(test).length, tasks.length);
  const served = world.environment.tools.filter(({ audience }) => audience !== 'control');
  const called = new Set(tasks.flatMap(({ gold }) => gold.calls.map(({ name }) => name)));
  const tempted = guards(world).filter(
    ({ tools }) =>
      tasks.filter(({ gold }) => [...gold.calls, ...(gold.declines ?? [])].some(({ name }) => tools.has(name)))
        .length >= TEMPTED,
  );
  // two tasks that differ only in the right outcome have the same words, so only the words of the first count
  const before = new Set<string>();
  const texts = tasks.flatMap((task) => {
    before.add(task.id);
    return task.twin !== undefined && before.has(task.twin) ? [] : [saidIn(task)];
  });
  return {
    tasks: tasks.length,
    conditional: share(({ tags }) => tags.includes('condition')),
    moved: share(({ user }) => (user.later ?? []).length > 0),
    chained: share((task) => chainOf(task) >= CHAIN),
    long: share(({ gold }) => gold.calls.length >= LONG),
    very_long: share(({ gold }) => gold.calls.length >= VERY_LONG),
    mean_calls: round(tasks.reduce((sum, { gold }) => sum + gold.calls.length, 0) / Math.max(tasks.length, 1)),
    tools: percent(served.filter(({ name }) => called.has(name)).length, served.length),
    rules: percent(tempted.length, guards(world).length),
    odd_words: percent(
      texts.filter((text) => oddities(text, world).some((each) => each !== 'id')).length,
      texts.length,
    ),
    ids_said: percent(texts.filter((text) => oddities(text, world).includes('id')).length, texts.length),
    distinct_2: distinct(texts),
    repeated_clauses: repeated(texts),
  };
}

/** Returns the length of the longest series of calls in which each call uses a value of an earlier one. */
export function chainOf({ gold }: Task): number {
  const lengths: number[] = [];
  for (const { origins } of gold.calls) {
    const from = (origins ?? []).flatMap(({ call, uses }) => [...(call === undefined ? [] : [call]), ...(uses ?? [])]);
    lengths.push(1 + Math.max(0, ...from.map((at) => lengths[at] ?? 0)));
  }
  return Math.max(0, ...lengths);
}

/**
 * Returns the share of different word pairs among all pairs. Only the first TOKENS words count, so that sets of
 * different sizes can be compared.
 */
function distinct(texts: readonly string[]): number {
  const words = texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}$]+/gu) ?? []).slice(0, TOKENS);
  const pairs = words.slice(1).map((word, at) => `${words[at] ?? ''} ${word}`);
  return Math.round((new Set(pairs).size / Math.max(pairs.length, 1)) * HUNDRED) / HUNDRED;
}

/** Returns the percentage of clauses that also occur in another task, if names and numbers are replaced by "_". */
function repeated(texts: readonly string[]): number {
  const clauses = texts.flatMap((text) =>
    text
      .split(/[.,;:?!]\s/)
      .map((clause) =>
        clause
          .replaceAll(/"[^"]*"|\d[\d.,]*|\b[A-Z][\w'-]*\b/g, '_')
          .replaceAll(/(_ ?)+/g, '_ ')
          .trim()
          .toLowerCase(),
      )
      .filter((clause) => clause.split(' ').length > 2),
  );
  const counts = new Map<string, number>();
  for (const clause of clauses) counts.set(clause, (counts.get(clause) ?? 0) + 1);
  return percent(clauses.filter((clause) => (counts.get(clause) ?? 0) > 1).length, clauses.length);
}

const round = (value: number): number => Math.round(value * 10) / 10;
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : round((part / whole) * HUNDRED));

export const BAR_COLUMNS: readonly (readonly [keyof Bars, string])[] = [
  ['tasks', 'tasks'],
  ['mean_calls', 'calls, mean'],
  ['conditional', 'conditional (bar 30 %)'],
  ['moved', 'change of mind, late wish (15 %)'],
  ['chained', 'chain of 4 (35 %)'],
  ['long', '10 calls (20 %)'],
  ['very_long', '20 calls (5 %)'],
  ['tools', 'tools in a gold (90 %)'],
  ['rules', 'rules tempted five times (80 % of 200 tasks)'],
  ['odd_words', 'column names, forms, foreign letters (0)'],
  ['ids_said', 'ids said'],
  ['distinct_2', 'distinct-2 (.55)'],
  ['repeated_clauses', 'clauses that repeat (15 %)'],
];

export function barRow(name: string, bars: Bars): string {
  return `| ${[name, ...BAR_COLUMNS.map(([key]) => bars[key])].join(' | ')} |`;
}

export function barHead(): string {
  return `| ${['environment', ...BAR_COLUMNS.map(([, title]) => title)].join(' | ')} |\n|${' --- |'.repeat(BAR_COLUMNS.length + 1)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${barHead()}\n`);
  for (const dir of process.argv.slice(2)) {
    const world = openEnvironment(dir);
    process.stdout.write(`${barRow(world.environment.name, barsOf(world, loadTasks(join(dir, FILES.tasks))))}\n`);
    world.close();
  }
}
