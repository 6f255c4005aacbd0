// Judges an episode with only its environment, task and log, by making the calls of the log again. Throws if an answer
// differs from the recorded one, so that a damaged record does not count as a failed episode.
import { GymError } from '../errors/gym-error.ts';
import type { Environment } from '../values/environment.ts';
import type { EpisodeMessage } from '../values/episode.ts';
import { canonicalJson, type Json } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { EndReason, Task } from '../values/task.ts';
import { VERDICT_PARTS, type Verdict, type VerdictFailure, type VerdictPart } from '../values/verdict.ts';
import { World } from '../world/world.ts';
import { SessionStore } from '../session/session-store.ts';
import type { Session, Setup } from '../session/session.ts';
import { findGoldCalls } from './gold-calls.ts';
import { judgeClaims, judgeOutputs, judgeReason, type WordsFailure, type WordsGround } from './judge-words.ts';
import { evaluateRules, ruleChecks, silentRules } from './rules.ts';
import { traceOf } from './trace.ts';
import { matchChanges, type Difference, type Naming } from './match-changes.ts';
import { maskDiff } from './masked-diff.ts';
import { maskingOf } from './masking.ts';
import { sameJson } from './same-json.ts';

export interface JudgeExtras {
  readonly messages?: readonly EpisodeMessage[];
  readonly end?: EndReason;
  /** True if the agent played without a user. Rules about messages are then not judged and do not affect the reward. */
  readonly solo?: boolean;
  /** True if only the reward is wanted. Judging then stops at the first part that makes the reward 0. */
  readonly brief?: boolean;
}

/** The ends of an episode for which the agent is not to blame. The reward is then null. */
const NOT_JUDGEABLE: ReadonlySet<EndReason> = new Set(['user_error', 'infrastructure']);
/** The ends of an episode that make the reward 0. */
const LOST: ReadonlySet<EndReason> = new Set(['max_turns', 'max_errors', 'max_tokens', 'agent_error']);

const worlds = new WeakMap<Environment, World>();

/** Returns the runnable form (world) of an environment. It is made only once. */
export function worldOf(environment: Environment | World): World {
  if (environment instanceof World) return environment;
  let world = worlds.get(environment);
  if (world === undefined) {
    world = new World(environment);
    worlds.set(environment, world);
  }
  return world;
}

export function judge(
  environment: Environment | World,
  task: Task,
  log: readonly LogEntry[],
  extras: JudgeExtras = {},
): Verdict {
  const world = worldOf(environment);
  if (task.environment !== world.hash)
    throw new GymError('WRONG_ENVIRONMENT', { recorded: task.environment, found: world.hash });
  return new Judging(world, task, log, extras).verdict();
}

export interface PlayedSession {
  readonly store: SessionStore;
  readonly session: Session;
  readonly log: readonly LogEntry[];
}

/** Judges a session that has just been played. Its calls are not made again. */
export function judgePlayed(world: World, task: Task, played: PlayedSession, extras: JudgeExtras): Verdict {
  return new Judging(world, task, played.log, extras).verdictOf(played.store, played.session);
}

/** Returns the calls and the changed rows (patch) with which a session on this task begins. */
export function setupOf(task: Task): Setup {
  return { calls: task.setup ?? [], ...(task.patch === undefined ? {} : { patch: task.patch }) };
}

class Judging {
  private readonly world: World;
  private readonly task: Task;
  private readonly log: readonly LogEntry[];
  private readonly extras: JudgeExtras;
  private readonly failures: VerdictFailure[] = [];
  private readonly unjudged: string[] = [];

  constructor(world: World, task: Task, log: readonly LogEntry[], extras: JudgeExtras) {
    this.world = world;
    this.task = task;
    this.log = log;
    this.extras = extras;
  }

  verdict(): Verdict {
    const store = new SessionStore();
    const session = store.create({
      id: 'judge',
      world: this.world,
      seed: this.task.session_seed,
      setup: setupOf(this.task),
    });
    try {
      this.replay(store, session);
      return this.verdictOf(store, session);
    } finally {
      store.close(session);
    }
  }

  verdictOf(store: SessionStore, session: Session): Verdict {
    return this.conclude(this.judgeParts(store, session));
  }

