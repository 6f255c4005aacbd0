// Runs and kept episodes -> training files of two phases, a manifest and a card. Two passes: the first reads every line and
// keeps a few words of it, the second writes what was chosen, line by line. A line that is none stops nothing.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import { openEnvironment, writeWhole } from '../../envs/folder/environment-folder.ts';
import { promptFor } from '../../envs/server/prompt.ts';
import { listTools } from '../../envs/server/tool-listing.ts';
import type { Episode } from '../../envs/values/episode.ts';
import { sha256 } from '../../envs/values/hash.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { eachLine, LineFile } from '../runs/lines.ts';
import { difficultyOf } from '../runs/outcome.ts';
import { openingOf } from '../../envs/server/opening.ts';
import { cardOf } from './card.ts';
import { byCount, count } from './counts.ts';
import { Leaks } from './leaks.ts';
import { mixed, type Mixed, type Mixture } from './mixture.ts';
import { OutputSink, type DatasetFile } from './output-sink.ts';
import { overlapWith, readAgainst, type Overlap } from './overlap.ts';
import { pairOf } from './pair-line.ts';
import type { Profile, ProfileOutput, TaskRow } from './profile.ts';
import { messagesOf, rowOf, tierOf, unfit, USUAL_ROW, type Row, type RowMessage, type RowOptions } from './row.ts';
import { episodeIn, openSource, type Source } from './sources.ts';
import { splitTasks, type Side, type Split } from './split.ts';
import { factsOf, keysIn } from './tasks.ts';
import type { TokenCounter } from './tokens.ts';

export interface DatasetOptions {
  readonly phases: readonly (1 | 2)[];
  readonly profiles: readonly Profile[];
  /** Names of environments that only test; undefined: some by themselves, where there are enough. */
  readonly holdout: readonly string[] | undefined;
  /** Of phase 2; undefined: every environment that trains. */
  readonly vertical: readonly string[] | undefined;
  readonly against: readonly string[];
  readonly mostOverlap: number;
  readonly mixture: Mixture;
  readonly row: RowOptions;
  readonly seed: number;
  readonly gzip: boolean;
  readonly shard: number;
  readonly licence: string | undefined;
  /** Counts tokens; rows beyond the limits are left out. */
  readonly tokens?: { readonly counter: TokenCounter; readonly row: number; readonly phase: number };
  readonly version: string;
}

export interface DatasetReport {
  readonly rows: { readonly phase1: number; readonly phase2: number };
  readonly test_rows: { readonly phase1: number; readonly phase2: number };
  readonly files: readonly DatasetFile[];
  readonly environments: {
    readonly train: readonly string[];
    readonly holdout: readonly string[];
    readonly vertical: readonly string[];
  };
  readonly overlap: readonly Overlap[];
  /** More in common with what it was held against than allowed: nothing was written. */
  readonly refused: boolean;
  readonly episodes: number;
  readonly dropped: Readonly<Record<string, number>>;
  /** Rows that a format has no place for, by format and reason. */
  readonly without: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly unreadable: readonly { readonly place: string; readonly reason: string }[];
  readonly leaks: JsonObject;
  readonly tokens?: { readonly phase1: number; readonly phase2: number };
}

/** What is usual, for those who ask for little. */
export const USUAL_DATASET = {
  phases: [1, 2],
  holdout: undefined,
  vertical: undefined,
  against: [],
  mostOverlap: 0.05,
  mixture: {},
  row: USUAL_ROW,
  seed: 1,
  gzip: false,
  shard: Infinity,
  licence: undefined,
} as const satisfies Partial<DatasetOptions>;

const MANIFEST = 'manifest.json';
const SHOWN = 50;
const LEAST_FOR_HOLDOUT = 5;
const HOLDOUT_SHARE = 0.1;

interface Entry extends Mixed {
  readonly source: number;
  readonly offset: number;
  readonly length: number;
  readonly key: string;
  readonly tokens: number;
}

interface KnownTask {
  readonly key: string;
  readonly environment: string;
  readonly task: Task;
  readonly facts: ReturnType<typeof factsOf>;
  readonly keys: Map<string, 'e-mail' | 'id' | 'name'>;
}

