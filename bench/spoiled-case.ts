// An environment with one fault, to measure whether the gates of authoring notice it.
import type { Environment } from '../envs/values/environment.ts';

export interface SpoiledCase {
  readonly kind: string;
  /** The tools whose behaviour is spoiled. Empty if rows, plan or scenarios are spoiled. */
  readonly tools: readonly string[];
  readonly environment: Environment;
  readonly pair: boolean;
  /** The tool whose scenarios or result are spoiled. */
  readonly about?: string;
  /** Tells whether the finished environment has the fault. Used for faults that are not in a tool's behaviour. */
  readonly isIn?: (made: Environment) => boolean;
}
