// Tests a task and its verifier, as tests check code. The expected calls must pass twice with the same result. Lazy
// agents, destructive agents and calls with a fault must fail; harmless variants must pass. Each value in the expected
// calls must come from the user's words or the tools' results.
import { GymError } from '../../envs/errors/gym-error.ts';
import { makeRandom } from '../../envs/random.ts';
import { canonicalJson, type Json } from '../../envs/values/json.ts';
import type { StoryStep } from '../../envs/values/story.ts';
import type { Task } from '../../envs/values/task.ts';
import { ADVERSARIES, playAdversary, type Adversary } from '../../envs/verification/adversaries.ts';
import { saysAnswer } from '../../envs/verification/answers.ts';
import { mutantsOf, type Mutant } from '../../envs/verification/gold-mutants.ts';
import { variantsOf } from '../../envs/verification/gold-variants.ts';
import { wantsAmounts } from '../../envs/verification/rules.ts';
import { goldScript, perform, play, type Played } from '../../envs/verification/script.ts';
import type { World } from '../../envs/world/world.ts';
import { ablate } from './ablation.ts';
import { addAudit, emptyReport, type AuditReport, type OperatorCount, type TaskAudit } from './audit-report.ts';
import { underivable } from './entailment.ts';
import { nearDuplicates } from './near-duplicates.ts';
import { proofGround } from './proofs/proof.ts';
import { sameButForStamps } from './same-but-for-stamps.ts';
import { toolsTried } from './stories/story-tools.ts';
import { PROOFS } from './proofs/proof-list.ts';

export interface AuditOptions {
  readonly seed?: number;
  /**
   * The number of mutants of each operator that the audit plays. A mutant is the list of expected calls with one fault.
   */
  readonly mutants?: number;
  /**
   * Whether the values in the expected calls must come from the user's words, the results or the policy. False for
   * imported tasks.
   */
  readonly entailment?: boolean;
  /**
   * Whether the audit stops at the first flaw. Drafts are audited this way, because one flaw is enough to drop a draft.
   */
  readonly hasty?: boolean;
}

const MUTANTS = 4;

export function auditTask(world: World, task: Task, options: AuditOptions = {}): TaskAudit {
  const seed = options.seed ?? 1;
  const reasons: string[] = [];
  const first = play(world, task, goldScript(world, task));
  const again = perform(world, task, goldScript(world, task));
  const gold = first.verdict.reward === 1;
  if (!gold)
    reasons.push(
      `gold does not pass: ${first.verdict.failures[0]?.message ?? `unjudged: ${first.verdict.unjudged.join(', ')}`}`,
    );
  if (again.rows !== first.rows || canonicalJson(again.log) !== canonicalJson(first.log))
    reasons.push('gold played twice is not the same');
  reasons.push(...goldDiffers(world, task, first));
  const holes: string[] = [];
  let facts = 0;
  let idle: readonly string[] = [];
  if (options.entailment !== false) {
    for (const each of underivable(world, task, first.log)) reasons.push(`nothing tells ${each}`);
    if (gold && !(options.hasty === true && reasons.length > 0)) {
      ({ facts, idle } = ablate(world, task, first.log));
      reasons.push(...idle);
      const ground = proofGround(world, task, first.log);
      for (const { name, holes: find } of PROOFS) {
        if (options.hasty === true && reasons.length > 0) break;
        const found = find(ground);
        if (found.length > 0) holes.push(name);
        for (const hole of found) reasons.push(`${name}: ${hole}`);
      }
    }
  }
  if (options.hasty === true && reasons.length > 0) return unsound(task, first, { holes, facts, idle, reasons });

  const rewards = Object.fromEntries(
    ADVERSARIES.map((each) => [each, playAdversary(world, task, each, seed, { brief: true }).verdict.reward]),
  ) as Record<Adversary, 0 | 1 | null>;
  const adversaries = Object.fromEntries(ADVERSARIES.map((each) => [each, rewards[each] === 1])) as Record<
    Adversary,
    boolean
  >;

  const { operators, survivors, variants, tried } = gold ? tryOthers(world, task, first, options) : NOTHING_TRIED;
  for (const { operator, detail } of survivors) reasons.push(`a mutant survives: ${operator}: ${detail}`);
  for (const { operator, detail } of variants) reasons.push(`a harmless variant is rejected: ${operator}: ${detail}`);
  return {
    task: task.id,
    kind: task.kind,
    gold,
    adversaries,
    unjudged: { gold: first.verdict.reward === null, noop: rewards.noop === null },
    operators,
    survivors,
    variants: tried,
    rejected: variants,
    facts,
    facts_idle: idle.length,
    holes,
    reasons,
  };
}