export async function makeDataset(
  inputs: readonly string[],
  out: string,
  options: DatasetOptions,
  tell: (text: () => string) => void = () => undefined,
): Promise<DatasetReport> {
  if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(join(out, MANIFEST)))
    throw badInput({ file: out, what: 'is there already and is no dataset', mend: 'name another folder' });
  const inside = inputs.find((input) => !relative(out, input).startsWith('..'));
  if (inside !== undefined)
    throw badInput({
      file: inside,
      what: `lies in ${out}, which is written anew`,
      mend: 'name another folder with --out',
    });
  const draft = `${out.replace(/\/+$/, '')}.callgym-draft`;
  rmSync(draft, { recursive: true, force: true });
  try {
    mkdirSync(draft, { recursive: true });
  } catch (error) {
    throw badInput({ file: out, what: `cannot be written: ${(error as NodeJS.ErrnoException).code ?? ''}` });
  }
  try {
    const report = await new Making(inputs.map(openSource), draft, options, tell).make();
    if (!report.refused) {
      rmSync(out, { recursive: true, force: true });
      renameSync(draft, out);
    }
    return report;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

class Making {
  private readonly sources: readonly Source[];
  private readonly out: string;
  private readonly options: DatasetOptions;
  private readonly tell: (text: () => string) => void;
  private readonly tasks = new Map<string, KnownTask>();
  private readonly names = new Map<string, string>();
  private readonly dropped: Record<string, number> = {};
  private readonly without: Record<string, Record<string, number>> = {};
  private readonly unreadable: { place: string; reason: string }[] = [];
  private readonly tools = new Map<string, readonly Json[]>();
  private episodes = 0;

  constructor(sources: readonly Source[], out: string, options: DatasetOptions, tell: (text: () => string) => void) {
    this.sources = sources;
    this.out = out;
    this.options = options;
    this.tell = tell;
  }

  async make(): Promise<DatasetReport> {
    const { options } = this;
    this.readTasks();
    const entries = this.readEpisodes();
    const environments = this.environments();
    const split = splitTasks(
      [...this.tasks.values()].map(({ key, environment, task, facts, keys }) => ({
        key,
        environment,
        task,
        facts: { ...facts, keys },
      })),
      { holdout: environments.holdout, vertical: environments.vertical, seed: options.seed },
    );
    for (const entry of entries) {
      const why = split.dropped.get(entry.key);
      if (why !== undefined) count(this.dropped, why);
    }
    const own = entries.filter(({ key }) => split.sides.has(key));
    const overlap = this.overlap(own, split);
    const refused = overlap.some(({ share }) => share > options.mostOverlap);
    const listed = {
      train: [...environments.train].sort(),
      holdout: [...environments.holdout].sort(),
      vertical: [...environments.vertical].sort(),
    };
    if (refused) return this.report([], overlap, listed, true, { phase1: [], phase2: [] }, {});
    const leaks = new Leaks();
    const files: DatasetFile[] = [];
    const chosen: Record<'phase1' | 'phase2', Entry[]> = { phase1: [], phase2: [] };
    const tests = { phase1: 0, phase2: 0 };
    for (const phase of options.phases) {
      const members = own.filter(({ environment }) => phase === 1 || environments.vertical.has(environment));
      const sideOf = (key: string, environment: string): Side | undefined => {
        const side = split.sides.get(key);
        // inside phase 1 the test side is the environments that were held out; a vertical's is its own
        if (phase === 1) return side === 'test' && !environments.holdout.has(environment) ? undefined : side;
        return environments.holdout.has(environment) ? undefined : side;
      };
      for (const side of ['train', 'test'] as const) {
        const here = members.filter(({ key, environment }) => sideOf(key, environment) === side);
        const passed = this.withinBudget(mixed(here, side === 'train' ? options.mixture : {}, options.seed), side);
        if (side === 'train') chosen[`phase${phase}`] = passed;
        else tests[`phase${phase}`] = passed.length;
        const tasks = [...this.tasks.values()].filter(
          ({ key, environment, task }) =>
            (phase === 1 || environments.vertical.has(environment)) &&
            !task.tags.includes('relabelled') &&
            sideOf(key, environment) === side,
        );
        files.push(...this.write({ phase, side, passed, tasks, leaks }));
      }
    }
    const report = this.report(files, overlap, listed, false, chosen, leaks.measured(), tests);
    this.writeBeside(report);
    return report;
  }

  // ---- the first pass -----------------------------------------------------------------------------------------------------

  private readTasks(): void {
    for (const { tasks, environments } of this.sources) {
      for (const { hash, name } of environments) this.names.set(hash, name);
      for (const task of tasks) {
        const key = keyOf(task.environment, task.id);
        const environment = this.names.get(task.environment);
        if (environment === undefined || this.tasks.has(key)) continue;
        const facts = factsOf(task);
        this.tasks.set(key, { key, environment, task, facts, keys: new Map(facts.keys) });
      }
    }
  }

  private readEpisodes(): Entry[] {
    const entries: Entry[] = [];
    const seen = new Set<string>();
    for (const [source, { file }] of this.sources.entries())
      eachLine(file, (text, offset, length) => {
        this.episodes += 1;
        this.tell(() => `${this.episodes} episodes read`);
        const episode = episodeIn(text);
        const known =
          typeof episode === 'string' ? undefined : this.tasks.get(keyOf(episode.environment.hash, episode.task));
        if (typeof episode === 'string' || known === undefined) {
          const reason = typeof episode === 'string' ? episode : `its task ${episode.task} is not there`;
          if (this.unreadable.length < SHOWN) this.unreadable.push({ place: `${file}: byte ${offset}`, reason });
          count(this.dropped, 'unreadable');
          return;
        }
        const id = identity(episode, text);
        const why = this.leftOut(episode, id, seen);
        if (why !== undefined) {
          count(this.dropped, why);
          return;
        }
        seen.add(id);
        for (const { role, content, tool_calls: calls } of episode.messages)
          if (role === 'user' && calls === undefined)
            for (const [key, kind] of keysIn(content)) known.keys.set(key, kind);
        this.tools.set(episode.environment.hash, episode.tools as readonly Json[]);
        const { environment, task } = known;
        const tokens = this.countTokens(episode);
        if (tokens > (this.options.tokens?.row ?? Infinity)) {
          count(this.dropped, 'more tokens than a row may have');
          return;
        }
        entries.push({
          id,
          source,
          offset,
          length,
          key: known.key,
          environment,
          kind: task.kind,
          difficulty: difficultyOf(task),
          calls: task.gold.calls.length,
          tier: tierOf(episode),
          tokens,
        });
      });
    return entries;
  }

  private leftOut(episode: Episode, id: string, seen: ReadonlySet<string>): string | undefined {
    if (episode.verdict.reward !== 1) return episode.verdict.reward === 0 ? 'did not pass' : 'not judged';
    if (seen.has(id)) return 'there twice';
    return unfit(episode, this.options.row);
  }

  private countTokens(episode: Episode): number {
    const { tokens, row } = this.options;
    if (tokens === undefined) return 0;
    return tokens.counter.count(messagesOf(episode, row), episode.tools as readonly Json[]);
  }

  private withinBudget(entries: readonly Entry[], side: Side): Entry[] {
    const { tokens } = this.options;
    if (tokens === undefined || side === 'test') return [...entries];
    let left = tokens.phase;
    return entries.filter((entry) => {
      if (entry.tokens > left) return false;
      left -= entry.tokens;
      return true;
    });
  }

  // ---- what goes where ----------------------------------------------------------------------------------------------------

  private environments(): { train: Set<string>; holdout: Set<string>; vertical: Set<string> } {
    const { options } = this;
    const all = [...new Set([...this.tasks.values()].map(({ environment }) => environment))].sort();
    if (all.length === 0)
      throw badInput({ path: 'the input', what: 'has no task of any environment', mend: 'play some with callgym run' });
    const named = (names: readonly string[], flag: string): Set<string> => {
      const strange = names.find((name) => !all.includes(name));
      if (strange !== undefined)
        throw badInput({
          path: flag,
          what: `${strange} is no environment of the input`,
          mend: `there are ${all.slice(0, 20).join(', ')}`,
        });
      return new Set(names);
    };
    const holdout =
      options.holdout === undefined
        ? drawnHoldout(all, options.vertical ?? [], options.seed)
        : named(options.holdout, '--holdout');
    const train = new Set(all.filter((name) => !holdout.has(name)));
    if (train.size === 0)
      throw badInput({ path: '--holdout', what: 'leaves no environment to train on', mend: 'hold out fewer' });
    const vertical = options.vertical === undefined ? new Set(train) : named(options.vertical, '--vertical');
    const both = [...vertical].find((name) => holdout.has(name));
    if (both !== undefined)
      throw badInput({ path: '--vertical', what: `${both} is held out, too`, mend: 'name it once' });
    // a phase that is not made takes nothing out of the other
    return { train, holdout, vertical: options.phases.includes(2) ? vertical : new Set() };
  }

  private overlap(entries: readonly Entry[], split: Split): Overlap[] {
    const keys = new Set(entries.filter(({ key }) => split.sides.get(key) === 'train').map(({ key }) => key));
    const train = [...this.tasks.values()].filter(({ key }) => keys.has(key));
    const hashes = new Set(train.map(({ task }) => task.environment));
    const tools = [...hashes].flatMap((hash) => this.tools.get(hash) ?? []);
    const wishes = new Map(
      train.map(({ key, task }) => [`${this.names.get(task.environment) ?? key}/${task.id}`, openingOf(task)]),
    );
    return this.options.against.map((file) => overlapWith(readAgainst(file), tools, wishes));
  }

  // ---- the second pass ----------------------------------------------------------------------------------------------------

  private write(given: {
    readonly phase: 1 | 2;
    readonly side: Side;
    readonly passed: readonly Entry[];
    readonly tasks: readonly KnownTask[];
    readonly leaks: Leaks;
  }): DatasetFile[] {
    const { phase, side, passed, tasks, leaks } = given;
    const { profiles, row: rowOptions } = this.options;
    const place = { phase, split: side };
    const sinks = profiles.flatMap((profile) =>
      profile.outputs.map((output) => new OutputSink(this.out, profile, output, place, this.options, this.without)),
    );
    const of = (from: ProfileOutput['from']): OutputSink[] => sinks.filter((sink) => sink.output.from === from);
    const open = this.sources.map(({ file }) => new LineFile(file));
    const rowAt = ({ id, source, offset, length, key }: Entry): Row => {
      const text = (open[source] as LineFile).text(offset, length);
      return rowOf(JSON.parse(text) as Episode, (this.tasks.get(key) as KnownTask).task, { id, ...place }, rowOptions);
    };
    for (const [at, entry] of passed.entries()) {
      this.tell(() => `phase ${phase}, ${side}: ${at} of ${passed.length} rows written`);
      const row = rowAt(entry);
      leaks.see(phase, side, row, (this.tasks.get(entry.key) as KnownTask).facts);
      for (const sink of of('rows')) sink.take(row);
    }
    for (const each of open) each.close();
    if (of('pairs').length > 0) this.writePairs(of('pairs'), new Set(tasks.map(({ key }) => key)));
    if (of('tasks').length > 0) this.writeTasks(of('tasks'), tasks, side);
    return sinks.flatMap((sink) => sink.close());
  }

  private writePairs(sinks: readonly OutputSink[], tasks: ReadonlySet<string>): void {
    for (const { pairs } of this.sources) {
      if (pairs === undefined) continue;
      eachLine(pairs, (text, offset) => {
        const pair = pairOf(text);
        if (typeof pair === 'string') {
          if (this.unreadable.length < SHOWN) this.unreadable.push({ place: `${pairs}: byte ${offset}`, reason: pair });
          count(this.dropped, 'unreadable');
        } else if (tasks.has(keyOf(pair.environment.hash, pair.task))) for (const sink of sinks) sink.take(pair);
      });
    }
  }

  private writeTasks(sinks: readonly OutputSink[], tasks: readonly KnownTask[], side: Side): void {
    for (const [hash, own] of Map.groupBy(tasks, ({ task }) => task.environment)) {
      const folder = this.sources.map(({ environmentDir }) => join(environmentDir, hash)).find(existsSync);
      if (folder === undefined) continue;
      const world = openEnvironment(folder, { pool: 1 });
      try {
        const tools = listTools(world, 'agent', 'openai');
        for (const { task, environment } of own) {
          const messages: RowMessage[] = [
            { role: 'system', content: promptFor(world, task, 'agent').system, train: false },
            { role: 'user', content: openingOf(task), train: false },
          ];
          const row: TaskRow = {
            id: `${environment}/${task.id}`,
            environment: { name: environment, hash },
            task: task.id,
            kind: task.kind,
            difficulty: difficultyOf(task),
            calls: task.gold.calls.length,
            tags: task.tags,
            session_seed: task.session_seed,
            messages,
            tools,
            split: side,
          };
          for (const sink of sinks) sink.take(row);
        }
      } finally {
        world.close();
      }
    }
  }

  private report(
    files: readonly DatasetFile[],
    overlap: readonly Overlap[],
    environments: DatasetReport['environments'],
    refused: boolean,
    chosen: Readonly<Record<'phase1' | 'phase2', readonly Entry[]>>,
    leaks: JsonObject,
    tests = { phase1: 0, phase2: 0 },
  ): DatasetReport {
    const sum = (entries: readonly Entry[]): number => entries.reduce((total, { tokens }) => total + tokens, 0);
    return {
      rows: { phase1: chosen.phase1.length, phase2: chosen.phase2.length },
      test_rows: tests,
      files,
      environments,
      overlap,
      refused,
      episodes: this.episodes,
      dropped: byCount(this.dropped),
      without: Object.fromEntries(Object.entries(this.without).map(([name, reasons]) => [name, byCount(reasons)])),
      unreadable: this.unreadable,
      leaks,
      ...(this.options.tokens === undefined
        ? {}
        : { tokens: { phase1: sum(chosen.phase1), phase2: sum(chosen.phase2) } }),
    };
  }

  private writeBeside(report: DatasetReport): void {
    const { options, out } = this;
    for (const profile of options.profiles) {
      const own = report.files.filter(({ format }) => format === profile.name);
      if (own.length === 0) continue;
      for (const { name, text } of profile.beside?.(own) ?? []) writeWhole(join(out, name), text);
    }
    const origins = new Map<string, string>();
    for (const { environments } of this.sources) for (const { name, origin } of environments) origins.set(name, origin);
    const manifest = {
      format: 1,
      callgym: options.version,
      seed: options.seed,
      options: {
        phases: options.phases,
        formats: options.profiles.map(({ name }) => name),
        ...options.row,
        mixture: options.mixture,
      } as unknown as Json,
      inputs: this.sources.map(({ file }) => file.split('/').slice(-2).join('/')),
      licence: options.licence ?? 'not stated: the environments and their tool schemas keep their own',
      origins: Object.fromEntries([...origins].sort(([a], [b]) => (a < b ? -1 : 1))),
      ...(report as unknown as JsonObject),
    };
    writeWhole(join(out, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    writeWhole(join(out, 'mixture.json'), `${JSON.stringify(options.mixture, null, 2)}\n`);
    writeWhole(join(out, 'README.md'), cardOf(report, manifest, options));
  }
}

/** A tenth of the environments, at least one, where there are enough to spare some. */
function drawnHoldout(all: readonly string[], vertical: readonly string[], seed: number): Set<string> {
  const free = all.filter((name) => !vertical.includes(name));
  if (all.length < LEAST_FOR_HOLDOUT) return new Set();
  return new Set(mixedNames(free, seed).slice(0, Math.max(1, Math.round(all.length * HOLDOUT_SHARE))));
}

function mixedNames(names: readonly string[], seed: number): string[] {
  return mixed(
    names.map((id) => ({ id, environment: '', kind: '', difficulty: '', calls: 0, tier: 'clean' as const })),
    {},
    seed,
  ).map(({ id }) => id);
}

/** The same episode of two inputs is one; two agents' at the same task and trial are two, though they are called alike. */
function identity({ id }: Episode, text: string): string {
  return `${id}@${sha256(text).slice(0, 12)}`;
}

function keyOf(hash: string, id: string): string {
  return `${hash} ${id}`;
}
