// A user without a model: opens, answers what it is asked from what it knows, agrees to what it came for and to nothing else,
// insists where its task says so, does on its own side what it is told. It sits on the control side: it ends when what it
// came for is done, refused or given up, and not before. It never invents anything.
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import type { Diff } from '../../envs/values/diff.ts';
import type { EndReason } from '../../envs/values/task.ts';
import { firstPerson, openingOf } from '../../envs/server/opening.ts';
import { dateOrderOf } from '../../envs/words/dates-said.ts';
import { listed, plainWords, spoken } from '../../envs/words/spoken.ts';
import { singular } from '../../envs/words/split-words.ts';
import type { Random } from '../../envs/random.ts';
import { tokensSaid } from '../../envs/verification/answers.ts';
import { readRefusal } from '../../envs/verification/refusals.ts';
import type { Move, Player, PlayerKind, Seat } from '../episodes/players.ts';
import { HEARD, readSentences, type Sentence } from '../language/sentences.ts';
import { capital, Disclosure } from './disclosure.ts';
import { knownFacts, tellFact, type KnownFact } from './known-facts.ts';
import { OwnTools, type Instruction } from './own-tools.ts';
import { selfFacts } from './self.ts';
import { weighProposal, type Weighed } from './weigh-proposal.ts';
import { isServed, wishesOf, type Wish } from './wishes.ts';

export const SCRIPTED_USER_VERSION = '2';

export const scriptedUser: PlayerKind = {
  name: 'scripted',
  about: 'offline: tells what it knows when it is asked, agrees to what it came for, and nothing else',
  open: () => ({
    about: { kind: 'scripted', version: SCRIPTED_USER_VERSION },
    sit: (seat) => new ScriptedUser(seat, wishesOf(seat.task, seat.world)),
  }),
};

const MOST_UNKNOWN = 10;
const QUOTE_WORDS = 3;
const MOST_SAME = 4;
const MOST_YES = 20;
const MOST_WAITS = 4;
const MOST_INSISTS = 1;
const MOST_REMINDERS = 3;
/** Times that a proposal is turned down before the user gives up. */
const MOST_DENIALS = 12;

export class ScriptedUser implements Player {
  private readonly seat: Seat;
  private readonly wishes: readonly Wish[];
  private readonly disclosure: Disclosure;
  private readonly random: Random;
  private readonly tools: OwnTools;
  private readonly opening: string;
  private readonly goal: string;
  /** Whole sentences that it knows: read back, they are nobody's question. */
  private readonly quotes: readonly string[];
  /** What it came for, in other words than the opening's. */
  private readonly wish: string;
  private readonly heard = new Map<string, number>();
  private opened = false;
  private refusals = 0;
  private unknown = 0;
  private waits = 0;
  private reminders = 0;
  private denials = 0;
  private asideAsked = false;
  /** What the agent said before, where its question alone tells nothing. */
  private before = '';
  private said = '';
  private pending: readonly Instruction[] = [];
  private seen = 0;

  constructor(seat: Seat, wishes: readonly Wish[]) {
    this.seat = seat;
    this.wishes = wishes;
    this.random = seat.random('scripted user');
    const told = knownFacts(seat.task);
    this.disclosure = new Disclosure([...told, ...selfFacts(seat.world, seat.task, told)], this.random);
    this.tools = new OwnTools(seat.tools);
    this.opening = openingOf(seat.task);
    const { goal, facts } = seat.task.user;
    this.wish = wishOf(goal, this.opening);
    this.quotes = facts.flatMap(({ value }) =>
      typeof value === 'string' && value.trim().split(/\s+/).length >= QUOTE_WORDS ? [value] : [],
    );
    this.goal = [this.opening, goal, ...facts.map(({ key, value }) => spoken(value, key))].join(' . ');
  }

  next(messages: readonly EpisodeMessage[]): Move | Promise<Move> {
    const fresh = messages.slice(this.seen);
    this.seen = messages.length;
    if (this.pending.length > 0) return this.afterOwnCalls(fresh);
    const text = messages.findLast(({ role }) => role === 'assistant')?.content.slice(0, HEARD) ?? '';
    if (!this.opened) {
      this.opened = true;
      return this.say(this.opening, ['ask']);
    }
    this.said = `${this.said}\n${text}`.slice(-HEARD);
    const move = this.answer(text);
    this.before = text;
    return move;
  }

  // ---- answering ------------------------------------------------------------------------------------------------------

