// Reduces an agent's message to its proposal: without explanations, amounts of money and other facts that the user
// cannot know. "12.00 euros" is read as money and not as a time.
import { timesSaid } from '../../envs/words/times-said.ts';
import { readSentences } from '../language/sentences.ts';

const CURRENCY = String.raw`(?:euros?|eur|dollars?|usd|pounds?|gbp|francs?|chf|crowns?|cents?|bucks)`;
/**
 * A pattern of words that may stand before a time of day. After other words, a number with two decimals is an amount.
 */
const BEFORE_TIME = String.raw`(?:at|by|from|until|till|before|after|around|about|past|to|and|or|the|for)`;

/**
 * Rewrites amounts with decimals so that they are not read as times of day: 12.00 becomes 12, and 12.50 becomes $12.50.
 */
export function plainAmounts(text: string): string {
  return text
    .replaceAll(new RegExp(String.raw`(?<![\d.,:])(\d{1,3}(?:,\d{3})*|\d+)\.00(?= ?${CURRENCY}\b)`, 'gi'), '$1')
    .replaceAll(new RegExp(String.raw`(?<![\d.,:$€£])(\d+\.\d\d)(?= ?${CURRENCY}\b)`, 'gi'), '$$$1')
    .replaceAll(
      new RegExp(
        String.raw`(?<!\b${BEFORE_TIME} )(?<![\d.,:$€£])(\d+)\.(\d\d)(?![\d:]|\.\d)(?! ?(?:[ap]\.?m\b|h\b|o'clock))`,
        'gi',
      ),
      (_all, whole: string, rest: string) => (rest === '00' ? `$${whole}` : `$${whole}.${rest}`),
    );
}

const AMOUNT = String.raw`(?:[$€£]\s?\d[\d.,]*\d|[$€£]\s?\d|\d[\d.,]* ?${CURRENCY}\b)`;
const MONEY = new RegExp(
  String.raw`,? ?(?:(?:for|at|of|costs?|costing|comes? to|(?:the )?(?:fee|price|cost) (?:of|is)|(?:total|fee|price) of|free of charge|no (?:fee|charge))\b[^.?!;:,]{0,12}?)?${AMOUNT}(?: (?:in total|altogether|together|a month|per month|each))?`,
  'gi',
);
const FREE = /,? ?\b(?:free of charge|at no (?:charge|cost)|(?:with )?no fee|fee 0)\b/gi;
const ASIDE = /\s*\([^()]*\)/g;

/** Matches a sentence in which the agent says what it would do. */
const PROPOSES =
  /\b(?:i|we)(?:'d| would| will|'ll|'m going to| am going to| can| could| shall| should| propose| suggest)\b|\b(?:shall|may|should|can|could|might) (?:i|we)\b|\b(?:want|like) me to\b/i;
/** Matches a question that does not name its action, because an earlier sentence did: "Shall I order it?", "OK?". */
const BARE =
  /^\W*(?:(?:so|and|then|now|right|ok|okay)[, ]+)*(?:(?:shall|may|should|can|could|might) (?:i|we)(?: \p{L}+){0,2}(?: (?:it|that|this|them|so|that one|this one|one|ahead))*|\p{L}+(?: (?:it|that|this|them|right|so|with you|by you|a yes|or no))*|(?:is|are|do|does|would) (?:that|this|it|you) ?[^?]{0,20})\?\s*$/iu;

/**
 * Returns the part of a message that proposes something. Returns undefined if there is no proposal or the whole message
 * is the proposal.
 */
export function proposalCore(message: string): string | undefined {
  const sentences = readSentences(message);
  const at = sentences.findLastIndex(({ kind }) => kind === 'permission');
  if (at === -1) return undefined;
  const asked = sentences[at]?.text ?? '';
  const before = sentences.slice(0, at).map(({ text }) => text);
  let from = at;
  if (BARE.test(asked)) {
    const near = before.findLastIndex((text) => PROPOSES.test(text));
    from = near === -1 ? at - 1 : near;
  }
  const kept = sentences
    .slice(Math.max(0, from), at + 1)
    .map(({ text }) => text)
    .join(' ')
    // words before "so" only explain the question: "…, so I'd close …"
    .replace(/^[^.?!]*?, so (?=(?:i|we)(?:'d| would|'ll| will| can)\b)/i, '');
  const core = withoutMoney(kept.replaceAll(ASIDE, ''));
  return core.trim() === message.trim() || core.trim() === '' ? undefined : core.trim();
}

export function withoutMoney(text: string): string {
  return text.replaceAll(MONEY, '').replaceAll(FREE, '').replaceAll(/ {2,}/g, ' ');
}

/**
 * Removes times of day. A user who wants the cheapest train does not know when it leaves, so its time cannot be wrong.
 */
export function withoutTimes(text: string): string {
  let rest = text;
  for (const { start, end } of [...timesSaid(text)].reverse())
    rest = `${rest.slice(0, start).replace(/\b(?:at|by|the|of)? $/i, '')}${rest.slice(end)}`;
  return rest;
}
