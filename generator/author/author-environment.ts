// Lets a model write one environment: first the plan, then rows, programs and scenarios in one round. Then checks look
// for faults and the model repairs them, until no fault or no round is left. A tool that still has a fault answers
// UNAVAILABLE.
import type { Answered, EnvironmentDoor } from '../../envs/model/model-door.ts';
import type { ModelRequest } from '../../envs/model/model-request.ts';
import type { AuthorTool } from './author-tool.ts';
import { emptyDraft, withChanges, withPlan, type Draft, type Taking } from './draft.ts';
import { finish, type Finished } from './finish.ts';
import { gate, type Gated } from './gates.ts';
import { planComplaints } from './plan-gate.ts';
import { evidenceComplaints } from './against-evidence.ts';
import type { RecordedCall } from './evidence.ts';
import { askingAgain } from './prompts.ts';
import {
  entitiesQuestion,
  mendQuestions,
  planQuestion,
  planSliceQuestions,
  prefixOf,
  programQuestions,
  reviewQuestions,
  rowsQuestion,
  scenarioQuestions,
  settleQuestions,
  sharpenQuestions,
  WIDE,
  type Material,
  type Pair,
} from './questions.ts';
import { readChanges, readPlan, readReview, type ChangesReply, type PlanReply } from './replies.ts';
import { transcriptsOf } from './transcripts.ts';
import { identityOf, survivorsOf } from './strength-of-draft.ts';
import { Opinions, type Opinion } from './opinions.ts';

/** The largest number of rounds of questions for one environment, repairs included. */
export const MOST_ROUNDS = 8;
const MUTANTS = 600;
const MUTANTS_AT_END = 1500;
/** Reviews, and questions about unnoticed faults, wait until at most this share of the tools has faults. */
const CALM = 0.2;
const CALM_ROUND = 5;
const SHARPENED = 2;
/** The largest number of rounds with complaints about recorded calls: some may be impossible to repeat. */
const COMPARED = 3;

export interface AuthorOptions {
  readonly seed: number;
  readonly reviewers: number;
  readonly material: Material;
  /** Calls recorded from the real service. */
  readonly recorded?: readonly RecordedCall[];
  /** The number of rounds with questions about faults that no scenario notices; 0 without a model. */
  readonly sharpen?: number;
  /** The number of mutants (programs with one fault) that measure how much the scenarios notice. */
  readonly mutants?: number;
}

export interface Authored extends Finished {
  readonly rounds: number;
  readonly review: ReadonlyMap<string, Opinion>;
  /** Replies that could not be used, with the reason. */
  readonly unused: readonly { readonly stage: string; readonly about: string; readonly reason: string }[];
}

/** Lets a model write the environment. Throws Waiting if answers of the model are missing. */
export async function authorEnvironment(
  name: string,
  title: string,
  tools: readonly AuthorTool[],
  options: AuthorOptions,
  door: EnvironmentDoor,
): Promise<Authored> {
  return new Authoring(emptyDraft(name, title, options.seed, tools), options, door).run();
}

class Authoring {
  private draft: Draft;
  private readonly options: AuthorOptions;
  private readonly door: EnvironmentDoor;
  private readonly unused: { stage: string; about: string; reason: string }[] = [];
  private readonly opinions = new Opinions();
  /** For each failed scenario, the part that the model last named as wrong, such as the rows. */
  private readonly verdicts = new Map<string, string>();
  /** Tools for which the model took the behaviour of a program with a fault for the right one. */
  private readonly disputed = new Map<string, string>();
  /** Wrong behaviours that the model called as right as the original; it is not asked again. */
  private readonly undecided = new Set<string>();
  private sharpened = 0;
  private compared = 0;
  private reviewed = false;
  /** Tools that reviewers found wrong and whose program changed since the last review. */
  private readonly mended = new Set<string>();
  /** Tools that reviewers found wrong and that the model was asked to repair. */
  private readonly tried = new Set<string>();

  constructor(draft: Draft, options: AuthorOptions, door: EnvironmentDoor) {
    this.draft = draft;
    this.options = options;
    this.door = door;
  }

  async run(): Promise<Authored> {
    await this.plan();
    await this.parts();
    let gated = gate(this.draft);
    while (this.door.rounds < MOST_ROUNDS) {
      const asked = this.nextQuestions(gated);
      if (asked.length === 0) break;
      const before = JSON.stringify(this.draft);
      await this.answered(asked);
      // if the answers changed nothing, the next round would ask the same questions
      if (JSON.stringify(this.draft) === before && this.unmended().size === 0) {
        if (!asked.some(({ kind }) => kind === 'sharpen' || kind === 'review')) break;
      } else gated = gate(this.draft);
    }
    const finished = finish(
      this.draft,
      gated,
      {
        verdicts: this.verdicts,
        reviewedWrong: this.opinions.wrong,
        disputed: this.disputed,
      },
      this.options.mutants ?? MUTANTS_AT_END,
    );
    this.door.settle();
    return { ...finished, rounds: this.door.rounds, review: this.opinions.byTool, unused: this.unused };
  }

