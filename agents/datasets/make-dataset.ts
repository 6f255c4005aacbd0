// Turns runs and kept episodes into training files of two phases, a manifest and a card. The first pass reads every
// line and keeps a few facts about it; the second pass writes the chosen lines. Unreadable lines are counted and
// skipped.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { openingOf } from '../../envs/server/opening.ts';
import { chooseEnvironments, type ChosenEnvironments } from './choose-environments.ts';
import { byCount } from './counts.ts';
import { DatasetWork, ownHands, type DatasetHands } from './dataset-hands.ts';
import type { DatasetOptions } from './dataset-options.ts';
import { Tally, type DatasetReport } from './dataset-report.ts';
import { Leaks } from './leaks.ts';
import { mixed } from './mixture.ts';
import type { DatasetFile } from './output-sink.ts';
import { overlapWith, readAgainst, type Overlap } from './overlap.ts';
import { readInputs, type Entry, type Inputs, type KnownTask } from './read-inputs.ts';
import { openSource, type Source } from './sources.ts';
import { splitTasks, type Side, type Split } from './split.ts';
import { MANIFEST, writeManifest } from './write-manifest.ts';
import { writeItemsOf, type Part, type WriteItem } from './write-rows.ts';

export type HandsOf = (draft: string) => DatasetHands;

