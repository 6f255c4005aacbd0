// The objects that every route of the studio needs.
import type { GymContext } from '../../envs/server/plugin.ts';

export interface Typed {
  readonly callgym: string;
  readonly schemas: string;
}

export interface StudioContext extends GymContext {
  /** The folders to which the studio may save, by the environment's name. */
  readonly folders: ReadonlyMap<string, string>;
  readonly runs: readonly string[];
  /** The callgym command as this person must type it, and the path of tool schemas that can be compiled. */
  readonly typed: Typed;
}
