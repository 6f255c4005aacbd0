// The scripted user's answers to proposals. The user says yes to a proposal of an action that it wants. To a
// proposal with another value or action it says no and names the difference. If a proposal seems right but might say
// something else, it says yes on the condition that its wish is meant, and mostly repeats the wish. To an unclear
// proposal it says no.
import type { Random } from '../../envs/random.ts';
import type { Json } from '../../envs/values/json.ts';
import { nearestChange } from '../../envs/verification/reading/proposal-features.ts';
import { waitsForYes } from '../../envs/verification/refusals.ts';
import type { DateOrder } from '../../envs/words/dates-said.ts';
import { withoutFindings } from '../../envs/words/asked-part.ts';
import { plainWords, spoken } from '../../envs/words/spoken.ts';
import { readSentences, type Sentence } from '../language/sentences.ts';
import type { KnownFact } from './known-facts.ts';
import { tellFact } from './tell-fact.ts';
import { plainAmounts, proposalCore } from './proposal-core.ts';
import { weighProposal, type Weighed } from './weigh-proposal.ts';
import { wishAbout } from './wish-parts.ts';
import type { Wish } from './wishes.ts';
import { YesWords } from './yes-words.ts';

export interface AssentGround {
  readonly wishes: readonly Wish[];
  /** One text with everything that the user knows and wants. */
  readonly told: string;
  /** Returns the user's latest wish while later wishes are untold, otherwise all its wishes. */
  wish(): string;
  /** Returns each wish that the user has told so far, as a sentence. */
  parts(): readonly string[];
  readonly facts: readonly KnownFact[];
  readonly order: DateOrder;
  readonly random: Random;
}

export interface Reply {
  readonly text: string;
  readonly acts: readonly ('confirm' | 'deny' | 'ask')[];
}

/**
 * How many times the user repeats its wish when it objects to a proposal. After that it only reminds the agent of the
 * wish.
 */
const MOST_TOLD = 2;

export class Assent {
  private readonly ground: AssentGround;
  private readonly yes = new YesWords();
  private told = 0;

  constructor(ground: AssentGround) {
    this.ground = ground;
  }

  /**
   * Answers the sentences of a message that ask for consent (`permissions`): with a yes, a yes on a condition, or a no.
   * Returns undefined if there are none. `before` is the agent's previous message.
   */
  reply(permissions: readonly Sentence[], text: string, before: string): Reply | undefined {
    if (permissions.length === 0) return undefined;
    const { random, wishes } = this.ground;
    const weighed = this.weigh(text, permissions.map((each) => each.text).join(' '));
    if (weighed.kind === 'wanted')
      return { text: this.yes.to(permissions.map((each) => each.text).join(' '), random), acts: ['confirm'] };
    if (weighed.kind === 'bare') {
      if (before !== '' && this.isWanted(before)) return { text: 'Yes, please go ahead.', acts: ['confirm'] };
      if (wishes.every(({ slots }) => slots.length === 0))
        return { text: `Yes, please. To be clear: ${this.part(text)}`, acts: ['confirm'] };
    }
    // a question such as "Shall I submit it?" refers to the proposal in the previous message, if the user wanted that
    // proposal
    if (weighed.kind === 'unsure' && before !== '' && MEANS_BEFORE.test(text) && this.isWanted(before))
      return { text: 'Yes, please go ahead.', acts: ['confirm'] };
    if (weighed.kind === 'unsure' && ASKS_YES.test(text))
      return { text: this.onCondition(text, before), acts: ['confirm', 'ask'] };
    return { text: this.objection(weighed, text), acts: ['deny'] };
  }

  /**
   * Says yes on a condition. A short wish is repeated as the condition; instead of a long one, the user says words such
   * as "if that's what I asked for".
   */
  private onCondition(text: string, before: string): string {
    const { random } = this.ground;
    const wish = asCondition(this.part(text, before));
    return wish.length <= SHORT ? `${random.pick(ON_CONDITION)} ${wish}` : random.pick(ON_WISH);
  }

  /**
   * Tells whether the agent waits for the user's consent, as its last sentence or its whole message shows. A report of
   * a finished action does not wait.
   */
  waitsFor(text: string, last: string): boolean {
    if (tellsReport(text, last)) return false;
    if (WAITS.test(bare(last))) return true;
    const { wishes, told } = this.ground;
    return wishes.length > 0 && waitsForYes(bare(text), { told, tools: wishes.map(({ tool }) => tool), shown: '' });
  }

  isWanted(text: string): boolean {
    return this.weigh(text, '').kind === 'wanted';
  }

