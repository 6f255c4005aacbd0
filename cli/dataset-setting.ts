// Reads the options of `dataset`. The command and each of its worker processes parse the same command line.
import { USUAL_DATASET, type DatasetOptions } from '../agents/datasets/dataset-options.ts';
import { readMixture } from '../agents/datasets/mixture.ts';
import { PROFILES } from '../agents/datasets/profile-list.ts';
import type { Profile } from '../agents/datasets/profile.ts';
import { openTextProfile } from '../agents/datasets/profiles/text.ts';
import { ENCODINGS, openCounter, type Encoding } from '../agents/datasets/tokens.ts';
import { badInput } from '../envs/errors/gym-error.ts';
import type { Invocation } from './command.ts';
import { numberOption, requiredOption, seedOption, wholeOption } from './options.ts';
import { readVersion } from './version.ts';

const MOST = 1_000_000_000;
const ONE_FILE = PROFILES.flatMap(({ name, outputs }) =>
  outputs.flatMap((output) => (output.name === '' || outputs.length === 1 ? [] : [`${name}.${output.name}`])),
).join(', ');

/**
 * Reads the options. `out` is the folder of the dataset; the stored token counts are in its parent folder, so that
 * later datasets use them too.
 */
export async function readDatasetOptions(options: Invocation['options'], out: string): Promise<DatasetOptions> {
  const profiles = await profilesOf(requiredOption(options, 'format', 'for example --format openai,trl'));
  const rows = wholeOption(options, 'rows', 1, MOST);
  const mixture = typeof options['mixture'] === 'string' ? readMixture(options['mixture']) : {};
  const counter = await counterOf(options, out);
  return {
    phases: phasesOf(options['phase']),
    profiles,
    holdout: namesOf(options['holdout']),
    vertical: namesOf(options['vertical']),
    against: namesOf(options['against']) ?? [],
    mostOverlap: numberOption(options, 'max-overlap', 0, 1) ?? USUAL_DATASET.mostOverlap,
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
}

function phasesOf(given: Invocation['options'][string]): (1 | 2)[] {
  if (given === undefined || given === 'both') return [1, 2];
  if (given === '1') return [1];
  if (given === '2') return [2];
  throw badInput({ path: '--phase', what: `is ${String(given)}`, mend: '1, 2 or both' });
}

/**
 * Returns the format with only the named output, as --format trl.messages asks, or with all outputs if none is named.
 * Returns undefined if there is no such format or output.
 */
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