  private answer(text: string): Move | Promise<Move> {
    const sentences = readSentences(text, this.quotes);
    const times = (this.heard.get(text) ?? 0) + 1;
    this.heard.set(text, times);
    const of = (kind: Sentence['kind']): Sentence[] => sentences.filter((each) => each.kind === kind);
    // an agent may well ask for many a yes in the same words
    if (times > (of('permission').length > 0 ? MOST_YES : MOST_SAME))
      return this.leave('This leads nowhere, I will try again another time.', 'user_gave_up');
    const instructions = this.tools.instructionsIn(text);
    if (instructions.length > 0) {
      this.pending = instructions;
      return { kind: 'call', calls: instructions.map(({ name, args }) => ({ name, arguments: JSON.stringify(args) })) };
    }
    const parts: string[] = [];
    const acts = new Set<string>();
    // first what has to be put right
    const mended = this.disclosure.mend();
    if (mended !== undefined) {
      parts.push(mended.text);
      acts.add('inform');
    }
    // "full name, date of birth": things without a verb, where nothing else is asked, are asked for
    const named = of('ask').length + of('permission').length + of('declines').length + of('open').length === 0;
    const asks = named ? of('tells').filter((each) => isFragment(each.text)) : of('ask');
    this.inform(asks, mended?.facts ?? [], parts, acts);
    if (of('open').length > 0 && parts.length === 0) {
      parts.push(this.opening);
      acts.add('ask');
    }
    // "is that right?" is answered by putting it right
    const open =
      parts.length === 0 ? of('permission') : of('permission').filter((each) => !/^\W*(?:is|are)\b/i.test(each.text));
    // what tells the wish in full and waits for an answer asks for a yes, whatever its words for that
    const last = sentences.at(-1);
    const waits =
      open.length === 0 &&
      parts.length === 0 &&
      of('declines').length === 0 &&
      last !== undefined &&
      WAITS.test(last.text);
    this.permit(waits && this.weigh(text, '').kind === 'wanted' ? [last] : open, text, parts, acts);
    if (this.denials > MOST_DENIALS)
      return this.leave('We do not understand each other. Never mind, goodbye.', 'user_gave_up');
    if (asks.length > 0 && parts.length === 0 && !named) {
      const given = this.withoutAnswer(asks, parts, acts);
      if (given !== undefined) return given;
    } else if (asks.length > 0) this.unknown = 0;
    if (parts.length > 0) return this.say(capital(parts.join(' ')), [...acts]);
    return this.close(sentences, of);
  }

  /** What is asked for and known; a list is answered item by item. */
  private inform(asks: readonly Sentence[], mended: readonly KnownFact[], parts: string[], acts: Set<string>): void {
    const items = asks.filter(({ item }) => item === true);
    const asked = this.disclosure.asked(asks).filter((fact) => !mended.includes(fact));
    if (this.disclosure.checkValues(asks, asked)) {
      parts.push(this.random.pick(["Yes, that's right.", 'Yes, exactly.']));
      acts.add('confirm');
    }
    if (asked.length === 0) return;
    if (items.length > 1) {
      const { text, told } = this.disclosure.tellItems(items, (fact) => mended.includes(fact));
      if (told >= asked.length) {
        parts.push(parts.length > 0 ? `\n${text}` : text);
        acts.add('inform');
        return;
      }
    }
    parts.push(this.disclosure.tell(asked));
    acts.add('inform');
  }

  private withoutAnswer(asks: readonly Sentence[], parts: string[], acts: Set<string>): Move | undefined {
    acts.add('inform');
    const again = this.restate(asks);
    if (again !== undefined) {
      parts.push(again);
      return undefined;
    }
    this.unknown += 1;
    if (this.unknown > MOST_UNKNOWN)
      return this.leave('I cannot help you with that. Never mind, goodbye.', 'user_gave_up');
    parts.push(
      this.random.pick([
        "I'm afraid I don't know that.",
        'I do not know, sorry.',
        "Sorry, that I can't tell you, I don't know.",
      ]),
    );
    return undefined;
  }

  /** Nothing was asked: it is done, declined, under way, or over. */
  private close(sentences: readonly Sentence[], of: (kind: Sentence['kind']) => Sentence[]): Move | Promise<Move> {
    if (of('declines').length > 0) {
      const text = sentences.map((each) => each.text).join('\n');
      const tools = this.wishes.map(({ tool }) => tool);
      const read = readRefusal(text, { told: this.goal, tools, shown: this.before });
      if (read.elsewhere && this.reminders < MOST_REMINDERS) {
        this.reminders += 1;
        return this.say(`That is not what I asked for. ${this.wish}`, ['ask']);
      }
      return this.refused();
    }
    if (of('hands_over').length > 0) return this.leave('Thank you, I will wait for them.', 'transferred');
    const isWaiting = sentences.some(({ kind }) => kind === 'waits') && !of('tells').some(({ text }) => isAnswer(text));
    if (isWaiting) {
      this.waits += 1;
      if (this.waits > MOST_WAITS) return this.leave('I cannot wait any longer, goodbye.', 'user_gave_up');
      return this.say(this.random.pick(['Okay, go on.', 'All right, I am waiting.']), ['inform']);
    }
    return this.ended(of('more').length > 0);
  }

