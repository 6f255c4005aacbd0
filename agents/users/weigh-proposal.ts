// Compares an agent's proposal with the user's wishes. The user agrees only if the action and the values belong to a
// wish; otherwise it names the difference. Prices and other facts that a user cannot know do not make it say no. A
// statistical model, fitted to proposals by other writers, judges whether the remaining words fit the wish.
import { saysElse, type Nearest } from '../../envs/verification/reading/proposal-features.ts';
import { stem } from '../../envs/verification/reading/reply-features.ts';
import { rareWords, scoreProposal } from '../../envs/verification/reading/reply-reader.ts';
import { clausesOf } from '../../envs/words/clauses.ts';
import type { DateOrder } from '../../envs/words/dates-said.ts';
import { compareDeeds, deedsEchoed, deedsIn } from '../../envs/words/deeds.ts';
import { numbersSaid } from '../../envs/words/numbers-said.ts';
import { splitName } from '../../envs/words/split-words.ts';
import { timesSaid } from '../../envs/words/times-said.ts';
import type { Slot } from '../../envs/words/things.ts';
import { nearestWish } from './nearest-wish.ts';
import { readInFrame } from './own-frames.ts';
import { isPlainly } from './plain-proposal.ts';
import { plainAmounts, proposalCore, withoutMoney, withoutTimes } from './proposal-core.ts';
import { choiceBeside, isExplained, readTool, saysOtherAmount, type ToolRead } from './service-words.ts';
import { wishAbout } from './wish-parts.ts';
import type { Wish } from './wishes.ts';

export type Weighed =
  | { readonly kind: 'wanted'; readonly isRead?: true }
  /** The proposal names no action and no value that could be compared with a wish. */
  | { readonly kind: 'bare' }
  | { readonly kind: 'deed' }
  | { readonly kind: 'value'; readonly slot: Slot; readonly said: string }
  /** The proposal names a row that the user does not want changed. */
  | { readonly kind: 'outside'; readonly said: string }
  /** The agent claims that the user has already agreed, which is not true. */
  | { readonly kind: 'presumed' }
  /** The action and the values seem right, but other words of the proposal may say something else. */
  | { readonly kind: 'unsure' }
  /** The proposal says something that does not clearly belong to a wish. */
  | { readonly kind: 'unclear' };

export interface Wanted {
  readonly wishes: readonly Wish[];
  /** One text with all that the user may say: the first message, the goal and the values of all facts. */
  readonly told: string;
  readonly order: DateOrder;
  /** Each wish in the user's own words. */
  readonly parts?: readonly string[];
}

/**
 * The user agrees to a proposal whose score is above SURE, or above SURE_VERBATIM if it uses all words of the tool's
 * name. Between MAYBE and SURE, it agrees on the condition that its wish is meant. The numbers were chosen with
 * proposals to which the model was not fitted: 2 of 432 wrong proposals score above SURE, and 9 of 298 right ones below
 * MAYBE.
 */
const SURE = 3;
const SURE_VERBATIM = -2;
const MAYBE = -1;
/** A message that names no action and no value of a wish and has at most this many different words proposes nothing. */
const BARE = 12;
const SHORT = 6;

/**
 * Compares a proposal with the wishes. `text` is the agent's message; `permission` holds those sentences of it that ask
 * for consent. If the whole message gives no certain result, its parts are compared, without explanations and facts
 * that the user cannot know; a part that fits makes the result `unsure`.
 */
export function weighProposal(text: string, permission: string, wanted: Wanted): Weighed {
  const weighed = weigh(text, permission, wanted);
  if (weighed.kind === 'unsure') return withService(text, permission, wanted);
  const isElse = weighed.kind === 'wanted' && weighed.isRead !== true && saysOtherChoice(text, wanted);
  return isElse ? { kind: 'unsure' } : weighed;
}

/**
 * Weighs an unsure proposal by the words of the service: another choice than the wish's is a no, and a proposal of the
 * wish's tool in which everything is explained is a yes.
 */