  private async plan(): Promise<void> {
    const { material } = this.options;
    if (this.draft.given.length > WIDE) {
      const [whole] = await this.plans([entitiesQuestion(this.draft, material)]);
      if (whole !== undefined) this.draft = withPlan(this.draft, { ...whole, tools: {} });
      for (const part of await this.plans(planSliceQuestions(this.draft, material)))
        if (part !== undefined) this.draft = withPlan(this.draft, part, true);
    } else {
      const [whole] = await this.plans([planQuestion(this.draft, material)]);
      if (whole !== undefined) this.draft = withPlan(this.draft, whole);
    }
    const complaints = planComplaints(this.draft);
    if (complaints.length === 0) return;
    const [again] = await this.door.ask([
      askingAgain(
        planQuestion(this.draft, material),
        JSON.stringify({
          sql: this.draft.sql,
          roles: this.draft.roles,
          invariants: this.draft.invariants,
          anchors: this.draft.anchors,
          seed: this.draft.promises,
          tools: this.draft.plans,
          added: this.draft.added,
          unseen: this.draft.unseen,
        }),
        complaints,
        'This is the plan so far. Gates found the following. Answer with one JSON object that holds only the members of the plan that change, each whole (tools: only the tools that change):',
      ),
    ]);
    const reply = again === undefined ? undefined : this.read(again, 'plan again', this.draft.name, readPlan);
    if (reply !== undefined) this.draft = withPlan(this.draft, reply);
  }

  private async plans(requests: readonly ModelRequest[]): Promise<(PlanReply | undefined)[]> {
    return this.readAll(requests, readPlan);
  }

  /** Reads the replies. Questions with unreadable replies are asked a second time, all in one round. */
  private async readAll<T>(requests: readonly ModelRequest[], read: (text: string) => T): Promise<(T | undefined)[]> {
    const answers = await this.door.ask(requests);
    const results: (T | undefined)[] = [];
    const again: { at: number; request: ModelRequest }[] = [];
    for (const [at, answer] of answers.entries()) {
      const request = requests[at];
      if (request === undefined) continue;
      try {
        if (answer.kind === 'failed') throw new Error(answer.reason);
        results[at] = read(answer.text);
      } catch (error) {
        results[at] = undefined;
        const reason = (error as Error).message;
        if (answer.kind === 'failed' || this.door.rounds >= MOST_ROUNDS - 1) this.unusable(request, reason);
        else
          again.push({
            at,
            request: askingAgain(
              request,
              answer.text.slice(0, 20_000),
              [answer.cut ? `${reason}; it was cut off: be shorter` : reason],
              'That reply cannot be read. Answer again with the whole JSON object, mended:',
            ),
          });
      }
    }
    if (again.length === 0) return results;
    const repaired = await this.door.ask(again.map(({ request }) => request));
    for (const [index, { at, request }] of again.entries()) {
      const answer = repaired[index];
      if (answer !== undefined) results[at] = this.read(answer, request.stage, request.about, read);
    }
    return results;
  }

  private read<T>(answer: Answered, stage: string, about: string, read: (text: string) => T): T | undefined {
    try {
      if (answer.kind === 'failed') throw new Error(answer.reason);
      return read(answer.text);
    } catch (error) {
      this.unused.push({ stage, about, reason: (error as Error).message });
      return undefined;
    }
  }

  private unusable(request: ModelRequest, reason: string): void {
    this.unused.push({ stage: request.stage, about: request.about, reason });
  }

  private async parts(): Promise<void> {
    const [programs, scenarios] = [programQuestions(this.draft), scenarioQuestions(this.draft)];
    const replies = await this.readAll([rowsQuestion(this.draft), ...programs, ...scenarios], readChanges);
    for (const [at, reply] of replies.entries()) {
      if (reply === undefined) continue;
      for (const reason of reply.complaints) this.unused.push({ stage: 'parts', about: this.draft.name, reason });
      const { changes } = reply;
      if (at === 0) this.draft = { ...this.draft, tables: changes.tables ?? [] };
      else if (at <= programs.length)
        this.take(changes, { programs: true, scenarios: false, prefix: prefixOf(at - 1) });
      else this.take(withPrefixedScenarios(changes, this.draft), { programs: false, scenarios: true, prefix: '' });
    }
  }

  private take(changes: ChangesReply, taking: Taking): void {
    this.draft = withChanges(this.draft, changes, taking);
  }

