// Runs and kept episodes -> training files of two phases, a manifest and a card. Two passes: the first reads every line and
// keeps a few words of it, the second writes what was chosen, line by line. A line that is none stops nothing.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { openingOf } from '../../envs/server/opening.ts';
import { chooseEnvironments, type ChosenEnvironments } from './choose-environments.ts';
import { byCount } from './counts.ts';
import type { DatasetOptions } from './dataset-options.ts';
import { Tally, type DatasetReport } from './dataset-report.ts';
import { Leaks } from './leaks.ts';
import { mixed } from './mixture.ts';
import type { DatasetFile } from './output-sink.ts';
import { overlapWith, readAgainst, type Overlap } from './overlap.ts';
import { readInputs, type Entry, type Inputs } from './read-inputs.ts';
import { openSource } from './sources.ts';
import { splitTasks, type Side, type Split } from './split.ts';
import { MANIFEST, writeManifest } from './write-manifest.ts';
import { writePart, type Part } from './write-rows.ts';

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
    const report = make(inputs, draft, options, tell);
    if (!report.refused) {
      rmSync(out, { recursive: true, force: true });
      renameSync(draft, out);
    }
    return report;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function make(
  inputs: readonly string[],
  out: string,
  options: DatasetOptions,
  tell: (text: () => string) => void,
): DatasetReport {
  const tally = new Tally();
  const read = readInputs(inputs.map(openSource), options, tally, tell);
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
  const files = parts.flatMap((part) => writePart(part, { out, inputs: read, options, tally, leaks, tell }));
  const report = reportOf(
    { files, parts, overlap, refused, environments, leaks: refused ? {} : leaks.measured() },
    tally,
    options,
  );
  if (!refused) writeManifest(out, report, read.sources, options);
  return report;
}

/** The sides of the phases, in the order in which they are written. */
function partsOf(
  entries: readonly Entry[],
  { tasks }: Inputs,
  { holdout, vertical }: ChosenEnvironments,
  split: Split,
  options: DatasetOptions,
): Part[] {
  const sideOf = (phase: 1 | 2, key: string, environment: string): Side | undefined => {
    const side = split.sides.get(key);
    // inside phase 1 the test side is the environments that were held out; a vertical's is its own
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

/** What the training side has in common with the files that it is held against. */
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
    without: Object.fromEntries(Object.entries(tally.without).map(([name, reasons]) => [name, byCount(reasons)])),
    unreadable: tally.unreadable,
    leaks,
    ...(options.tokens === undefined ? {} : { tokens: { phase1: tokens(1), phase2: tokens(2) } }),
  };
}