function withService(text: string, permission: string, wanted: Wanted): Weighed {
  const { wishes, told, order } = wanted;
  const about = plainAmounts(text);
  const core = proposalCore(about) ?? about;
  const whole = readWhole(about, wishes, told, order);
  if (whole === undefined) return { kind: 'unsure' };
  const other = choiceOf(text, wanted);
  // the user's words may have the choice for another thing
  if (other !== undefined)
    return other.isSure ? { kind: 'value', slot: other.slot, said: other.said } : { kind: 'unsure' };
  if (addsMore(about, told)) return { kind: 'unsure' };
  if (saysOtherAmount(about, [whole.wish, ...whole.meant], told)) return { kind: 'unsure' };
  const score = scoreProposal(about, { changes: wishes, told, order }, nearestWish(about, wishes, told, order));
  const isSure = ({ wish, kind, named }: WholeRead, said: string): boolean =>
    score > (kind === 'own' ? SURE_OWN : kind === 'shared' ? SURE_SHARED : SURE_OTHER) &&
    (named.length > 0 || permission !== '') &&
    isExplained(said, { wish, named, wishes, told, order });
  if (isSure(whole, about)) return { kind: 'wanted' };
  const inner = core === about ? undefined : readWhole(core, wishes, told, order);
  const isTelling = inner !== undefined && (inner.kind === 'own' || inner.named.length > 0);
  return isTelling && isSure(inner, core) ? { kind: 'wanted' } : { kind: 'unsure' };
}

/** Returns a choice that a proposal says in place of the wish's. */
function choiceOf(text: string, { wishes, parts = [] }: Wanted): ReturnType<typeof choiceBeside> {
  const about = plainAmounts(text);
  const part = parts.length > 1 ? wishAbout(parts, proposalCore(about) ?? about, about) : parts[0];
  return choiceBeside(about, wishes, part);
}

/** Tells whether a proposal says a choice in place of the wish's that none of the wishes' rows has either. */
function saysOtherChoice(text: string, wanted: Wanted): boolean {
  const other = choiceOf(text, wanted);
  const own = wanted.wishes.flatMap(({ slots }) => slots.flatMap((slot) => slot.own));
  return other !== undefined && !own.some(({ value }) => splitName(String(value)).join(' ') === other.said);
}

/** Tells whether a proposal adds something to the wish: "two more keys", where the user has not said two. */
function addsMore(about: string, told: string): boolean {
  if (ADDS.some((adds) => adds.test(withoutPrices(about)) && !adds.test(told))) return true;
  const said = new Set(numbersSaid(told).map(({ number }) => number));
  return numbersSaid(about).some(
    ({ number, isMoney, end }) => !isMoney && /^ more \p{L}/u.test(about.slice(end)) && !said.has(number),
  );
}

interface WholeRead extends ToolRead {
  readonly wish: Wish;
  readonly named: readonly Slot[];
}

/** Finds the wish that a text means, by the values that it names, or else by the words of the service's tools. */
function readWhole(text: string, wishes: readonly Wish[], told: string, order: DateOrder): WholeRead | undefined {
  const [{ service } = {}] = wishes;
  if (service === undefined) return undefined;
  const read = readTool(text, wishes, service);
  const all = nearestWish(text, wishes, told, order);
  const nearest = (all?.told.named.length ?? 0) > 0 ? all : nearestWish(text, read.meant, told, order);
  const wish = wishes.find((each) => each === nearest?.change);
  if (nearest === undefined || wish === undefined || nearest.told.wrong.length > 0) return undefined;
  return { ...read, wish, named: nearest.told.named };
}

/** The least scores of a proposal whose words are those of the wish's tool, of several tools, and of another one. */
const SURE_OWN = -0.5;
const SURE_SHARED = 0.5;
const SURE_OTHER = 1.5;

function weigh(text: string, permission: string, wanted: Wanted): Weighed {
  const about = plainAmounts(text);
  const asked = plainAmounts(permission);
  const whole = weighText(about, asked, wanted);
  if (whole.kind !== 'unclear' && whole.kind !== 'bare' && whole.kind !== 'deed') return whole;
  const core = proposalCore(about) ?? about;
  if (isOtherAmount(about, wanted)) return whole;
  if (whole.kind !== 'deed') {
    // the comparison is repeated without amounts of money, because they do not change what the user wants
    const priceless = weighText(withoutMoney(about), withoutMoney(asked), wanted);
    if (priceless.kind === 'wanted' || priceless.kind === 'unsure') return priceless;
  }
  const cores = [core, ...(knowsTime(core, wanted) ? [] : [withoutTimes(core)]), ...(asked === '' ? [] : [asked])];
  const isMeant = cores.some((each) => {
    const { kind } = each === about ? whole : weighText(each, each, wanted);
    if (kind === 'wanted' || kind === 'unsure')
      return each !== about && !(each === asked && namesNothing(each, wanted));
    return (kind === 'unclear' || kind === 'bare') && isEcho(each, wanted);
  });
  return isMeant ? { kind: 'unsure' } : whole;
}

const namesNothing = (text: string, { wishes }: Wanted): boolean =>
  compareDeeds(deedsIn(text), new Set(wishes.flatMap(({ deeds }) => [...deeds]))) === 'unsaid';

