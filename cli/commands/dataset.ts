// callgym dataset: turns runs and kept episodes into training files of two phases (general and vertical), a manifest
// and a card.
import { USUAL_DATASET } from '../../agents/datasets/dataset-options.ts';
import type { DatasetReport } from '../../agents/datasets/dataset-report.ts';
import { makeDataset } from '../../agents/datasets/make-dataset.ts';
import { PROFILES } from '../../agents/datasets/profile-list.ts';
import { ENCODINGS } from '../../agents/datasets/tokens.ts';
import { asJson, type JsonObject } from '../../envs/values/json.ts';
import type { Command } from '../command.ts';
import { readDatasetOptions } from '../dataset-setting.ts';
import { DatasetPool } from '../jobs/dataset-pool.ts';
import { countOfCores, requiredOption } from '../options.ts';
import { counted, type Output } from '../output.ts';

const SHOWN = 6;
const MOST_OVERLAP = USUAL_DATASET.mostOverlap;

export const datasetCommand: Command = {
  name: 'dataset',
  usage: 'dataset INPUT… --phase 1|2|both --format F[,F] --out DIR',
  about:
    'Writes training files. Phase 1 is general: every environment except those held out. Phase 2 is vertical: the named environments, with workflows of their own to test on. Inputs are run folders and files of kept episodes from filter.',
  args: { least: 1 },
  options: {
    phase: { type: 'string', value: '1|2|both', about: 'which phases; both' },
    format: { type: 'string', value: 'F,F', about: `${PROFILES.map(({ name }) => name).join(', ')}, text:TEMPLATE` },
    out: { type: 'string', value: 'DIR', about: 'the dataset; one that is there is replaced' },
    holdout: {
      type: 'string',
      value: 'NAMES',
      about: 'environments that only test; none: a tenth, where there are five',
    },
    vertical: { type: 'string', value: 'NAMES', about: 'environments of phase 2; all that train' },
    against: {
      type: 'string',
      value: 'FILES',
      about: 'pools, tasks or benchmarks that training data must not overlap (a,b)',
    },
    'max-overlap': {
      type: 'string',
      value: 'S',
      about: `share of tools or wishes in common that is let pass; ${MOST_OVERLAP}`,
    },
    mixture: {
      type: 'string',
      value: 'FILE',
      about: 'weights of environments, kinds, difficulties, lengths; tiers; rows',
    },
    rows: { type: 'string', value: 'N', about: 'rows of a phase at most' },
    'mask-errors': { type: 'boolean', about: 'calls that were refused are not trained' },
    'suffix-only': { type: 'boolean', about: 'of mended episodes, train only the new messages' },
    'train-faulty': { type: 'boolean', about: 'train messages that are marked as faulty, too' },
    'no-reasoning': { type: 'boolean', about: 'reasoning is left out' },
    tokens: { type: 'string', value: 'ENCODING', about: `counts tokens: ${ENCODINGS.join(', ')}` },
    'max-tokens': { type: 'string', value: 'N', about: 'tokens of a row at most' },
    'budget-tokens': { type: 'string', value: 'N', about: 'tokens of a phase at most' },
    'shard-rows': { type: 'string', value: 'N', about: 'lines of a file at most' },
    gzip: { type: 'boolean', about: 'lines are compressed' },
    licence: { type: 'string', value: 'TEXT', about: 'for the card' },
    jobs: {
      type: 'string',
      value: 'N|auto',
      about: 'processes that read and write; 1. The files are the same with any number',
    },
    seed: { type: 'string', value: 'N', about: 'default 1' },
  },
  examples: [
    'callgym dataset out/kept.jsonl out/mended --phase both --format openai,trl --holdout carrier-care --out out/data',
    'callgym dataset out/kept.jsonl --phase 2 --vertical order-desk --format verl --against benchmark.json --out out/data',
  ],
  async run({ args, options, output }) {
    const out = requiredOption(options, 'out', 'for example --out out/data');
    const jobs = countOfCores(options, 'jobs') ?? 1;
    const given = await readDatasetOptions(options, out);
    const pool =
      jobs === 1 ? undefined : new DatasetPool({ args, options: asJson({ ...options }) as JsonObject }, jobs);
    const tellAtTimes = (text: () => string): void => output.atTimes(text);
    const report = await makeDataset(args, out, given, tellAtTimes, pool?.handsOf).finally(() => pool?.close());
    given.tokens?.counter.save();
    tell(output, out, report);
    return {
      summary: { ...asJson(report), seconds: output.seconds() },
      status: report.refused ? 1 : 0,
    };
  },
};

function tell(output: Output, out: string, report: DatasetReport): void {
  const { rows, test_rows: tests, files, environments, overlap, dropped, without, unreadable } = report;
  for (const { against, tools, wishes, share, examples } of overlap)
    output.line(
      `against ${against}: ${tools.same} of ${counted(tools.ours, 'tool')} and ${wishes.same} of ${wishes.ours} wishes are there, too (${(share * 100).toFixed(2)} %)${examples.length === 0 ? '' : output.dim(`  ${examples.join(', ')}`)}`,
    );
  if (report.refused) {
    output.line(`${output.bad('refused')}  more in common than --max-overlap allows; nothing was written`);
    return;
  }
  output.line(
    `phase 1  ${output.bold(counted(rows.phase1, 'row'))}, ${tests.phase1} to test, of ${counted(environments.train.length, 'environment')}, ${environments.holdout.length} held out`,
  );
  output.line(
    `phase 2  ${output.bold(counted(rows.phase2, 'row'))}, ${tests.phase2} to test, of ${counted(environments.vertical.length, 'environment')}`,
  );
  const reasons = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .slice(0, SHOWN)
      .map(([reason, times]) => `${reason} ${times}`)
      .join(', ');
  if (Object.keys(dropped).length > 0) output.line(output.dim(`left out: ${reasons(dropped)}`));
  for (const [name, own] of Object.entries(without)) output.line(output.dim(`${name}: ${reasons(own)}`));
  for (const { place, reason } of unreadable.slice(0, SHOWN)) output.progress(`${place}: ${reason}`);
  output.line(`${counted(files.length, 'file')}, manifest.json and a card in ${out}`);
}
