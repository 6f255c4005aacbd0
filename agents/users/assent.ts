// The scripted user's answers to proposals. The user says yes to a proposal of one of its wishes. It says no to a
// proposal of another value or action, and names the difference. If it cannot read the proposal with certainty, it says
// yes on the condition that the agent means the wish, and repeats the wish.
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
  /** Everything that the user knows and wants, as one text. */
  readonly told: string;
  /** Returns the present wish, in other words than the opening. */
  wish(): string;
  /** Returns the wishes that the user has told, one by one. */
  parts(): readonly string[];
  readonly facts: readonly KnownFact[];
  readonly order: DateOrder;
  readonly random: Random;
}

export interface Reply {
  readonly text: string;
  readonly acts: readonly ('confirm' | 'deny' | 'ask')[];
}

/** How often the user repeats its whole wish after an objection. */
const MOST_TOLD = 2;

export class Assent {
  private readonly ground: AssentGround;
  private readonly yes = new YesWords();
  private told = 0;

  constructor(ground: AssentGround) {
    this.ground = ground;
  }

  /** Answers a proposal: yes if the user wants it, otherwise no. `before` is the agent's message before this one. */
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
    // "Shall I submit it?" after a wanted proposal means that one
    if (weighed.kind === 'unsure' && before !== '' && MEANS_BEFORE.test(text) && this.isWanted(before))
      return { text: 'Yes, please go ahead.', acts: ['confirm'] };
    if (weighed.kind === 'unsure' && ASKS_YES.test(text))
      return { text: this.onCondition(text, before), acts: ['confirm', 'ask'] };
    return { text: this.objection(weighed, text), acts: ['deny'] };
  }

  /** Says yes to the wish alone. A wish of few words is said again, and a longer one is only meant. */
  private onCondition(text: string, before: string): string {
    const { random } = this.ground;
    const wish = asCondition(this.part(text, before));
    return wish.length <= SHORT ? `${random.pick(ON_CONDITION)} ${wish}` : random.pick(ON_WISH);
  }

  /** Tells whether the message waits for a yes, judged by its last sentence or by the whole message. */
  waitsFor(text: string, last: string): boolean {
    if (tellsReport(text, last)) return false;
    if (WAITS.test(bare(last))) return true;
    const { wishes, told } = this.ground;
    return wishes.length > 0 && waitsForYes(bare(text), { told, tools: wishes.map(({ tool }) => tool), shown: '' });
  }

  isWanted(text: string): boolean {
    return this.weigh(text, '').kind === 'wanted';
  }

  /** Tells whether a message may propose a wish. The message ends with the sentence `last` and asks for no fact. */
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

  /** Returns the wish that the message is about. If none stands out, returns sentences that share words with it. */
  part(text: string, before = ''): string {
    const parts = this.ground.parts();
    if (parts.length < 2) return partOf(this.ground.wish(), text);
    const about = plainAmounts(text);
    const core = proposalCore(about) ?? about;
    return wishAbout(parts, core, about) ?? wishAbout(parts, core, before) ?? partOf(this.ground.wish(), text);
  }

  /** Repeats the wish. After MOST_TOLD times, only reminds the agent of the wish. */
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
    // the question names no action, and a yes must be a yes to something, so the user asks back
    if (weighed.kind === 'bare') return `What exactly would you do? ${this.wishAgain(text)}`;
    if (weighed.kind === 'deed')
      return `${random.pick(['No, thank you. Only what I asked for.', 'No, I did not ask for that.'])} ${this.wishAgain(text)}`;
    return `${random.pick(UNCLEAR)} ${this.wishAgain(text)}`;
  }

  /**
   * Returns the user's fact about an argument: the argument's value, or a value that distinguishes the row from other
   * rows. A fact with the value that the agent said corrects nothing.
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

/** Writes a wish as a condition: "I want to have my table moved." becomes "my table moved." */
function asCondition(wish: string): string {
  return wish.replace(/^I want to (have )?/, (_all, have: string | undefined) => (have === undefined ? 'to ' : ''));
}

