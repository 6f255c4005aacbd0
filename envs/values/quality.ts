// One finding of a quality report: a requirement on an environment and its tasks, and whether it is met.
import type { JsonObject } from './json.ts';

export interface QualityCheck {
  readonly id: string;
  /** Whether the requirement is met; null when the check lacks an input, which `says` then names. */
  readonly pass: boolean | null;
  readonly figure: JsonObject;
  /** One line for a person: the requirement and the finding. */
  readonly says: string;
}
