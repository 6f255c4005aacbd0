// Runs a story on a session: makes its calls, chooses items of lists, and takes branches. Returns the calls with the
// origins of their computed values, the answers, and every decision.
import { canonicalJson, plainJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Place } from '../../../envs/values/places.ts';
import type { Expressed, StoryStep, TaskStory } from '../../../envs/values/story.ts';
import type { TaskOutput } from '../../../envs/values/task.ts';
import type { Audience } from '../../../envs/values/tool-schema.ts';
import type { World } from '../../../envs/world/world.ts';
import { memberOf } from '../../queries/bound-query.ts';
import type { PlannedCall } from '../plan.ts';
import { typed } from './story-tools.ts';
import { Remarks, type Remark } from './remarks.ts';
import { partsOf, partsOfTotal, type Source } from './computed-parts.ts';
import { asList, evaluate, isPath, isTrue, pathOf } from './evaluate.ts';

/** A value in a call that the story computed or chose, with its expression. */
export interface ComputedOrigin {
  readonly argument: Place;
  readonly expression: string;
  /** The indexes of the calls whose results the expression uses. */
  readonly uses: readonly number[];
}

export interface StoryCall extends PlannedCall {
  readonly refused: boolean;
  readonly computed: readonly ComputedOrigin[];
}

export interface StoryRun {
  readonly calls: readonly StoryCall[];
  readonly answers: readonly (TaskOutput & { readonly expression: string })[];
  /** The reason why the agent declines, and the call that it does not make. */
  readonly declined?: Declined;
  /** The sentences that the agent says while it works. */
  readonly remarks: readonly Remark[];
  /** The decisions, one text each: the branch or the item that the story chose. */
  readonly decisions: readonly string[];
  /** The names whose values the steps used. */
  readonly used: ReadonlySet<string>;
}

export interface Declined {
  readonly reason: string;
  readonly call?: PlannedCall;
  readonly because?: Json;
  readonly rule?: string;
}

/** Makes a call on the session of the story. */
export type CallIt = (call: PlannedCall) => { readonly ok: boolean; readonly result: Json; readonly code?: string };

export class StoryFailure extends Error {}

const MOST_CALLS = 120;

export function runStory(world: World, story: TaskStory, callIt: CallIt): StoryRun {
  const run = new Run(world, callIt, new Set(Object.values(story.knows)));
  for (const [name, value] of Object.entries(story.knows)) run.bind(name, { value, uses: [] });
  try {
    run.steps(story.steps);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
  }
  const { calls, answers, decisions, used, declined } = run;
  return { calls, answers, remarks: run.words.all, decisions, used, ...(declined === undefined ? {} : { declined }) };
}

class Refused extends Error {}

/** Thrown when the agent declines, so that no further step runs. */
class Ended extends Error {}

class Run {
  readonly calls: StoryCall[] = [];
  readonly answers: (TaskOutput & { expression: string })[] = [];
  readonly decisions: string[] = [];
  readonly used = new Set<string>();
  readonly words: Remarks;
  declined: Declined | undefined;
  private readonly world: World;
  private readonly callIt: CallIt;
  private readonly bound = new Map<string, Source>();
  private readonly values = new Map<string, Json>();
  private trying = 0;
  /** The number of loops around the present step. Inside a loop no reasons are told: they would be too many. */
  private looping = 0;

  constructor(world: World, callIt: CallIt, known: ReadonlySet<Json>) {
    this.world = world;
    this.callIt = callIt;
    this.words = new Remarks(world, known, (expression) => this.look(expression));
  }

  bind(name: string, bound: Source): void {
    this.bound.set(name, bound);
    this.values.set(name, bound.value);
  }

  steps(steps: readonly StoryStep[]): void {
    for (const step of steps) this.step(step);
  }