interface Tried {
  readonly operators: Readonly<Record<string, OperatorCount>>;
  readonly survivors: readonly { operator: string; detail: string }[];
  /** The harmless variants that the verifier rejected. `tried` counts all variants that were played. */
  readonly variants: readonly { operator: string; detail: string }[];
  readonly tried: number;
}

const NOTHING_TRIED: Tried = { operators: {}, survivors: [], variants: [], tried: 0 };

/** Plays mutants (the expected calls with one fault) and variants (the expected calls in another agent's style). */
function tryOthers(world: World, task: Task, first: Played, options: AuditOptions): Tried {
  const operators: Record<string, { mutants: number; killed: number; refused: number; equivalent: number }> = {};
  const survivors: { operator: string; detail: string }[] = [];
  const variants: { operator: string; detail: string }[] = [];
  let tried = 0;
  const random = makeRandom(options.seed ?? 1, `mutants ${task.id}`);
  const played = new Map<string, number>();
  const accepted = new Set((task.accept ?? []).map((diff) => canonicalJson(diff)));
  for (const mutant of mutantsOf(world, task, random)) {
    const count = (played.get(mutant.operator) ?? 0) + 1;
    played.set(mutant.operator, count);
    if (count > (options.mutants ?? MUTANTS)) continue;
    const outcome = play(world, task, mutant.script, { brief: true });
    const known = (operators[mutant.operator] ??= { mutants: 0, killed: 0, refused: 0, equivalent: 0 });
    const isAgain = mutant.operator === 'done twice' && sameButForStamps(world, outcome.rows, first.rows);
    const same =
      mutant.sameAnswer &&
      outcome.verdict.reward === 1 &&
      (outcome.rows === first.rows || accepted.has(outcome.rows) || isAgain);
    if (same || isToldAhead(world, mutant, outcome)) {
      known.equivalent += 1;
      continue;
    }
    known.mutants += 1;
    if (outcome.refused > first.refused) known.refused += 1;
    if (outcome.verdict.reward !== 1) known.killed += 1;
    else {
      survivors.push({ operator: mutant.operator, detail: describe(outcome) });
      if (options.hasty === true) break;
    }
  }
  for (const variant of options.hasty === true && survivors.length > 0 ? [] : variantsOf(world, task)) {
    const outcome = play(world, task, variant.script, { brief: true });
    if (variant.sameRows === true && outcome.rows !== first.rows) continue;
    if (variant.sameAnswers === true && answersOf(outcome) !== answersOf(first)) continue;
    if (variant.withinRules === true && outcome.verdict.failures.some(({ part }) => part === 'rules')) continue;
    tried += 1;
    if (outcome.verdict.reward !== 1)
      variants.push({
        operator: variant.operator,
        detail: outcome.verdict.failures[0]?.message ?? outcome.verdict.unjudged.join(', '),
      });
  }
  return { operators, survivors, variants, tried };
}

/**
 * Tells whether a mutant rightly passes: its last message leaves an answer out, but an earlier message told it. This
 * can happen where a rule demands that the agent tells the price before the user says yes. An agent that gives a wrong
 * answer in the last message does not pass this way.
 */
function isToldAhead(world: World, { leavesOut }: Mutant, { messages, verdict }: Played): boolean {
  if (verdict.reward !== 1 || leavesOut === undefined || !wantsAmounts(world)) return false;
  const ahead = messages.filter(({ role, content }) => role === 'assistant' && content !== '').slice(0, -1);
  return leavesOut.every((output) => ahead.some(({ content }) => saysAnswer(output, content)));
}