  /**
   * Tells whether a message without a clear request for consent may propose something that the user wants. `last` is
   * its last sentence. A report, a question for a fact and an offer for a later case are no proposals.
   */
  mayPropose(text: string, last: string): boolean {
    if (tellsReport(text, last) || !ASKS_YES.test(bare(last)) || ASKS_FACT.test(bare(last))) return false;
    if (IN_CASE.test(bare(last))) return false;
    const { wishes, told, order } = this.ground;
    const nearest = nearestChange(text, { changes: wishes, told, order });
    return (nearest?.told.named.length ?? 0) > 0 && ['wanted', 'unsure'].includes(this.weigh(text, '').kind);
  }

  weigh(text: string, asked: string): Weighed {
    const { wishes, told, order } = this.ground;
    return weighProposal(withoutFindings(text), asked, { wishes, told, order, parts: this.ground.parts() });
  }

  /**
   * Returns the wish that the message is about. If no wish stands out, returns the user's wish, shortened to the
   * sentences that the message is about if it is long.
   */
  part(text: string, before = ''): string {
    const parts = this.ground.parts();
    if (parts.length < 2) return partOf(this.ground.wish(), text);
    const about = plainAmounts(text);
    const core = proposalCore(about) ?? about;
    return wishAbout(parts, core, about) ?? wishAbout(parts, core, before) ?? partOf(this.ground.wish(), text);
  }

  /** Repeats the wish. After MOST_TOLD times, only reminds the agent that the wish was told. */
  private wishAgain(text: string): string {
    this.told += 1;
    if (this.told <= MOST_TOLD) return this.part(text);
    return this.ground.random.pick(REMINDS);
  }

  private objection(weighed: Weighed, text: string): string {
    const { random } = this.ground;
    if (weighed.kind === 'value') {
      const right = this.factOf(
        weighed.slot.own.map(({ value }) => value),
        weighed.slot.name,
        weighed.said,
      );
      if (right !== undefined)
        return random.pick([
          `No, not ${weighed.said}: ${tellFact(right)}.`,
          `No, that is not right: ${tellFact(right)}, not ${weighed.said}.`,
        ]);
      return `No, not ${weighed.said}. ${this.wishAgain(text)}`;
    }
    if (weighed.kind === 'outside') return `No, not ${weighed.said}. ${this.wishAgain(text)}`;
    if (weighed.kind === 'presumed') return `I have not said yes yet, please ask me first. ${this.wishAgain(text)}`;
    // the question names no action, so the user asks what the agent would do
    if (weighed.kind === 'bare') return `What exactly would you do? ${this.wishAgain(text)}`;
    if (weighed.kind === 'deed')
      return `${random.pick(['No, thank you. Only what I asked for.', 'No, I did not ask for that.'])} ${this.wishAgain(text)}`;
    return `${random.pick(UNCLEAR)} ${this.wishAgain(text)}`;
  }

  /**
   * Returns the fact with which the user corrects a value: the right value, or a value that distinguishes the right
   * row. Returns undefined if there is no such fact or it equals the value that the agent said.
   */
  private factOf(values: readonly unknown[], name: string, said: string): KnownFact | undefined {
    const facts = this.ground.facts.filter(
      ({ value }) =>
        plainWords(String(value)) !== plainWords(said) && (!DATED.test(said) || DATED.test(spoken(value as Json))),
    );
    return (
      facts.find(({ value, who }) => !who && values.some((each) => sameDay(each, value))) ??
      facts.find(({ key, who }) => !who && (key === name || key === `new ${name}`)) ??
      facts.find(({ value }) => values.includes(value))
    );
  }
}

/**
 * Changes a wish so that it can follow "Yes, if you mean this:". For example, "I want to have my table moved." becomes
 * "my table moved."
 */
function asCondition(wish: string): string {
  return wish.replace(/^I want to (have )?/, (_all, have: string | undefined) => (have === undefined ? 'to ' : ''));
}

