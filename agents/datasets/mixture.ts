// Orders the rows so that each part of a file has a balanced mix of environments, kinds, difficulties and lengths. A
// file with weights can change the mix. The same seed gives the same order.
import { readFileSync } from 'node:fs';
import { badInput } from '../../envs/errors/gym-error.ts';
import { TASK_KINDS } from '../../envs/values/task.ts';
import { makeParser, type FromJsonSchema } from '../../envs/values/validator.ts';
import { chanceOf } from './chance.ts';
import { TIERS, type Tier } from './row.ts';

const weights = { type: 'object', additionalProperties: { type: 'number', minimum: 0 } } as const;

const MIXTURE_SCHEMA = {
  $id: 'callgym:mixture',
  title: 'a mixture file',
  type: 'object',
  properties: {
    /** The largest number of rows in a phase. */
    rows: { type: 'integer', minimum: 1 },
    tiers: { type: 'array', items: { enum: TIERS } },
    environments: weights,
    kinds: { ...weights, propertyNames: { enum: TASK_KINDS } },
    difficulties: { ...weights, propertyNames: { enum: ['easy', 'medium', 'hard'] } },
    lengths: { ...weights, propertyNames: { enum: ['short', 'medium', 'long'] } },
  },
  additionalProperties: false,
} as const;

export type Mixture = FromJsonSchema<typeof MIXTURE_SCHEMA>;

const parse = makeParser<Mixture>(MIXTURE_SCHEMA);

export function readMixture(file: string): Mixture {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw badInput({ file, what: `cannot be read: ${(error as Error).message}` });
  }
  return parse(value, file);
}

export interface Mixed {
  readonly id: string;
  readonly environment: string;
  readonly kind: string;
  readonly difficulty: string;
  readonly calls: number;
  readonly tier: Tier;
}

export function lengthOf(calls: number): 'short' | 'medium' | 'long' {
  return calls <= 2 ? 'short' : calls <= 5 ? 'medium' : 'long';
}

/**
 * Returns the entries in a balanced order, at most `rows` of them. Leaves out entries of weight 0 and, if the mixture
 * names tiers, entries of the other tiers.
 */
export function mixed<T extends Mixed>(entries: readonly T[], mixture: Mixture, seed: number): T[] {
  const tiers = new Set<string>(mixture.tiers ?? TIERS);
  const cellOf = ({ environment, kind, difficulty, calls }: Mixed): string =>
    JSON.stringify([environment, kind, difficulty, lengthOf(calls)]);
  const own = entries.filter(({ tier }) => tiers.has(tier));
  const counts = new Map<string, number>();
  for (const each of own) counts.set(cellOf(each), (counts.get(cellOf(each)) ?? 0) + 1);
  const weightOf = ({ environment, kind, difficulty, calls }: Mixed): number =>
    (mixture.environments?.[environment] ?? 1) *
    ((mixture.kinds as Record<string, number> | undefined)?.[kind] ?? 1) *
    ((mixture.difficulties as Record<string, number> | undefined)?.[difficulty] ?? 1) *
    ((mixture.lengths as Record<string, number> | undefined)?.[lengthOf(calls)] ?? 1);
  return own
    .flatMap((entry) => {
      const weight = weightOf(entry) / (counts.get(cellOf(entry)) ?? 1);
      // each entry draws a random time, and entries with a greater weight tend to draw an earlier one (an exponential
      // race)
      return weight === 0 ? [] : [{ entry, at: -Math.log(1 - chanceOf(seed, entry.id)) / weight }];
    })
    .sort((a, b) => a.at - b.at || (a.entry.id < b.entry.id ? -1 : 1))
    .slice(0, mixture.rows ?? entries.length)
    .map(({ entry }) => entry);
}