const AMOUNT_FIRST = /\b(?:shall|may|should|can|could) (?:i|we) \p{L}+ (?=[$€£\d])/iu;
/** Matches words that turn an amount into a limit, such as "$800 or more". */
const BOUND = /\b(?:more|less|least|most|over|under|above|below|up to|limit|if)\b|\bfrom [$€£\d]/i;

/**
 * Tells whether a proposal begins with an amount of money, the wish also has one, and no amount of the proposal is in
 * the wish.
 */
function isOtherAmount(text: string, { parts = [], told }: Wanted): boolean {
  if (!AMOUNT_FIRST.test(text)) return false;
  const part = wishAbout(parts, text) ?? told;
  const wished = numbersSaid(part).filter(({ isMoney }) => isMoney);
  const said = numbersSaid(text).filter(({ isMoney }) => isMoney);
  return (
    wished.length > 0 &&
    said.length > 0 &&
    !BOUND.test(part) &&
    !said.some(({ number }) => wished.some((each) => each.number === number))
  );
}

/** Tells whether the wish that the proposal is about contains a time of day. */
function knowsTime(about: string, { parts = [], told }: Wanted): boolean {
  return timesSaid(wishAbout(parts, about) ?? told).length > 0;
}

const ECHOED = 4;

/**
 * Tells whether a proposal consists only of words and numbers of the wish and its rows, and of ordinary words of
 * proposals. If it names exactly the wished action, one uncommon word is allowed.
 */
function isEcho(text: string, { wishes, told, order }: Wanted): boolean {
  const own = wishes.flatMap(({ slots, words }) => [
    words.join(' '),
    ...slots.flatMap((slot) => slot.own.map(({ value }) => String(value))),
  ]);
  const known = [told, ...own].join(' . ');
  if (otherNumbers(text, known).length > 0) return false;
  const rare = rareWords(withoutMoney(text), known).length;
  const isDeed = compareDeeds(deedsIn(text), new Set([...deedsIn(told), ...wishes.flatMap(({ deeds }) => [...deeds])]));
  if (rare > (isDeed === 'same' ? 1 : 0) || saysElse(text, { changes: wishes, told, order })) return false;
  if (ADDS.some((adds) => adds.test(withoutPrices(text)) && !adds.test(told))) return false;
  const words = splitName(text);
  const said = new Set([...words, ...words.map((word, at) => `${word}${words[at + 1] ?? ''}`)].map(stem));
  // the proposal must name the wished action, or at least a word of the tool's name
  const isNamed = wishes.some((wish) => wish.words.some((word) => word.length >= ECHOED && said.has(stem(word))));
  return isDeed === 'same' || (isNamed && isDeed === 'unsaid');
}

/**
 * Returns the numbers in a text that do not occur in a known text. Amounts of money, the number 1 and digits after
 * "ending" are left out.
 */
function otherNumbers(text: string, known: string): number[] {
  const numbers = new Set([
    ...numbersSaid(known).map(({ number }) => number),
    ...[...known.matchAll(/\d+/g)].map(([digits]) => Number(digits)),
  ]);
  const counted = text.replaceAll(/\bend(?:s|ing)? (?:in |with )?\d+/gi, ' ');
  return numbersSaid(counted).flatMap(({ number, isMoney }) =>
    isMoney || number === 1 || numbers.has(number) ? [] : [number],
  );
}

