// Everything that the studio's routes get.
import type { GymContext } from '../../envs/server/plugin.ts';

export interface Typed {
  readonly callgym: string;
  readonly schemas: string;
}

export interface StudioContext extends GymContext {
  /** Folders that can be saved to, by environment's name. */
  readonly folders: ReadonlyMap<string, string>;
  /** Run folders. */
  readonly runs: readonly string[];
  /** callgym as this person types it, and tool schemas that are there to be compiled. */
  readonly typed: Typed;
}
