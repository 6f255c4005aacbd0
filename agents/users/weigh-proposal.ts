// Compares an agent's proposal with the user's wishes. The user agrees only if the proposal's action and values belong
// to an open wish, and otherwise names the difference. Prices and other facts that a user cannot know never cause a no.
// A statistical model, fitted to proposals of other writers, judges whether the remaining words belong to the wish.
import { nearestChange, saysElse, type Nearest } from '../../envs/verification/reading/proposal-features.ts';
import { rareWords, scoreProposal } from '../../envs/verification/reading/reply-reader.ts';
import { clausesOf } from '../../envs/words/clauses.ts';
import type { DateOrder } from '../../envs/words/dates-said.ts';
import { compareDeeds, deedsIn } from '../../envs/words/deeds.ts';
import { splitName } from '../../envs/words/split-words.ts';
import type { Slot } from '../../envs/words/things.ts';
import { readInFrame } from './own-frames.ts';
import { isPlainly } from './plain-proposal.ts';
import type { Wish } from './wishes.ts';

export type Weighed =
  | { readonly kind: 'wanted' }
  /** The proposal names nothing that could be compared with a wish. */
  | { readonly kind: 'bare' }
  | { readonly kind: 'deed' }
  | { readonly kind: 'value'; readonly slot: Slot; readonly said: string }
  /** The proposal names a row that the wish does not include. */
  | { readonly kind: 'outside'; readonly said: string }
  /** The agent claims a yes that the user never gave. */
  | { readonly kind: 'presumed' }
  /** The action and the values seem to be those of a wish, but other words of the proposal may say something else. */
  | { readonly kind: 'unsure' }
  /** The proposal names something that the user does not know. */
  | { readonly kind: 'unclear' };

export interface Wanted {
  readonly wishes: readonly Wish[];
  /** The user's own words: opening, goal and values. */
  readonly told: string;
  readonly order: DateOrder;
}

/**
 * The user agrees to a proposal that scores above SURE. A proposal in the tool's own words needs only SURE_VERBATIM.
 * Above MAYBE, the user agrees on the condition that its wish is meant. The numbers were chosen on proposals that the
 * model was not fitted to: 2 of 432 wrong proposals score above SURE, and 9 of 298 right ones below MAYBE.
 */
const SURE = 3;
const SURE_VERBATIM = -2;
const MAYBE = -1;
/** A message with at most this many different words that names no action and no value proposes nothing. */
const BARE = 12;
const SHORT = 6;

/** Weighs a proposal. `about` is the text of the proposal; `permission` holds the sentences that ask for the yes. */
export function weighProposal(about: string, permission: string, { wishes, told, order }: Wanted): Weighed {
  if (PRESUMES.test(about)) return { kind: 'presumed' };
  const framed = readInFrame(about, wishes);
  if (framed !== undefined) return framed;
  if (wishes.some((wish) => isPlainly(about, wish, wishes))) return { kind: 'wanted' };
  const said = deedsIn(about);
  const asked = deedsIn(permission);
  const words = new Set(splitName(about));
  const known = new Set([...deedsIn(told), ...wishes.flatMap(({ deeds }) => [...deeds])]);
  const deed = asked.size > 0 ? compareDeeds(asked, known) : compareDeeds(said, known);
  const verbatim = wishes.some((wish) => wish.words.length > 0 && wish.words.every((word) => words.has(word)));
  if (!verbatim && (deed === 'other' || deed === 'more')) return { kind: 'deed' };
  if (!verbatim && compareDeeds(said, known) === 'more' && EXTRA.test(about)) return { kind: 'deed' };
  // a user without wishes for changes agrees only to an action that the user's own words name
  if (wishes.length === 0)
    return deed === 'same'
      ? { kind: 'wanted' }
      : { kind: words.size <= SHORT || rareWords(about, told).length === 0 ? 'bare' : 'unclear' };
  const ground = { changes: wishes, told, order };
  const nearest = nearestChange(about, ground);
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

/** Matches words that ask for more than the wish: one more, every month, or something in addition. */
const ADDS: readonly RegExp[] = [
  /\b(?:additional|an? second|another|an? extra|one more)\b/i,
  /\b(?:standing order|recurring|(?:every|each) (?:month|week|year)|(?:1st|first) of (?:every|each))\b/i,
  /\b(?:while (?:i'm|i am|we're|we are) at it|in the same (?:step|go|breath)|along the way|at the same time|on top of (?:that|it|this)|in addition)\b/i,
];

/** Removes prices, because "$25 each month" is a price and not an action that is repeated each month. */
function withoutPrices(text: string): string {
  return text.replaceAll(
    /(?:[$€£]\s?[\d.,]+|\d[\d.,]* (?:dollars|euros|pounds|bucks)|\w+[- ]?\w* dollars),? (?:every|each) \w+/gi,
    ' ',
  );
}

const WITH_TITLE = /\b(?:Dr|Prof|Doctor|Professor|Nurse)\.? (\p{Lu}\p{L}+)/gu;
const STAYS = /\b(?:instead of|rather than|in place of|stay|remain|keep|untouched|no longer|from)\b/i;

/**
 * Returns a person with a title, such as Dr or Nurse, that the proposal names and neither the wishes nor their rows
 * name.
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

/** Returns a row that the proposal names and that is not in the set of rows that the user wishes a change for. */
function outsideSet(about: string, wish: Nearest['change'] | undefined, { wishes, told }: Wanted): string | undefined {
  const outside = wishes.find((each) => each === wish)?.outside;
  if (outside === undefined) return undefined;
  const known = new Set([...told.matchAll(WORD)].map(([word]) => word));
  return [...about.matchAll(WORD)].map(([word]) => word).find((word) => outside.has(word) && !known.has(word));
}

const EXTRA =
  /\b(?:and also|as well|in addition|additionally|plus|on top|at the same time|along with|while i'm at it|too)\b/i;
