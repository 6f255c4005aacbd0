// Puts the proposals, reports, answers and refusals of an oracle (an agent that knows the solution) into the
// environment's own phrases. Where the environment has no phrase, these functions return undefined or use general
// phrases.
import type { Random } from '../../envs/random.ts';
import { canonicalJson, isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import { leavesOf } from '../../envs/values/places.ts';
import type { StoryStep } from '../../envs/values/story.ts';
import type { Task, TaskOutput } from '../../envs/values/task.ts';
import { isStated, untoldCharges, type Charge } from '../../envs/verification/charges.ts';
import type { Known } from '../../envs/verification/derivable.ts';
import { keysOf } from '../../envs/verification/alarms.ts';
import { wantsAmounts } from '../../envs/verification/rules.ts';
import { needsYes, replyOf } from '../../envs/verification/script.ts';
import { amountSaid, labelOf, listed, plainWords, says, spoken } from '../../envs/words/spoken.ts';
import { kindsOfRows } from '../../envs/world/kinds-of-rows.ts';
import type { World } from '../../envs/world/world.ts';
import type { Seat } from '../episodes/players.ts';
import { answerSentence } from './answer-words.ts';
import { deedClause, isOneDeed, unsaidIn, untoldIn, type DeedGround } from './deed-words.ts';
import { dueOf, newsLines, type Done, type Due, type News } from './oracle-news.ts';
import { askForYes } from './oracle-words.ts';
import { inPast } from './past-deed.ts';
import { refusalReason, refusedAgain } from './refusal-words.ts';
import { rowName } from './row-name.ts';
import { framed, saysAlso } from './speech.ts';
import { stated } from './value-words.ts';

interface Step {
  readonly name: string;
  readonly arguments: JsonObject;
}

export class OracleReport {
  private readonly world: World;
  private readonly task: Task;
  private readonly known: Known;
  private readonly random: Random;
  private readonly shown: Json[] = [];
  /** The news that the user has not heard yet, in the order of the events. */
  private untold: News[] = [];
  /** Answers and remarks that are told only after a later call of the solution. */
  private due: readonly Due[];
  private guided = false;
  private refusals = 0;
  private firstRefusal: string | undefined;

  constructor({ world, task }: Seat, known: Known, random: Random) {
    this.known = known;
    this.world = world;
    this.task = task;
    this.random = random;
    this.due = dueOf(task);
  }

  /** Returns the format for amounts of money of a tool, or of the whole environment if the tool has none. */
  private money(tool?: string): string | undefined {
    const speech = this.world.environment.speech;
    return speech?.tools[tool ?? '']?.money ?? speech?.money;
  }

  add({ name, arguments: args }: Step, answer: Json): void {
    // the answer may write a number as the text "180.0"; the phrases need the number 180
    const result = plainJson(answer);
    const before = [...this.shown];
    this.shown.push(result);
    if (this.world.tools.get(name)?.tool.effect !== 'write') return;
    // the result of a booking may not repeat all arguments of the call, such as the class, so both are kept as one row
    if (isJsonObject(result)) this.shown.push({ ...result, ...args, ...result });
    const words = this.words(name, 'told', args, result);
    if (words === undefined) {
      // calls that need no consent, such as identifying a person, are not reported
      if (!needsYes(this.world, { by: 'agent', name, arguments: args })) return;
      // the result of this change is left out, so that the report names the row as it was before the change
      this.untold.push({ kind: 'deed', step: { name, arguments: args, shown: before } });
      return;
    }
    const frames = this.world.environment.speech?.tools[name]?.told?.filter((frame) => !FIGURE.test(frame));
    this.untold.push({
      kind: 'told',
      full: words,
      plain: framed(frames, { arguments: args, result, shown: this.shown, money: this.money(name) }, this.random),
    });
  }

  /** Notes a call that the user made with a tool of their own. The agent will report the call in its next message. */
  heard({ name, arguments: args }: Step): void {
    const words = this.words(name, 'told', args);
    if (words !== undefined) this.untold.push({ kind: 'told', full: words, plain: words });
  }

  /**
   * Asks for consent to one call or to several calls together, for the first time in the environment's own phrases if
   * they exist. Otherwise names the action, the rows and the values. `final` holds the arguments that the user will ask
   * for after the proposal; the proposal then says each value that the user will replace.
   */
  proposal(steps: readonly Step[], times: number, final?: JsonObject): string {
    const own = times > 0 ? [] : steps.map((step) => this.proposed(step));
    const isOwn = own.length > 0 && own.every((words) => words !== undefined);
    const clause = isOwn ? listed(own as string[]) : this.inCurrency(deedClause(steps, this.ground()));
    const asked = askForYes(final === undefined ? clause : this.withFirst(clause, steps, final), times, this.random);
    return `${this.charges(asked, steps)} ${asked}`.trim();
  }

  /**
   * Returns sentences about those prices of the calls that the proposal does not say. Prices that the tool's
   * description or the policy states are left out, unless a rule demands that amounts are told.
   */
  private charges(proposal: string, steps: readonly Step[]): string {
    return steps
      .map(({ name, arguments: args }) => {
        const key = canonicalJson(args);
        const call = this.task.gold.calls.findLast(
          (each) => each.name === name && each.error === undefined && canonicalJson(each.arguments as Json) === key,
        );
        const said = (amount: number): string => amountSaid(amount, this.money(name));
        const read = `${this.world.tools.get(name)?.tool.description ?? ''}\n${this.world.environment.policy}`;
        const isKnown = wantsAmounts(this.world) ? undefined : (charge: Charge) => isStated(charge, read);
        return untoldCharges(proposal, (call?.result ?? null) as Json, said, isKnown);
      })
      .filter((text) => text !== '')
      .join(' ');
  }

  /**
   * Adds to the clause those texts of the calls that are not in `final` (so the user will replace them) and that the
   * clause does not say.
   */
  private withFirst(clause: string, steps: readonly Step[], final: JsonObject): string {
    const kept = new Set(leavesOf(final).map(({ value }) => value));
    const plain = plainWords(clause);
    const untold = steps
      .flatMap((step) => leavesOf(step.arguments))
      .map(({ place, value }) => ({ name: String(place.findLast((part) => typeof part === 'string') ?? ''), value }))
      .filter(({ value }) => typeof value === 'string' && !kept.has(value) && !this.isKey(value))
      .filter(({ name, value }) => !says(plain, value, name));
    return untold.length === 0
      ? clause
      : `${clause}, with ${listed(untold.map((each) => stated({ ...each, isRow: false })))}`;
  }

  /**
   * Proposes a call in the environment's phrases, and adds the values that the phrases leave out. Returns undefined if
   * the environment has no phrase for the call, or if a value cannot be added.
   */
  private proposed(step: Step): string | undefined {
    const chosen = this.words(step.name, 'proposes', step.arguments);
    if (chosen === undefined) return undefined;
    const words = this.whole(step, chosen);
    const unsaid = unsaidIn(words, step, this.ground());
    return unsaid === undefined ? undefined : `${words}${unsaid}${this.apart(step, words)}`;
  }

  /**
   * Returns the phrase that leaves out the fewest values of the call. Prefers the chosen phrase if others leave out as
   * many.
   */
  private whole(step: Step, chosen: string): string {
    const least = untoldIn(chosen, step, this.ground());
    if (least === 0) return chosen;
    const frames = this.world.environment.speech?.tools[step.name]?.proposes ?? [];
    const told = { arguments: step.arguments, shown: this.shown, money: this.money(step.name) };
    const others = frames
      .flatMap((frame) => framed([frame], told, this.random) ?? [])
      .map((words) => ({ words, untold: untoldIn(words, step, this.ground()) }))
      .sort((one, other) => one.untold - other.untold);
    const [best] = others;
    return best !== undefined && best.untold < least ? best.words : chosen;
  }

  /**
   * Returns the names of rows to add, if a phrase of the tool would propose another call of the task in the same words.
   * Otherwise the user's yes to one call could be taken for a yes to the other.
   */
  private apart({ name, arguments: args }: Step, words: string): string {
    const frames = this.world.environment.speech?.tools[name]?.proposes ?? [];
    const others = this.task.gold.calls
      .filter((call) => call.by === 'agent' && call.name === name && call.error === undefined)
      .map((call) => call.arguments as JsonObject)
      .filter((each) => canonicalJson(each) !== canonicalJson(args))
      .filter((each) => saysAlso(words, frames, { arguments: each, shown: this.shown, money: this.money(name) }));
    const theirs = new Set(others.flatMap((each) => leavesOf(each).map(({ value }) => value)));
    const rows =
      others.length === 0 ? [] : leavesOf(args).filter(({ value }) => this.isKey(value) && !theirs.has(value));
    const said = rows.map(({ place, value }) => {
      const label = labelOf(String(place.findLast((part) => typeof part === 'string') ?? ''));
      return `${label} ${rowName(value, this.shown, (each, of) => this.known.isTold(each, of))}`;
    });
    return said.length === 0 ? '' : `, for ${listed(said)}`;
  }

  /** Replaces dollar amounts by amounts in the environment's format for money: "$120" becomes "120 euros". */
  private inCurrency(clause: string): string {
    const money = this.money();
    if (money === undefined) return clause;
    return clause.replaceAll(/\$(\d+(?:,\d{3})*(?:\.\d+)?)/g, (_all, amount: string) =>
      amountSaid(Number(amount.replaceAll(',', '')), money),
    );
  }

  isOneDeed(steps: readonly Step[]): boolean {
    return isOneDeed(steps, this.ground());
  }

  private ground(): DeedGround {
    return {
      isKey: (value) => this.isKey(value),
      shown: this.shown,
      thingOf: (value) => kindsOfRows(this.world).get(value),
      isTold: (value, label) => this.known.isTold(value, label),
    };
  }

  guide({ name, arguments: args }: Step): string | undefined {
    this.guided = true;
    return this.words(name, 'guides', args);
  }

  /**
   * Notes that the agent has made this number of the solution's calls. The answers and remarks that belong after these
   * calls become news, except those that answer a wish that the user has not said yet.
   */
  reached(calls: number, isSaid: (words: string) => boolean = () => true): void {
    const isDue = ({ after, waits }: Due): boolean => after <= calls && (waits === undefined || isSaid(waits));
    for (const due of this.due.filter(isDue)) this.untold.push(due.news);
    this.due = this.due.filter((due) => !isDue(due));
  }

  /**
   * Returns sentences about the changes, answers and remarks that the user has not heard yet. Returns undefined if
   * there are none.
   */
  news(): string | undefined {
    const lines = newsLines(this.untold, {
      deed: (steps, at) => this.plainDeed(steps, at),
      isOne: (steps) => this.isOneDeed(steps),
      answer: (output, says) => this.answer(output, says),
    });
    this.untold = [];
    return lines.length === 0 ? undefined : lines.join(' ');
  }

  /**
   * Reports a change for which the environment has no phrases. Several rows with the same change share one sentence.
   */
  private plainDeed(steps: readonly Done[], at: number): string {
    const start = this.random.pick(at === 0 ? DONE : ALSO);
    const shown = steps[0]?.shown ?? this.shown;
    const sentence = `${start} ${this.inCurrency(inPast(deedClause(steps, { ...this.ground(), shown })))}.`;
    return sentence.replace(/([.!?])"\.$/, '$1"');
  }

  private answer(output: TaskOutput, text?: string): string {
    const { says: own, money = this.money() } =
      answerIn((this.task.story?.steps ?? []) as readonly StoryStep[], output.key) ?? {};
    // a sentence with a placeholder such as {:order.title}, which the task did not fill, is not used
    const says = text ?? (own?.includes('{:') === true ? undefined : own);
    if (says === undefined) return answerSentence(this.task, output, this.random);
    return says.replace('{value}', () =>
      output.type === 'money' ? amountSaid(Number(output.value), money) : spoken(output.value as Json),
    );
  }

  /**
   * Returns the agent's last message: the refusal, or the untold news and the environment's closing phrase. Returns
   * undefined if there is neither, or if the conversation ends in another way.
   */
  reply(): string | undefined {
    const { gold } = this.task;
    if (gold.end === 'refused') return this.refusal();
    if (gold.end !== 'done') return undefined;
    this.reached(Infinity);
    const closing = this.guided ? framed(this.world.environment.speech?.closes, NOTHING, this.random) : undefined;
    const parts = [this.news(), closing].filter((part) => part !== undefined);
    if (parts.length > 0) return parts.join(' ');
    const last = gold.calls.at(-1);
    const isChange = last?.error === undefined && this.world.tools.get(last?.name ?? '')?.tool.effect === 'write';
    return isChange ? undefined : UNCHANGED;
  }

  /**
   * Refuses in the environment's phrases, or in general words with the reason. Returns undefined if there is neither a
   * phrase nor a reason. A second refusal uses other words than the first.
   */
  private refusal(): string | undefined {
    const { gold, rules } = this.task;
    const { speech, rules: known } = this.world.environment;
    const [declined] = gold.declines ?? [];
    const frames = speech?.tools[declined?.name ?? '']?.declines?.[rules[0] ?? ''] ?? [];
    const args = (declined?.arguments ?? {}) as JsonObject;
    const told = { arguments: args, shown: this.shown, money: this.money(declined?.name) };
    const said = this.refusals;
    this.refusals += 1;
    if (said === 0) this.firstRefusal = framed(frames, told, this.random);
    const first = this.firstRefusal;
    const reason = first === undefined ? refusalReason(this.task, known) : undefined;
    if (said === 0) return reason === undefined ? first : `${replyOf(this.task, 1)} ${reason}`;
    const others = frames.map((frame) => framed([frame], told, this.random)).filter((each) => each !== first);
    const phrases = [first, ...others].filter((each) => each !== undefined);
    return refusedAgain(this.task, { phrases, said, ...(reason === undefined ? {} : { reason }) });
  }

  private isKey(value: Json): boolean {
    return typeof value === 'string' && this.world.templateHolds(keysOf(this.world), value);
  }

  private words(
    name: string,
    kind: 'proposes' | 'told' | 'guides',
    args: JsonObject,
    result?: Json,
  ): string | undefined {
    const frames = this.world.environment.speech?.tools[name]?.[kind];
    const told = {
      arguments: args,
      shown: this.shown,
      money: this.money(name),
      ...(result === undefined ? {} : { result }),
    };
    return framed(frames, told, this.random);
  }
}

/** Matches a phrase that has a placeholder for an amount, such as {total}. */
const FIGURE = /refunded|amount|total|price|balance|credit/;
const DONE = ['I have now', 'Done: I have', 'I have'];
/** The last message if the agent had to read rows and then had nothing to change. */
const UNCHANGED = 'I have looked into it, and everything stays as it is.';
const ALSO = ['I have also', 'And I have'];

const NOTHING = { arguments: {}, shown: [] };

function answerIn(
  steps: readonly StoryStep[],
  key: string,
): Extract<StoryStep, { readonly answer: string }> | undefined {
  for (const step of steps) {
    if ('answer' in step && step.answer === key) return step;
    const inner =
      'each' in step
        ? step.do
        : 'if' in step
          ? [...step.do, ...(step.else ?? [])]
          : 'try' in step
            ? [...step.try, ...step.else]
            : [];
    const found = answerIn(inner, key);
    if (found !== undefined) return found;
  }
  return undefined;
}
