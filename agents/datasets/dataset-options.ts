import type { Mixture } from './mixture.ts';
import type { Profile } from './profile.ts';
import { USUAL_ROW, type RowOptions } from './row.ts';
import type { TokenCounter } from './tokens.ts';

export interface DatasetOptions {
  readonly phases: readonly (1 | 2)[];
  readonly profiles: readonly Profile[];
  /**
   * The environments for testing only. If undefined, a tenth of the environments is drawn, or none if there are too
   * few.
   */
  readonly holdout: readonly string[] | undefined;
  /** The environments of phase 2. If undefined, all environments that are not for testing only. */
  readonly vertical: readonly string[] | undefined;
  readonly against: readonly string[];
  readonly mostOverlap: number;
  readonly mixture: Mixture;
  readonly row: RowOptions;
  readonly seed: number;
  readonly gzip: boolean;
  readonly shard: number;
  readonly licence: string | undefined;
  /**
   * The token counter, the largest number of tokens in a row, and the largest number in a phase. Rows beyond the limits
   * are left out.
   */
  readonly tokens?: { readonly counter: TokenCounter; readonly row: number; readonly phase: number };
  readonly version: string;
}

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