/** Removes quoted questions, because the agent does not ask them. */
function bare(text: string): string {
  return text.replaceAll(/["“][^"”\n]*[?]["”]/g, '"…"');
}

/**
 * Tells whether a sentence of the message reports a finished action and the last sentence neither asks nor mentions
 * consent.
 */
function tellsReport(text: string, last: string): boolean {
  return !WAITS.test(unquoted(last)) && [...readSentences(text).map((each) => each.text), last].some(isReport);
}

/**
 * Tells whether a sentence reports a finished action, such as "I have booked a visit.", and neither asks nor mentions
 * consent.
 */
function isReport(sentence: string): boolean {
  return REPORTS.test(sentence) && !WAITS.test(unquoted(sentence));
}

/** Removes words in quotation marks, because the agent only quotes them. */
function unquoted(text: string): string {
  return text.replaceAll(/["“][^"”\n]*["”]/g, '"…"');
}

/**
 * Matches a report of a finished action. Preparations such as "I have the form ready" and "I have found it" do not
 * count.
 */
const REPORTS =
  /^\W*(?:(?:done|okay|all right|and)[:,.]? )?(?:i|we)(?:'ve| have) (?:(?:now|also|just) )*(?!(?:prepared|drafted|found|looked|checked|lined|queued|reserved|held|noted)\b)\p{L}{2,}(?:ed|en|nt|ept|id|de|ut|wn)\b/iu;

/** A wish with more characters than this is not repeated as a whole. */
const LONG = 240;
const MOST_SENTENCES = 2;
/** Words that occur in every kind of request. */
const ANY = new Set(
  'please that with this would could your have what from want like tell again thank thanks need know right okay'.split(
    ' ',
  ),
);

/**
 * Returns the sentences of a long text that share the most uncommon words with another text, or the whole text if no
 * sentence shares any. A short text is returned whole.
 */
export function partOf(whole: string, about: string): string {
  if (whole.length <= LONG) return whole;
  const said = new Set(
    plainWords(about)
      .trim()
      .split(' ')
      .filter((word) => (word.length > 3 && !ANY.has(word)) || /\d/.test(word)),
  );
  const sentences = whole.split(/(?<=[.!?]"?) (?=\p{L})/u);
  const scored = sentences.map((sentence, at) => ({
    at,
    sentence,
    score: plainWords(sentence)
      .trim()
      .split(' ')
      .filter((word) => said.has(word)).length,
  }));
  const best = scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.at - other.at);
  const [first] = best;
  if (first === undefined) return whole;
  const chosen = best.slice(0, MOST_SENTENCES).filter(({ score }) => score * 2 > first.score);
  return chosen
    .sort((one, other) => one.at - other.at)
    .map(({ sentence }) => sentence)
    .join(' ');
}

const REMINDS = [
  'I have told you what I would like.',
  'Please read again what I wrote.',
  'It is still the same wish.',
  'My wish has not changed.',
  'Please see above.',
];
const UNCLEAR = [
  'No, I am not sure what you mean.',
  'No, not before I understand it.',
  'No, sorry, I do not follow.',
  'No, that is not clear to me.',
];

/** A wish with more characters than this is not repeated after a yes. */
const SHORT = 90;
/** Beginnings of a yes on a condition; the wish follows. `recogniseActs` must read these words as a yes. */
const ON_CONDITION = ['Yes, if you mean this:', 'Yes, as long as you mean just this:', 'Yes, if it is only this:'];
export const ON_WISH = [
  'Yes, as long as it gets me what I asked for.',
  "Sure, if that's what I asked for.",
  "Yes, if that's the one I asked about.",
  "Okay, as long as that's all that changes.",
  "Yes, if that's what it takes.",
  "Fine, if that's part of it.",
];

/** Matches a short question that calls its object only "it", "them" or "that". */
const MEANS_BEFORE = /^(?=.{0,80}$)(?:\W*\p{L}+[.!,] )?[^.!?"“]*\b(?:it|them|that)\b[^.!?\d"“]*\?\s*$/iu;

/**
 * Matches an offer for the case that something goes wrong later: "If it isn't, just write again and I'll open a
 * ticket." It does not match "If it is fine, …".
 */
const IN_CASE =
  /^\W*(?:if|should|in case) (?:it|that|this|they|anything|something|the \p{L}+)\b(?!(?:(?!n[o']t\b)[^,?])*\b(?:right|fine|ok|okay|correct|good|well|suits?|works|agreed|agreeable|acceptable|what you)\b)[^?]*\b(?:write|call|come back|get back|get in touch|contact|reply|let us know|let me know)\b[^?]*$/iu;

/** Matches a question or a request for consent, but not a thank-you for consent that was given. */
const ASKS_YES =
  /\?|\b(?:say|give|reply|answer|revert|respond|confirm|let me know)\b|\b(?:if|once|when|as soon as) (?:you|that|this|it)\b|\b(?:need|want|await|wait for|with) (?:\w+ ){0,2}(?:your|a|an)\b/i;

/** Matches a question that asks for a fact and cannot be answered with yes or no. */
const ASKS_FACT =
  /\b(?:what|which|who|whom|whose|where|when|why|how)\b|\b(?:do|can|could|would) you (?:\w+ )?(?:have|need|require|prefer|know|tell|give|share|provide|remember)\b|\bor (?:is it|the other|not\b)/i;

/** Matches a sentence that asks a question or has a word such as "confirm" or "go-ahead". */
const WAITS =
  /\?|\b(?:yes|ok|okay|confirm\w*|approv\w*|agree\w*|consent|permission|go-ahead|word|nod|proceed|let me know)\b/i;

function sameDay(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return (
    typeof one === 'string' &&
    typeof other === 'string' &&
    /^\d{4}-\d\d-\d\d/.test(one) &&
    one.slice(0, 10) === other.slice(0, 10)
  );
}

/** Matches a date. If the agent said a wrong date, the user corrects it only with another date. */
const DATED =
  /\d{4}-\d\d-\d\d|\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:january|february|march|april|may|june|july|august|september|october|november|december)\b/i;