/** Removes questions in quotation marks, because they ask nothing. */
function bare(text: string): string {
  return text.replaceAll(/["“][^"”\n]*[?]["”]/g, '"…"');
}

/** Tells whether a message says that something was done, and its last sentence has no word for a yes. */
function tellsReport(text: string, last: string): boolean {
  return !WAITS.test(unquoted(last)) && [...readSentences(text).map((each) => each.text), last].some(isReport);
}

/** Tells whether a sentence says that something was done, and has no word for a yes: "I have booked a visit." */
function isReport(sentence: string): boolean {
  return REPORTS.test(sentence) && !WAITS.test(unquoted(sentence));
}

/** Removes words in quotation marks, because the agent only reads them out. */
function unquoted(text: string): string {
  return text.replaceAll(/["“][^"”\n]*["”]/g, '"…"');
}

/** Matches a deed in the past, but not a preparation such as "I have the form ready" or "I have found it". */
const REPORTS =
  /^\W*(?:(?:done|okay|all right|and)[:,.]? )?(?:i|we)(?:'ve| have) (?:(?:now|also|just) )*(?!(?:prepared|drafted|found|looked|checked|lined|queued|reserved|held|noted)\b)\p{L}{2,}(?:ed|en|nt|ept|id|de|ut|wn)\b/iu;

/** A wish with more characters than this is repeated only in part. */
const LONG = 240;
const MOST_SENTENCES = 2;
/** Words that occur in any request. */
const ANY = new Set(
  'please that with this would could your have what from want like tell again thank thanks need know right okay'.split(
    ' ',
  ),
);

/**
 * Returns those sentences of a long text that have the largest number of distinctive words in common with another text.
 * Returns a short text whole.
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

/** A wish with more characters than this is not said again after a yes. */
const SHORT = 90;
/** Ways to say yes to the wish alone. The wish follows, and `recogniseActs` reads these words as a yes. */
const ON_CONDITION = ['Yes, if you mean this:', 'Yes, as long as you mean just this:', 'Yes, if it is only this:'];
export const ON_WISH = [
  'Yes, as long as it gets me what I asked for.',
  "Sure, if that's what I asked for.",
  "Yes, if that's the one I asked about.",
  "Okay, as long as that's all that changes.",
  "Yes, if that's what it takes.",
  "Fine, if that's part of it.",
];

/** Matches a short message that names its thing only as "it". */
const MEANS_BEFORE = /^(?=.{0,80}$)(?:\W*\p{L}+[.!,] )?[^.!?"“]*\b(?:it|them|that)\b[^.!?\d"“]*\?\s*$/iu;

/** Matches an offer for later: "If it isn't, just write again and I'll open a ticket." "If it is fine" is no such offer. */
const IN_CASE =
  /^\W*(?:if|should|in case) (?:it|that|this|they|anything|something|the \p{L}+)\b(?!(?:(?!n[o']t\b)[^,?])*\b(?:right|fine|ok|okay|correct|good|well|suits?|works|agreed|agreeable|acceptable|what you)\b)[^?]*\b(?:write|call|come back|get back|get in touch|contact|reply|let us know|let me know)\b[^?]*$/iu;

/** Matches a question or a request for a yes, but not thanks for a yes. */
const ASKS_YES =
  /\?|\b(?:say|give|reply|answer|revert|respond|confirm|let me know)\b|\b(?:if|once|when|as soon as) (?:you|that|this|it)\b|\b(?:need|want|await|wait for|with) (?:\w+ ){0,2}(?:your|a|an)\b/i;

/** Matches a question that a yes or no cannot answer. */
const ASKS_FACT =
  /\b(?:what|which|who|whom|whose|where|when|why|how)\b|\b(?:do|can|could|would) you (?:\w+ )?(?:have|need|require|prefer|know|tell|give|share|provide|remember)\b|\bor (?:is it|the other|not\b)/i;

/** Matches a sentence that asks a question or has a word for a yes. */
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

/** Matches a date. Only another date can be right in its place. */
const DATED =
  /\d{4}-\d\d-\d\d|\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:january|february|march|april|may|june|july|august|september|october|november|december)\b/i;
