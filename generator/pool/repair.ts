// The settings for the repair of one node of a schema, and the result.
import type { Json, JsonObject } from '../../envs/values/json.ts';

export type Note = (path: string, what: string) => void;

/**
 * The settings of a repair: where changes are recorded, whether descriptions are read, and how inner schemas are
 * repaired.
 */
export interface Repair {
  readonly note: Note;
  /** Whether defaults and enumerations may be found in descriptions. */
  readonly prose: boolean;
  /** Repairs an inner schema. If the result is undefined, the property is left out. */
  readonly child: (raw: Json | undefined, path: string) => Repaired | undefined;
  /** Repairs a part of an allOf. The part does not count as a deeper level. */
  readonly part: (raw: Json, path: string) => JsonObject;
}

export interface Repaired {
  readonly schema: JsonObject;
  /** Whether the property is required. It is absent if the property itself does not say so. */
  readonly required?: boolean;
}
