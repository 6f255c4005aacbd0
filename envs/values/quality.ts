// One finding of a quality report: a bar that an environment and its tasks meet, or miss, or that could not be looked at.
import type { JsonObject } from './json.ts';

export interface QualityCheck {
  readonly id: string;
  /** null where something needed for it was not given; `says` names it. */
  readonly pass: boolean | null;
  readonly figure: JsonObject;
  /** One line for a person: the bar and the finding. */
  readonly says: string;
}
