// Decides the boolean of a new row, such as whether it is active.
import { STANDING } from '../../lexicon/verbs.ts';
import type { Need } from './needs.ts';

/**
 * Returns the boolean of a new row: what a deed such as `archive` leads to is false. Whether a new row is active is told
 * by a tool that only ends this.
 */
export function firstFlag(uses: readonly Need[], states: readonly (string | boolean)[]): boolean | undefined {
  if (!STANDING.test(uses[0]?.words.filter((word) => word !== 'is').join(' ') ?? '')) return false;
  if (states.length === 0 || new Set(states).size > 1) return undefined;
  return states[0] === false;
}