function weighText(about: string, permission: string, { wishes, told, order }: Wanted): Weighed {
  if (PRESUMES.test(about)) return { kind: 'presumed' };
  const framed = readInFrame(about, wishes);
  if (framed !== undefined) return framed.kind === 'wanted' ? { kind: 'wanted', isRead: true } : framed;
  if (wishes.some((wish) => isPlainly(about, wish, wishes))) return { kind: 'wanted', isRead: true };
  const said = deedsIn(about);
  const asked = deedsIn(permission);
  const words = new Set(splitName(about));
  const known = new Set([...deedsIn(told), ...deedsEchoed(about, told), ...wishes.flatMap(({ deeds }) => [...deeds])]);
  const deed = asked.size > 0 ? compareDeeds(asked, known) : compareDeeds(said, known);
  const verbatim = wishes.some((wish) => wish.words.length > 0 && wish.words.every((word) => words.has(word)));
  if (!verbatim && (deed === 'other' || deed === 'more')) return { kind: 'deed' };
  if (!verbatim && compareDeeds(said, known) === 'more' && EXTRA.test(about)) return { kind: 'deed' };
  // a user that only wants information agrees only to an action that its own words name
  if (wishes.length === 0)
    return deed === 'same'
      ? { kind: 'wanted' }
      : { kind: words.size <= SHORT || rareWords(about, told).length === 0 ? 'bare' : 'unclear' };
  const ground = { changes: wishes, told, order };
  const nearest = nearestWish(about, wishes, told, order);
  const [first] = nearest?.told.wrong ?? [];
  if (first !== undefined) return { kind: 'value', slot: first.slot, said: first.said };
  const outside = outsideSet(about, nearest?.change, { wishes, told, order });
  if (outside !== undefined) return { kind: 'outside', said: outside };
  if (ADDS.some((adds) => adds.test(withoutPrices(about)) && !adds.test(told))) return { kind: 'deed' };
  if (strangerIn(about, wishes, told) !== undefined) return { kind: 'unclear' };
  const named = (nearest?.told.named.length ?? 0) > 0;
  if (!named && deed === 'unsaid' && words.size <= BARE && !saysElse(about, ground)) return { kind: 'bare' };
  if (saysElse(about, ground)) return { kind: 'unclear' };
  const score = scoreProposal(about, ground, nearest);
  if (score > (verbatim ? SURE_VERBATIM : SURE)) return { kind: 'wanted' };
  return { kind: score > MAYBE ? 'unsure' : 'unclear' };
}

const PRESUMES =
  /\b(?:thank(?:s| you)(?: \w+){0,3} for (?:\w+ ){0,3}(?:ok|okay|yes|consent|agreement|approval|go-ahead|agreeing|consenting|approving|saying yes)|unless (?:i|we|you|u)\b|(?:don't|do not) hear a no|if (?:i|we) (?:don't|do not) hear|take (?:it|this|that) as (?:\w+ )?(?:agreed|yes|read|confirmed|approved|settled)|silence (?:as|means)|(?:you have|you've) (?:\w+ )?(?:agreed|confirmed|approved|consented|okayed|said yes))\b/i;

/**
 * Matches words that propose more than the user wants: a second one, a repetition each month, or something in addition.
 */
const ADDS: readonly RegExp[] = [
  /\b(?:additional|an? second|another|an? extra|one more)\b/i,
  /\b(?:standing order|recurring|(?:every|each) (?:month|week|year)|(?:1st|first) of (?:every|each))\b/i,
  /\b(?:while (?:i'm|i am|we're|we are) at it|in the same (?:step|go|breath)|along the way|at the same time|on top of (?:that|it|this)|in addition)\b/i,
];

/** Removes prices, because "$25 each month" is a price and not a repeated action. */
function withoutPrices(text: string): string {
  return text.replaceAll(
    /(?:[$€£]\s?[\d.,]+|\d[\d.,]* (?:dollars|euros|pounds|bucks)|\w+[- ]?\w* dollars),? (?:every|each) \w+/gi,
    ' ',
  );
}

const WITH_TITLE = /\b(?:Dr|Prof|Doctor|Professor|Nurse)\.? (\p{Lu}\p{L}+)/gu;
const STAYS = /\b(?:instead of|rather than|in place of|stay|remain|keep|untouched|no longer|from)\b/i;

/**
 * Returns the name after a title such as Dr or Nurse, if the proposal contains one that neither the user's words nor
 * the wished rows contain. Otherwise returns undefined.
 */
function strangerIn(about: string, wishes: readonly Wish[], told: string): string | undefined {
  const known = [
    told,
    ...wishes.flatMap(({ slots }) => slots.flatMap(({ own }) => own.map(({ value }) => value))),
  ].join(' ');
  return clausesOf(about)
    .filter(({ text }) => !STAYS.test(text))
    .flatMap(({ text }) => [...text.matchAll(WITH_TITLE)].map(([, name = '']) => name))
    .find((name) => !known.includes(name));
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_-]*/gu;

/** Returns the key of a row that the proposal names and the user does not want changed, or undefined. */
function outsideSet(about: string, wish: Nearest['change'] | undefined, { wishes, told }: Wanted): string | undefined {
  const outside = wishes.find((each) => each === wish)?.outside;
  if (outside === undefined) return undefined;
  const own = wishes.flatMap(({ slots }) => slots.flatMap((slot) => slot.own.map(({ value }) => String(value))));
  const known = new Set([...[told, ...own].join(' ').toLowerCase().matchAll(WORD)].map(([word]) => word));
  return [...about.matchAll(WORD)]
    .map(([word]) => word)
    .find((word) => outside.has(word) && !known.has(word.toLowerCase()));
}

const EXTRA =
  /\b(?:and also|as well|in addition|additionally|plus|on top|at the same time|along with|while i'm at it|too)\b/i;
