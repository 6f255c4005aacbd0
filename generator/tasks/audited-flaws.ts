// Finds the flaw for which a draft is dropped in the results of its audit. Also counts the flaws in a kept draft.
import type { Audited } from './audit.ts';
import type { TaskAudit } from './audit-report.ts';
import { flawOf, short } from './flaws.ts';

export function isFlawed(audited: Audited): boolean {
  return 'refused' in audited || audited.reasons.length > 0;
}

/**
 * Returns the flaw for which a task is dropped, alone or with its twin (nearly the same task with another right
 * outcome). The text is short, so that equal flaws can be counted.
 */
export function flawOfAudited(audited: readonly Audited[]): string | undefined {
  const first = audited.find(isFlawed);
  if (first !== undefined && 'refused' in first) return short(first.refused);
  const flaw = flawOf(first === undefined ? (audited as readonly TaskAudit[]) : [first]);
  return flaw === undefined ? undefined : `audit: ${short(flaw)}`;
}

/** Counts the flaws that the proofs of the audits found. */
export function holesOf(audited: readonly Audited[]): number {
  return audited.reduce((sum, each) => sum + ('refused' in each ? 0 : each.holes.length), 0);
}
