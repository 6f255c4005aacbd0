// Measures the progress of an episode. Each wanted change, call, answer and rule is one check, and the progress is the
// share of checks that are met. The reward of a step is the change of this share, so that the rewards of all steps add
// up to the progress. The reward of the verdict is not affected.
import type { Session } from '../session/session.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { EpisodeMessage } from '../values/episode.ts';
import type { Json } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import type { EndReason, Task } from '../values/task.ts';
import { VERDICT_PARTS, type VerdictPart } from '../values/verdict.ts';
import type { World } from '../world/world.ts';
import { isGrounded } from './answers.ts';
import { findGoldCalls } from './gold-calls.ts';
import { answeredOutputs, judgeClaims, judgeReason, type WordsGround } from './judge-words.ts';
import { maskDiff, type Change, type Masking } from './masked-diff.ts';
import { maskingOf } from './masking.ts';
import { heldChanges } from './match-changes.ts';
import { brokenAt, ruleChecks, silentRules } from './rules.ts';
import { sameJson } from './same-json.ts';
import { traceOf } from './trace.ts';

export interface ProgressCheck {
  readonly id: string;
  /** Whether the check is met. Null if this is unknown; it then counts as not met. */
  readonly held: boolean | null;
  /** The step since which the check has been met without interruption. Null if it is not met. */
  readonly first_step: number | null;
}

export interface Progress {
  readonly met: number;
  readonly of: number;
  readonly checks: readonly ProgressCheck[];
}

/**
 * The messages and the end of the episode, as far as they are known. Answers and reasons are judged only when the
 * episode has ended, false claims after each message.
 */
export interface Heard {
  readonly messages?: readonly EpisodeMessage[];
  readonly end?: EndReason;
  readonly solo?: boolean;
}

type Held = readonly (readonly [id: string, held: boolean | null])[];
type Words = Readonly<Record<'outputs' | 'claims' | 'reason', Held>>;

/** The ends of an episode after which the agent's words do not count. */
const LOST: ReadonlySet<EndReason> = new Set(['max_turns', 'max_errors', 'max_tokens', 'agent_error']);

/** Measures the progress of one session. Each measurement looks only at the steps since the last one. */
export class ProgressMeter {
  private readonly world: World;
  private readonly task: Task;
  private readonly ways: { readonly changes: readonly Change[]; readonly since: Map<string, number> }[] = [];
  /**
   * The step at which rows were last compared. `held` has a result for the stored solution, and one for each accepted
   * alternative.
   */
  private compared: { readonly step: number; readonly held: readonly ReturnType<typeof heldChanges>[] } | undefined;
  private masking: Masking | undefined;
  private readonly broken = new Set<string>();
  private log: LogEntry[] = [];
  /**
   * `seen` is the last measured step of the session. `traced` is the number of calls and messages whose rules are
   * checked.
   */
  private seen = -1;
  private traced = 0;

  constructor(world: World, task: Task) {
    this.world = world;
    this.task = task;
  }

  at(store: SessionStore, session: Session, heard: Heard = {}): Progress {
    const { task } = this;
    const last = session.entries.length;
    if (this.masking === undefined) {
      this.masking = maskingOf(this.world, task, store, session);
      for (const diff of [task.gold.diff, ...(task.accept ?? [])])
        this.ways.push({ changes: maskDiff(diff, this.masking), since: new Map() });
    }
    const log = this.logOf(store, session);
    this.keepRules(store, session, log, heard);
    const words = this.words(log, heard);
    for (let step = Math.min(this.seen + 1, last); step < last; step++) {
      const fork = store.fork(session, step, `progress ${step}`);
      this.note(step, store, fork, log.slice(0, step + 1), words);
      store.close(fork);
    }
    const ways = this.note(last, store, session, log, words);
    this.seen = last;
    // an accepted alternative counts like the stored solution; the one with the most progress is returned
    return ways.reduce((best, each) => (each.met * best.of > best.met * each.of ? each : best));
  }

