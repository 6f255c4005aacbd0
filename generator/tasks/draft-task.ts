// Turns a draft (calls, with the user's wishes and knowledge) into a task. It plays the draft and adds reads that a
// rule demands or that show a value which the agent needs. It removes reads that have no use.
import type { Random } from '../../envs/random.ts';
import { checkedAs, canonicalJson, type Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import type { VerdictPart } from '../../envs/values/verdict.ts';
import { evaluateRules, ruleChecks, type TraceStep } from '../../envs/verification/rules.ts';
import { isGrounded } from '../../envs/verification/answers.ts';
import { goldScript, play, type Played } from '../../envs/verification/script.ts';
import type { Atlas, Row } from './atlas.ts';
import { redirectOf, remade } from './ablation.ts';
import { underivable } from './entailment.ts';
import { originsOf, shownBy, writtenOrigin } from './origins.ts';
import type { PlannedCall } from './plan.ts';
import type { Stage } from './stage.ts';
import { howSaid, merged, unique } from './draft-facts.ts';
import { beginningWith, laterOf } from './later-values.ts';
import { difficultyOf } from './difficulty.ts';
import { sameCall, withComputed } from './computed-values.ts';
import { goalText } from './goal-text.ts';
import { looksThatShow } from './missing-look.ts';
import { possibleLooks } from './possible-looks.ts';
import { proofGround } from './proofs/proof.ts';
import { unseen } from './proofs/sight-of-rule.ts';
import { spoken, withoutYear } from '../../envs/words/spoken.ts';
import type { Draft } from './task-draft.ts';
import { speaksOfTwo } from './plan-goals.ts';
import { answersIn, saysIn } from './placed-answers.ts';

export type { Draft } from './task-draft.ts';

export interface Made {
  readonly task: Task;
  readonly played: Played;
}

export type Refusal = string;

export class TaskDrafter {
  readonly atlas: Atlas;
  readonly stage: Stage;
  /** The draft of the last call of `make`, including the reads that were added. */
  last: Draft | undefined;
  private readonly basis: readonly VerdictPart[];
  /** The ids of rules that do not depend on messages of the conversation. */
  private readonly silent: ReadonlySet<string>;

  constructor(atlas: Atlas, stage: Stage) {
    this.atlas = atlas;
    this.stage = stage;
    const checks = ruleChecks(atlas.world);
    this.silent = new Set(
      checks
        .filter(({ vetted }) => !vetted.reads.some((name) => name.toLowerCase() === 'trace_messages'))
        .map(({ rule }) => rule.id),
    );
    this.basis = checks.length > 0 ? ['state', 'collateral', 'rules'] : ['state', 'collateral'];
  }

  /** Returns the task, or the reason why the draft makes no task. */
  make(draft: Draft, id: string, seed: number, random: Random): Made | Refusal {
    let now = draft;
    let made = this.build(now, id, seed);
    if (typeof made === 'string') return made;
    for (let round = 0; round < MOST_LOOKS && this.faultsOf(made) > 0 && !this.isMisread(made); round++) {
      const better = this.improved(now, made, id, seed, random);
      if (better === undefined) break;
      [now, made] = better;
    }
    this.last = now;
    if (this.faultsOf(made) > 0) {
      const broken = made.played.verdict.failures.find(({ part }) => part === 'rules');
      if (broken !== undefined) return `a rule is broken: ${broken.message}`;
      return `not derivable: ${underivable(this.atlas.world, made.task, made.played.log)[0] ?? made.played.verdict.failures[0]?.message ?? ''}`;
    }
    if (made.played.verdict.reward !== 1)
      return `gold does not pass: ${made.played.verdict.failures[0]?.message ?? made.played.verdict.unjudged.join(', ')}`;
    const seeing = this.withSight(...this.leaner(now, made, id, seed), id, seed);
    if (typeof seeing === 'string') return seeing;
    [this.last] = seeing;
    return this.finished(...seeing);
  }

  /**
   * Adds to the task the origin of every argument, and the outcomes of other choices among equal rows, which count as
   * right too. Refuses the draft if such a choice fails.
   */
  private finished({ alike = [] }: Draft, { task, played }: Made): Made | Refusal {
    const { world } = this.atlas;
    const origins = originsOf(world, task, played.log);
    const results = task.gold.calls.map((_call, at) => shownBy(played.log[at + 1]));
    const accept: Task['gold']['diff'][] = [];
    for (const { value, others } of alike) {
      const takers = task.gold.calls.filter(
        (call) => this.isWrite(call) && canonicalJson(call.arguments as Json).includes(canonicalJson(value)),
      );
      if (takers.length > 1) return 'any of some rows, twice';
      for (const other of others) {
        const redirect = redirectOf(origins, results, task, value, other);
        const outcome = redirect === undefined ? undefined : remade(world, task, origins, redirect);
        if (outcome === undefined || outcome.refused) return 'one of equal rows will not do';
        accept.push(outcome.diff);
      }
    }
    // the loop above changes one choice at a time, so it misses outcomes that change two choices
    if (alike.length > 1) return 'two choices among equal rows';
    const calls = task.gold.calls.map((call, at) => ({ ...call, origins: (origins[at] ?? []).map(writtenOrigin) }));
    const finished: Task = { ...task, gold: { ...task.gold, calls }, ...(accept.length === 0 ? {} : { accept }) };
    return { task: finished, played };
  }

  /**
   * Returns the rules that the last call breaks even if the agent makes every possible read first. Only rules about
   * rows count, not rules about messages.
   */
  forbids(calls: readonly PlannedCall[], rows: readonly Row[], seed: number): readonly string[] {
    if (calls.length === 0 || this.silent.size === 0) return [];
    const { stage, atlas } = this;
    const looks = possibleLooks(atlas, rows).map(({ call }) => call);
    const session = stage.begin(seed);
    try {
      for (const call of [...looks, ...calls]) stage.call(session, call);
      const steps = stage
        .log(session)
        .slice(1)
        .map((entry): TraceStep => ({ kind: 'call', entry }));
      const deed = steps.at(-1);
      if (deed?.kind !== 'call' || !deed.entry.ok) return [];
      return evaluateRules(atlas.world, { seed, setup: { calls: [] } }, steps, {}, this.silent).flatMap(
        ({ rule, step }) => (step === steps.length ? [rule] : []),
      );
    } finally {
      stage.end(session);
    }
  }

  private faultsOf({ task, played }: Made): number {
    const rules = played.verdict.failures.filter(({ part }) => part === 'rules' || part === 'outputs').length;
    return rules + underivable(this.atlas.world, task, played.log).length;
  }

  /**
   * Tells whether the verdict fails although the results show every answer. One more read cannot repair such a draft.
   */
  private isMisread({ task, played }: Made): boolean {
    const { failures } = played.verdict;
    if (failures.some(({ part }) => part === 'rules') || underivable(this.atlas.world, task, played.log).length > 0)
      return false;
    return task.gold.outputs.every((output) => isGrounded(output, played.log.slice(1)));
  }

  /** Adds the read that removes the largest number of faults. Returns undefined if no read removes a fault. */
  private improved(draft: Draft, made: Made, id: string, seed: number, random: Random): [Draft, Made] | undefined {
    let best: { draft: Draft; made: Made; faults: number } | undefined;
    const now = this.faultsOf(made);
    for (const look of random.shuffled(possibleLooks(this.atlas, draft.rows))) {
      if (draft.calls.some((call) => canonicalJson(call) === canonicalJson(look.call))) continue;
      const places = new Set([0, 1, draft.calls.length - 1].filter((at) => at >= 0 && at <= draft.calls.length));
      for (const at of places) {
        const calls = [...draft.calls.slice(0, at), look.call, ...draft.calls.slice(at)];
        const changed: Draft = {
          ...draft,
          calls,
          facts: merged(draft.facts, look.facts),
          ...beginningWith(draft.later, look.call, draft.calls[at]),
        };
        const other = this.build(changed, id, seed);
        if (typeof other === 'string') continue;
        const faults = this.faultsOf(other);
        if (faults < now && (best === undefined || faults < best.faults))
          best = { draft: changed, made: other, faults };
      }
      if (best?.faults === 0) break;
    }
    return best === undefined ? undefined : [best.draft, best.made];
  }

  /** Removes the reads and the facts that the draft does not need. */
  private leaner(draft: Draft, made: Made, id: string, seed: number): [Draft, Made] {
    let [now, best] = [draft, made];
    // the calls for two wishes may contain the same read, so reads are compared by their text
    const textOf = (call: PlannedCall): string => canonicalJson(call);
    const looks = draft.outputs.flatMap(({ look }) => (look === undefined ? [] : [look]));
    const kept = new Set([...(draft.keep ?? []), ...looks].map(textOf));
    for (let at = draft.calls.length - 1; at >= 0; at--) {
      const call = now.calls[at];
      if (call === undefined || this.isWrite(call) || now.calls.length === 1) continue;
      if (now.faults?.some(({ tool }) => tool === call.name) === true || kept.has(textOf(call))) continue;
      const changed: Draft = { ...now, calls: [...now.calls.slice(0, at), ...now.calls.slice(at + 1)] };
      const other = this.build(changed, id, seed);
      if (typeof other === 'string' || this.faultsOf(other) > 0 || other.played.verdict.reward !== 1) continue;
      if (canonicalJson(other.task.gold.diff) !== canonicalJson(best.task.gold.diff)) continue;
      [now, best] = [changed, other];
    }
    // remove the facts that the user need not know; a story keeps each fact that its user knows
    const known = new Set(Object.values(draft.story?.knows ?? {}).map((value) => canonicalJson(value as Json)));
    for (const fact of draft.facts) {
      const isGiven = now.calls.some((call) =>
        canonicalJson(call.arguments as Json).includes(canonicalJson(fact.value)),
      );
      if (
        fact.role === 'what' ||
        known.has(canonicalJson(fact.value)) ||
        (fact.role === 'which' && now.asked.has(fact.key)) ||
        (fact.role === 'who' && isGiven) ||
        now.opening.toLowerCase().includes(spoken(fact.value, fact.key).toLowerCase())
      )
        continue;
      const changed: Draft = { ...now, facts: now.facts.filter((each) => each !== fact) };
      const other = this.build(changed, id, seed);
      if (typeof other === 'string' || this.faultsOf(other) > 0) continue;
      [now, best] = [changed, other];
    }
    return [now, best];
  }

  private isWrite(call: PlannedCall): boolean {
    return this.atlas.world.tools.get(call.name)?.tool.effect === 'write';
  }

  /**
   * Adds the reads that the rules demand before a change. If no read shows the rows that a rule needs, returns the
   * reason.
   */
  private withSight(draft: Draft, made: Made, id: string, seed: number): [Draft, Made] | Refusal {
    const { atlas } = this;
    const { world } = atlas;
    let [now, best] = [draft, made];
    for (let round = 0; round <= MOST_LOOKS; round++) {
      const [hole] = unseen(proofGround(world, best.task, best.played.log));
      if (hole === undefined) return [now, best];
      let better: [Draft, Made] | undefined;
      const calls = now.calls.slice(0, hole.at);
      for (const look of looksThatShow(atlas, best.task, hole, draft.rows)) {
        if (calls.some((call) => sameCall(call, look.call))) continue;
        const changed: Draft = {
          ...now,
          calls: [...calls, look.call, ...now.calls.slice(hole.at)],
          facts: merged(now.facts, look.facts),
          ...beginningWith(now.later, look.call, now.calls[hole.at]),
        };
        const other = this.build(changed, id, seed);
        if (typeof other === 'string' || this.faultsOf(other) > 0 || other.played.verdict.reward !== 1) continue;
        better = [changed, other];
        break;
      }
      if (better === undefined) return `unseen: what rule ${hole.rule.id} asks for`;
      [now, best] = better;
    }
    return 'unseen: more than looks can show';
  }

  private build(draft: Draft, id: string, seed: number): Made | Refusal {
    const { stage, atlas } = this;
    const { world } = atlas;
    const session = stage.begin(seed, draft.setup, draft.faults);
    const gold: Task['gold']['calls'][number][] = [];
    try {
      for (const call of draft.calls) {
        const outcome = stage.call(session, call);
        const { by, name, arguments: args } = call;
        if (outcome.ok) gold.push({ by, name, arguments: args, result: outcome.result } as (typeof gold)[number]);
        else if (draft.mayFail === true || draft.faults?.some(({ tool }) => tool === name) === true)
          gold.push({ by, name, arguments: args, error: outcome.error } as (typeof gold)[number]);
        else return `a call is refused: ${outcome.error?.code ?? ''}`;
      }
      withComputed(gold, draft);
      const diff = stage.diff(session);
      const changed = Object.keys(diff).length > 0;
      if (changed !== draft.changes) return changed ? 'gold changes something' : 'gold changes nothing';
      const facts = unique(draft.facts);
      if (speaksOfTwo(draft.facts)) return 'it speaks of two people';
      const task = checkedAs<Task>({
        id,
        kind: draft.kind,
        environment: world.hash,
        session_seed: seed,
        ...(draft.setup === undefined || draft.setup.calls.length === 0 ? {} : { setup: draft.setup.calls }),
        ...(draft.setup?.patch === undefined ? {} : { patch: draft.setup.patch }),
        ...(draft.faults === undefined ? {} : { faults: draft.faults }),
        user: {
          persona: draft.persona,
          opening: withoutYear(draft.opening, world.environment.clock),
          goal: goalText(draft, facts),
          ...(draft.unknown === undefined ? {} : { unknown: draft.unknown }),
          facts: facts.map(({ key, value, role }) => ({
            key,
            value,
            say: howSaid(draft, { key, value, role }),
          })),
          ...laterOf(draft, world.environment.clock),
        },
        gold: {
          calls: gold,
          diff,
          outputs: answersIn(draft.outputs, draft.calls),
          end: draft.end ?? 'done',
          ...saysIn(draft.remarks, draft.calls),
          ...(draft.declines === undefined
            ? {}
            : { declines: draft.declines.map(({ name, arguments: args }) => ({ name, arguments: args })) }),
        },
        rules: draft.rules ?? [],
        basis: [...this.basis, ...(draft.outputs.length > 0 ? (['outputs'] as const) : []), 'claims'],
        tags: draft.tags,
        difficulty: difficultyOf(draft, gold.length),
        ...(draft.story === undefined ? {} : { story: draft.story }),
      });
      return { task, played: play(world, task, goldScript(world, task)) };
    } finally {
      stage.end(session);
    }
  }
}

const MOST_LOOKS = 5;