  private refused(): Move {
    const insists = this.disclosure.facts.filter(({ say }) => say === 'insist');
    this.refusals += 1;
    if (insists.length > 0 && this.refusals <= MOST_INSISTS)
      return this.say(
        this.random.pick([
          `But I really want it that way: ${listed(insists.map(tellFact))}. Please do it.`,
          `I insist, ${listed(insists.map(tellFact))}. Can you not make an exception?`,
        ]),
        ['ask', 'inform'],
      );
    return this.leave(
      this.random.pick([
        'I see. Thank you anyway, goodbye.',
        'That is a pity, but thank you.',
        'All right, then there is nothing to be done. Bye.',
      ]),
      'refused',
    );
  }

  /** It sounds like an end: is it one? */
  private async ended(offersMore: boolean): Promise<Move> {
    const open = await this.isOpen();
    if (open) {
      this.reminders += 1;
      if (this.reminders > MOST_REMINDERS)
        return this.leave('It seems that this does not work out. Never mind, goodbye.', 'user_gave_up');
      return this.say(this.remind(), ['ask']);
    }
    if (offersMore)
      return this.leave(
        this.random.pick(['No, that is all. Thank you!', 'No thanks, that was everything.', 'That is all, thank you.']),
        this.outcome(),
      );
    if (!this.asideAsked && ['multi', 'mixed'].includes(this.seat.task.kind)) {
      this.asideAsked = true;
      return this.say(
        this.random.pick(['Thank you. Was that everything that I asked for?', 'Thanks. Is all of it done now?']),
        ['ask'],
      );
    }
    return this.leave(
      this.random.pick(['Thank you very much, goodbye.', 'Great, thank you!', 'Perfect, thanks for your help.']),
      this.outcome(),
    );
  }

  /** Whether something that the user came for is neither done, answered nor refused. */
  private async isOpen(): Promise<boolean> {
    const { task, changes } = this.seat;
    if (this.refusals > 0) return false;
    if (task.gold.end === 'refused') return true;
    const unanswered = task.gold.outputs.some(
      (output) => output.type !== 'contains' && output.type !== 'reason' && tokensSaid(output, this.said).length === 0,
    );
    if (unanswered) return true;
    if (changes === undefined || Object.keys(task.gold.diff).length === 0) return false;
    const found: Diff = await changes();
    return !isServed(task, found);
  }

  private remind(): string {
    return this.random.pick([
      `I don't think that is settled yet. ${this.wish}`,
      `It is not done yet as far as I can see. ${this.wish}`,
      `Before we finish, what I came for is still open. ${this.wish}`,
    ]);
  }

  private outcome(): EndReason {
    return this.refusals > 0 ? 'refused' : 'done';
  }

  // ---- yes and no -------------------------------------------------------------------------------------------------------

  /** Yes to what was asked for, no to anything else, and what is wrong with it. */
  private permit(permissions: readonly Sentence[], text: string, parts: string[], acts: Set<string>): void {
    if (permissions.length === 0) return;
    const asked = permissions.map((each) => each.text).join(' ');
    const weighed = this.weigh(text, asked);
    if (weighed.kind === 'wanted') {
      parts.push(this.random.pick(['Yes, please do.', 'Yes, go ahead.', 'Yes, that is right, please go on.']));
      acts.add('confirm');
      return;
    }
    if (weighed.kind === 'bare') {
      // a yes to a question that names nothing says itself what it is a yes to
      parts.push(this.isSpoken(this.before) ? 'Yes, please go ahead.' : `Yes, please. To be clear: ${this.opening}`);
      acts.add('confirm');
      return;
    }
    this.denials += 1;
    acts.add('deny');
    parts.push(this.objection(weighed));
  }

  private isSpoken(text: string): boolean {
    return text !== '' && this.weigh(text, '').kind === 'wanted';
  }

  private weigh(text: string, asked: string): Weighed {
    const order = dateOrderOf(this.seat.world.environment?.locale);
    return weighProposal(text, asked, { wishes: this.wishes, told: this.goal, order });
  }