/** Returns the audit of a task that stopped at the first flaw. */
function unsound(
  { id, kind }: Task,
  { verdict }: Played,
  found: { holes: readonly string[]; facts: number; idle: readonly string[]; reasons: readonly string[] },
): TaskAudit {
  const { holes, facts, idle, reasons } = found;
  return {
    task: id,
    kind,
    gold: verdict.reward === 1,
    adversaries: Object.fromEntries(ADVERSARIES.map((each) => [each, false])) as Record<Adversary, boolean>,
    unjudged: { gold: verdict.reward === null, noop: false },
    operators: {},
    survivors: [],
    variants: 0,
    rejected: [],
    facts,
    facts_idle: idle.length,
    holes,
    reasons,
  };
}

/**
 * Plays the expected calls again. Describes each difference between their recorded results, errors and changes and
 * those of the new play.
 */
function goldDiffers(world: World, task: Task, played: Played): string[] {
  const found: string[] = [];
  const tried = toolsTried((task.story?.steps ?? []) as readonly StoryStep[]);
  task.gold.calls.forEach((call, at) => {
    const entry = played.log[at + 1];
    if (entry === undefined) return;
    if (call.error === undefined && !entry.ok)
      found.push(
        `gold call ${at + 1}, ${call.name}, is refused: ${entry.error?.code ?? ''} ${entry.error?.message ?? ''}`,
      );
    if (
      call.error !== undefined &&
      !entry.ok &&
      task.faults === undefined &&
      task.kind !== 'abstain' &&
      !tried.has(call.name) &&
      world.tools.get(call.name)?.tool.effect === 'write'
    )
      found.push(`gold call ${at + 1}, ${call.name}, is a write that fails: ${call.error.message}`);
    if (call.error !== undefined && entry.ok)
      found.push(`gold call ${at + 1}, ${call.name}, succeeds though gold says it fails`);
  });
  return found;
}

function answersOf({ log }: Played): string {
  return canonicalJson(log.slice(1).map(({ result, error }) => result ?? error ?? null));
}

function describe(played: Played): string {
  return played.log
    .slice(1)
    .map((entry) => `${entry.name}(${canonicalJson(entry.arguments as Json)})`)
    .slice(-3)
    .join(', ');
}

/** The audit of one task, or the reason why it cannot be audited. */
export type Audited = TaskAudit | { readonly task: string; readonly refused: string };

function isAudit(audited: Audited): audited is TaskAudit {
  return !('refused' in audited);
}

export function auditOne(world: World, task: Task, options: AuditOptions = {}): Audited {
  try {
    return auditTask(world, task, options);
  } catch (error) {
    if (!(error instanceof GymError)) throw error;
    return { task: task.id, refused: error.message };
  }
}

/** Audits the tasks of an environment one after the other, and makes the report. */
export function auditTasks(
  world: World,
  tasks: readonly Task[],
  options: AuditOptions = {},
  tell: (done: number) => void = () => undefined,
): { report: AuditReport; audits: readonly TaskAudit[] } {
  const audited = tasks.map((task, at) => {
    tell(at);
    return auditOne(world, task, options);
  });
  return { report: auditReport(tasks, audited), audits: audited.filter(isAudit) };
}

/**
 * Makes the report on audited tasks. It judges a task and its twin together: the twin has nearly the same words, but
 * another outcome is right. It also flags tasks that are nearly the same.
 */
export function auditReport(tasks: readonly Task[], audited: readonly Audited[]): AuditReport {
  const report = emptyReport();
  const audits = audited.filter(isAudit);
  for (const each of audited) {
    if (isAudit(each)) continue;
    report.tasks += 1;
    report.flagged.push({ task: each.task, reason: each.refused });
  }
  const byTask = new Map(audits.map((audit) => [audit.task, audit]));
  for (const audit of audits) {
    const twin = byTask.get(tasks.find(({ id }) => id === audit.task)?.twin ?? '');
    addAudit(report, audit, twin);
  }
  for (const [a, b] of nearDuplicates(tasks)) report.flagged.push({ task: b, reason: `is nearly the same as ${a}` });
  return report;
}
