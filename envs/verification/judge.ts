// judge(environment, task, log): what an episode was worth, from data alone. The log is made again call by call, so a
// record that does not follow from its environment is an error, never a zero.
import { GymError } from '../errors/gym-error.ts';
import type { Environment } from '../values/environment.ts';
import type { EpisodeMessage } from '../values/episode.ts';
import { canonicalJson, isJsonObject, plainJson, type Json } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { EndReason, GoldCall, Task } from '../values/task.ts';
import { VERDICT_PARTS, type Verdict, type VerdictFailure, type VerdictPart } from '../values/verdict.ts';
import { World } from '../world/world.ts';
import { SessionStore } from '../session/session-store.ts';
import type { Session, Setup } from '../session/session.ts';
import { judgeClaims, judgeOutputs, judgeReason, type WordsGround } from './judge-words.ts';
import { evaluateRules, ruleChecks } from './rules.ts';
import { traceOf } from './trace.ts';
import { matchChanges, type Naming } from './match-changes.ts';
import { closeReals, maskDiff, type Masking } from './masked-diff.ts';

export interface JudgeExtras {
  readonly messages?: readonly EpisodeMessage[];
  readonly end?: EndReason;
  /** There was nobody to talk to: rules about what is said are told as unjudged and decide nothing. */
  readonly solo?: boolean;
}

/** Ends that are nobody's fault whom we judge. */
const NOT_JUDGEABLE: ReadonlySet<EndReason> = new Set(['user_error', 'infrastructure']);
/** Ends at which nothing counts any more. */
const LOST: ReadonlySet<EndReason> = new Set(['max_turns', 'max_errors', 'max_tokens', 'agent_error']);

const worlds = new WeakMap<Environment, World>();

/** An environment's world, opened once. */
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

