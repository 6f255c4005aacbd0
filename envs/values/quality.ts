// One finding of a quality report: a requirement that an environment and its tasks meet or miss, or that could not be
// checked.
import type { JsonObject } from './json.ts';

export interface QualityCheck {
  readonly id: string;
  /** null where an input for the check was not given; `says` names it. */
  readonly pass: boolean | null;
  readonly figure: JsonObject;
  /** One line for a person: the requirement and the finding. */
  readonly says: string;
}
