// How a node of a schema is repaired, and what comes of it.
import type { Json, JsonObject } from '../../envs/values/json.ts';

export type Note = (path: string, what: string) => void;

/** How a node is repaired: where changes are noted, whether prose is read, and who reads what stands below it. */
export interface Repair {
  readonly note: Note;
  /** Whether defaults and enumerations may be found in descriptions. */
  readonly prose: boolean;
  /** A schema below this one; undefined leaves the property out. */
  readonly child: (raw: Json | undefined, path: string) => Repaired | undefined;
  /** A part of an allOf: the same level. */
  readonly part: (raw: Json, path: string) => JsonObject;
}

export interface Repaired {
  readonly schema: JsonObject;
  /** Whether the property itself says that it may be left out, or must not. */
  readonly required?: boolean;
}