  private nextQuestions(gated: Gated): Question[] {
    const round = this.door.rounds + 1;
    const mends = mendQuestions(this.draft, gated, this.doubts(gated), round);
    const settles = settleQuestions(this.draft, gated, round);
    const asked: Question[] = [
      ...mends.map((request): Question => ({ kind: 'mend', request })),
      ...settles.map((request): Question => ({ kind: 'settle', request })),
    ];
    const calm = gated.tools.size <= this.draft.given.length * CALM || round >= CALM_ROUND;
    if (!gated.opens || !calm || this.door.rounds >= MOST_ROUNDS - 1) return asked;
    if (this.sharpened < (this.options.sharpen ?? SHARPENED)) {
      const most = Math.min(MUTANTS, this.options.mutants ?? MUTANTS);
      const survivors = survivorsOf(gated, this.draft, most, this.undecided);
      for (const { request, pairs } of sharpenQuestions(this.draft, survivors, round))
        asked.push({ kind: 'sharpen', request, pairs });
      this.sharpened += 1;
    }
    if (!this.reviewed && this.options.reviewers > 0) {
      this.reviewed = true;
      asked.push(...this.reviews(gated, () => true, 1));
    }
    // tools that were changed because of a review are reviewed again
    const again = new Set([...this.mended].filter((tool) => this.opinions.wrong.has(tool)));
    this.mended.clear();
    if (again.size > 0) asked.push(...this.reviews(gated, (tool) => again.has(tool), 1 + this.options.reviewers));
    return asked;
  }

  /** Returns the complaints from reviewers and from recorded calls, for each tool. */
  private doubts(gated: Gated): ReadonlyMap<string, readonly string[]> {
    const doubts = new Map<string, readonly string[]>();
    const { recorded = [] } = this.options;
    if (recorded.length > 0 && gated.opens && this.compared < COMPARED) {
      this.compared += 1;
      for (const [tool, found] of evidenceComplaints(gated.environment, recorded)) doubts.set(tool, found);
    }
    for (const [tool, why] of this.unmended())
      doubts.set(tool, [...(doubts.get(tool) ?? []), `a majority of reviewers finds it wrong: ${why}`]);
    return doubts;
  }

  private unmended(): ReadonlyMap<string, string> {
    return new Map([...this.opinions.wrong].filter(([tool]) => !this.tried.has(tool)));
  }

  private reviews(gated: Gated, wanted: (tool: string) => boolean, from: number): Question[] {
    const transcripts = new Map([...transcriptsOf(gated, this.draft)].filter(([tool]) => wanted(tool)));
    return reviewQuestions(this.draft, transcripts, this.options.reviewers, from).map((request): Question => ({
      kind: 'review',
      request,
    }));
  }

  private async answered(asked: readonly Question[]): Promise<void> {
    const before = this.draft.programs;
    const mending = [...this.unmended().keys()];
    const answers = await this.door.ask(asked.map(({ request }) => request));
    for (const [at, question] of asked.entries()) {
      const answer = answers[at];
      const { stage, about } = question.request;
      if (answer === undefined) continue;
      if (question.kind === 'review') {
        const reply = this.read(answer, stage, about, readReview);
        if (reply !== undefined) this.opinions.add(reply);
        continue;
      }
      const reply = this.read(answer, stage, about, readChanges);
      if (reply === undefined) continue;
      for (const reason of reply.complaints) this.unused.push({ stage, about, reason });
      this.takeAnswer(question, reply.changes);
    }
    for (const tool of mending) {
      this.tried.add(tool);
      if (this.draft.programs[tool] !== before[tool]) this.mended.add(tool);
    }
    this.opinions.settle();
  }

  private takeAnswer(question: Exclude<Question, { kind: 'review' }>, changes: ChangesReply): void {
    if (question.kind === 'mend') this.take(changes, { programs: true, scenarios: false, prefix: '' });
    else if (question.kind === 'settle') {
      for (const { scenario, wrong } of changes.verdicts ?? []) this.verdicts.set(scenario, wrong);
      this.take({ ...changes, views: {} }, { programs: true, scenarios: false, prefix: '' });
      this.take(changes, { programs: false, scenarios: true, prefix: '' });
    } else {
      for (const { pair, right, why } of changes.pairs ?? []) {
        const known = question.pairs[pair - 1];
        if (known === undefined || right === known.service) continue;
        if (right === 'either') this.undecided.add(identityOf(known.survivor));
        else if ((right === 'A' || right === 'B') && known.survivor.tools.length === 1)
          this.disputed.set(known.survivor.tools[0] ?? '', why ?? 'a spoiled behaviour was taken for the right one');
      }
      this.take(withPrefixedScenarios(changes, this.draft), { programs: false, scenarios: true, prefix: '' });
    }
  }
}

type Question =
  | { readonly kind: 'mend'; readonly request: ModelRequest }
  | { readonly kind: 'settle'; readonly request: ModelRequest }
  | { readonly kind: 'review'; readonly request: ModelRequest }
  | { readonly kind: 'sharpen'; readonly request: ModelRequest; readonly pairs: readonly Pair[] };

/** Renames new scenarios whose names are taken, because a new scenario must not replace another one. */
function withPrefixedScenarios(changes: ChangesReply, draft: Draft): ChangesReply {
  const taken = new Set(draft.scenarios.map(({ name }) => name));
  const scenarios = (changes.scenarios ?? []).map((scenario) => {
    let { name } = scenario;
    while (taken.has(name)) name = `${name} (again)`;
    taken.add(name);
    return { ...scenario, name };
  });
  const { drop: _drop, ...rest } = changes;
  return { ...rest, scenarios };
}