  /** Makes every call of the log again. Throws if an answer differs from the recorded one. */
  private replay(store: SessionStore, session: Session): void {
    this.log.forEach((entry, at) => {
      const differs = (): GymError => new GymError('REPLAY_DIFFERS', { id: this.task.id, step: at });
      if (entry.index !== at) throw differs();
      if (at === 0) return;
      if (entry.name === 'advance_clock' && entry.by === 'control' && this.world.tools.get(entry.name) === undefined) {
        store.advanceClock(session, Number(entry.arguments['seconds']));
        return;
      }
      const { by, name, key, fault } = entry;
      const answer = store.call(session, {
        by,
        name,
        arguments: entry.arguments,
        ...(key === undefined ? {} : { key }),
        ...(fault === undefined ? {} : { fault }),
      });
      if (answer.step !== at) throw differs();
      const same = answer.ok
        ? entry.ok && canonicalJson(entry.result ?? null) === canonicalJson(answer.result)
        : !entry.ok && canonicalJson(entry.error ?? null) === canonicalJson(answer.error);
      if (!same) throw differs();
    });
  }

  private judgeParts(store: SessionStore, session: Session): Map<VerdictPart, boolean | null> {
    const { naming, differences } = this.compareState(store, session);
    const judges: Readonly<Record<VerdictPart, () => boolean | null>> = {
      state: () => this.judgeChanges('state', differences),
      collateral: () => this.judgeChanges('collateral', differences),
      calls: () => this.judgeCalls(naming),
      outputs: () => this.judgeSaid('outputs', judgeOutputs),
      claims: () => this.judgeSaid('claims', judgeClaims),
      reason: () => this.judgeReason(),
      rules: () => this.judgeRules(session),
      assertions: () => this.judgeAssertions(store, session),
    };
    const wanted = new Set<VerdictPart>(this.task.basis.filter((part) => part !== 'reason'));
    // the reason is judged and reported even if it does not affect the reward of this task
    if (this.task.gold.outputs.some(({ type }) => type === 'reason')) wanted.add('reason');
    const passes = new Map<VerdictPart, boolean | null>();
    for (const [part, judgePart] of Object.entries(judges) as [VerdictPart, () => boolean | null][]) {
      if (!wanted.has(part)) continue;
      const pass = judgePart();
      passes.set(part, pass);
      if (this.extras.brief === true && pass === false && this.task.basis.includes(part)) break;
    }
    return passes;
  }

  private conclude(passes: ReadonlyMap<VerdictPart, boolean | null>): Verdict {
    const parts = Object.fromEntries(
      VERDICT_PARTS.map((part) => [part, passes.has(part) ? { pass: passes.get(part) ?? null } : null]),
    ) as Verdict['parts'];
    const basis = new Set(this.task.basis);
    // the reward ignores parts that the task does not judge, and claims that could not be read
    const values = new Set(
      [...passes]
        .filter(([part, pass]) => basis.has(part) && !(part === 'claims' && pass === null))
        .map(([, pass]) => pass),
    );
    const { end } = this.extras;
    let reward: 0 | 1 | null;
    if (end !== undefined && NOT_JUDGEABLE.has(end)) reward = null;
    else if (values.has(false) || (end !== undefined && LOST.has(end))) reward = 0;
    else reward = values.has(null) ? null : 1;
    return { reward, parts, failures: this.failures, unjudged: this.unjudged };
  }

  // ---- changed rows -------------------------------------------------------------------------------------------------

  private judgeChanges(part: 'state' | 'collateral', differences: readonly Difference[]): boolean {
    const own = differences.filter((each) => each.part === part);
    for (const { expected, found, message } of own) this.failures.push({ part, step: null, expected, found, message });
    return own.length === 0;
  }

  private compareState(store: SessionStore, session: Session): { differences: readonly Difference[]; naming: Naming } {
    const found = store.diff(session);
    const masking = maskingOf(this.world, this.task, store, session);
    const changes = maskDiff(found, masking);
    const attempts = [this.task.gold.diff, ...(this.task.accept ?? [])].map((diff) =>
      matchChanges(maskDiff(diff, masking), changes),
    );
    // an accepted alternative counts like the stored solution; failures are reported against the one with the fewest
    // differences
    return attempts.reduce((best, each) => (each.differences.length < best.differences.length ? each : best));
  }

  // ---- calls of the stored solution ---------------------------------------------------------------------------------