  private objection(weighed: Weighed): string {
    if (weighed.kind === 'value') {
      const right = this.factOf(
        weighed.slot.own.map(({ value }) => value),
        weighed.slot.name,
      );
      if (right !== undefined)
        return this.random.pick([
          `No, not ${weighed.said}: ${tellFact(right)}.`,
          `No, that is not right: ${tellFact(right)}, not ${weighed.said}.`,
        ]);
      return `No, not ${weighed.said}. ${this.wish}`;
    }
    if (weighed.kind === 'deed')
      return this.random.pick([
        `No, thank you. Only what I asked for. ${this.wish}`,
        `No, I did not ask for that. ${this.wish}`,
      ]);
    return this.random.pick([
      `No, I am not sure what you mean. ${this.wish}`,
      `No, not before I understand it. ${this.wish}`,
    ]);
  }

  /** What the user knows of a slot: its value, or what tells its row from others. */
  private factOf(values: readonly unknown[], name: string): KnownFact | undefined {
    const { facts } = this.disclosure;
    return (
      facts.find(({ value, who }) => !who && values.some((each) => sameDay(each, value))) ??
      facts.find(({ key, who }) => !who && (key === name || key === `new ${name}`)) ??
      facts.find(({ value }) => values.includes(value))
    );
  }

  /** Asked about something that the first words said already. */
  private restate(asks: readonly Sentence[]): string | undefined {
    const said = new Set(plainWords(this.opening).trim().split(' ').map(singular));
    const overlap = asks.some(({ text }) =>
      plainWords(text)
        .trim()
        .split(' ')
        .map(singular)
        .some((word) => word.length > 3 && said.has(word) && !COMMON.has(word)),
    );
    return overlap ? `As I said: ${this.opening}` : undefined;
  }

  // ---- own tools ------------------------------------------------------------------------------------------------------

  /** What came of what it was told to do; a switch that went the wrong way is pressed once more. */
  private afterOwnCalls(fresh: readonly EpisodeMessage[]): Move {
    const results = fresh.filter(({ role }) => role === 'tool').map(({ content }) => content);
    const again = this.pending.filter((each, at) => each.again(results[at] ?? ''));
    const done = this.pending;
    if (again.length > 0) {
      this.pending = again.map((each) => ({ ...each, again: () => false }));
      return { kind: 'call', calls: again.map(({ name, args }) => ({ name, arguments: JSON.stringify(args) })) };
    }
    this.pending = [];
    const told = done.map((each, at) => each.tell(results[at] ?? ''));
    return this.say(capital(told.join(' ')), ['inform']);
  }

  private say(text: string, acts: readonly string[]): Move {
    return { kind: 'say', text, acts };
  }

  private leave(text: string, end: EndReason): Move {
    const owed = end === 'user_gave_up' ? undefined : this.disclosure.mend();
    if (owed !== undefined) return this.say(owed.text.replace(/^Sorry, /, 'Wait, '), ['inform']);
    return { kind: 'say', text, acts: ['inform'], end };
  }
}

const COMMON = new Set([
  'would', 'could', 'should', 'please', 'your', 'this', 'that', 'which', 'what', 'with', 'have', 'like', 'want', 'need', 'tell', 'know', 'help', 'right', 'there', 'from', 'ahead', 'about', 'hello', 'them', 'when', 'after', 'before', 'than', 'then', 'into', 'over', 'will', 'each', 'also', 'make', 'more', 'much', 'many', 'give', 'for', 'number', 'name', 'look', 'find', 'provide', 'confirm',
]); // prettier-ignore

/** You want to move a booking. Your name is … -> I want to move a booking. */
function wishOf(goal: string, opening: string): string {
  const [wish = ''] = goal.split(/(?<=[.!?]) (?=You(?:r| know| do not) )|\n/);
  const own = firstPerson(wish.trim());
  return own === '' || own.length > 600 ? opening : own;
}

/** A sentence that carries something: an outcome or a value. */
function isAnswer(text: string): boolean {
  return /\b(?:is|are|was|were|has|have|been|done|your)\b/i.test(text) && text.split(' ').length > 3;
}

/** It ends with a question, or with a word for a yes. */
const WAITS =
  /\?|\b(?:yes|ok|okay|confirm\w*|approv\w*|agree\w*|consent|permission|go-ahead|word|nod|proceed|let me know)\b/i;

/** A few words without a verb. */
function isFragment(text: string): boolean {
  return (
    text.split(' ').length <= 8 &&
    !/\b(?:is|are|was|were|be|been|has|have|had|will|'ll|did|do|does|done|can|set|all|thanks?|thank|bye|\w{3,}(?:ed|ing))\b/i.test(
      text,
    )
  );
}

function sameDay(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return (
    typeof one === 'string' &&
    typeof other === 'string' &&
    /^\d{4}-\d\d-\d\d/.test(one) &&
    one.slice(0, 10) === other.slice(0, 10)
  );
}
