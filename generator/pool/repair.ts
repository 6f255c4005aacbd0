// The settings and the result of repairing one node of a schema.
import type { Json, JsonObject } from '../../envs/values/json.ts';

export type Note = (path: string, what: string) => void;

/** The settings: where changes are noted, whether prose is read, and the readers of the schemas below. */
export interface Repair {
  readonly note: Note;
  /** Whether defaults and enumerations may be found in descriptions. */
  readonly prose: boolean;
  /** Reads a schema below this one; undefined leaves the property out. */
  readonly child: (raw: Json | undefined, path: string) => Repaired | undefined;
  /** Reads a part of an allOf, which is at the same level. */
  readonly part: (raw: Json, path: string) => JsonObject;
}

export interface Repaired {
  readonly schema: JsonObject;
  /** Whether the property is required, where the property itself states it. */
  readonly required?: boolean;
}
