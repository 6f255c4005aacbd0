// callgym dataset: runs and kept episodes -> training files of two phases, a manifest and a card.
import { USUAL_DATASET, type DatasetOptions } from '../../agents/datasets/dataset-options.ts';
import type { DatasetReport } from '../../agents/datasets/dataset-report.ts';
import { makeDataset } from '../../agents/datasets/make-dataset.ts';
import { readMixture } from '../../agents/datasets/mixture.ts';
import { PROFILES } from '../../agents/datasets/profile-list.ts';
import type { Profile } from '../../agents/datasets/profile.ts';
import { openTextProfile } from '../../agents/datasets/profiles/text.ts';
import { ENCODINGS, openCounter, type Encoding } from '../../agents/datasets/tokens.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import type { Json } from '../../envs/values/json.ts';
import type { Command, Invocation } from '../command.ts';
import { numberOption, requiredOption, seedOption, wholeOption } from '../options.ts';
import type { Output } from '../output.ts';
import { readVersion } from '../version.ts';
import { counted } from '../output.ts';

const SHOWN = 6;
const MOST = 1_000_000_000;
const MOST_OVERLAP = USUAL_DATASET.mostOverlap;
const ONE_FILE = PROFILES.flatMap(({ name, outputs }) =>
  outputs.flatMap((output) => (output.name === '' || outputs.length === 1 ? [] : [`${name}.${output.name}`])),
).join(', ');

export const datasetCommand: Command = {
  name: 'dataset',
  usage: 'dataset INPUT… --phase 1|2|both --format F[,F] --out DIR',
  about:
    'Writes training files. Phase 1 is general: every environment but those held out. Phase 2 is vertical: the named environments, with workflows of their own to test on. Inputs are run folders and what filter kept.',
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
    'suffix-only': { type: 'boolean', about: 'of mended episodes only what is new is trained' },
    'train-faulty': { type: 'boolean', about: 'what is marked as faulty is trained all the same' },
    'no-reasoning': { type: 'boolean', about: 'reasoning is left out' },
    tokens: { type: 'string', value: 'ENCODING', about: `counts tokens: ${ENCODINGS.join(', ')}` },
    'max-tokens': { type: 'string', value: 'N', about: 'tokens of a row at most' },
    'budget-tokens': { type: 'string', value: 'N', about: 'tokens of a phase at most' },
    'shard-rows': { type: 'string', value: 'N', about: 'lines of a file at most' },
    gzip: { type: 'boolean', about: 'lines are compressed' },
    licence: { type: 'string', value: 'TEXT', about: 'for the card' },
    seed: { type: 'string', value: 'N', about: 'default 1' },
  },
  examples: [
    'callgym dataset out/kept.jsonl out/mended --phase both --format openai,trl --holdout carrier-care --out out/data',
    'callgym dataset out/kept.jsonl --phase 2 --vertical order-desk --format verl --against benchmark.json --out out/data',
  ],
  async run({ args, options, output }) {
    const out = requiredOption(options, 'out', 'for example --out out/data');
    const profiles = await profilesOf(requiredOption(options, 'format', 'for example --format openai,trl'));
    const rows = wholeOption(options, 'rows', 1, MOST);
    const mixture = typeof options['mixture'] === 'string' ? readMixture(options['mixture']) : {};
    const counter = await counterOf(options, out);
    const given: DatasetOptions = {
      phases: phasesOf(options['phase']),
      profiles,
      holdout: namesOf(options['holdout']),
      vertical: namesOf(options['vertical']),
      against: namesOf(options['against']) ?? [],
      mostOverlap: numberOption(options, 'max-overlap', 0, 1) ?? MOST_OVERLAP,
      mixture: { ...mixture, ...(rows === undefined ? {} : { rows }) },
      row: {
        maskErrors: options['mask-errors'] === true,
        suffixOnly: options['suffix-only'] === true,
        trainFaulty: options['train-faulty'] === true,
        reasoning: options['no-reasoning'] !== true,
      },
      seed: seedOption(options),
      gzip: options['gzip'] === true,
      shard: wholeOption(options, 'shard-rows', 1, MOST) ?? Infinity,
      licence: typeof options['licence'] === 'string' ? options['licence'] : undefined,
      ...(counter === undefined ? {} : { tokens: counter }),
      version: readVersion(),
    };
    const report = await makeDataset(args, out, given, (text) => output.atTimes(text));
    counter?.counter.save();
    tell(output, out, report);
    return {
      summary: { ...(report as unknown as { [key: string]: Json }), seconds: output.seconds() },
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

function phasesOf(given: Invocation['options'][string]): (1 | 2)[] {
  if (given === undefined || given === 'both') return [1, 2];
  if (given === '1') return [1];
  if (given === '2') return [2];
  throw badInput({ path: '--phase', what: `is ${String(given)}`, mend: '1, 2 or both' });
}

/** One output of a format: trl.messages. */
function only(profile: Profile | undefined, output: string): Profile | undefined {
  if (profile === undefined || output === '') return profile;
  const outputs = profile.outputs.filter(({ name }) => name === output);
  return outputs.length === 0 ? undefined : { ...profile, outputs };
}

async function profilesOf(given: string): Promise<Profile[]> {
  const names = [...new Set(given.split(',').map((each) => each.trim()))];
  return Promise.all(
    names.map(async (name) => {
      if (name.startsWith('text:')) return openTextProfile(name.slice('text:'.length));
      const [own = '', ...rest] = name.split('.');
      const found = only(
        PROFILES.find((profile) => profile.name === own),
        rest.join('.'),
      );
      if (found === undefined)
        throw badInput({
          path: '--format',
          what: `${name} is no format`,
          mend: `one of ${PROFILES.map((each) => each.name).join(', ')}, text:TEMPLATE; or one file of them: ${ONE_FILE}`,
        });
      return found;
    }),
  );
}

function namesOf(given: Invocation['options'][string]): string[] | undefined {
  if (typeof given !== 'string') return undefined;
  return given
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

async function counterOf(options: Invocation['options'], out: string): Promise<DatasetOptions['tokens'] | undefined> {
  const row = wholeOption(options, 'max-tokens', 1, MOST);
  const phase = wholeOption(options, 'budget-tokens', 1, MOST);
  const given = options['tokens'];
  if (given === undefined && row === undefined && phase === undefined) return undefined;
  const encoding = given === undefined ? ENCODINGS[0] : ENCODINGS.find((each) => each === given);
  if (encoding === undefined)
    throw badInput({ path: '--tokens', what: `${String(given)} is no encoding`, mend: ENCODINGS.join(', ') });
  const counter = await openCounter(encoding satisfies Encoding, `${out.replace(/\/+$/, '')}.tokens`);
  return { counter, row: row ?? Infinity, phase: phase ?? Infinity };
}
