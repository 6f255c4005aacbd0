// Finds the values of one type in a text, such as dates, amounts, counts, ids, reasons or phrases, each with its
// position.
import type { Json } from '../values/json.ts';
import type { TaskOutput } from '../values/task.ts';
import { datesSaid, type DateOrder, type SaidDate } from '../words/dates-said.ts';
import { sentencesOf } from '../words/clauses.ts';
import { numbersSaid, type SaidNumber } from '../words/numbers-said.ts';
import { splitName } from '../words/split-words.ts';
import { timesSaid } from '../words/times-said.ts';
import { reasonsIn } from './reasons.ts';

export interface Token {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** Whether the value, if it is not the right one, counts as another answer. */
  readonly counts: boolean;
}

export function canonical(output: TaskOutput, value: Json): string {
  switch (output.type) {
    case 'money':
      return Number(value).toFixed(2);
    case 'count':
      return String(Number(value));
    case 'date':
      return String(value).slice(0, 10);
    case 'reason':
      return String(value);
    default:
      return words(String(value));
  }
}

export function tokensOf(output: TaskOutput, text: string, order: DateOrder = 'month-first'): Token[] {
  switch (output.type) {
    case 'money':
      return numbersIn(text, order).map(({ number, isMoney, start, end }) => ({
        value: number.toFixed(2),
        start,
        end,
        counts: isMoney,
      }));
    case 'count':
      return [
        ...numbersIn(text, order).flatMap(({ number, isMoney, start, end }) =>
          isMoney || !Number.isInteger(number) ? [] : [{ value: String(number), start, end, counts: true }],
        ),
        ...(output.value === 0 ? nonesIn(text, output.key) : []),
        ...(PLACE.test(output.key.replaceAll('_', ' ')) ? placesIn(text) : []),
      ];
    case 'date':
      return datesSaid(text, order).map((date) => ({
        value: dateValue(date, String(output.value)),
        start: date.start,
        end: date.end,
        counts: true,
      }));
    case 'reason':
      // the reasons on both sides of "or else" and the like count separately
      return [
        ...new Set(text.split(/\b(?:or else|or maybe|or perhaps|alternatively|otherwise)\b/i).flatMap(reasonsIn)),
      ].map((value) => ({ value, start: 0, end: text.length, counts: true }));
    case 'id': {
      const shape = shapeOf(String(output.value));
      const spaced = spacedId(String(output.value), text);
      if (spaced !== undefined) return [spaced];
      return [...text.matchAll(/[\p{L}\p{N}](?:[\p{L}\p{N}_.@#/-]*[\p{L}\p{N}])?/gu)].map(({ 0: token, index }) => ({
        value: words(token),
        start: index,
        end: index + token.length,
        counts: shapeOf(token) === shape,
      }));
    }
    default:
      return [output.value as Json, ...((output.among ?? []) as readonly Json[])].flatMap((each) =>
        phrasesIn(text, String(each)),
      );
  }
}

/** Returns a complete date. If the text gives no year or month, it is taken from the wanted date. */
function dateValue({ year, month, day }: SaidDate, wanted: string): string {
  const [y = '', m = ''] = wanted.split('-');
  return `${year ?? y}-${String(month ?? m).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Returns amounts and counts. Numbers that belong to dates and times of day are left out. */
function numbersIn(text: string, order: DateOrder): SaidNumber[] {
  const taken = [
    ...datesSaid(text, order),
    ...timesSaid(text).filter(({ start, end }) => /[:\p{L}]/u.test(text.slice(start, end))),
  ];
  return numbersSaid(text).filter(
    (number) => number.isMoney || !taken.some(({ start, end }) => number.start >= start && number.end <= end),
  );
}

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';

/** Matches words for a position, such as "queue", which people count with "first" and "2nd". */
const PLACE = /\b(?:place|position|rank|queue|line|waiting list|turn)\b/i;
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const ORDINAL = new RegExp(
  String.raw`\b(?:(\d{1,2})(?:st|nd|rd|th)|${ORDINALS.join('|')})\b(?! (?:of )?(?:${MONTHS})|,? i\b)`,
  'gi',
);

function placesIn(text: string): Token[] {
  return [...text.matchAll(ORDINAL)].map((match) => ({
    value: match[1] ?? String(ORDINALS.indexOf(match[0].toLowerCase()) + 1),
    start: match.index,
    end: match.index + match[0].length,
    counts: false,
  }));
}

const NONE = /\b(?:none|no(?!\s*[,.!;]| doubt\b)|zero|not (?:a single|any|one)|nothing)\b|n't any\b/gi;

/** Finds words that mean a count of zero, in sentences that name the counted things: "He has no controlled drafts." */
function nonesIn(text: string, key: string): Token[] {
  const named = splitName(key).filter((word) => word.length > 3 && !/^(?:count|number|many|total)$/.test(word));
  return sentencesOf(text).flatMap(({ start, end }) => {
    const sentence = text.slice(start, end);
    const words = splitName(sentence);
    if (numbersSaid(sentence).some(({ number }) => number > 0)) return [];
    if (!named.some((word) => words.some((each) => each.startsWith(word.replace(/(?:ies|es|s|ed)$/, ''))))) return [];
    return [...sentence.matchAll(NONE)].map((match) => ({
      value: '0',
      start: start + match.index,
      end: start + match.index + match[0].length,
      counts: false,
    }));
  });
}

/**
 * Finds an id that the text writes in groups, such as "NL 4471 902 385". Returns undefined if the id does not occur in
 * this form.
 */
function spacedId(value: string, text: string): Token | undefined {
  const letters = [...value].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  if (letters.length < 6) return undefined;
  const match = new RegExp(
    `(?<![\\p{L}\\p{N}])${letters.map(escape).join('[\\s._/-]{0,2}')}(?![\\p{L}\\p{N}])`,
    'iu',
  ).exec(text);
  if (match === null || !/\s/.test(match[0])) return undefined;
  return { value: words(value), start: match.index, end: match.index + match[0].length, counts: true };
}

function shapeOf(token: string): string {
  return token
    .toLowerCase()
    .replaceAll(/\p{N}+/gu, '9')
    .replaceAll(/\p{L}/gu, 'a');
}

function words(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Finds a phrase in a text. Only whole words count, and punctuation between the words is ignored. */
export function phrasesIn(text: string, phrase: string): Token[] {
  const parts = words(phrase)
    .split(' ')
    .filter((part) => part !== '');
  if (parts.length === 0) return [];
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${parts.map(escape).join('[^\\p{L}\\p{N}]+')}(?![\\p{L}\\p{N}])`,
    'giu',
  );
  return [...text.normalize('NFKC').matchAll(pattern)].map(({ 0: found, index }) => ({
    value: words(phrase),
    start: index,
    end: index + found.length,
    counts: true,
  }));
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
