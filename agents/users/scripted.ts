// A simulated user without a language model. It answers questions from its facts, agrees only to its own wishes,
// insists on a wish if the task says so, and uses its own tools when the agent asks for it. It can see the session's
// state, and leaves only after its wishes are fulfilled, refused or given up.
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import type { EndReason } from '../../envs/values/task.ts';
import { openingOf } from '../../envs/server/opening.ts';
import { askedPart } from '../../envs/words/asked-part.ts';
import { dateOrderOf } from '../../envs/words/dates-said.ts';
import { spoken, withoutYear } from '../../envs/words/spoken.ts';
import type { Random } from '../../envs/random.ts';
import type { Move, Player, PlayerKind, Seat } from '../episodes/players.ts';
import { asksAbout, isAnswer, isFragment } from '../language/asides.ts';
import { HEARD, readSentences, type Sentence } from '../language/sentences.ts';
import { Assent, partOf } from './assent.ts';
import { capital, Disclosure, withoutYes } from './disclosure.ts';
import { hearRefusal, type Heard } from './hear-refusal.ts';
import { knownFacts } from './known-facts.ts';
import { goodbyes, LEAVES_REFUSED, NO_MORE, NO_MORE_KNOWN, NOT_KNOWN, STILL_OPEN } from './last-words.ts';
import { insisting } from './insisting.ts';
import { isReplaced, type Later } from './later-wishes.ts';
import { OwnDevice } from './own-device.ts';
import { selfFacts } from './self.ts';
import { readInFrame } from './own-frames.ts';
import { wishesIn } from './wish-parts.ts';
import { isFulfilled, isOpen, spokenWish, wishesOf, type Wish } from './wishes.ts';

export const SCRIPTED_USER_VERSION = '2';

