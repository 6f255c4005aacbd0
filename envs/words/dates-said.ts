// Finds dates in a text in the forms that people use: 2031-06-16, 16 June, June 16th, the sixteenth of June, 06/16/31,
// the 16th. A year that is not said stays undefined. In 06/07, the locale decides which number is the month.
import { remembered } from './remembered.ts';

export interface SaidDate {
  readonly year: number | undefined;
  readonly month: number | undefined;
  readonly day: number;
  /** Day and month in the other order. Set if the locale does not tell which order is right. */
  readonly other?: { readonly month: number; readonly day: number };
  readonly start: number;
  readonly end: number;
}

/**
 * The order of day and month in a date such as 06/07. `unknown` reads the month first and keeps the other order too.
 */
export type DateOrder = 'month-first' | 'day-first' | 'unknown';

/**
 * The locales that write the month or the year before the day. The lists are fixed here, because JavaScript's own
 * tables differ between machines.
 */
const MONTH_FIRST = new Set(['en', 'en-us', 'en-ph', 'es-us', 'fil', 'fil-ph']);
const YEAR_FIRST = new Set(['ja', 'zh', 'ko', 'hu', 'lt', 'sv', 'mn', 'fa', 'dz', 'en-ca', 'en-se', 'fr-ca', 'af']);

/** Returns the order of day and month in a locale. If the year comes first, the month comes before the day. */
export function dateOrderOf(locale: string | undefined): DateOrder {
  if (locale === undefined) return 'unknown';
  const tag = locale.toLowerCase().replaceAll('_', '-');
  const [language = ''] = tag.split('-');
  return MONTH_FIRST.has(tag) || YEAR_FIRST.has(tag) || YEAR_FIRST.has(language) ? 'month-first' : 'day-first';
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const MONTH = `(?<month>${MONTHS.map((month) => `${month.slice(0, 3)}(?:${month.slice(3)})?`).join('|')}|sept)\\.?`;
const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
    ' ',
  );
const ORDINAL = `(?<ordinal>${[...ORDINALS].reverse().join('|').replaceAll('-', '[- ]')})`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const FULL_YEAR = String.raw`(?:,? (?:of )?(?<year>\d{4})(?!\d))?`;
const PATTERNS: readonly RegExp[] = [
  /(?<!\d)(?<year>\d{4})[-/](?<number>\d\d)[-/](?<day>\d\d)(?!\d)(?:T[\d:.]+Z?)?/giu,
  new RegExp(`(?<![\\p{L}\\p{N}.])${DAY}(?: of)?[ -]${MONTH}(?![\\p{L}])(?:-(?<dashed>\\d{4}))?${FULL_YEAR}`, 'giu'),
  new RegExp(
    `(?<![\\p{L}\\p{N}])${MONTH} (?:the )?${DAY}(?![\\d:]|\\.\\d| ?(?:gb|mb|am|pm|%|dollars))${FULL_YEAR}`,
    'giu',
  ),
  new RegExp(`(?<![\\p{L}\\p{N}])${ORDINAL}(?: of|,)? ${MONTH}(?![\\p{L}])${FULL_YEAR}`, 'giu'),
  new RegExp(`(?<![\\p{L}\\p{N}])${MONTH}(?: the)? ${ORDINAL}(?![\\p{L}])${FULL_YEAR}`, 'giu'),
];
const NUMERIC =
  /(?<![\p{L}\p{N}$€£.,/-])(?<a>\d{1,2})(?:\/(?<b>\d{1,2})(?:\/(?<y>\d{4}|\d{2}))?|(?<mark>[.-])(?<c>\d{1,2})\k<mark>(?<z>\d{4}))(?![\p{L}\d/]|[.,]\d)/giu;
const DAY_ONLY = new RegExp(
  `(?<![\\p{L}\\p{N}])the (?:(?<day>\\d{1,2})(?:st|nd|rd|th)|${ORDINAL})(?![\\p{L}\\p{N}-])(?! (?:time|floor|line|item|order|one|of these|of those|of them|thing|place|step|bill|pack|month|day of))`,
  'giu',
);