  private step(step: StoryStep): void {
    if ('call' in step) return this.call(step);
    if ('choose' in step) return this.choose(step);
    if ('each' in step) return this.each(step);
    if ('if' in step) {
      const holds = isTrue(this.value(step.if));
      this.decisions.push(`if ${step.if}: ${String(holds)}`);
      const branch = holds ? step.do : (step.else ?? []);
      if (this.looping === 0) this.words.why(step.if, holds, branch[0], this.calls.length);
      return this.steps(branch);
    }
    if ('try' in step) return this.tryIt(step);
    if ('total' in step) return this.total(step);
    if ('decline' in step) return this.decline(step);
    if ('tell' in step) return this.words.tell(step.tell, this.calls.length);
    if ('let' in step) {
      const value = this.value(step.be);
      return this.bind(step.let, {
        value,
        uses: this.usesOf(step.be),
        parts: partsOf(step.be, value, this.bound),
      });
    }
    const value = this.value(step.be);
    if (value === null) throw new StoryFailure(`nothing to say of ${step.answer}`);
    const parts = partsOf(step.be, value, this.bound);
    this.answers.push({
      key: step.answer,
      type: step.type,
      value,
      ...(parts.length === 0 ? {} : { from: [...parts] }),
      expression: step.be,
    });
    this.words.answer(step, this.calls.length);
  }

  private value(expression: string): Json {
    for (const [, name = ''] of expression.matchAll(/:([A-Za-z_]\w*)/g)) this.used.add(name);
    return this.look(expression);
  }

  /** Returns a value without counting its names as used: the agent's sentences do not change the story. */
  private look(expression: string): Json {
    const path = pathOf(expression);
    if (path !== undefined) return memberOf(this.values.get(path.name) ?? null, path.rest);
    return evaluate(this.world, expression, this.values);
  }

  private list(expression: string): readonly Json[] {
    const list = asList(this.value(expression));
    if (list === undefined) throw new StoryFailure(`${expression} is no list`);
    return list;
  }

  private usesOf(...expressions: (string | undefined)[]): number[] {
    const found = expressions.flatMap((each) =>
      [...(each ?? '').matchAll(/:([A-Za-z_]\w*)/g)].flatMap(([, name = '']) => this.bound.get(name)?.uses ?? []),
    );
    return [...new Set(found)].sort((a, b) => a - b);
  }

  private call({ call: name, by, with: given = {}, as, gather }: Extract<StoryStep, { call: string }>): void {
    const tool = this.world.tools.get(name)?.tool;
    if (tool === undefined) throw new StoryFailure(`there is no tool ${name}`);
    if (this.calls.length >= MOST_CALLS) throw new StoryFailure('too many calls');
    const computed: ComputedOrigin[] = [];
    const args = typed(tool, this.expressed(given, [], computed) as JsonObject);
    const planned = { by: (by ?? tool.audience) as Audience, name, arguments: args };
    const { ok, result, code } = this.callIt(planned);
    const at = this.calls.length;
    this.calls.push({ ...planned, refused: !ok, computed });
    if (!ok) {
      if (this.trying > 0) throw new Refused(code);
      throw new StoryFailure(`a call is refused: ${code ?? ''}`);
    }
    const bound: Source = { value: plainJson(result), uses: [at] };
    if (as !== undefined) this.bind(as, bound);
    if (gather !== undefined) {
      const known = this.bound.get(gather);
      this.bind(gather, {
        value: [...(asList(known?.value ?? []) ?? []), bound.value],
        uses: [...(known?.uses ?? []), at],
      });
    }
  }

  private decline({
    decline: reason,
    forbids: call,
    with: given = {},
    because,
    rule,
  }: Extract<StoryStep, { decline: string }>): void {
    const tool = this.world.tools.get(call ?? '')?.tool;
    if (call !== undefined && tool === undefined) throw new StoryFailure(`there is no tool ${call}`);
    const args = tool === undefined ? {} : typed(tool, this.expressed(given, [], []) as JsonObject);
    this.decisions.push(`decline: ${reason}`);
    this.declined = {
      reason,
      ...(tool === undefined ? {} : { call: { by: tool.audience, name: tool.name, arguments: args } }),
      ...(because === undefined ? {} : { because: this.value(because) }),
      ...(rule === undefined ? {} : { rule }),
    };
    throw new Ended(reason);
  }