  /** Returns the session's log. Only new entries are computed. */
  logOf(store: SessionStore, session: Session): readonly LogEntry[] {
    if (this.log.length === 0) this.log = store.log(session);
    else if (this.log.length <= session.entries.length)
      this.log = [...this.log, ...store.logAfter(session, this.log.length - 1)];
    return this.log;
  }

  private note(
    step: number,
    store: SessionStore,
    session: Session,
    log: readonly LogEntry[],
    words: Words,
  ): Progress[] {
    const compared = this.compare(step, store, session);
    const rules = this.rules();
    const assertions = this.assertions(store, session);
    return this.ways.map(({ changes, since }, way) => {
      const { held, exact, naming } = compared[way] as ReturnType<typeof heldChanges>;
      const basis = new Set(this.task.basis);
      const { gold } = this.task;
      // if the task does not judge other rows separately, "nothing else changed" is a check of this part
      const exactly: Held = [['nothing else changed', exact]];
      const parts: Readonly<Record<VerdictPart, () => Held>> = {
        state: () => [
          ...held.map((each, at) => [`change ${at + 1}: ${nameOf(changes[at] as Change)}`, each] as const),
          ...(basis.has('collateral') ? [] : exactly),
        ],
        collateral: () => exactly,
        calls: () =>
          findGoldCalls(this.task, log, naming).map((entry, at) => [
            `call ${at + 1}: ${gold.calls[at]?.name ?? ''}`,
            entry !== undefined,
          ]),
        outputs: () => [
          ...gold.outputs
            .filter(({ type }) => type !== 'contains')
            .map((output) => [`looked up: ${output.key}`, isGrounded(output, log.slice(1))] as const),
          ...words.outputs,
        ],
        rules: () => rules,
        assertions: () => assertions,
        claims: () => words.claims,
        reason: () => words.reason,
      };
      return this.told(
        step,
        VERDICT_PARTS.flatMap((part) => (basis.has(part) ? parts[part]() : [])),
        since,
      );
    });
  }

  /**
   * Compares the rows with the wanted changes. If no step since the last comparison wrote rows, its result is used
   * again.
   */
  private compare(step: number, store: SessionStore, session: Session): readonly ReturnType<typeof heldChanges>[] {
    const { compared } = this;
    const same =
      compared !== undefined &&
      compared.step <= step &&
      session.entries.slice(compared.step, step).every(({ committed }) => !committed);
    let held = compared?.held ?? [];
    if (!same) {
      const found = maskDiff(store.diff(session), this.masking as Masking);
      held = this.ways.map(({ changes }) => heldChanges(changes, found));
    }
    this.compared = { step, held };
    return held;
  }

  private told(step: number, held: Held, since: Map<string, number>): Progress {
    const checks = held.map(([id, holds]): ProgressCheck => {
      if (holds === true) {
        if (!since.has(id)) since.set(id, step);
      } else since.delete(id);
      return { id, held: holds, first_step: since.get(id) ?? null };
    });
    return { met: checks.filter((each) => each.held === true).length, of: checks.length, checks };
  }

  // ---- rules of the policy ------------------------------------------------------------------------------------------

  /** Checks the rules at the new calls and messages. A rule that was broken once stays broken. */
  private keepRules(store: SessionStore, session: Session, log: readonly LogEntry[], heard: Heard): void {
    const { steps, acted } = traceOf(log, heard.messages ?? []);
    const silent = new Set(this.silent(heard, acted));
    const only = new Set(ruleChecks(this.world).flatMap(({ rule }) => (silent.has(rule.id) ? [] : [rule.id])));
    const facts = Object.fromEntries(this.task.user.facts.map(({ key, value }) => [key, value as Json]));
    for (let at = Math.min(this.traced, steps.length); at < steps.length && only.size > 0; at++) {
      const calls = steps.slice(0, at).flatMap((each) => (each.kind === 'call' ? [each.entry.index] : []));
      const step = steps[at];
      const before = step?.kind === 'call' ? step.entry.index - 1 : Math.max(0, ...calls);
      const trace = { steps: steps.slice(0, at + 1), facts, only };
      // if no later call has changed rows, the session itself still has the rows from before the step, and no fork is
      // needed
      const same = session.entries.slice(before).every((each) => !each.committed);
      const ground = same ? session : store.fork(session, before, `rules ${at}`);
      for (const rule of brokenAt(this.world, { store, session: ground, at: before }, trace)) this.broken.add(rule);
      if (!same) store.close(ground);
    }
    this.traced = steps.length;
    this.unjudged = silent;
    this.alone = heard.solo === true;
  }

