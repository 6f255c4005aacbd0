// Finds the step after which a failed episode could no longer succeed, and the fault of that step. The search forks
// the session after a step and makes the missing writes of the stored solution there. If this still works after the
// last step, the episode ended too early or its answer was wrong.
import { SessionStore } from '../../envs/session/session-store.ts';
import type { Session } from '../../envs/session/session.ts';
import type { Episode } from '../../envs/values/episode.ts';
import { canonicalJson, isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import type { GoldCall, Task } from '../../envs/values/task.ts';
import type { VerdictPart } from '../../envs/values/verdict.ts';
import { judgePlayed, setupOf } from '../../envs/verification/judge.ts';
import { ruleChecks } from '../../envs/verification/rules.ts';
import type { World } from '../../envs/world/world.ts';

export const FAULTS = [
  'wrong_tool',
  'wrong_argument',
  'missing_precondition',
  'rule_broken',
  'premature_end',
  'collateral_write',
  'wrong_answer',
] as const;
export type FaultReason = (typeof FAULTS)[number];

export interface Attribution {
  /** The index of the decisive step in the log. Null if the final answer is wrong or missing. */
  readonly step: number | null;
  readonly reason: FaultReason;
  /** The wrong arguments, the broken rule or the name of the missing call. */
  readonly detail?: string;
}

export interface StepCredit {
  readonly step: number;
  readonly label: 'progress' | 'neutral' | 'harmful' | 'repaired';
  readonly reward: number;
}

/** Finds the fault of an episode. Returns undefined if the episode did not fail. */
export function attribute(
  world: World,
  task: Task,
  episode: Episode,
  log: readonly LogEntry[],
): Attribution | undefined {
  if (episode.verdict.reward !== 0) return undefined;
  const fork = new Forks(world, task, log);
  try {
    const broken = brokenRule(world, episode, log, task);
    const lost = fork.lostAt();
    // neither a broken rule nor a lost solution can be repaired, so the decisive step is the earlier of the two
    const decisive = Math.min(broken?.step ?? log.length, lost ?? log.length);
    // if an earlier call changed nothing because it had wrong values, and the right call was never made, that earlier
    // call is decisive
    const astray = strayCall(task, log, decisive);
    if (astray !== undefined) return astray;
    if (decisive < log.length) {
      const own = fault(world, task, log, decisive);
      return decisive === broken?.step && own === undefined ? broken : { step: decisive, ...(own ?? COLLATERAL) };
    }
    const skipped = skippedCall(task, log);
    const parts = new Set(episode.verdict.failures.map(({ part }) => part));
    if ([...parts].some((part) => OF_ROWS[part]) || !parts.has('outputs'))
      return { step: null, reason: 'premature_end' };
    return skipped ?? { step: null, reason: 'wrong_answer' };
  } finally {
    fork.close();
  }
}

/**
 * Gives each step a credit: the amount by which the step changes the measure of progress (see `potential`). The credits
 * of all steps plus `end` add up to the outcome minus the measure at the start, which is 0 or nearly so.
 */
export function creditSteps(
  world: World,
  task: Task,
  episode: Episode,
  log: readonly LogEntry[],
): { readonly steps: readonly StepCredit[]; readonly end: number } {
  const fork = new Forks(world, task, log);
  const outcome = episode.verdict.reward ?? 0;
  try {
    let before = fork.potential(0);
    const start = before;
    let spoiled = !fork.canFinish(0);
    const steps = log.slice(1).map((entry): StepCredit => {
      if (!entry.committed) return { step: entry.index, label: 'neutral', reward: 0 };
      const finishes = fork.canFinish(entry.index);
      const now = fork.potential(entry.index);
      const reward = now - before;
      const label =
        finishes && spoiled ? 'repaired' : !finishes && !spoiled ? 'harmful' : reward > 0 ? 'progress' : 'neutral';
      before = now;
      spoiled = !finishes;
      return { step: entry.index, label, reward };
    });
    return { steps, end: outcome - (before - start) };
  } finally {
    fork.close();
  }
}

/**
 * True for a part of the verdict that depends only on the rows. If such a part fails, the solution's missing writes may
 * still repair it.
 */
const OF_ROWS: Readonly<Record<VerdictPart, boolean>> = {
  state: true,
  collateral: true,
  assertions: true,
  calls: false,
  outputs: false,
  rules: false,
  claims: false,
  reason: false,
};

/** If a log has more committed steps than this, bisection finds the step. */
const LONG = 24;

class Forks {
  private readonly world: World;
  private readonly task: Task;
  private readonly log: readonly LogEntry[];
  private readonly store = new SessionStore();
  private readonly session: Session;
  private readonly writes: readonly GoldCall[];
  private readonly known = new Map<number, boolean>();

  constructor(world: World, task: Task, log: readonly LogEntry[]) {
    this.world = world;
    this.task = task;
    this.log = log;
    this.writes = task.gold.calls.filter(
      (call) => call.error === undefined && world.tools.get(call.name)?.tool.effect === 'write',
    );
    this.session = this.store.create({ id: 'played', world, seed: task.session_seed, setup: setupOf(task) });
    for (const { by, name, arguments: args, key, fault } of log.slice(1))
      this.store.call(this.session, {
        by,
        name,
        arguments: args as Json,
        ...(key === undefined ? {} : { key }),
        ...(fault === undefined ? {} : { fault }),
      });
  }

  /**
   * Returns the step after which the solution could no longer be completed. Returns undefined if it can be completed
   * after the last step.
   */
  lostAt(): number | undefined {
    const steps = this.log
      .slice(1)
      .filter(({ committed }) => committed)
      .map(({ index }) => index);
    if (this.canFinish(this.log.length - 1)) return undefined;
    // finds the last step that made the solution impossible; in a log with more than LONG committed steps, bisection
    // may find an earlier such step
    let [from, to] = [-1, steps.length - 1];
    while (to - from > 1) {
      const middle = steps.length <= LONG ? to - 1 : Math.floor((from + to) / 2);
      if (this.canFinish(steps[middle] as number)) from = middle;
      else to = middle;
    }
    return steps[to];
  }

  canFinish(step: number): boolean {
    let known = this.known.get(step);
    if (known === undefined) {
      known = [sameCall, sameTool].some((isSame) => this.finishes(step, this.remaining(step, isSame)));
      this.known.set(step, known);
    }
    return known;
  }

  /**
   * Returns a measure of progress: the number of the solution's writes that are done, divided by one more than the
   * number of all its writes. It is therefore always below 1. Returns 0 if the solution cannot be completed after this
   * step.
   */
  potential(step: number): number {
    if (!this.canFinish(step)) return 0;
    const left = this.remaining(step, sameCall).length;
    return (this.writes.length - left) / (this.writes.length + 1);
  }

  /** Returns those writes of the solution that the log does not contain up to this step. */
  private remaining(step: number, isSame: (gold: GoldCall, entry: LogEntry) => boolean): GoldCall[] {
    const made = this.log.slice(1, step + 1).filter(({ committed }) => committed);
    return this.writes.filter((gold) => {
      const at = made.findIndex((entry) => isSame(gold, entry));
      if (at === -1) return true;
      made.splice(at, 1);
      return false;
    });
  }

  private finishes(step: number, remaining: readonly GoldCall[]): boolean {
    const fork = this.store.fork(this.session, step, 'fork');
    try {
      for (const { by, name, arguments: args } of remaining)
        if (!this.store.call(fork, { by, name, arguments: args as Json }).ok) return false;
      const asked: Task = {
        ...this.task,
        basis: this.task.basis.filter((part) => OF_ROWS[part]),
      };
      // only the parts that depend on the rows are judged, so the log may be empty
      const played = { store: this.store, session: fork, log: [] };
      return judgePlayed(this.world, asked, played, { brief: true }).reward !== 0;
    } finally {
      this.store.close(fork);
    }
  }

  close(): void {
    this.store.close(this.session);
  }
}

function sameCall(gold: GoldCall, entry: LogEntry): boolean {
  return gold.name === entry.name && gold.by === entry.by && text(gold.arguments) === text(entry.arguments);
}

/**
 * Tells whether the tool and the caller (agent or user) are the same. Arguments are not compared, because a free text
 * may be worded differently.
 */
function sameTool(gold: GoldCall, entry: LogEntry): boolean {
  return gold.name === entry.name && gold.by === entry.by;
}

function text(args: unknown): string {
  return canonicalJson(plainJson(args as Json));
}

const COLLATERAL = { reason: 'collateral_write' } as const;

/**
 * Returns the fault of a step. Returns undefined if the step makes a call of the solution that was still due, or if it
 * is a read with a tool that the solution never uses.
 */
function fault(
  world: World,
  task: Task,
  log: readonly LogEntry[],
  step: number,
): Pick<Attribution, 'reason' | 'detail'> | undefined {
  const entry = log[step] as LogEntry;
  const before = log.slice(1, step).filter(({ ok }) => ok);
  const alike = task.gold.calls.filter(
    ({ name, by, error }) => name === entry.name && by === entry.by && error === undefined,
  );
  if (alike.length > 0) {
    const open = alike.filter((gold) => !before.some((made) => sameCall(gold, made)));
    if (open.length === 0) return COLLATERAL;
    const [nearest] = open
      .map((gold) => differing(gold.arguments as JsonObject, entry.arguments as JsonObject))
      .toSorted((a, b) => a.length - b.length);
    return nearest === undefined || nearest.length === 0
      ? undefined
      : { reason: 'wrong_argument', detail: nearest.join(', ') };
  }
  if (world.tools.get(entry.name)?.tool.effect !== 'write') return undefined;
  const after = new Set(log.slice(step).map(({ name }) => name));
  const isInstead = task.gold.calls.some(
    ({ name }) =>
      world.tools.get(name)?.tool.effect === 'write' && !after.has(name) && !before.some((made) => made.name === name),
  );
  return isInstead ? { reason: 'wrong_tool' } : COLLATERAL;
}

/**
 * Finds a call before this step that used a tool of the solution with wrong arguments and changed nothing. Ignores a
 * call if every right call with this tool was made too.
 */
function strayCall(task: Task, log: readonly LogEntry[], before: number): Attribution | undefined {
  const made = log.slice(1, before);
  for (const entry of made) {
    if (entry.committed) continue;
    const alike = task.gold.calls.filter(({ name, by }) => name === entry.name && by === entry.by);
    if (alike.length === 0 || alike.some((gold) => sameCall(gold, entry))) continue;
    const untried = alike.filter((gold) => !made.some((other) => sameCall(gold, other)));
    const [nearest] = untried
      .map((gold) => differing(gold.arguments as JsonObject, entry.arguments as JsonObject))
      .toSorted((a, b) => a.length - b.length);
    if (nearest !== undefined) return { step: entry.index, reason: 'wrong_argument', detail: nearest.join(', ') };
  }
  return undefined;
}

/**
 * Finds the first call of the solution that the episode left out. The decisive step is the first step that makes a
 * later call of the solution, or null if there is none.
 */
function skippedCall(task: Task, log: readonly LogEntry[]): Attribution | undefined {
  const { calls } = task.gold;
  const at = calls.findIndex((gold) => !log.slice(1).some((entry) => sameCall(gold, entry)));
  if (at === -1) return undefined;
  const next = log.slice(1).find((entry) => calls.slice(at + 1).some((gold) => sameCall(gold, entry)));
  return { step: next?.index ?? null, reason: 'missing_precondition', detail: calls[at]?.name ?? '' };
}

/** Returns the paths of the arguments in which two calls differ. */
function differing(a: JsonObject, b: JsonObject, at = ''): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort().flatMap((name) => {
    const [x, y] = [a[name], b[name]];
    if (canonicalJson(x ?? null) === canonicalJson(y ?? null)) return [];
    if (isJsonObject(x) && isJsonObject(y)) return differing(x, y, `${at}${name}.`);
    return [`${at}${name}`];
  });
}