export const scriptedUser: PlayerKind = {
  name: 'scripted',
  about: 'offline: tells its facts when it is asked, and agrees to its own wishes only',
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
const MOST_SAID_BEFORE = 2;
const MOST_DENIALS = 12;

export class ScriptedUser implements Player {
  private readonly seat: Seat;
  private readonly wishes: readonly Wish[];
  private readonly disclosure: Disclosure;
  private readonly random: Random;
  private readonly device: OwnDevice;
  private readonly assent: Assent;
  private readonly opening: string;
  private readonly goal: string;
  /** Facts of several words. When the agent reads one back, its words are not taken for a question. */
  private readonly quotes: readonly string[];
  /** All wishes in one text, taken from the task's goal. */
  private readonly whole: string;
  private readonly heard = new Map<string, number>();
  private opened = false;
  private refusals = 0;
  private unknown = 0;
  private wishTold = false;
  private saidBefore = 0;
  /** The last words that the user said once more. */
  private again = '';
  private waits = 0;
  private reminders = 0;
  private denials = 0;
  /** True if the user has said yes to a proposal since it told its latest wish. */
  private agreed = false;
  /** The agent's previous message. It contains the proposal if the question alone does not. */
  private before = '';
  private said = '';
  /** The conversation before the agent's present message, for finding the object that the agent means. */
  private heardSoFar = '';
  /** Wishes that the user has not told yet: a change of mind, or a further wish. */
  private later: Later[] = [];
  /** The message with which the user told its latest wish. */
  private present: string;
  private seen = 0;

  constructor(seat: Seat, wishes: readonly Wish[]) {
    this.seat = seat;
    this.wishes = wishes;
    this.random = seat.random('scripted user');
    const told = knownFacts(seat.task).filter(({ say }) => say !== 'later');
    this.later = [...(seat.task.user.later ?? [])];
    this.opening = openingOf(seat.task);
    this.disclosure = new Disclosure([...told, ...selfFacts(seat.world, seat.task, told)], this.random, this.opening);
    this.present = this.opening;
    const { goal, facts } = seat.task.user;
    this.whole = spokenWish(goal, this.opening);
    this.quotes = facts.flatMap(({ value }) =>
      typeof value === 'string' && value.trim().split(/\s+/).length >= QUOTE_WORDS ? [value] : [],
    );
    this.goal = [this.opening, goal, ...facts.map(({ key, value }) => spoken(value, key))].join(' . ');
    this.device = new OwnDevice(seat, this.disclosure.facts, this.goal);
    this.assent = new Assent({
      wishes,
      told: this.goal,
      wish: () => this.wish,
      parts: () => wishesIn(goal, this.later.length),
      facts: this.disclosure.facts,
      order: dateOrderOf(seat.world.environment?.locale),
      random: this.random,
    });
  }

  next(messages: readonly EpisodeMessage[]): Move | Promise<Move> {
    const fresh = messages.slice(this.seen);
    this.seen = messages.length;
    if (this.device.isBusy) return this.afterOwnCalls(fresh);
    const text = messages.findLast(({ role }) => role === 'assistant')?.content.slice(0, HEARD) ?? '';
    if (!this.opened) {
      this.opened = true;
      return this.say(this.opening, ['ask']);
    }
    this.said = `${this.said}\n${text}`.slice(-HEARD);
    const move = this.answer(text);
    this.before = text;
    this.heardSoFar = `${this.heardSoFar}\n${text}`.slice(-HEARD);
    return move;
  }

  private answer(whole: string): Move | Promise<Move> {
    const times = (this.heard.get(whole) ?? 0) + 1;
    this.heard.set(whole, times);
    const asked = askedPart(whole);
    // if a sentence refuses something, the whole message is read, otherwise only the part with the question
    const text = readSentences(whole).some(({ kind }) => kind === 'declines') ? whole : asked;
    const sentences = readSentences(text, this.quotes);
    const of = (kind: Sentence['kind']): Sentence[] => sentences.filter((each) => each.kind === kind);
    // a request for consent may be repeated more often, because each of several changes may need one
    if (times > (of('permission').length > 0 ? MOST_YES : MOST_SAME))
      return this.leave('This leads nowhere, I will try again another time.', 'user_gave_up');
    // a proposal in one of the environment's phrases, such as "send you a request to pay", does not instruct the user
    const own = readInFrame(text, this.wishes) === undefined ? this.device.hear(whole, this.heardSoFar) : undefined;
    if (own !== undefined) return own;
    const parts: string[] = [];
    const acts = new Set<string>();
    const mended = this.disclosure.mend();
    if (mended !== undefined) {
      parts.push(mended.text);
      acts.add('inform');
    }
    // a message without a question asks for the things that it lists without a verb, as in "full name, date of birth"
    const named = (['ask', 'permission', 'declines', 'open', 'more'] as const).flatMap(of).length === 0;
    const asks = named ? of('tells').filter((each) => isFragment(each.text)) : of('ask');
    this.disclosure.inform(asks, mended?.facts ?? [], parts, acts);
    if (of('open').length > 0 && parts.length === 0) {
      parts.push(this.opening);
      acts.add('ask');
    }
    // after a correction or an answer, a question such as "is that right?" needs no further answer
    const open =
      parts.length === 0 ? of('permission') : of('permission').filter((each) => !/^\W*(?:is|are)\b/i.test(each.text));
    // a message without a request for consent still asks for it if it waits for an answer and states a wish
    const last = sentences.at(-1);
    const waits =
      last !== undefined &&
      last.kind !== 'more' &&
      of('declines').length === 0 &&
      open.length === 0 &&
      this.assent.waitsFor(text, parts.length === 0 ? last.text : '');
    // a question that the user cannot answer, or a message that asks nothing, may be a proposal in unusual words
    const isOdd = parts.length + open.length + (['declines', 'open', 'more'] as const).flatMap(of).length === 0;
    const proposed =
      last !== undefined &&
      ((waits && this.assent.isWanted(text)) || (isOdd && this.assent.mayPropose(text, last.text)));
    // after a proposal, the agent wants consent and not the values once more
    if (proposed && parts.length > 0 && mended === undefined) {
      parts.length = 0;
      acts.clear();
    }
    const turn = open.length > 0 || proposed ? this.secondThought(text) : undefined;
    if (turn !== undefined) return turn;
    // if the right end is a refusal, a refusal that also offers something or asks for something is heard as a refusal
    const offers = open.length > 0 || (asks.length > 0 && parts.length === 0 && of('declines').length > 0);
    if (offers && this.seat.task.gold.end === 'refused' && this.hears(text) === 'no') return this.refused();
    const said = this.assent.reply(proposed ? [last] : open, text, this.before);
    if (said !== undefined) {
      // a message that says no must not also say yes
      if (said.acts.includes('deny')) {
        parts.splice(0, parts.length, ...withoutYes(parts));
        acts.delete('confirm');
      }
      parts.push(said.text);
      for (const act of said.acts) acts.add(act);
      if (said.acts.includes('deny')) this.denials += 1;
    }
    if (this.denials > MOST_DENIALS)
      return this.leave('We do not understand each other. Never mind, goodbye.', 'user_gave_up');
    if (asks.length > 0 && parts.length === 0 && !named) {
      const given = this.withoutAnswer(asks, parts, acts);
      if (given !== undefined) return given;
    } else if (asks.length > 0) this.unknown = 0;
    if (parts.length > 0) return this.say(capital(parts.join(' ')), [...acts]);
    return this.close(sentences, of);
  }

  private withoutAnswer(asks: readonly Sentence[], parts: string[], acts: Set<string>): Move | undefined {
    acts.add('inform');
    const told = [this.present, this.opening].find((text) => asksAbout(asks, text));
    const again = told === undefined ? '' : `As I said: ${partOf(told, asks.map((each) => each.text).join(' '))}`;
    // who does not understand an answer is not helped by the same words once more
    if (again !== '' && this.saidBefore < MOST_SAID_BEFORE && again !== this.again) {
      this.saidBefore += 1;
      this.again = again;
      parts.push(again);
      return undefined;
    }
    this.unknown += 1;
    if (this.unknown > MOST_UNKNOWN)
      return this.leave('I cannot help you with that. Never mind, goodbye.', 'user_gave_up');
    // the first question that the user cannot answer may be about the wish, so the user repeats its wish
    if (!this.wishTold && this.wish !== this.opening) {
      this.wishTold = true;
      parts.push(`${this.random.pick(NO_MORE_KNOWN)} ${this.wish}`);
      return undefined;
    }
    parts.push(this.random.pick(NOT_KNOWN));
    return undefined;
  }

  /** Answers a message without a question: the wish was refused, handed over, is in progress, or is done. */
  private async close(sentences: readonly Sentence[], of: (kind: Sentence['kind']) => Sentence[]): Promise<Move> {
    const heard = of('declines').length > 0 ? this.hears(sentences.map((each) => each.text).join('\n')) : undefined;
    // "1 of the lines cannot be filled" is no refusal if every wish is done and answered, or if the user has a further
    // wish to tell
    const goesOn = of('more').length > 0 && this.later.some(({ kind }) => kind === 'also');
    const isReport =
      heard !== undefined && this.refusals === 0 && (goesOn || (await isFulfilled(this.seat, this.said)));
    if (heard !== undefined && !isReport) {
      if (heard !== 'no' && this.reminders < MOST_REMINDERS) {
        this.reminders += 1;
        const why = heard === 'unsure' ? 'I am not sure whether that is a no.' : 'That is not what I asked for.';
        return this.say(`${why} ${this.wish}`, ['ask']);
      }
      // after a refusal, a user with a further wish tells that wish and does not leave
      const next = this.seat.task.gold.end === 'refused' ? undefined : this.later.find(({ kind }) => kind === 'also');
      return next === undefined ? this.refused() : this.sayLater(next, ['ask']);
    }
    // the conversation goes on after a handover if the user wanted the handover or has further wishes
    const goesOnAfter = this.seat.task.gold.end !== 'transferred' && (goesOn || this.wishesHandover);
    if (of('hands_over').length > 0 && !goesOnAfter)
      return this.leave('Thank you, I will wait for them.', 'transferred');
    const isWaiting = sentences.some(({ kind }) => kind === 'waits') && !of('tells').some(({ text }) => isAnswer(text));
    if (isWaiting) {
      this.waits += 1;
      if (this.waits > MOST_WAITS) return this.leave('I cannot wait any longer, goodbye.', 'user_gave_up');
      return this.say(this.random.pick(['Okay, go on.', 'All right, I am waiting.']), ['inform']);
    }
    return this.ended(of('more').length > 0, sentences.map((each) => each.text).join('\n'));
  }

  private get wishesHandover(): boolean {
    return this.wishes.some(({ deeds }) => deeds.has('handover'));
  }

  /** The text that the user repeats: its latest wish while later wishes are untold, otherwise all wishes. */
  private get wish(): string {
    return this.later.length > 0 ? this.present : this.whole;
  }

  private hears(text: string): Heard {
    return hearRefusal(text, { task: this.seat.task, wishes: this.wishes, told: this.goal, before: this.before });
  }

  private refused(): Move {
    const insists = this.disclosure.facts.filter(({ say }) => say === 'insist');
    this.refusals += 1;
    if (insists.length > 0 && this.refusals <= MOST_INSISTS)
      return this.say(insisting(insists, this.opening, this.random), ['ask', 'inform']);
    return this.leave(this.random.pick(LEAVES_REFUSED), 'refused');
  }

  /** Answers a message that sounds like the end: tells a later wish, reminds the agent of an open one, or leaves. */
  private async ended(offersMore: boolean, text: string): Promise<Move> {
    const late = this.later.find(({ kind }) => kind === 'also') ?? this.later[0];
    if (late !== undefined && this.refusals === 0) return this.sayLater(late, ['ask']);
    const open = this.refusals === 0 && (await isOpen(this.seat, this.said));
    if (open) {
      this.reminders += 1;
      if (this.reminders > MOST_REMINDERS)
        return this.leave('It seems that this does not work out. Never mind, goodbye.', 'user_gave_up');
      return this.say(`${this.random.pick(STILL_OPEN)} ${this.wish}`, ['ask']);
    }
    return this.leave(this.random.pick(offersMore ? NO_MORE : goodbyes(this.agreed, text)), this.outcome());
  }

  /** If the agent proposes a wish that a later wish replaces, tells the later wish. Otherwise returns undefined. */
  private secondThought(text: string): Move | undefined {
    const now = this.later.find((each) =>
      isReplaced(each, { text, seat: this.seat, wishes: this.wishes }, this.assent),
    );
    return now === undefined ? undefined : this.sayLater(now, ['deny', 'inform']);
  }

  private sayLater(later: Later, acts: readonly string[]): Move {
    this.later = this.later.filter((each) => each !== later);
    this.agreed = false;
    if (later.kind === 'also') this.present = later.text;
    return this.say(later.text, acts);
  }

  private outcome(): EndReason {
    return this.refusals > 0 ? 'refused' : 'done';
  }

  // ---- own tools ----------------------------------------------------------------------------------------------------

  /**
   * Goes on after the user's own calls: makes further calls, or reports the results and answers the rest of the agent's
   * message.
   */
  private afterOwnCalls(fresh: readonly EpisodeMessage[]): Move {
    const move = this.device.after(fresh);
    if (move.kind !== 'report') return move;
    const parts: string[] = [];
    const acts = new Set(['inform']);
    const sentences = readSentences(this.device.rest, this.quotes);
    this.disclosure.inform(
      sentences.filter(({ kind, text }) => kind === 'ask' || (kind === 'tells' && isFragment(text))),
      [],
      parts,
      acts,
    );
    const open = sentences.filter(({ kind }) => kind === 'permission');
    const said = this.assent.reply(open, this.device.rest, '');
    if (said !== undefined && said.acts.includes('confirm')) {
      parts.unshift(said.text);
      for (const act of said.acts) acts.add(act);
    }
    return this.say(capital([...parts, move.text].join(' ')), [...acts]);
  }

  private say(text: string, acts: readonly string[]): Move {
    if (acts.includes('confirm')) this.agreed = true;
    return { kind: 'say', text: withoutYear(text, this.seat.world.environment?.clock ?? ''), acts };
  }

  private leave(text: string, end: EndReason): Move {
    const owed = end === 'user_gave_up' ? undefined : this.disclosure.mend();
    if (owed !== undefined) return this.say(owed.text.replace(/^Sorry, /, 'Wait, '), ['inform']);
    return { kind: 'say', text, acts: ['inform'], end };
  }
}