  private expressed(given: Expressed, place: Place, computed: ComputedOrigin[]): Json {
    if (Array.isArray(given))
      return (given as readonly Expressed[]).map((each, at) => this.expressed(each, [...place, at], computed));
    if (typeof given === 'object')
      return Object.fromEntries(
        Object.entries(given as JsonObject).map(([name, each]) => [
          name,
          this.expressed(each as Expressed, [...place, name], computed),
        ]),
      );
    if (typeof given !== 'string') return given as Json;
    const value = this.value(given);
    if (value === null) throw new StoryFailure(`${given} is nothing`);
    const isLiteral = /^(?:'(?:[^']|'')*'|-?\d+(?:\.\d+)?)$/.test(given.trim());
    // a value from a result counts as computed, because the story may have chosen it, such as one of several cards
    if (!isLiteral) {
      const uses = this.usesOf(given);
      if (uses.length > 0 || !isPath(given)) computed.push({ argument: place, expression: given, uses });
    }
    return value;
  }

  private choose(step: Extract<StoryStep, { choose: string }>): void {
    const { choose, where, least, most, as, optional } = step;
    const items = this.list(choose);
    const open = items.filter((item) => this.holds(where, as, item));
    const by = least ?? most;
    const keyed = this.sorted(open, as, least, most);
    const [first, second] = keyed;
    if (first !== undefined && second !== undefined && compare(first.key, second.key) === 0)
      throw new StoryFailure('nothing wins alone');
    if (by === undefined && open.length > 1) throw new StoryFailure('several fit');
    const item = by === undefined ? open[0] : first?.item;
    if (item === undefined && optional !== true) throw new StoryFailure('nothing fits');
    this.decisions.push(`choose ${as}: ${item === undefined ? 'none' : canonicalJson(item)}`);
    this.bind(as, {
      value: item ?? null,
      uses: this.usesOf(choose, where, by),
    });
  }

  /**
   * Sorts the items by their keys, rising for `least` and falling for `most`. Returns an empty list if the step names
   * neither.
   */
  private sorted(items: readonly Json[], as: string, least?: string, most?: string): { item: Json; key: Json }[] {
    const by = least ?? most;
    if (by === undefined) return [];
    const keyed = items.map((item) => ({ item, key: this.itemValue(by, as, item) }));
    if (keyed.some(({ key }) => key === null || typeof key === 'object')) throw new StoryFailure(`${by} is nothing`);
    const sign = least === undefined ? -1 : 1;
    return keyed.sort((a, b) => sign * compare(a.key, b.key));
  }

  private each({ each, where, least, most, as, do: steps }: Extract<StoryStep, { each: string }>): void {
    const open = this.list(each).filter((item) => this.holds(where, as, item));
    this.decisions.push(`each ${as}: ${open.length}`);
    const uses = this.usesOf(each, where);
    const items =
      least === undefined && most === undefined ? open : this.sorted(open, as, least, most).map(({ item }) => item);
    this.looping += 1;
    for (const item of items) {
      this.bind(as, { value: item, uses });
      this.steps(steps);
    }
    this.looping -= 1;
  }

  /** Runs the steps of a `try`. If a call is refused, the steps under `else` run next; earlier calls stay made. */
  private tryIt(step: Extract<StoryStep, { try: readonly StoryStep[] }>): void {
    this.trying += 1;
    try {
      this.steps(step.try);
      this.decisions.push('try: done');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.decisions.push(`try: ${error.message}`);
      this.trying -= 1;
      this.steps(step.else);
      return;
    }
    this.trying -= 1;
  }

  private total({ total, of, where, as }: Extract<StoryStep, { total: string }>): void {
    const open = this.list(of).filter((item) => this.holds(where, 'it', item));
    const parts = open.map((item) => this.itemValue(total, 'it', item));
    if (!parts.every((part) => typeof part === 'number')) throw new StoryFailure(`${total} is no number`);
    const value = parts.reduce((sum, part) => sum + Math.round(part * CENTS), 0) / CENTS;
    this.decisions.push(`total ${as}: ${value}`);
    this.bind(as, { value, uses: this.usesOf(of, where), parts: partsOfTotal(total, open, parts) });
  }

  private holds(where: string | undefined, as: string, item: Json): boolean {
    return where === undefined || isTrue(this.itemValue(where, as, item));
  }

  private itemValue(expression: string, as: string, item: Json): Json {
    const before = this.values.get(as);
    this.values.set(as, item);
    try {
      return this.value(expression);
    } finally {
      if (before === undefined) this.values.delete(as);
      else this.values.set(as, before);
    }
  }
}

const CENTS = 100;

function compare(a: Json, b: Json): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
