// An environment with one fault. With it, a measurement finds out whether the checks of an authored environment notice
// the fault.
import type { Environment } from '../envs/values/environment.ts';

export interface SpoiledCase {
  readonly kind: string;
  /**
   * The tools whose behaviour has the fault. The list is empty if the fault is in the rows, the plan or the scenarios.
   */
  readonly tools: readonly string[];
  readonly environment: Environment;
  readonly pair: boolean;
  /** The tool whose scenarios or result schema have the fault. */
  readonly about?: string;
  /** Tells whether the finished environment has the fault. It is used for faults outside of a tool's behaviour. */
  readonly isIn?: (made: Environment) => boolean;
}
