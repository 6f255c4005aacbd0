// One finding of a quality report: a requirement for an environment and its tasks, and whether it is met.
import type { JsonObject } from './json.ts';

export interface QualityCheck {
  readonly id: string;
  /** Whether the requirement is met. Null if the check could not be made; `says` then names the missing input. */
  readonly pass: boolean | null;
  readonly figure: JsonObject;
  /** The requirement and the finding in one line for people. */
  readonly says: string;
}
