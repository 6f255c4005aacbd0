// A user without a model: opens, answers what it is asked from what it knows, agrees to what it asked for, insists where
// its task says so, does on its own side what it is told, ends when it is served or refused. It never invents anything.
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import type { EndReason } from '../../envs/values/task.ts';
import { plainWords, says, spoken } from '../../envs/words/spoken.ts';
import { singular } from '../../envs/words/split-words.ts';
import { listed } from '../../envs/words/spoken.ts';
import type { Random } from '../../envs/random.ts';
import type { Move, Player, PlayerKind, Seat } from '../episodes/players.ts';
import { HEARD, readSentences, type Sentence } from '../language/sentences.ts';
import { factsAsked, knownFacts, mistaken, tellFact, type KnownFact } from './known-facts.ts';
import { openingOf } from '../../envs/server/opening.ts';
import { OwnTools, type Instruction } from './own-tools.ts';

export const SCRIPTED_USER_VERSION = '1';

export const scriptedUser: PlayerKind = {
  name: 'scripted',
  about: 'offline: tells what it knows when it is asked, and nothing else',
  open: () => ({ about: { kind: 'scripted', version: SCRIPTED_USER_VERSION }, sit: (seat) => new ScriptedUser(seat) }),
};

const MOST_UNKNOWN = 10;
const MOST_SAME = 4;
const MOST_YES = 20;
const MOST_WAITS = 4;
const MOST_INSISTS = 1;

class ScriptedUser implements Player {
  private readonly seat: Seat;
  private readonly facts: readonly KnownFact[];
  private readonly random: Random;
  private readonly tools: OwnTools;
  private readonly opening: string;
  private readonly goal: string;
  /** Told wrongly, to be put right. */
  private readonly wrong = new Map<KnownFact, string>();
  private readonly mended = new Set<KnownFact>();
  private readonly heard = new Map<string, number>();
  private opened = false;
  private refusals = 0;
  private unknown = 0;
  private waits = 0;
  private asideAsked = false;
  private pending: readonly Instruction[] = [];
  private seen = 0;

  constructor(seat: Seat) {
    this.seat = seat;
    this.facts = knownFacts(seat.task);
    this.random = seat.random('scripted user');
    this.tools = new OwnTools(seat.tools);
    this.opening = openingOf(seat.task);
    const { goal, facts } = seat.task.user;
    this.goal = plainWords([this.opening, goal, ...facts.map(({ value }) => String(value))].join(' '));
  }

  next(messages: readonly EpisodeMessage[]): Move {
    const fresh = messages.slice(this.seen);
    this.seen = messages.length;
    if (this.pending.length > 0) return this.afterOwnCalls(fresh);
    const text = messages.findLast(({ role }) => role === 'assistant')?.content.slice(0, HEARD) ?? '';
    if (!this.opened) {
      this.opened = true;
      return this.say(this.opening, ['ask']);
    }
    return this.answer(text);
  }

  // ---- answering ------------------------------------------------------------------------------------------------------

  private answer(text: string): Move {
    const sentences = readSentences(text);
    const times = (this.heard.get(text) ?? 0) + 1;
    this.heard.set(text, times);
    // an agent may well ask for many a yes in the same words
    const bears = sentences.some(({ kind }) => kind === 'permission') ? MOST_YES : MOST_SAME;
    if (times > bears) return this.leave('This leads nowhere, I will try again another time.', 'user_gave_up');
    const of = (kind: Sentence['kind']): Sentence[] => sentences.filter((each) => each.kind === kind);
    const instructions = this.tools.instructionsIn(text);
    if (instructions.length > 0) {
      this.pending = instructions;
      return { kind: 'call', calls: instructions.map(({ name, args }) => ({ name, arguments: JSON.stringify(args) })) };
    }
    const parts: string[] = [];
    const acts = new Set<string>();
    // first what has to be put right
    for (const [fact, said] of this.wrong) {
      if (this.mended.has(fact)) continue;
      this.mended.add(fact);
      parts.push(`Sorry, I made a mistake: ${tellFact(fact)}, not ${said}.`);
      acts.add('inform');
    }
    const mended = new Set(this.mended);
    const asks = of('ask');
    const asked = this.asked(asks).filter((fact) => !(parts.length > 0 && mended.has(fact) && this.wrong.has(fact)));
    this.checkValues(asks, asked, parts, acts);
    if (asked.length > 0) {
      parts.push(this.tell(asked));
      acts.add('inform');
    }
    if (of('open').length > 0 && asked.length === 0) {
      parts.push(this.opening);
      acts.add('ask');
    }
    // "is that right?" is answered by putting it right
    const open =
      parts.length === 0 ? of('permission') : of('permission').filter((each) => !/^\W*(?:is|are)\b/i.test(each.text));
    this.permit(open, text, parts, acts);
    if (asks.length > 0 && asked.length === 0 && parts.length === 0) {
      const again = this.restate(asks);
      if (again !== undefined) parts.push(again);
      else {
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
      }
      acts.add('inform');
    } else if (asks.length > 0) this.unknown = 0;
    if (parts.length > 0) return this.say(capital(parts.join(' ')), [...acts]);
    return this.close(sentences, of);
  }