  private judgeCalls(naming: Naming): boolean {
    const found = findGoldCalls(this.task, this.log, naming);
    this.task.gold.calls.forEach((call, at) => {
      if (found[at] !== undefined) return;
      const near = this.log.slice(1).find((entry) => entry.name === call.name);
      this.failures.push({
        part: 'calls',
        step: near?.index ?? null,
        expected: { name: call.name, arguments: call.arguments },
        found: near === undefined ? null : { name: near.name, arguments: near.arguments },
        message:
          near === undefined
            ? `${call.name} was never called (gold call ${at + 1})`
            : `${call.name} was called, but not with the arguments of gold call ${at + 1}`,
      });
    });
    return !found.includes(undefined);
  }

  // ---- the agent's words --------------------------------------------------------------------------------------------

  /** Judges one part of the agent's words with the function `read`. Returns null if the messages are missing. */
  private judgeSaid(
    part: 'outputs' | 'claims',
    read: (ground: WordsGround) => readonly WordsFailure[],
  ): boolean | null {
    const { messages } = this.extras;
    if (part === 'outputs' && this.task.gold.outputs.length === 0) return true;
    if (messages === undefined) {
      this.unjudged.push(part);
      return null;
    }
    const failures = read({ world: this.world, task: this.task, log: this.log, messages });
    const sure = failures.filter(({ unread }) => unread !== true);
    for (const failure of sure) this.failures.push({ part, ...failure });
    if (sure.length > 0) return false;
    for (const { message } of failures) this.unjudged.push(message);
    return failures.length === 0 ? true : null;
  }

  /** Judges the reason of a refusal. A wrong reason is a failure only if the task judges reasons. */
  private judgeReason(): boolean | null {
    const { messages } = this.extras;
    if (messages === undefined) return null;
    const read = judgeReason({ world: this.world, task: this.task, log: this.log, messages });
    if (read !== undefined && !read.pass && this.task.basis.includes('reason'))
      this.failures.push({
        part: 'reason',
        step: null,
        expected: (this.task.gold.outputs.find(({ type }) => type === 'reason')?.value ?? null) as Json,
        found: read.found,
        message: 'it is declined for another reason',
      });
    return read?.pass ?? null;
  }

  // ---- rules of the policy ------------------------------------------------------------------------------------------

  /**
   * Judges every rule that has a check. Rules about messages are left out if the messages or their acts are unknown.
   */
  private judgeRules(session: Session): boolean | null {
    const { messages } = this.extras;
    const checks = ruleChecks(this.world);
    const trace = traceOf(this.log, messages ?? []);
    const silent = silentRules(this.world, {
      acted: trace.acted,
      told: messages !== undefined,
      solo: this.extras.solo === true,
    });
    for (const { rule } of silent) this.unjudged.push(`rule ${rule.id}`);
    for (const id of this.task.rules) {
      if (!checks.some(({ rule }) => rule.id === id)) this.unjudged.push(`rule ${id}`);
    }
    const judged = new Set(checks.filter((each) => !silent.includes(each)).map(({ rule }) => rule.id));
    const facts = Object.fromEntries(this.task.user.facts.map(({ key, value }) => [key, value as Json]));
    const violations = evaluateRules(this.world, session, trace.steps, facts, judged);
    for (const { rule, step, text, found } of violations) {
      const at = trace.steps[step - 1];
      this.failures.push({
        part: 'rules',
        step: at?.kind === 'call' ? at.entry.index : null,
        expected: text,
        found,
        message: `rule ${rule} is broken: ${text}`,
      });
    }
    if (violations.length > 0) return false;
    return silent.length > 0 && this.extras.solo !== true ? null : true;
  }

  // ---- assertions of the task ---------------------------------------------------------------------------------------

  private judgeAssertions(store: SessionStore, session: Session): boolean | null {
    let pass: boolean | null = true;
    for (const assertion of this.task.assertions ?? []) {
      if ('text' in assertion) {
        this.unjudged.push(`assertion: ${assertion.text}`);
        pass = pass === false ? false : null;
        continue;
      }
      const tool = this.world.tools.get(assertion.name)?.tool;
      // the call is made on a fork, so that it cannot change the judged session
      const fork = store.fork(session, session.entries.length, `judge ${this.unjudged.length} ${assertion.name}`);
      const answer = store.call(fork, {
        by: tool?.audience ?? 'control',
        name: assertion.name,
        arguments: assertion.arguments,
      });
      store.close(fork);
      const found = answer.ok ? answer.result : { error: answer.error.code };
      if (!sameJson(found as Json, assertion.expect)) {
        pass = false;
        this.failures.push({
          part: 'assertions',
          step: null,
          expected: assertion.expect,
          found: found as Json,
          message: `${assertion.name} is not as it must be`,
        });
      }
    }
    return pass;
  }
}