const READ: Readonly<Record<DateOrder, (text: string) => readonly SaidDate[]>> = {
  'month-first': remembered((text) => readDates(text, 'month-first')),
  'day-first': remembered((text) => readDates(text, 'day-first')),
  unknown: remembered((text) => readDates(text, 'unknown')),
};

export function datesSaid(text: string, order: DateOrder = 'month-first'): readonly SaidDate[] {
  return READ[order](text);
}

function readDates(text: string, order: DateOrder): SaidDate[] {
  const found: SaidDate[] = [];
  const add = (date: SaidDate): void => {
    if (date.day < 1 || date.day > 31 || (date.month !== undefined && (date.month < 1 || date.month > 12))) return;
    if (found.some(({ start, end }) => date.start < end && date.end > start)) return;
    found.push(date);
  };
  for (const pattern of PATTERNS)
    for (const match of text.matchAll(pattern)) {
      const { year, short, dashed, number, month, day, ordinal } = match.groups ?? {};
      // "First, may I have your name?" does not mean the first of May
      if (
        /\bmay$/i.test(match[0]) &&
        /^ (?:i|we|you|it|he|she|they|be|have|not)\b/i.test(text.slice(match.index + match[0].length))
      )
        continue;
      const at = number === undefined ? monthOf(month ?? '') : Number(number);
      const said = year ?? dashed;
      add({
        year: said === undefined ? (short === undefined ? undefined : 2000 + Number(short)) : Number(said),
        month: at,
        day: day === undefined ? ordinalOf(ordinal ?? '') : Number(day),
        start: match.index,
        end: match.index + match[0].length,
      });
    }
  for (const match of text.matchAll(NUMERIC)) {
    const { a = '', b, y, c, z } = match.groups ?? {};
    const year = y ?? z;
    const [first, second] = [Number(a), Number(b ?? c)];
    // phrases such as "24/7" and "50/50" are not dates
    if (year === undefined && ((first === 24 && second === 7) || (first === second && first > 12))) continue;
    const monthFirst = first > 12 ? false : second > 12 ? true : order !== 'day-first';
    const open = order === 'unknown' && first <= 12 && second <= 12 && first !== second;
    add({
      year: year === undefined ? undefined : Number(year.length === 2 ? `20${year}` : year),
      month: monthFirst ? first : second,
      day: monthFirst ? second : first,
      ...(open ? { other: { month: second, day: first } } : {}),
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  for (const match of text.matchAll(DAY_ONLY)) {
    const { day, ordinal } = match.groups ?? {};
    const value = day === undefined ? ordinalOf(ordinal ?? '') : Number(day);
    // words such as "the first" rarely mean a day
    if (day === undefined && value < 4) continue;
    add({
      year: undefined,
      month: undefined,
      day: value,
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  // in a range such as "5 to 8 September", the first day has the month of the second
  for (const match of text.matchAll(RANGE)) {
    const until = found.find(({ start, month }) => month !== undefined && start === match.index + match[0].length);
    if (until !== undefined)
      add({ year: until.year, month: until.month, day: Number(match[1]), start: match.index, end: until.start });
  }
  return found.sort((one, other) => one.start - other.start);
}

const RANGE =
  /(?<![\p{L}\p{N}$€£.,/:-])(\d{1,2})(?:st|nd|rd|th)? ?(?:to|till|until|through|-|–|and) ?(?:the )?(?=\d)/giu;

/**
 * Tells whether a date in a text can be the date written as YYYY-MM-DD. Parts that the text does not say fit any date.
 */
export function isDay({ year, month, day }: SaidDate, written: string): boolean {
  const [y = 0, m = 0, d = 0] = written.slice(0, 10).split('-').map(Number);
  return d === day && (month === undefined || month === m) && (year === undefined || year === y);
}

/** Like `isDay`, but also accepts day and month in the other order if the order is unknown. */
export function mayBeDay(date: SaidDate, written: string): boolean {
  return isDay(date, written) || (date.other !== undefined && isDay({ ...date, ...date.other }, written));
}

function monthOf(name: string): number {
  return MONTHS.findIndex((each) => each.startsWith(name.toLowerCase().slice(0, 3))) + 1;
}

function ordinalOf(word: string): number {
  return ORDINALS.indexOf(word.toLowerCase().replaceAll(' ', '-')) + 1;
}