  /** Nothing was asked: it is done, declined, under way, or over. */
  private close(sentences: readonly Sentence[], of: (kind: Sentence['kind']) => Sentence[]): Move {
    if (of('declines').length > 0) {
      const insists = this.facts.filter(({ say }) => say === 'insist');
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
    if (of('hands_over').length > 0) return this.leave('Thank you, I will wait for them.', 'transferred');
    if (of('more').length > 0)
      return this.leave(
        this.random.pick(['No, that is all. Thank you!', 'No thanks, that was everything.', 'That is all, thank you.']),
        this.outcome(),
      );
    if (sentences.some(({ kind }) => kind === 'waits') && !of('tells').some(({ text }) => isAnswer(text))) {
      this.waits += 1;
      if (this.waits > MOST_WAITS) return this.leave('I cannot wait any longer, goodbye.', 'user_gave_up');
      return this.say(this.random.pick(['Okay, go on.', 'All right, I am waiting.']), ['inform']);
    }
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

  private outcome(): EndReason {
    return this.refusals > 0 ? 'refused' : 'done';
  }

  /** Facts that the sentences ask for; where one is named, "your details" means no more than that. */
  private asked(asks: readonly Sentence[]): KnownFact[] {
    const found = asks.map(({ text }) => factsAsked(text, this.facts));
    const named = new Set(
      found
        .filter((facts) => facts.some(({ who }) => !who) || facts.length < this.facts.filter(({ who }) => who).length)
        .flat(),
    );
    return this.facts.filter((fact) =>
      named.size > 0 ? named.has(fact) : found.some((facts) => facts.includes(fact)),
    );
  }

  /** "Is your postcode 60629?": yes, or what it is; "A or B?": the one that is known. */
  private checkValues(asks: readonly Sentence[], asked: KnownFact[], parts: string[], acts: Set<string>): void {
    for (const { text: sentence } of asks) {
      const plain = plainWords(sentence);
      if (/\bor\b/i.test(sentence)) {
        const chosen = this.facts.find(
          (fact) => !asked.includes(fact) && typeof fact.value !== 'boolean' && says(plain, fact.value, fact.label),
        );
        if (chosen !== undefined) asked.push(chosen);
        continue;
      }
      if (
        !/^\W*(?:so |and |then |just |great |thanks |thank you |okay |ok |,)*(?:is|are|was|did|do|does|am i|have i)\b/i.test(
          sentence,
        )
      )
        continue;
      const right = asked.filter((fact) => says(plain, fact.value, fact.label));
      if (right.length === 0) continue;
      for (const fact of right) asked.splice(asked.indexOf(fact), 1);
      if (asked.length === 0) {
        parts.push(this.random.pick(["Yes, that's right.", 'Yes, exactly.']));
        acts.add('confirm');
      }
    }
  }

  private tell(asked: readonly KnownFact[]): string {
    const said = asked.map((fact) => {
      if (fact.say !== 'wrong_first' || this.wrong.has(fact)) return tellFact(fact);
      const value = mistaken(fact.value, (length) => this.random.int(0, length - 1));
      const wrong = { ...fact, value };
      this.wrong.set(fact, spoken(value, fact.label));
      return tellFact(wrong);
    });
    const start = this.random.pick(['', '', 'Sure, ', 'Of course: ', 'Yes, ']);
    return `${capital(`${start}${listed(said)}`)}.`;
  }

  /** Yes to what was asked for, no to anything else. */
  private permit(permissions: readonly Sentence[], text: string, parts: string[], acts: Set<string>): void {
    if (permissions.length === 0) return;
    const about = permissions.map((each) => each.text).join(' ');
    const wrong = this.contradicted(text);
    if (wrong !== undefined) {
      parts.push(`No, ${tellFact(wrong)}.`);
      acts.add('deny');
    } else if (OFFERS.test(about) && !this.wants(about)) {
      parts.push(
        this.random.pick(['No, thank you. Only what I asked for.', 'No, I would rather stay with what I asked for.']),
      );
      acts.add('deny');
    } else if (HARMS.test(about) && !this.wants(about)) {
      parts.push('No, I did not ask for that.');
      acts.add('deny');
    } else {
      parts.push(this.random.pick(['Yes, please do.', 'Yes, go ahead.', 'Yes, that is right, please go on.']));
      acts.add('confirm');
    }
  }

  /** Whether a proposal speaks of what the user came for. */
  private wants(proposal: string): boolean {
    const wanted = new Set(this.goal.trim().split(' ').map(stem));
    const deeds = [...plainWords(proposal).matchAll(DEED)].map(([deed]) => stem(deed.trim()));
    if (deeds.length > 0) return deeds.some((deed) => wanted.has(deed));
    return plainWords(proposal)
      .trim()
      .split(' ')
      .map(stem)
      .some((word) => word.length > 4 && wanted.has(word) && !COMMON.has(word));
  }

  /** A fact that the proposal states otherwise: an amount that is not the user's. */
  private contradicted(text: string): KnownFact | undefined {
    const amounts = this.facts.filter(({ label, value }) => label.endsWith('amount') && typeof value === 'number');
    const said = [...text.matchAll(/[$€£]\s?(\d[\d,]*(?:\.\d+)?)/g)].map(([, number = '']) =>
      Number(number.replaceAll(',', '')),
    );
    if (said.length === 0 || amounts.length !== 1) return undefined;
    return amounts.find(({ value }) => !said.includes(Number(value)));
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
    const owed = [...this.wrong].filter(([fact]) => !this.mended.has(fact));
    if (owed.length > 0 && end !== 'user_gave_up') {
      for (const [fact] of owed) this.mended.add(fact);
      return this.say(
        `Wait, I made a mistake: ${listed(owed.map(([fact, said]) => `${tellFact(fact)}, not ${said}`))}.`,
        ['inform'],
      );
    }
    return { kind: 'say', text, acts: ['inform'], end };
  }
}

const OFFERS =
  /\b(?:instead|alternative(?:ly)?|in addition|as well|upgrade|newsletter|subscribe|survey|extra|additional|offer|rather|transfer|human|colleague|supervisor|escalate|sign (?:you )?up)\b/i;
const HARMS =
  /\b(?:cancel|delete|remove|close|erase|wipe|terminate|refund|block|suspend|pause|deactivate|disable|return|exchange|charge)\w*\b/i;
const DEED =
  / (?:cancel|delet|remov|clos|eras|wip|terminat|refund|block|suspend|paus|deactivat|disabl|return|exchang|charg|upgrad|transfer|subscrib|resum|add|chang|updat|issu|order|creat)\w* /g;
const COMMON = new Set([
  'would', 'could', 'should', 'please', 'your', 'this', 'that', 'which', 'what', 'with', 'have', 'like', 'want', 'need', 'tell', 'know', 'help', 'right', 'there', 'from', 'ahead', 'about', 'hello', 'them', 'when', 'after', 'before', 'than', 'then', 'into', 'over', 'will', 'each', 'also', 'make', 'more', 'much', 'many', 'give', 'for', 'number', 'name', 'look', 'find', 'provide', 'confirm',
]); // prettier-ignore

function stem(word: string): string {
  return singular(word)
    .replace(/(?:ations?|ing|ed|es|e|ion|s)$/, '')
    .slice(0, 6);
}

/** A sentence that carries something: an outcome or a value. */
function isAnswer(text: string): boolean {
  return /\b(?:is|are|was|were|has|have|been|done|your)\b/i.test(text) && text.split(' ').length > 3;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
