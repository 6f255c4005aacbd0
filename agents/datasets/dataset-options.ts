// The options of a dataset.
import type { Mixture } from './mixture.ts';
import type { Profile } from './profile.ts';
import { USUAL_ROW, type RowOptions } from './row.ts';
import type { TokenCounter } from './tokens.ts';

export interface DatasetOptions {
  readonly phases: readonly (1 | 2)[];
  readonly profiles: readonly Profile[];
  /** The environments that only test. Undefined: a few are drawn, where there are enough. */
  readonly holdout: readonly string[] | undefined;
  /** The environments of phase 2. Undefined: every environment that trains. */
  readonly vertical: readonly string[] | undefined;
  readonly against: readonly string[];
  readonly mostOverlap: number;
  readonly mixture: Mixture;
  readonly row: RowOptions;
  readonly seed: number;
  readonly gzip: boolean;
  readonly shard: number;
  readonly licence: string | undefined;
  /** The token counter. Rows beyond the limits are left out. */
  readonly tokens?: { readonly counter: TokenCounter; readonly row: number; readonly phase: number };
  readonly version: string;
}

/** The usual values of the options. */
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
