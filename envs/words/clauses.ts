// Splits a message into clauses and gives each a mood (asserted, denied, supposed, announced or asked), which depends
// on the words only.
import { remembered } from './remembered.ts';

export const MOODS = ['asserted', 'denied', 'supposed', 'announced', 'asked'] as const;
export type Mood = (typeof MOODS)[number];

export interface Clause {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly mood: Mood;
  /** The index of the sentence that contains the clause. */
  readonly sentence: number;
}

/** Replaces typographic marks by those of a keyboard. The positions of all characters stay the same. */
export function plainMarks(text: string): string {
  return text
    .replaceAll(/[‘’‛`´]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/\u00A0/g, ' ')
    .replaceAll(/[*_]/g, ' ');
}

const SHORT =
  /\b(?:dr|mr|mrs|ms|st|nr|vs|approx|ref|acct|tel|e\.g|i\.e|a\.m|p\.m|u\.s|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$/i;
export function sentencesOf(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = 0;
  const close = (end: number): void => {
    if (/[\p{L}\p{N}]/u.test(text.slice(start, end))) found.push({ start, end });
    start = end;
  };
  for (const match of text.matchAll(/[.!?…]+["')\]]*(?=\s|$)|\n+|[\p{Extended_Pictographic}]+(?=\s)/gu)) {
    const end = match.index + match[0].length;
    if (match[0].startsWith('.') && match[0].length === 1 && isShort(text, match.index)) continue;
    close(end);
  }
  close(text.length);
  return found;
}

function isShort(text: string, dot: number): boolean {
  const before = text.slice(Math.max(0, dot - 8), dot);
  return (
    SHORT.test(before) || /(?<![\w'])[A-Z]$/.test(before) || (/\bno$/i.test(before) && /^\. ?\d/.test(text.slice(dot)))
  );
}

const BREAK =
  /\s*;\s*|\s+[–—-]\s+|\s*—\s*|:\s+|,?\s+(?=(?:but|because|since|although|though|even though|while|whereas|unless|yet|otherwise|which means|if)\b)|,\s+(?=(?:and|so|or|as|not|nor|then|which|who|once|when|instead|rather|with|for|yours?|the|it|that|this|these|there|we|i|you|he|she|they|my|our|no|please|sorry|actually|let me|just|hence|thus)\b)|\s+(?=(?:so|and) (?:i|we|it|that|this|there|you|the|your|our|he|she|they|will|cannot|can't|unfortunately|therefore)\b)|\s*\((?=\S)|\)\s*/gi;

const POLITE =
  /\b(?:not a problem|no problem|no worries|no need|not only|why not|not to worry|no later than|no doubt|no trouble|not a bother|no hassle|if (?:you(?:'d| would)? (?:like|want|wish|need|prefer|have|don't mind|can|could|please)|that(?:'s| is) (?:ok|okay|all right|fine)|there(?:'s| is) anything|i (?:can|may))|(?:could|would|can|may|might) (?:you|i)(?: please)?(?= (?:tell|give|confirm|have|ask|share|let|provide|like|be able|please|just|kindly|trouble))|would (?:like|love|be (?:happy|glad|pleased|delighted))|can't wait|don't hesitate|don't worry|couldn't be happier)\b/gi;
const DENIES =
  /\b(?:not|never|no|none|nothing|neither|nor|cannot|without|no longer)\b|n't\b|\b(?:nope|nah|wrong|incorrect|false|mistaken|far from|unable|fail(?:s|ed)? to|rule[sd]? out)\b/i;
const SUPPOSES =
  /\b(?:if|unless|would(?!n't)|could(?!n't)|might|(?<!\d |of |th |rd |nd |st |in |since |until |till |by |from |last |next |early |late |your )may(?! \d| the \d|[.,'])|suppos(?:e|ing|edly)|assum(?:e|ing)|presum(?:e|ably)|hypothetical(?:ly)?|in case|imagine|(?:it|that|this|which)'d|say it were|were (?:it|this|that|i|we|you)|should (?:you|it|the)|had (?:you|it|this|i|we)|maybe|perhaps|possibly|probably|likely|i (?:think|guess|believe|suspect|reckon)|i'd (?:guess|say)|seems?|appears?|guess(?:ing)?|estimate|roughly|approximately|around|about \$|normally|usually|typically|in theory|on paper|as an example|for example|for instance|e\.g|let's say|provided)\b/i;
const ANNOUNCES =
  /\b(?:will|shall|going to|about to|let me|i'll|we'll|you'll|it'll|i'm (?:now |just )?\w+ing|we're (?:now |just )?\w+ing|i am (?:now |just )?\w+ing|tomorrow|soon|shortly|in a moment|in a sec|gonna|plan to|intend to|propose|ready to)\b/i;

/**
 * Matches a question that already begins like one, even if commas follow: "Shall I put the payment of $15, your June
 * bill, into your app?"
 */
const INVERTS =
  /^\W*(?:(?:so|and|then|now|or|okay|ok|please)\b,? )*(?:shall|should|may|can|could|would|do|does|did|is|are|was|were|have|has|will|am) (?:i|we|you|it|that|this|they|he|she|there)\b/i;

export const clausesOf: (message: string) => readonly Clause[] = remembered(readClauses);

function readClauses(message: string): Clause[] {
  const text = plainMarks(message);
  const clauses: Clause[] = [];
  sentencesOf(text).forEach(({ start, end }, sentence) => {
    const asks = /\?["')\]]*\s*$/.test(text.slice(start, end));
    let from = start;
    const add = (to: number, last: boolean): void => {
      const part = text.slice(from, to);
      if (/[\p{L}\p{N}]/u.test(part))
        clauses.push({
          text: part,
          start: from,
          end: to,
          mood: moodOf(part, asks && (last || INVERTS.test(part))),
          sentence,
        });
    };
    for (const match of text.slice(start, end).matchAll(BREAK)) {
      const at = start + match.index;
      if (at <= from) continue;
      add(at, false);
      from = at + match[0].length;
    }
    add(end, true);
  });
  return clauses;
}

export function moodOf(clause: string, asked = false): Mood {
  const bare = clause.replaceAll(POLITE, ' ');
  if (asked || /\?\s*$/.test(clause)) return 'asked';
  if (SUPPOSES.test(bare)) return 'supposed';
  if (DENIES.test(bare)) return 'denied';
  if (ANNOUNCES.test(bare)) return 'announced';
  return 'asserted';
}

export function isDenied(clause: string): boolean {
  return DENIES.test(clause.replaceAll(POLITE, ' '));
}

export function isSupposed(clause: string): boolean {
  return SUPPOSES.test(clause.replaceAll(POLITE, ' '));
}
