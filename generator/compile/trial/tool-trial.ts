// Tries one tool until one call succeeds and each of its errors has been reached by a call. It guesses arguments, calls
// other writes first and changes good calls so that they fail.
import type { ErrorObject } from 'ajv/dist/2020.js';
import { makeRandom, type Random } from '../../../envs/random.ts';
import { failuresOf, type VettedFailure } from '../../../envs/program/vet-program.ts';
import { plainJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import type { Tool, ToolCall, ToolExample } from '../../../envs/values/tool-schema.ts';
import { compileOnce, describeError } from '../../../envs/values/validator.ts';
import type { World } from '../../../envs/world/world.ts';
import type { Match } from '../readings/reading.ts';
import type { ArgumentGuesser, GuessOptions } from './guess-arguments.ts';
import { shown, type Shown } from './shown-places.ts';
import { spoil } from './spoil-arguments.ts';
import type { Attempt, TrialCalls } from './trial-calls.ts';

export interface ToolOutcome {
  readonly good: boolean;
  readonly refused: boolean;
  readonly changed: boolean;
  readonly invalid: string | undefined;
  /** The code and message of the last refused call. */
  readonly refusal: string | undefined;
  readonly fault: string | undefined;
  /** The error codes of the checks that no call reached. The compiler removes these checks from the program. */
  readonly pruned: readonly string[];
}

export interface Found {
  readonly examples: readonly ToolExample[];
  readonly outcome: ToolOutcome;
  readonly unreached: readonly number[];
}

interface GoodCall {
  readonly before: readonly ToolCall[];
  readonly arguments: JsonObject;
}

/** The state that the trials of all tools share. */
export interface TrialRoom {
  readonly world: World;
  readonly matches: ReadonlyMap<string, Match>;
  readonly seed: number;
  readonly guesser: ArgumentGuesser;
  readonly calls: TrialCalls;
  /** For each tool that has one so far, a call that succeeds. */
  readonly good: Map<string, GoodCall>;
}

const TRIES = 14;
/** The number of further calls for a read whose result has empty fields, to find a call that shows more. */
const LOOKS = 8;
const MISFITS = 3;
/** The largest number of other writes that the trial calls before the tool. */
const OTHERS = 10;
/** The largest number of faulty calls that the trial makes from one good call. */
const SPOILED = 60;
const MOST_EXAMPLES = 8;

export class ToolTrial {
  private readonly room: TrialRoom;
  private readonly tool: Tool;
  private readonly match: Match | undefined;
  private readonly random: Random;
  private readonly faultIn: (result: Json) => string | undefined;
  private readonly sites: readonly VettedFailure[];
  /** The checks that no call has reached yet. */
  private readonly open: Set<VettedFailure>;
  private readonly examples: ToolExample[] = [];
  private readonly seen = new Set<string>();
  private good: GoodCall | undefined;
  private changed = false;
  private invalid: string | undefined;
  private fault: string | undefined;
  private refusal: string | undefined;
  private misfits = 0;

  constructor(room: TrialRoom, name: string) {
    const runnable = room.world.tools.get(name);
    if (runnable === undefined) throw new TypeError(name);
    this.room = room;
    this.tool = runnable.tool;
    this.match = room.matches.get(name);
    this.random = makeRandom(room.seed, `examples ${name}`);
    this.faultIn = resultFault(runnable.tool);
    this.sites = failuresOf(runnable.program.steps);
    this.open = new Set(this.sites);
  }

  run(): Found {
    const { tool } = this;
    for (const each of tool.examples ?? []) this.attempt(each.before ?? [], each.arguments);
    this.drawCalls();
    if (this.good === undefined && !this.isHopeless()) this.tryEachKey();
    for (const near of [1, -1])
      for (let at = 0; at < 3 && this.good === undefined && !this.isHopeless(); at++)
        this.attempt([], this.guess({ full: false, near }));
    if (this.good !== undefined && tool.effect === 'read') this.good = this.fuller(this.good);
    // without a good call, the tool is tried again after another write to the same tables
    if (!this.isHopeless() && !this.isGood()) this.afterOthers(() => this.isGood());
    const allReached = (): boolean => this.open.size === 0;
    if (this.good !== undefined && !allReached()) this.spoilCalls(this.good);
    if (this.good !== undefined && this.awaitsState()) this.spoilKeys(this.good);
    if (this.good !== undefined && !allReached()) this.afterOthers(allReached);
    if (this.good !== undefined) this.room.good.set(tool.name, this.good);
    if (this.good !== undefined) this.leaveToClock(this.good);
    // every tool refuses an unknown argument
    if (this.good !== undefined && !this.examples.some((each) => each.expect !== 'ok')) {
      const strange = { ...this.good.arguments, no_such_argument: 1 };
      if (this.attempt([], strange).answer?.ok === false)
        this.examples.push({ arguments: strange, expect: 'INVALID_ARGUMENT' });
    }
    return this.found();
  }

  /** Repeats the good call without a time, so that an example shows that the time then comes from the clock. */
  private leaveToClock({ before, arguments: args }: GoodCall): void {
    const needs = this.match?.needs.filter(({ use, stamp }) => use === 'given' && stamp !== undefined) ?? [];
    const names = new Set(needs.map(({ called }) => called));
    const left = Object.fromEntries(Object.entries(args).filter(([name]) => !names.has(name)));
    if (Object.keys(left).length === Object.keys(args).length) return;
    if (this.room.calls.make(this.tool, before, left).answer?.ok !== true) return;
    this.examples.push({
      ...(before.length > 0 ? { before: before as ToolCall[] } : {}),
      arguments: left,
      expect: 'ok',
    });
  }

  private found(): Found {
    const unreached = this.sites.flatMap((site, at) => (this.open.has(site) ? [at] : []));
    const given = this.tool.examples ?? [];
    const text = (each: ToolExample): string => JSON.stringify([each.before ?? [], each.arguments]);
    const kept = new Set(given.map(text));
    const others = this.examples.filter((each) => !kept.has(text(each)));
    return {
      examples: [...given, ...others].sort((a, b) => (a.expect === 'ok' ? 0 : 1) - (b.expect === 'ok' ? 0 : 1)),
      outcome: {
        good: this.good !== undefined,
        refused: this.examples.some((each) => each.expect !== 'ok'),
        changed: this.changed,
        invalid: this.invalid,
        refusal: this.refusal,
        fault: this.fault,
        pruned: unreached.map((at) => this.sites[at]?.code ?? ''),
      },
      unreached,
    };
  }

  private isGood(): boolean {
    return this.good !== undefined && (this.tool.effect === 'read' || this.changed);
  }

  /**
   * Tells whether further calls are useless: no call succeeded, and either several results did not fit the schema or
   * callgym itself failed.
   */
  private isHopeless(): boolean {
    return this.good === undefined && (this.misfits >= MISFITS || this.fault !== undefined);
  }

  private guess(options: GuessOptions): JsonObject {
    return this.room.guesser.guess(this.tool, this.match, this.random, options);
  }

  private attempt(before: readonly ToolCall[], args: JsonObject): Attempt {
    const result = this.room.calls.make(this.tool, before, args);
    this.fault ??= result.fault;
    if (result.answer === undefined) return result;
    const isNew = this.note(result, before, args);
    const { answer } = result;
    const text = JSON.stringify([before, args]);
    // each check of the program needs an example that reaches it, so a tool with many checks may have more examples
    const most = Math.max(MOST_EXAMPLES, this.sites.length + 2);
    if (!isNew || this.examples.length >= most || this.seen.has(text)) return result;
    this.seen.add(text);
    this.examples.push({
      ...(before.length > 0 ? { before: before as ToolCall[] } : {}),
      arguments: args,
      expect: answer.ok ? 'ok' : answer.error.code,
    });
    return result;
  }

  /**
   * Records the outcome of a call. Returns true for the first call that a check refuses, the first that succeeds, and
   * the first that changes a row.
   */
  private note({ answer, failure, committed }: Attempt, before: readonly ToolCall[], args: JsonObject): boolean {
    if (answer?.ok === false) {
      this.refusal = `${answer.error.code} ${answer.error.message}`;
      return failure !== undefined && this.open.delete(failure);
    }
    const problem = answer === undefined ? undefined : this.faultIn(answer.result);
    if (problem !== undefined) {
      this.invalid ??= problem;
      this.misfits += 1;
      return false;
    }
    const isNew = this.good === undefined || (this.tool.effect === 'write' && !this.changed && committed);
    if (isNew) this.good = { before, arguments: args };
    this.changed ||= committed;
    return isNew;
  }

  private drawCalls(): void {
    const isDone = (): boolean => this.isGood() && this.open.size === 0;
    for (let at = 0; at < TRIES && !isDone(); at++) {
      this.attempt([], this.guess({ full: at % 3 !== 1 }));
      if (this.good !== undefined && at >= 5 && this.open.size > 0) break;
      if (this.isHopeless()) break;
    }
  }

  /** Tries each row in turn, because few rows may be in the state that the tool requires. */
  private tryEachKey(): void {
    for (const key of this.room.guesser.keysFor(this.tool, this.match)) {
      if (this.good !== undefined) return;
      this.attempt([], { ...this.guess({ full: false }), ...key });
    }
  }

  /** Tells whether some check of a row's state has not refused a call yet. */
  private awaitsState(): boolean {
    return [...this.open].some(({ code }) => code === 'PRECONDITION_FAILED');
  }

  /** Repeats the good call with each row in turn, because only a few rows may be in a state that the tool refuses. */
  private spoilKeys(good: GoodCall): void {
    for (const key of this.room.guesser.keysFor(this.tool, this.match)) {
      if (!this.awaitsState()) return;
      this.attempt(good.before, { ...good.arguments, ...key });
    }
  }

  /**
   * Looks for a call whose result shows more values and puts it in the place of the example. Returns this call, or the
   * given call if no result shows more.
   */
  private fuller(good: GoodCall): GoodCall {
    const shownBy = (call: GoodCall): Shown | undefined => {
      const { answer } = this.room.calls.make(this.tool, call.before, call.arguments);
      return answer?.ok === true && this.faultIn(answer.result) === undefined ? shown(answer.result) : undefined;
    };
    let best = good;
    let most = shownBy(good);
    for (let at = 0; at < LOOKS && most !== undefined && most.gaps > 0; at++) {
      const other = { before: good.before, arguments: this.guess({ full: at % 3 === 2 }) };
      const found = shownBy(other);
      if (found !== undefined && found.places > most.places) [best, most] = [other, found];
    }
    const at = this.examples.findIndex((each) => each.expect === 'ok');
    const example = this.examples[at];
    if (best !== good && example !== undefined) this.examples[at] = { ...example, arguments: best.arguments };
    return best;
  }

  /**
   * Tries the tool after a call of another tool that writes. For example, a row can be removed only after another tool
   * added it.
   */
  private afterOthers(done: () => boolean): void {
    const mine = new Set(this.tablesOf(this.tool.name));
    let tried = 0;
    for (const [name, each] of this.room.good) {
      if (done() || tried >= OTHERS) return;
      const other = this.room.world.tools.get(name)?.tool;
      const isNear = name !== this.tool.name && this.tablesOf(name).some((table) => mine.has(table));
      if (other?.effect !== 'write' || !isNear) continue;
      tried += 1;
      const before = [...each.before, { by: other.audience, name, arguments: each.arguments }];
      for (let at = 0; at < 2 && !done(); at++) {
        const like = { like: each.arguments, likeMatch: this.room.matches.get(name) };
        this.attempt(before, this.guess({ full: at === 0, ...like }));
      }
    }
  }

  private tablesOf(name: string): string[] {
    const statements = this.room.world.tools.get(name)?.program.statements ?? [];
    return statements.flatMap(({ vetted }) => [...vetted.reads, ...vetted.writes]);
  }

  /**
   * Makes calls that the tool should refuse: the good call a second time, and calls with one wrong argument. If some
   * checks have then still refused nothing, makes calls with arguments from different rows.
   */
  private spoilCalls(good: GoodCall): void {
    const { tool, match, random } = this;
    this.attempt([...good.before, { by: tool.audience, name: tool.name, arguments: good.arguments }], good.arguments);
    const wrong = spoil(this.room.guesser.nodeOf(tool), tool, good.arguments, match, random);
    for (const args of wrong.slice(0, SPOILED)) {
      if (this.open.size === 0) return;
      this.attempt(good.before, args);
    }
    for (let at = 0; at < TRIES && this.open.size > 0; at++)
      this.attempt([], this.guess({ full: at % 2 === 0, loose: true }));
  }
}

/**
 * Returns a function that describes how a result differs from the declared schema. For a result that fits, the function
 * returns undefined.
 */
function resultFault(tool: Tool): (result: Json) => string | undefined {
  if (tool.returns === undefined) return () => undefined;
  let validate: ReturnType<typeof compileOnce>;
  try {
    validate = compileOnce(tool.returns as JsonObject);
  } catch (error) {
    const what = `its returns are no JSON Schema: ${(error as Error).message}`;
    return () => what;
  }
  return (result) => {
    if (validate(plainJson(result))) return undefined;
    const { path, what } = describeError(validate.errors?.[0] as ErrorObject);
    return `${path === '' ? 'it' : path} ${what}`;
  };
}
