// An agent (the oracle) that knows the task's stored solution. It asks the user for missing values and for consent to
// each change, and takes a value that is neither said nor shown from the solution only after its questions failed.
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import { canonicalJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import { placeOf, valueAt } from '../../envs/values/places.ts';
import { endsElsewhere } from '../../envs/verification/choice-play.ts';
import { Known } from '../../envs/verification/derivable.ts';
import { needsYes, replyOf } from '../../envs/verification/script.ts';
import type { Random } from '../../envs/random.ts';
import { plainWords, withoutYear } from '../../envs/words/spoken.ts';
import type { Move, Player, PlayerKind, Seat, WantedCall } from '../episodes/players.ts';
import { recogniseActs } from '../language/acts.ts';
import { firstQuestion } from './first-question.ts';
import { alike, nameToAsk, unknownValues } from './oracle-choice.ts';
import { planOf, type OraclePlan, type PlannedStep } from './oracle-plan.ts';
import { OracleReport } from './oracle-report.ts';
import { asJson, errorCode } from './tool-answers.ts';
import { ALL_DONE, askFor, askForMore, guide, NOTHING_TO_DO, NO_YES } from './oracle-words.ts';
import { Waits } from './waits.ts';

export const oracleAgent: PlayerKind = {
  name: 'oracle',
  about: 'follows gold, and earns every value of it in conversation',
  open: () => ({ about: { kind: 'oracle', version: '1' }, sit: (seat) => new Oracle(seat, planOf(seat.task)) }),
};

const MOST_ASKS = 3;
const MOST_PROPOSALS = 4;
/** The largest number of calls that one proposal may cover. */
const MOST_TOGETHER = 60;
const TOGETHER = 3;
const RETRIES = 3;
const PASSING = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT']);

export class Oracle implements Player {
  private readonly seat: Seat;
  private readonly plan: OraclePlan;
  private readonly random: Random;
  private readonly known = new Known();
  private seen = 0;
  private at = 0;
  private asks = 0;
  /** How many times the agent has asked each question about an item of a list, by step and question. */
  private readonly wondered = new Map<string, number>();
  private askedFor = '';
  private yesAsked = 0;
  /** The user has consented to all steps before this index. */
  private agreed = 0;
  /** The agent has proposed all steps before this index, and waits for the user's consent. */
  private proposed = 0;
  private guided = -1;
  private retries = 0;
  private underWay = 0;
  private answered = 0;
  private hasSpoken = false;
  /** True if the agent has told any news since the user's last wish. */
  private hasNews = false;
  private questioned: boolean;
  private unearned = 0;
  private userText = '';
  private readonly told: string[] = [];
  private readonly waits = new Waits();
  /** The result of each call, by the call's name and arguments. */
  private readonly results = new Map<string, Json>();
  private readonly report: OracleReport;

  /** `takesOver` leaves out the first question; `agreed` tells that the user has consented to the first step. */
  constructor(seat: Seat, plan: OraclePlan, { takesOver = false, agreed = false } = {}) {
    this.seat = seat;
    this.plan = plan;
    this.random = seat.random('oracle');
    this.report = new OracleReport(seat, this.known, this.random);
    this.questioned = takesOver;
    if (agreed) this.agreed = 1;
  }

  notes(): { readonly [key: string]: Json } {
    return this.unearned === 0 ? {} : { unearned: this.unearned };
  }

  next(messages: readonly EpisodeMessage[]): Move {
    const fresh = messages.slice(this.seen);
    this.seen = messages.length;
    for (const { role, content } of fresh) {
      if (role === 'user') {
        this.known.tell(content);
        this.told.push(content);
        this.userText = content;
      }
      if (role === 'tool') this.known.show(asJson(content));
    }
    this.waits.hasReadOut = fresh.some(({ role }) => role === 'tool') && fresh.at(-1)?.role === 'user';
    const last = messages.at(-1);
    this.settle(fresh.filter(({ role }) => role === 'tool'));
    if (last?.role === 'user') this.heard(last);
    return this.firstQuestion() ?? this.step() ?? this.reply();
  }

  /** Reads the results of the last calls. After a temporary error, a call is made again up to RETRIES times. */
  private settle(results: readonly EpisodeMessage[]): void {
    if (this.underWay === 0) return;
    const made = this.plan.steps.slice(this.at, this.at + this.underWay);
    this.underWay = 0;
    for (const [index, step] of made.entries()) {
      const code = errorCode(results[index]?.content ?? '');
      this.results.set(keyOf(step.name, step.arguments), asJson(results[index]?.content ?? ''));
      if (code !== undefined && !step.fails && PASSING.has(code) && this.retries < RETRIES) {
        this.retries += 1;
        this.agreed = Math.max(this.agreed, this.at + 1);
        return;
      }
      if (code === undefined) this.report.add(step, asJson(results[index]?.content ?? ''));
      const before = step;
      this.at += 1;
      this.reached();
      this.retries = 0;
      // if the next call is identical, the user's consent to this call covers it too
      const next = this.plan.steps[this.at];
      if (
        next !== undefined &&
        JSON.stringify(next.arguments) === JSON.stringify(before.arguments) &&
        next.name === before.name
      )
        this.agreed = Math.max(this.agreed, this.at + 1);
    }
  }

  private heard(last: EpisodeMessage): void {
    const step = this.plan.steps[this.at];
    if (step === undefined) return;
    if (this.guided === this.at) {
      this.report.heard(step);
      this.at += 1;
      this.reached();
      return;
    }
    if (this.yesAsked > 0 && this.agreed <= this.at) {
      const acts = recogniseActs('user', last.content, true) ?? [];
      if (acts.includes('confirm')) this.agreed = this.proposed;
    }
  }

  private firstQuestion(): Move | undefined {
    if (this.questioned) return undefined;
    this.questioned = true;
    const question = firstQuestion(this.seat.task, this.random);
    return question === undefined ? undefined : this.say(question);
  }

  private step(): Move | undefined {
    const step = this.plan.steps[this.at];
    if (step === undefined) return undefined;
    const first = this.beforeLater(step);
    if (first !== undefined) return first;
    if (step.by === 'user') {
      this.guided = this.at;
      this.hasNews = true;
      const words = this.report.guide(step);
      if (words !== undefined) return this.say(words);
      const reads = this.seat.world.tools.get(step.name)?.tool.effect === 'read';
      return this.say(guide(step.name, step.arguments, reads, this.random));
    }
    const question = step.forced === true ? undefined : (this.missing(step) ?? this.unchosen(step));
    if (question !== undefined) return question;
    const call = { by: 'agent' as const, name: step.name, arguments: step.arguments };
    if (this.agreed <= this.at && step.unasked !== true && needsYes(this.seat.world, call)) {
      this.yesAsked += 1;
      if (this.yesAsked > MOST_PROPOSALS) return { kind: 'say', text: NO_YES, end: 'refused' };
      const together = this.together(step);
      this.proposed = this.at + together.length;
      return this.say(this.report.proposal(together, this.yesAsked - 1));
    }
    this.yesAsked = 0;
    const calls: WantedCall[] = [wanted(step)];
    // the first call stands alone, because it often finds the caller, who must be known before anything else is read
    if (this.isPlainRead(step) && this.random.real() < 0.5 && this.at > 0)
      for (const next of this.plan.steps.slice(this.at + 1, this.at + TOGETHER)) {
        if (!this.isPlainRead(next) || !this.isKnownByNow(next) || this.isLater(next)) break;
        calls.push(wanted(next));
      }
    this.underWay = calls.length;
    return { kind: 'call', calls };
  }

  /**
   * Returns the steps that one proposal covers: this step and the next steps that make the same change to other rows.
   * If a rule of the environment has a check, returns this step alone: the rule may demand consent to each change.
   */
  private together(step: PlannedStep): readonly PlannedStep[] {
    const steps = [step];
    if (this.seat.world.environment.rules.some(({ check }) => check !== undefined)) return steps;
    for (const next of this.plan.steps.slice(this.at + 1, this.at + MOST_TOGETHER)) {
      const isFree = next.by === 'agent' && !next.fails && next.unasked !== true && !this.isLater(next);
      if (!isFree || !this.report.isOneDeed([...steps, next])) break;
      if (next.forced !== true && !this.isKnownByNow(next)) break;
      steps.push(next);
    }
    return steps;
  }

  /** Tells whether the user asks for this call only later in the conversation. */
  private isLater(step: PlannedStep): boolean {
    const { task } = this.seat;
    return (task.user.later ?? []).some(({ call }) => {
      const gold = task.gold.calls[call];
      return gold !== undefined && keyOf(gold.name, gold.arguments as JsonObject) === keyOf(step.name, step.arguments);
    });
  }

  /** Before a call that awaits a later wish: asks for another wish, or proposes the call as it was first wanted. */
  private beforeLater(step: PlannedStep): Move | undefined {
    const { task } = this.seat;
    const later = (task.user.later ?? []).find(
      ({ call, text }) => this.isAt(call, step) && !this.told.includes(text) && this.waits.mayWait(text),
    );
    if (later === undefined) return undefined;
    if (later.kind === 'also') {
      this.waits.add(later.text);
      const more = this.say(askForMore(this.waits.asked - 1, task.session_seed));
      const isAnswered = this.hasNews;
      this.hasNews = false;
      return isAnswered ? more : { ...more, text: `${NOTHING_TO_DO}\n${more.text}` };
    }
    const was: PlannedStep = { ...step, arguments: (later.was ?? step.arguments) as JsonObject };
    const question = this.missing(was);
    if (question !== undefined) return question;
    this.waits.add(later.text);
    return this.say(this.report.proposal([was], 0, step.arguments));
  }

  /** Tells whether the present step is the solution's call with this index. Equal calls are matched in order. */
  private isAt(call: number, step: PlannedStep): boolean {
    const { calls } = this.seat.task.gold;
    const key = keyOf(step.name, step.arguments);
    const own = calls.map(({ name, arguments: args }) => keyOf(name, args as JsonObject) === key);
    const made = this.plan.steps.slice(0, this.at).filter((each) => keyOf(each.name, each.arguments) === key).length;
    return own[call] === true && made >= own.slice(0, call).filter(Boolean).length;
  }

  private isPlainRead({ by, name, fails }: PlannedStep): boolean {
    return by === 'agent' && !fails && this.seat.world.tools.get(name)?.tool.effect === 'read';
  }

  /** Tells whether the agent need not ask for any value of the call. */
  private isKnownByNow({ name, arguments: args }: PlannedStep): boolean {
    return unknownValues(this.seat, { name, arguments: args }, this.known).length === 0;
  }

  /** Asks for missing values. If questions do not help, takes the solution's values and counts them as unearned. */
  private missing(step: PlannedStep): Move | undefined {
    const missing = unknownValues(this.seat, step, this.known);
    if (missing.length === 0) {
      this.asks = 0;
      return undefined;
    }
    const labels = [...new Set(missing.map(({ path, value }) => nameToAsk(this.seat.task, path.at(-1) ?? '', value)))];
    const key = `${this.at} ${labels.join()}`;
    if (key !== this.askedFor) this.asks = 0;
    this.askedFor = key;
    // if the user has just answered that they do not know or cannot help, the agent does not ask again
    if (this.asks < MOST_ASKS && !(this.asks > 0 && this.isUnknown)) {
      this.asks += 1;
      const isFirst = !this.hasSpoken;
      return this.say(askFor(labels, this.asks - 1, this.random, isFirst));
    }
    this.unearned += missing.length;
    this.asks = 0;
    for (const { value } of missing) this.known.tell(String(value));
    return undefined;
  }

  /** Tells whether the user's last message says that they do not know, cannot tell or cannot help. */
  private get isUnknown(): boolean {
    return /\b(?:not|n[o']t) (?:know|help|tell)\b|can't tell/i.test(this.userText);
  }

  /**
   * Asks for a fact that distinguishes the solution's item of a list from the others. If no question can tell them
   * apart and another item would lead to another end, takes the solution's item and counts it as unearned.
   */
  private unchosen(step: PlannedStep): Move | undefined {
    const { task, world } = this.seat;
    const call = task.gold.calls.find(
      (each) => keyOf(each.name, each.arguments as JsonObject) === keyOf(step.name, step.arguments),
    );
    for (const { call: from, at } of call?.origins ?? []) {
      const source = from === undefined ? undefined : task.gold.calls[from];
      const result =
        source === undefined ? undefined : this.results.get(keyOf(source.name, source.arguments as JsonObject));
      if (at === undefined || result === undefined) continue;
      const place = placeOf(at);
      const depth = place.findLastIndex((part) => typeof part === 'number');
      const items = depth === -1 ? undefined : valueAt(result, place.slice(0, depth));
      if (!Array.isArray(items) || items.length < 2) continue;
      const open = alike(items as readonly Json[], place.slice(depth), { task, known: this.known, told: this.told });
      if (open.now.length === 0) continue;
      const key = `${this.at} ${open.tells ?? ''}`;
      const times = this.wondered.get(key) ?? 0;
      const mayAsk = times < MOST_ASKS && !(times > 0 && this.isUnknown);
      if (open.now.length > open.ever.length && mayAsk && open.tells !== undefined) {
        this.wondered.set(key, times + 1);
        return this.say(askFor([open.tells], times, this.random));
      }
      const value = valueAt(result, place) as Json;
      if (open.now.length > open.ever.length || open.ever.some((other) => endsElsewhere(world, task, value, other)))
        this.unearned += 1;
    }
    return undefined;
  }

  private reply(): Move {
    const { task } = this.seat;
    this.answered += 1;
    const isDeclined = task.gold.end === 'refused';
    const text = this.plan.reply ?? this.report.reply() ?? replyOf(task, isDeclined ? 1 : this.random.pick([0, 0, 2]));
    if (this.answered === 1) return this.say(text);
    if (isDeclined || !/\?/.test(this.userText) || / (?:mistake) /.test(plainWords(this.userText)))
      return this.say(text);
    return this.say(this.random.pick(ALL_DONE));
  }

  /** Makes answers ready to be told, unless the plan has its own reply or another number of calls than the solution. */
  private reached(): void {
    const { steps, reply } = this.plan;
    if (reply === undefined && steps.length === this.seat.task.gold.calls.length)
      this.report.reached(this.at, (words) => this.told.includes(words));
  }

  /** Says a text. Puts the news that the user has not heard yet before the text. */
  private say(text: string): Extract<Move, { kind: 'say' }> {
    this.hasSpoken = true;
    this.reached();
    const news = this.report.news();
    this.hasNews ||= news !== undefined;
    const whole = news === undefined ? text : `${news}\n${text}`;
    return { kind: 'say', text: withoutYear(whole, this.seat.world.environment.clock) };
  }
}

function wanted({ name, arguments: args }: PlannedStep): WantedCall {
  return { name, arguments: JSON.stringify(args) };
}

function keyOf(name: string, args: JsonObject): string {
  return `${name} ${canonicalJson(args)}`;
}
