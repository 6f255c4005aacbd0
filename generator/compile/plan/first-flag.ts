// Decides the value that a boolean column gets in a new row, such as `active`.
import { STANDING } from '../../lexicon/verbs.ts';
import type { Need } from './needs.ts';

/**
 * Returns the value of a boolean column in a new row. A column that an action sets, such as `archived`, starts as
 * false. A column such as `active` starts as true if the tools only set it to false; if no tool sets it, or tools set
 * both values, the result is undefined.
 */
export function firstFlag(uses: readonly Need[], states: readonly (string | boolean)[]): boolean | undefined {
  if (!STANDING.test(uses[0]?.words.filter((word) => word !== 'is').join(' ') ?? '')) return false;
  if (states.length === 0 || new Set(states).size > 1) return undefined;
  return states[0] === false;
}