export async function makeDataset(
  inputs: readonly string[],
  out: string,
  options: DatasetOptions,
  tell: (text: () => string) => void = () => undefined,
  handsOf?: HandsOf,
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
    const sources = inputs.map(openSource);
    const hands = handsOf?.(draft) ?? ownHands(new DatasetWork(sources, draft, options, tell));
    const report = await make(sources, draft, hands, options, tell);
    if (!report.refused) {
      rmSync(out, { recursive: true, force: true });
      renameSync(draft, out);
    }
    return report;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function make(
  sources: readonly Source[],
  out: string,
  hands: DatasetHands,
  options: DatasetOptions,
  tell: (text: () => string) => void,
): Promise<DatasetReport> {
  const tally = new Tally();
  const read = await readInputs(sources, hands, options, tally, tell);
  const known = [...read.tasks.values()];
  const environments = chooseEnvironments([...new Set(known.map(({ environment }) => environment))].sort(), options);
  const split = splitTasks(
    known.map(({ key, environment, task, facts, keys }) => ({ key, environment, task, facts: { ...facts, keys } })),
    { holdout: environments.holdout, vertical: environments.vertical, seed: options.seed },
  );
  for (const { key } of read.entries) {
    const why = split.dropped.get(key);
    if (why !== undefined) tally.drop(why);
  }
  const own = read.entries.filter(({ key }) => split.sides.has(key));
  const overlap = overlapOf(own, split, read, options.against);
  const refused = overlap.some(({ share }) => share > options.mostOverlap);
  const parts = refused ? [] : partsOf(own, read, environments, split, options);
  const leaks = new Leaks();
  const files = await writeParts(parts, { hands, inputs: read, options, tally, leaks });
  const report = reportOf(
    { files, parts, overlap, refused, environments, leaks: refused ? {} : leaks.measured() },
    tally,
    options,
  );
  if (!refused) writeManifest(out, report, read.sources, options);
  return report;
}

interface PartsWriting {
  readonly hands: DatasetHands;
  readonly inputs: Inputs;
  readonly options: DatasetOptions;
  readonly tally: Tally;
  readonly leaks: Leaks;
}

async function writeParts(
  parts: readonly Part[],
  { hands, inputs, options, tally, leaks }: PartsWriting,
): Promise<DatasetFile[]> {
  for (const { phase, side, passed } of parts)
    for (const { id, key } of passed) leaks.see(phase, side, id, inputs.tasks.get(key) as KnownTask);
  const items = writeItemsOf(parts, options.profiles.length, hands.count);
  const files: DatasetFile[] = [];
  const told = new Set<string>();
  let done = 0;
  for await (const written of hands.write(items)) {
    const { phase, side } = items[done++] as WriteItem;
    files.push(...written.files);
    leaks.said(phase, side, written.keys);
    tally.leave(written.without);
    // every format that uses pairs reports the same unreadable pairs, so the pairs of one side are counted once
    if (written.unreadable === null || told.has(`${phase} ${side}`)) continue;
    told.add(`${phase} ${side}`);
    for (const { place, reason } of written.unreadable) tally.cannotRead(place, reason);
  }
  return files;
}

function partsOf(
  entries: readonly Entry[],
  { tasks }: Inputs,
  { holdout, vertical }: ChosenEnvironments,
  split: Split,
  options: DatasetOptions,
): Part[] {
  const sideOf = (phase: 1 | 2, key: string, environment: string): Side | undefined => {
    const side = split.sides.get(key);
    // the test side of phase 1 holds held-out environments only; test tasks of the other environments belong to phase 2
    if (phase === 1) return side === 'test' && !holdout.has(environment) ? undefined : side;
    return !vertical.has(environment) || holdout.has(environment) ? undefined : side;
  };
  return options.phases.flatMap((phase) =>
    (['train', 'test'] as const).map((side): Part => {
      const here = entries.filter(({ key, environment }) => sideOf(phase, key, environment) === side);
      return {
        phase,
        side,
        passed:
          side === 'test'
            ? mixed(here, {}, options.seed)
            : withinBudget(mixed(here, options.mixture, options.seed), options),
        tasks: [...tasks.values()].filter(
          ({ key, environment, task }) => !task.tags.includes('relabelled') && sideOf(phase, key, environment) === side,
        ),
      };
    }),
  );
}

function withinBudget(entries: readonly Entry[], { tokens }: DatasetOptions): Entry[] {
  let left = tokens?.phase ?? Infinity;
  return entries.filter((entry) => {
    if (entry.tokens > left) return false;
    left -= entry.tokens;
    return true;
  });
}

function overlapOf(
  entries: readonly Entry[],
  split: Split,
  { tasks, tools: listed, names }: Inputs,
  against: readonly string[],
): Overlap[] {
  const keys = new Set(entries.filter(({ key }) => split.sides.get(key) === 'train').map(({ key }) => key));
  const train = [...tasks.values()].filter(({ key }) => keys.has(key));
  const hashes = new Set(train.map(({ task }) => task.environment));
  const tools = [...hashes].flatMap((hash) => listed.get(hash) ?? []);
  const wishes = new Map(
    train.map(({ key, task }) => [`${names.get(task.environment) ?? key}/${task.id}`, openingOf(task)]),
  );
  return against.map((file) => overlapWith(readAgainst(file), tools, wishes));
}

interface Made {
  readonly files: readonly DatasetFile[];
  readonly parts: readonly Part[];
  readonly overlap: readonly Overlap[];
  readonly refused: boolean;
  readonly environments: ChosenEnvironments;
  readonly leaks: JsonObject;
}

function reportOf(made: Made, tally: Tally, options: DatasetOptions): DatasetReport {
  const { files, parts, overlap, refused, environments, leaks } = made;
  const passed = (phase: 1 | 2, side: Side): readonly Entry[] =>
    parts.find((part) => part.phase === phase && part.side === side)?.passed ?? [];
  const tokens = (phase: 1 | 2): number => passed(phase, 'train').reduce((total, entry) => total + entry.tokens, 0);
  return {
    rows: { phase1: passed(1, 'train').length, phase2: passed(2, 'train').length },
    test_rows: { phase1: passed(1, 'test').length, phase2: passed(2, 'test').length },
    files,
    environments: {
      train: [...environments.train].sort(),
      holdout: [...environments.holdout].sort(),
      vertical: [...environments.vertical].sort(),
    },
    overlap,
    refused,
    episodes: tally.episodes,
    dropped: byCount(tally.dropped),
    without: Object.fromEntries(
      Object.entries(tally.without)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, reasons]) => [name, byCount(reasons)]),
    ),
    unreadable: tally.unreadable,
    leaks,
    ...(options.tokens === undefined ? {} : { tokens: { phase1: tokens(1), phase2: tokens(2) } }),
  };
}
