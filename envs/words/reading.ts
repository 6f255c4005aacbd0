// Reads a text once for all later comparisons: its words, dates, times, numbers and units.
import { datesSaid, type DateOrder, type SaidDate } from './dates-said.ts';
import { numbersSaid, type SaidNumber } from './numbers-said.ts';
import { remembered } from './remembered.ts';
import { plainWords } from './spoken.ts';
import { timesSaid, type SaidTime } from './times-said.ts';

export interface Reading {
  readonly text: string;
  readonly plain: string;
  readonly dates: readonly SaidDate[];
  readonly times: readonly SaidTime[];
  readonly numbers: readonly SaidNumber[];
  /** The keys that stand in the text. */
  readonly keys?: readonly SaidKey[];
}

/** A key such as ord_1006, with the kind "ord" and the digits "1006". */
export interface SaidKey {
  readonly kind: string;
  readonly digits: string;
}

const KEYS = /(?<![\p{L}\p{N}])(\p{L}+)[_ -](\d+)(?![\p{L}\p{N}])/gu;

/** Returns the keys of the given kinds in a text. Also finds a key without its underscore, such as "ord 1006". */
export function keysIn(text: string, kinds: ReadonlySet<string>): SaidKey[] {
  return [...text.matchAll(KEYS)]
    .map(([, kind = '', digits = '']) => ({ kind: kind.toLowerCase(), digits }))
    .filter(({ kind }) => kinds.has(kind));
}

export function readingOf(text: string, order: DateOrder): Reading {
  return {
    text,
    plain: plainStreets(text),
    dates: datesSaid(text, order),
    times: timesSaid(text),
    numbers: numbersSaid(text),
  };
}

const STREETS: readonly (readonly [RegExp, string])[] = [
  [/ st(?= )/g, ' street'],
  [/ (?:rd)(?= )/g, ' road'],
  [/ (?:ave?)(?= )/g, ' avenue'],
  [/ (?:ln)(?= )/g, ' lane'],
  [/ (?:dr)(?= )/g, ' drive'],
  [/ (?:blvd)(?= )/g, ' boulevard'],
  [/ harbour(?= )/g, ' harbor'],
];
/** Returns the words of a text in lower case, with abbreviations in street names written in full. */
export const plainStreets = remembered((text) => streets(plainWords(text)));

export function streets(plain: string): string {
  return STREETS.reduce((text, [short, long]) => text.replaceAll(short, long), plain);
}

export const DATE = /^\d{4}-\d\d-\d\d/;
export const TIME = /^\d\d:\d\d$/;

export const UNITS: Readonly<Record<string, RegExp>> = {
  gigabyte: /^[\s-]*(?:gb|gigs?|gigabytes?)\b/i,
  megabyte: /^[\s-]*(?:mb|megs?|megabytes?)\b/i,
  degree: /^[\s-]*(?:°|degrees?|deg\b|c\b|celsius)/i,
  minute: /^[\s-]*(?:min|mins|minutes?)\b/i,
  hour: /^[\s-]*(?:h|hrs?|hours?)\b/i,
  day: /^[\s-]*(?:days?)\b/i,
  month: /^[\s-]*(?:months?)\b/i,
  night: /^[\s-]*(?:nights?)\b/i,
};

export function unitOf(label: string): string {
  return label.replace(/s$/, '').split('_').at(-1) ?? label;
}

export function unitAfter(text: string, end: number, label: string): boolean {
  return UNITS[unitOf(label)]?.test(text.slice(end, end + 14)) === true;
}

/** Words in names that may occur in any sentence and therefore do not identify anything. */
export const LITTLE = new Set([
  'the', 'and', 'for', 'with', 'your', 'you', 'from', 'one', 'two', 'all', 'new', 'now', 'card', 'gift', 'account', 'order', 'line',
  'street', 'road', 'lane', 'avenue', 'drive', 'way', 'not', 'set', 'max', 'paid', 'open', 'pending', 'regular', 'ending', 'ends',
  'standard', 'active', 'plan', 'print', 'day', 'way', 'home', 'other', 'only', 'any', 'are', 'was', 'can', 'will', 'this', 'that',
]); // prettier-ignore
