// One authoring that has a fault.
import type { Environment } from '../envs/values/environment.ts';

export interface SpoiledCase {
  readonly kind: string;
  /** The tools whose behaviour changed; empty when rows, plan or scenarios are spoiled. */
  readonly tools: readonly string[];
  readonly environment: Environment;
  readonly pair: boolean;
  /** The tool whose scenarios or result are spoiled. */
  readonly about?: string;
  /** Whether the finished environment has the fault, for faults that are not a tool's behaviour. */
  readonly isIn?: (made: Environment) => boolean;
}
