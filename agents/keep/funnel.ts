// The funnel: which recorded episodes are worth training on. Validity of form, then the verdict, then the calls where a
// task only looks; duplicates and all but the best of a task last. Every stage counts what it drops and why; what was
// nobody's doing is set aside first and never counted as a failure.
import { closeSync, cpSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import { FILES, loadTasks, writeWhole } from '../../envs/folder/environment-folder.ts';
import type { Episode } from '../../envs/values/episode.ts';
import { canonicalJson, type Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { plainWords } from '../../envs/words/spoken.ts';
import { readEpisode } from '../runs/read-episode.ts';
import { eachLine, LineFile } from '../runs/lines.ts';
import { RUN_FILES } from '../runs/run-folder.ts';
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
  /** Of the kept: tool errors that the agent recovered from, and exactly gold's calls. */
  readonly recovered: number;
  readonly exact: number;
  readonly unreadable: readonly { readonly place: string; readonly reason: string }[];
}

export interface FunnelOptions {
  /** At most so many of a task. */
  readonly best?: number;
  readonly tell?: (done: number) => void;
}

interface Candidate {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
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

export function runFunnel(runs: readonly string[], out: string, options: FunnelOptions = {}): FunnelReport {
  if (existsSync(join(dirname(out), RUN_FILES.run)))
    throw badInput({
      file: out,
      what: 'lies in a run folder, whose files are a record',
      mend: 'name a place beside it',
    });
  const { report, kept, played } = sift(runs, options);
  write(kept, played, runs, out);
  return report;
}

/** What the funnel would keep, and why not the rest. */
export function sift(
  runs: readonly string[],
  { best, tell }: FunnelOptions = {},
): { readonly report: FunnelReport; readonly kept: readonly Candidate[]; readonly played: ReadonlyMap<string, Task> } {
  const drops = new Map<Stage, Record<string, number>>(STAGES.map((stage) => [stage, {}]));
  const unreadable: { place: string; reason: string }[] = [];
  const found: Candidate[] = [];
  const played = new Map<string, Task>();
  let total = 0;
  const drop = (stage: Stage, reason: string): void => {
    const into = drops.get(stage) ?? {};
    into[reason] = (into[reason] ?? 0) + 1;
  };
  for (const run of runs) {
    const file = join(run, RUN_FILES.episodes);
    if (!existsSync(file))
      throw badInput({ file: run, what: 'is no run folder', mend: 'callgym run … --out DIR makes one' });
    const tasks = new Map(
      loadTasks(join(run, RUN_FILES.tasks)).map((task) => [keyOf(task.environment, task.id), task]),
    );
    eachLine(file, (text, offset, length) => {
      total += 1;
      tell?.(total);
      let episode: Episode;
      let task: Task | undefined;
      try {
        episode = readEpisode(text, `${file}: byte ${offset}`);
        task = tasks.get(keyOf(episode.environment.hash, episode.task));
        if (task === undefined) throw new Error(`tasks.jsonl lacks task ${episode.task}`);
      } catch (error) {
        unreadable.push({ place: `${file}: byte ${offset}`, reason: (error as Error).message });
        drop('set_aside', 'unreadable');
        return;
      }
      const [stage, reason] = judged(episode, task) ?? [];
      if (stage !== undefined && reason !== undefined) drop(stage, reason);
      else {
        found.push({ ...candidateOf(episode, task), file, offset, length });
        played.set(keyOf(task.environment, task.id), task);
      }
    });
  }
  const distinct = withoutDuplicates(found, () => drop('duplicates', 'near-duplicate'));
  const kept =
    best === undefined ? distinct : bestOf(distinct, best, () => drop('best', 'others of the task are better'));
  let left = total;
  const report = {
    in: total,
    stages: STAGES.map((name) => {
      const dropped = Object.fromEntries(
        Object.entries(drops.get(name) ?? {}).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)),
      );
      const before = left;
      left -= Object.values(dropped).reduce((sum, times) => sum + times, 0);
      return { name, in: before, kept: left, dropped };
    }),
    kept: kept.length,
    recovered: kept.filter(({ errors }) => errors > 0).length,
    exact: kept.filter(({ exact }) => exact).length,
    unreadable,
  };
  return { report, kept, played };
}

/** Where an episode falls out, and why. */
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

/** Every call of gold was made, whatever else was. */
function covers({ steps }: Episode, task: Task): boolean {
  const made = new Set(steps.map(({ by, name, arguments: args }) => canonicalJson([by, name, args as Json])));
  return task.gold.calls.every(({ by, name, arguments: args }) => made.has(canonicalJson([by, name, args as Json])));
}

function candidateOf(episode: Episode, task: Task): Omit<Candidate, 'file' | 'offset' | 'length'> {
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

/** The same calls in nearly the same words are one episode. */
function withoutDuplicates(found: readonly Candidate[], drop: () => void): Candidate[] {
  const kept = new Map<string, Candidate[]>();
  return found.filter((candidate) => {
    const alike = kept.get(`${candidate.key} ${candidate.calls}`) ?? [];
    if (alike.some((other) => jaccard(other.grams, candidate.grams) >= ALIKE)) {
      drop();
      return false;
    }
    kept.set(`${candidate.key} ${candidate.calls}`, [...alike, candidate]);
    return true;
  });
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const each of a) if (b.has(each)) both += 1;
  const all = a.size + b.size - both;
  return all === 0 ? 1 : both / all;
}

/** Of each task those with the fewest errors and turns. */
function bestOf(found: readonly Candidate[], most: number, drop: () => void): Candidate[] {
  const byTask = Map.groupBy(found, ({ key }) => key);
  const best = new Set(
    [...byTask.values()].flatMap((own) =>
      own.toSorted((a, b) => a.errors - b.errors || a.turns - b.turns).slice(0, most),
    ),
  );
  return found.filter((candidate) => {
    if (best.has(candidate)) return true;
    drop();
    return false;
  });
}

/** The kept lines as they stand in their runs, and the environments that they are of, with the tasks that were played. */
function write(
  kept: readonly Candidate[],
  played: ReadonlyMap<string, Task>,
  runs: readonly string[],
  out: string,
): void {
  const draft = `${out}.new`;
  try {
    mkdirSync(dirname(out), { recursive: true });
    const to = openSync(draft, 'w');
    for (const [file, own] of Map.groupBy(kept, (each) => each.file)) {
      const lines = new LineFile(file);
      for (const { offset, length } of own) writeSync(to, lines.bytes(offset, length));
      lines.close();
    }
    closeSync(to);
    renameSync(draft, out);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (existsSync(draft)) rmSync(draft, { force: true });
    if (code === undefined) throw error;
    throw badInput({ file: out, what: `cannot be written: ${code}` });
  }
  const folder = environmentsBeside(out);
  for (const hash of new Set(kept.map((each) => each.hash)))
    for (const run of runs) {
      const from = join(run, RUN_FILES.environments, hash);
      if (existsSync(from)) cpSync(from, join(folder, hash), { recursive: true });
    }
  for (const hash of new Set(kept.map((each) => each.hash))) {
    const keys = [...new Set(kept.filter((each) => each.hash === hash).map(({ key }) => key))].sort();
    writeWhole(join(folder, hash, FILES.tasks), keys.map((key) => `${JSON.stringify(played.get(key))}\n`).join(''));
  }
}

/** kept.jsonl -> kept.environments */
export function environmentsBeside(file: string): string {
  return `${file.replace(/\.jsonl$/, '')}.environments`;
}

function keyOf(hash: string, task: string): string {
  return `${hash} ${task}`;
}
