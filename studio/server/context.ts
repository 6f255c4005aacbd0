// Everything that the studio's routes get.
import type { GymContext } from '../../envs/server/dialect.ts';

export interface StudioContext extends GymContext {
  /** Folders that can be saved to, by environment's name. */
  readonly folders: ReadonlyMap<string, string>;
  /** Run folders. */
  readonly runs: readonly string[];
}
