// Adds up the audits of many tasks into one report: counts, and the flaws that were found.
import { ADVERSARIES, type Adversary } from '../../envs/verification/adversaries.ts';
import { PROOFS } from './proofs/proof-list.ts';

export interface OperatorCount {
  readonly mutants: number;
  readonly killed: number;
  readonly refused: number;
  readonly equivalent: number;
}

export interface TaskAudit {
  readonly task: string;
  readonly kind: string;
  readonly gold: boolean;
  readonly adversaries: Readonly<Record<Adversary, boolean>>;
  /**
   * Whether the expected calls pass, and whether an agent that does nothing passes, if the parts of the verdict that
   * code cannot judge count as passed.
   */
  readonly unjudged: { readonly gold: boolean; readonly noop: boolean };
  readonly operators: Readonly<Record<string, OperatorCount>>;
  readonly survivors: readonly { operator: string; detail: string }[];
  readonly variants: number;
  readonly rejected: readonly { operator: string; detail: string }[];
  /**
   * The number of the user's facts that the expected calls use, and how many of them can change or disappear without
   * any effect.
   */
  readonly facts: number;
  readonly facts_idle: number;
  /** The flaws that the proofs found: expected calls that no agent could know to make, or that have no effect. */
  readonly holes: readonly string[];
  readonly reasons: readonly string[];
}

export interface AuditReport {
  tasks: number;
  gold_pass: number;
  /**
   * Two numbers of tasks: those that the expected calls would pass, and those that an agent which does nothing would
   * pass, if the parts of verdicts that code cannot judge counted as passed.
   */
  gold_unjudged: number;
  noop_unjudged: number;
  noop_pass: number;
  done_pass: number;
  random_pass: number;
  destructive_pass: number;
  guess_pass: number;
  recite_pass: number;
  mutants: number;
  mutants_killed: number;
  mutants_refused: number;
  mutants_equivalent: number;
  by_operator: Record<string, OperatorCount>;
  by_kind: Record<string, { tasks: number; gold_pass: number; mutants: number; killed: number }>;
  variants: number;
  variants_rejected: number;
  facts: number;
  facts_idle: number;
  /** For each proof, the number of tasks in which it found a flaw. */
  holes: Record<string, number>;
  flagged: { task: string; reason: string }[];
}

export function emptyReport(): AuditReport {
  return {
    tasks: 0,
    gold_pass: 0,
    gold_unjudged: 0,
    noop_unjudged: 0,
    noop_pass: 0,
    done_pass: 0,
    random_pass: 0,
    destructive_pass: 0,
    guess_pass: 0,
    recite_pass: 0,
    mutants: 0,
    mutants_killed: 0,
    mutants_refused: 0,
    mutants_equivalent: 0,
    by_operator: {},
    by_kind: {},
    variants: 0,
    variants_rejected: 0,
    facts: 0,
    facts_idle: 0,
    holes: Object.fromEntries(PROOFS.map(({ name }) => [name, 0])),
    flagged: [],
  };
}

function addCount(report: AuditReport, operator: string, count: OperatorCount): void {
  const known = report.by_operator[operator] ?? { mutants: 0, killed: 0, refused: 0, equivalent: 0 };
  report.by_operator[operator] = {
    mutants: known.mutants + count.mutants,
    killed: known.killed + count.killed,
    refused: known.refused + count.refused,
    equivalent: known.equivalent + count.equivalent,
  };
}

export function mergeReports(total: AuditReport, other: AuditReport): void {
  for (const key of COUNTS) total[key] += other[key];
  for (const [operator, count] of Object.entries(other.by_operator)) {
    addCount(total, operator, count);
  }
  for (const [kind, count] of Object.entries(other.by_kind)) {
    const known = (total.by_kind[kind] ??= { tasks: 0, gold_pass: 0, mutants: 0, killed: 0 });
    known.tasks += count.tasks;
    known.gold_pass += count.gold_pass;
    known.mutants += count.mutants;
    known.killed += count.killed;
  }
  for (const [proof, count] of Object.entries(other.holes)) total.holes[proof] = (total.holes[proof] ?? 0) + count;
  total.flagged.push(...other.flagged);
}

const COUNTS = [
  'tasks',
  'gold_pass',
  'gold_unjudged',
  'noop_unjudged',
  'noop_pass',
  'done_pass',
  'random_pass',
  'destructive_pass',
  'guess_pass',
  'recite_pass',
  'mutants',
  'mutants_killed',
  'mutants_refused',
  'mutants_equivalent',
  'variants',
  'variants_rejected',
  'facts',
  'facts_idle',
] as const;

export function addAudit(report: AuditReport, audit: TaskAudit, twin: TaskAudit | undefined): void {
  report.tasks += 1;
  if (audit.gold) report.gold_pass += 1;
  if (audit.unjudged.gold) report.gold_unjudged += 1;
  if (audit.unjudged.noop) report.noop_unjudged += 1;
  for (const adversary of ADVERSARIES) {
    // an adversary is an agent that deserves no reward; with two twin tasks, it counts as passing only if it passes
    // both
    if (!audit.adversaries[adversary] || (twin !== undefined && !twin.adversaries[adversary])) continue;
    report[`${adversary}_pass`] += 1;
    report.flagged.push({ task: audit.task, reason: `an agent that deserves nothing passes: ${adversary}` });
  }
  const kind = (report.by_kind[audit.kind] ??= { tasks: 0, gold_pass: 0, mutants: 0, killed: 0 });
  kind.tasks += 1;
  if (audit.gold) kind.gold_pass += 1;
  for (const [operator, count] of Object.entries(audit.operators)) {
    addCount(report, operator, count);
    report.mutants += count.mutants;
    report.mutants_killed += count.killed;
    report.mutants_refused += count.refused;
    report.mutants_equivalent += count.equivalent;
    kind.mutants += count.mutants;
    kind.killed += count.killed;
  }
  report.variants += audit.variants;
  report.variants_rejected += audit.rejected.length;
  report.facts += audit.facts;
  report.facts_idle += audit.facts_idle;
  for (const proof of audit.holes) report.holes[proof] = (report.holes[proof] ?? 0) + 1;
  for (const reason of audit.reasons) report.flagged.push({ task: audit.task, reason });
}