/** What a task's session begins with. */
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
      const passes = this.judgeParts(store, session);
      return this.conclude(passes);
    } finally {
      store.close(session);
    }
  }

  /** Makes every call of the log again and compares. */
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
    const basis = new Set(this.task.basis);
    const passes = new Map<VerdictPart, boolean | null>();
    const { naming, differences } = this.compareState(store, session);
    for (const part of ['state', 'collateral'] as const) {
      const own = differences.filter((each) => each.part === part);
      if (!basis.has(part)) continue;
      passes.set(part, own.length === 0);
      for (const { expected, found, message } of own)
        this.failures.push({ part, step: null, expected, found, message });
    }
    if (basis.has('calls')) passes.set('calls', this.judgeCalls(naming));
    if (basis.has('outputs')) passes.set('outputs', this.judgeSaid('outputs', judgeOutputs));
    if (basis.has('claims')) passes.set('claims', this.judgeSaid('claims', judgeClaims));
    if (this.task.gold.outputs.some(({ type }) => type === 'reason')) passes.set('reason', this.judgeReason());
    if (basis.has('rules')) passes.set('rules', this.judgeRules(session));
    if (basis.has('assertions')) passes.set('assertions', this.judgeAssertions(store, session));
    return passes;
  }

  private conclude(passes: ReadonlyMap<VerdictPart, boolean | null>): Verdict {
    const parts = Object.fromEntries(
      VERDICT_PARTS.map((part) => [part, passes.has(part) ? { pass: passes.get(part) ?? null } : null]),
    ) as Verdict['parts'];
    const basis = new Set(this.task.basis);
    // claims that nobody could read and a reason that does not count decide nothing
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

  // ---- state ------------------------------------------------------------------------------------------------------

  private compareState(
    store: SessionStore,
    session: Session,
  ): { differences: ReturnType<typeof matchChanges>['differences']; naming: Naming } {
    const found = store.diff(session);
    const masking = this.masking(store, session);
    const changes = maskDiff(found, masking);
    const attempts = [this.task.gold.diff, ...(this.task.accept ?? [])].map((diff) =>
      matchChanges(maskDiff(diff, masking), changes),
    );
    // an accepted alternative counts like gold; failures are told against the nearest
    return attempts.reduce((best, each) => (each.differences.length < best.differences.length ? each : best));
  }

  private masking(store: SessionStore, session: Session): Masking {
    const { world, task } = this;
    const start = store.overlay(session, 0);
    const minted = [...world.roles]
      .filter(([, role]) => role === 'minted')
      .map(([place]) => place.split('.') as [string, string]);
    const known = new Map<string | number, boolean>();
    const isOld = (id: string | number): boolean => {
      let old = known.get(id);
      if (old === undefined) {
        old =
          world.templateHolds(minted, id) ||
          [...start].some(([, rows]) =>
            [...rows.values()].some(
              ({ row }) => row?.some((value) => value === id || value === integerOf(id)) === true,
            ),
          );
        known.set(id, old);
      }
      return old;
    };
    const listed = [...task.gold.outputs.map((output) => output.value), ...task.user.facts.map((fact) => fact.value)]
      .filter((value): value is string | number => typeof value === 'string' || typeof value === 'number')
      .map(String)
      .filter((value) => value.length > 1);
    return {
      schema: world.schema,
      roles: world.roles,
      free: new Set((task.free ?? []).map((each) => each.toLowerCase())),
      listed: [...new Set(listed)],
      isOld,
    };
  }

  // ---- calls ------------------------------------------------------------------------------------------------------

  /** Every gold call was made: same tool, same arguments up to the names of new ids, same outcome. Order is free. */
  private judgeCalls(naming: Naming): boolean {
    const open = new Set(this.log.slice(1));
    let pass = true;
    this.task.gold.calls.forEach((call, at) => {
      const wanted = canonicalJson(plainJson(rename(call.arguments, naming)));
      const match = [...open].find(
        (entry) =>
          entry.name === call.name &&
          entry.by === call.by &&
          (call.error === undefined ? entry.ok : entry.error?.code === call.error.code) &&
          sameArguments(canonicalJson(plainJson(entry.arguments)), wanted, entry.arguments, call),
      );
      if (match !== undefined) {
        open.delete(match);
        return;
      }
      pass = false;
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
    return pass;
  }

  // ---- words ------------------------------------------------------------------------------------------------------

  /** A part of what was said, by its reader; null without messages. */
  private judgeSaid(
    part: 'outputs' | 'claims',
    read: (ground: WordsGround) => readonly Omit<VerdictFailure, 'part'>[],
  ): boolean | null {
    const { messages } = this.extras;
    if (part === 'outputs' && this.task.gold.outputs.length === 0) return true;
    if (messages === undefined) {
      this.unjudged.push(part);
      return null;
    }
    const failures = read({ world: this.world, task: this.task, log: this.log, messages });
    for (const failure of failures) this.failures.push({ part, ...failure });
    return failures.length === 0;
  }

  /** Told apart: it counts in the reward only where it stands in the basis. */
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

  // ---- rules ------------------------------------------------------------------------------------------------------

  /** Every rule of the environment that has a check. One that looks at messages waits for them and for their acts. */
  private judgeRules(session: Session): boolean | null {
    const { messages } = this.extras;
    const checks = ruleChecks(this.world);
    const trace = traceOf(this.log, messages ?? []);
    const silent = checks.filter(
      ({ vetted }) =>
        vetted.reads.some((name) => name.toLowerCase() === 'trace_messages') &&
        (messages === undefined || !trace.acted || this.extras.solo === true),
    );
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

  // ---- assertions -------------------------------------------------------------------------------------------------

  private judgeAssertions(store: SessionStore, session: Session): boolean | null {
    let pass: boolean | null = true;
    for (const assertion of this.task.assertions ?? []) {
      if ('text' in assertion) {
        this.unjudged.push(`assertion: ${assertion.text}`);
        pass = pass === false ? false : null;
        continue;
      }
      const tool = this.world.tools.get(assertion.name)?.tool;
      // asked on a fork, so that an assertion never changes what it asserts
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

function integerOf(id: string | number): bigint | undefined {
  return typeof id === 'number' && Number.isInteger(id) ? BigInt(id) : undefined;
}

/** Gold's new ids by the names that this episode gave them. */
function rename(value: Json, naming: Naming): Json {
  if (typeof value === 'string' || typeof value === 'number') return naming.get(value) ?? value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => rename(each, naming));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rename(each, naming)]));
  return value;
}

function sameArguments(found: string, wanted: string, foundValue: Json, call: GoldCall): boolean {
  return found === wanted || sameJson(foundValue, call.arguments);
}

/** Equal JSON, reals at 1e-9 relative. */
export function sameJson(a: Json, b: Json): boolean {
  const x = plainJson(a);
  const y = plainJson(b);
  if (typeof x === 'number' && typeof y === 'number') return closeReals(x, y);
  if (Array.isArray(x) && Array.isArray(y))
    return x.length === y.length && x.every((each, at) => sameJson(each as Json, y[at] as Json));
  if (isJsonObject(x) && isJsonObject(y)) {
    const keys = Object.keys(x);
    return (
      keys.length === Object.keys(y).length &&
      keys.every((key) => Object.hasOwn(y, key) && sameJson(x[key] as Json, y[key] as Json))
    );
  }
  return x === y;
}