  private unjudged: ReadonlySet<string> = new Set();
  private alone = false;

  private silent({ messages, solo }: Heard, acted: boolean): string[] {
    const found = silentRules(this.world, { acted, told: messages !== undefined, solo: solo === true });
    return found.map(({ rule }) => rule.id);
  }

  /** Returns a check for each of the task's rules, and one check for all other rules together. */
  private rules(): Held {
    if (!this.task.basis.includes('rules')) return [];
    const inPlay = this.task.rules.filter((id) => ruleChecks(this.world).some(({ rule }) => rule.id === id));
    // without a user, rules about messages are not checked, as in the verdict
    const told = inPlay.filter((id) => !(this.alone && this.unjudged.has(id)));
    const others = [...this.broken].some((id) => !inPlay.includes(id));
    return [
      ...told.map((id) => [`rule ${id}`, this.unjudged.has(id) ? null : !this.broken.has(id)] as const),
      ['every other rule', !others],
    ];
  }

  // ---- words and assertions -----------------------------------------------------------------------------------------

  /**
   * Returns the checks of the agent's words. Answers and reasons are judged only when the episode has ended, false
   * claims after each message.
   */
  private words(log: readonly LogEntry[], { messages, end }: Heard): Words {
    const { gold, basis } = this.task;
    const over = end !== undefined && messages !== undefined && !LOST.has(end);
    const ground = { world: this.world, task: this.task, log, messages: messages ?? [] };
    const answered = over && basis.includes('outputs') ? answeredOutputs(ground) : [];
    return {
      outputs: gold.outputs.map(({ key }, at) => [
        `said: ${key}`,
        answered[at]?.pass ?? (end === undefined ? false : null),
      ]),
      // this check is met from the start, because a silent agent makes no false claim; otherwise ending early would be
      // worth more than going on
      claims: basis.includes('claims') ? [['no false word', this.noFalseWord(ground, over)]] : [],
      reason: basis.includes('reason') ? [['the right reason', over ? (judgeReason(ground)?.pass ?? null) : null]] : [],
    };
  }

  /** Tells whether the agent has made no false claim. Judges again after each new message, and at the end. */
  private noFalseWord(ground: WordsGround, over: boolean): boolean {
    const words = ground.messages.filter(({ role, content }) => role === 'assistant' && content !== '').length;
    if (words === 0) return true;
    if (over || words !== this.claims?.words) this.claims = { words, clean: judgeClaims(ground).length === 0 };
    return this.claims?.clean ?? true;
  }

  private claims: { readonly words: number; readonly clean: boolean } | undefined;

  private assertions(store: SessionStore, session: Session): Held {
    if (!this.task.basis.includes('assertions')) return [];
    return (this.task.assertions ?? []).map((assertion, at): readonly [string, boolean | null] => {
      if ('text' in assertion) return [`assertion ${at + 1}`, null];
      const fork = store.fork(session, session.entries.length, `assertion ${at}`);
      const by = this.world.tools.get(assertion.name)?.tool.audience ?? 'control';
      const answer = store.call(fork, { by, name: assertion.name, arguments: assertion.arguments });
      store.close(fork);
      const found = answer.ok ? answer.result : { error: answer.error.code };
      return [`assertion ${at + 1}: ${assertion.name}`, sameJson(found as Json, assertion.expect)];
    });
  }
}

function nameOf({ kind, table, key }: Change): string {
  const verb = { inserted: 'a row in', updated: 'a row of', deleted: 'no row of' }[kind];
  return kind === 'inserted' ? `${verb} ${table}` : `${verb} ${table} (${Object.values(key).map(String).join(' ')})`;
}
