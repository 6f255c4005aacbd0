// The verdict of audits on a draft: the flaw that drops it, or the holes that it keeps.
import type { Audited } from './audit.ts';
import type { TaskAudit } from './audit-report.ts';
import { flawOf, short } from './flaws.ts';

export function isFlawed(audited: Audited): boolean {
  return 'refused' in audited || audited.reasons.length > 0;
}

/** The reason for which audits drop a task or a pair, as it is counted. */
export function flawOfAudited(audited: readonly Audited[]): string | undefined {
  const first = audited.find(isFlawed);
  if (first !== undefined && 'refused' in first) return short(first.refused);
  const flaw = flawOf(first === undefined ? (audited as readonly TaskAudit[]) : [first]);
  return flaw === undefined ? undefined : `audit: ${short(flaw)}`;
}

/** The number of holes that audits found. */
export function holesOf(audited: readonly Audited[]): number {
  return audited.reduce((sum, each) => sum + ('refused' in each ? 0 : each.holes.length), 0);
}