/**
 * Returns the first broken rule, or undefined if there is none. If the rule is not about messages and the episode left
 * out a read that the solution makes before this call, the reason is a missing precondition.
 */
function brokenRule(world: World, episode: Episode, log: readonly LogEntry[], task: Task): Attribution | undefined {
  const [first] = episode.verdict.failures
    .filter(({ part, step }) => part === 'rules' && step !== null && log[step] !== undefined)
    .toSorted((a, b) => (a.step ?? 0) - (b.step ?? 0));
  if (first === undefined) return undefined;
  const rule = /^rule (\S+) /.exec(first.message)?.[1] ?? '';
  const talks = ruleChecks(world).some(
    ({ rule: each, vetted }) =>
      each.id === rule && vetted.reads.some((name) => name.toLowerCase() === 'trace_messages'),
  );
  const step = first.step ?? 0;
  const made = new Set(
    log
      .slice(1, step)
      .filter(({ ok }) => ok)
      .map(({ name }) => name),
  );
  const entry = log[step];
  const at = task.gold.calls.findIndex(({ name }) => name === entry?.name);
  const looks = task.gold.calls
    .slice(0, Math.max(at, 0))
    .filter(({ name }) => world.tools.get(name)?.tool.effect === 'read');
  const skipped = !talks && looks.some(({ name }) => !made.has(name));
  return { step, reason: skipped ? 'missing_precondition' : 'rule_broken', detail: `rule ${rule}` };
}
