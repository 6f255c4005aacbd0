// Finds values in a text that belong neither to the call, nor to the wish, nor to the rows. If the text omits a value
// of the call, an unexplained value of the same kind counts as wrong.
import { plainWords } from './spoken.ts';
import { isTime } from './times-said.ts';
import { splitName } from './split-words.ts';
import { LITTLE, TIME, type Reading } from './reading.ts';
import { remembered } from './remembered.ts';
import { isMoney } from './spoken.ts';
import type { Slot } from './things.ts';

/**
 * A value that the text says instead of an argument's value. A slot is an argument of a call, with the names that it
 * can have.
 */
export interface Misplaced {
  readonly slot: Slot;
  readonly said: string;
}

export interface Texts {
  readonly reading: Reading;
  readonly whole: Reading;
  readonly wished: Reading;
}

/**
 * Returns the values that stand in the place of others. `reading` is the text `whole` without the parts that exclude
 * something. Values in the user's wish, `wished`, are not wrong. `all` holds the arguments of all calls that the text
 * is about.
 */
export function misplacedIn(
  slots: readonly Slot[],
  all: readonly Slot[],
  { reading, whole, wished }: Texts,
): Misplaced[] {
  return slots.flatMap((slot) => {
    const said =
      countedAs(slot, all, reading) ??
      (typeof slot.value === 'number' ? otherNumber(slot, all, { reading, whole, wished }) : undefined) ??
      (typeof slot.value === 'string'
        ? (otherTime(slot.value, all, reading, wished) ?? almost(slot, all, { reading, whole, wished }))
        : undefined);
    return said === undefined ? [] : [{ slot, said }];
  });
}

// ---- counts and amounts ---------------------------------------------------------------------------------------------

/** Matches the words after a number that say which things it counts. */
const COUNTED = /^(?:[ -](?:of (?:the |your )?)?((?:[\p{L}-]+ ?){1,2}))/u;

/**
 * Finds a wrong count, such as "six caddies" if the call has two. The number must stand before a word that occurs only
 * in the name of this argument.
 */
function countedAs(slot: Slot, all: readonly Slot[], { numbers, text }: Reading): string | undefined {
  const { name, value } = slot;
  if (typeof value !== 'number' || isMoney(name)) return undefined;
  const own = labelWords(name);
  const theirs = new Set(all.filter((each) => each.name !== name).flatMap((each) => labelWords(each.name)));
  const telling = own.filter((word) => !theirs.has(word));
  if (telling.length === 0) return undefined;
  const counting = numbers.filter(({ isMoney: marked, start, end }) => {
    if (isQuoted(text, start)) return false;
    const [first = '', second = ''] = plainWords(COUNTED.exec(text.slice(end, end + 40))?.[1] ?? '')
      .trim()
      .split(' ')
      .map(root);
    // the number in "16 for line 1" does not count lines
    return !marked && !BESIDE.test(first) && [first, second].some((word) => telling.includes(word));
  });
  if (counting.length === 0 || counting.some(({ number }) => number === value)) return undefined;
  const [first] = counting;
  return first === undefined ? undefined : text.slice(first.start, first.end);
}

/**
 * Tells whether a position in a text is inside quotation marks. The quoted name "Two dishwashers and a washer" counts
 * nothing.
 */
export function isQuoted(text: string, at: number): boolean {
  const before = text.slice(0, at).replaceAll(/[“”]/g, '"');
  return (before.split('"').length - 1) % 2 === 1;
}

const BESIDE = /^(?:for|to|on|in|at|from|by|with|under)$/;

function labelWords(name: string): string[] {
  return splitName(name)
    .map(root)
    .filter((word) => word.length > 2);
}

function root(word: string): string {
  return word.replace(/(?:ies|es|e|s|y)$/, '').slice(0, 6);
}

const SIZE =
  /\b(?:point|floor|room|gate|terminal|zone|unit|flat|tier|level|version|plan|option|line|part|no\.?|number|#)\s*$/i;

/** If the text omits the number of this argument, returns another number that belongs to nothing known. */
function otherNumber(slot: Slot, all: readonly Slot[], { reading, whole, wished }: Texts): string | undefined {
  const { value, name, isRow } = slot;
  // a count of one is left out, because people rarely say it
  if (isRow || value === 1) return undefined;
  const { numbers, text, dates, times } = reading;
  if (whole.numbers.some(({ number }) => number === value)) return undefined;
  const money = isMoney(name) || !Number.isInteger(value);
  // if the user never said the amount, it is a price, which the user cannot know
  if (!wished.numbers.some(({ number }) => number === value)) return undefined;
  const counts = all.flatMap((each) => (typeof each.value === 'number' ? [each.value] : []));
  const sum = counts.reduce((total, each) => total + each, 0);
  const known = new Set([...wished.numbers.map(({ number }) => number), ...numbersOf(all), sum]);
  const taken = [...dates, ...times];
  const strange = numbers.find(
    ({ number, isMoney: marked, start, end }) =>
      marked === money &&
      number > 0 &&
      !known.has(number) &&
      !(number === 1 && /^one$/i.test(text.slice(start, end).trim())) &&
      !taken.some((each) => start < each.end && end > each.start) &&
      !SIZE.test(text.slice(Math.max(0, start - 12), start)) &&
      !UNIT_OF_TIME.test(text.slice(end, end + 14)),
  );
  return strange === undefined ? undefined : text.slice(strange.start, strange.end).trim();
}

const UNIT_OF_TIME = /^[\s-]*(?:working |business )?(?:minutes?|mins?|hours?|hrs?|days?|weeks?|years?)\b/i;

function numbersOf(all: readonly Slot[]): number[] {
  return all.flatMap(({ own }) =>
    own.flatMap(({ value }) =>
      typeof value === 'number' ? [value] : [...value.matchAll(/\d+(?:\.\d+)?/g)].map(([each]) => Number(each)),
    ),
  );
}

// ---- times of day ---------------------------------------------------------------------------------------------------

const CLOCK = /\b\d\d:\d\d\b/g;
const MOMENT = /^\d{4}-\d\d-\d\dT(\d\d:\d\d)/;

/** Returns the times of day in a value. Of a full date with a time, returns only hours and minutes. */
function clocksIn(value: string): readonly string[] {
  const moment = MOMENT.exec(value)?.[1];
  return moment === undefined ? (value.match(CLOCK) ?? []) : [moment];
}

/**
 * If the value contains times of day, such as "14:00-16:00" or "Sat 10:00", returns another time that the text says
 * instead.
 */
function otherTime(value: string, all: readonly Slot[], { times, text }: Reading, wished: Reading): string | undefined {
  if (TIME.test(value)) return undefined;
  const own = clocksIn(value);
  if (own.length === 0 || times.length === 0) return undefined;
  // if the text says the right time, another time beside it may be the end
  if (MOMENT.test(value) && times.some((time) => isTime(time, own[0] ?? ''))) return undefined;
  const known = [...own, ...all.flatMap((slot) => slot.own.flatMap((each) => clocksIn(String(each.value))))];
  const other = times.find(
    (time) =>
      !known.some((each) => isTime(time, each)) &&
      !wished.times.some(({ minutes }) => minutes % NOON === time.minutes % NOON),
  );
  return other === undefined ? undefined : text.slice(other.start, other.end).trim();
}

const NOON = 720;

// ---- names and ids --------------------------------------------------------------------------------------------------

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}_.@'’/-]*[\p{L}\p{N}]/gu;
const LEAST = 4;
/**
 * Up to this many digits, a number that differs in one digit counts as a slip. A longer number may differ in two
 * digits.
 */
const SHORT = 5;

/** Returns a name or an id in the text that is almost that of this argument (see isAlmost). */
function almost(slot: Slot, all: readonly Slot[], { reading, whole, wished }: Texts): string | undefined {
  const known = new Set(
    [...all.flatMap(({ own }) => own.map(({ value }) => String(value))), wished.text].flatMap((each) => tokensIn(each)),
  );
  const said = tokensIn(reading.text).filter((token) => !known.has(token) && !LITTLE.has(token));
  if (said.length === 0) return undefined;
  const spoken = tokensIn(whole.text);
  const named = slot.isRow ? slot.own.filter(({ label }) => label === slot.name) : slot.own;
  for (const { value } of named) {
    if (typeof value !== 'string' || /^\d{4}-\d\d-\d\d/.test(value)) continue;
    for (const token of tokensOfValue(value)) {
      if (spoken.includes(token)) continue;
      const other = said.find((each) => isAlmost(each, token));
      if (other !== undefined) return other;
    }
  }
  return undefined;
}

const tokensIn = remembered((text): readonly string[] =>
  [...text.matchAll(TOKEN)].map(([token]) => token.toLowerCase().replace(/['’]s$/, '')),
);

/** Returns the words of a value with which a text could name it. Words that begin with a small letter are left out. */
const tokensOfValue = remembered((value) =>
  tokensIn(value.replaceAll(/(?<![\p{L}\p{N}@._-])\p{Ll}+(?![\p{L}\p{N}@._-])/gu, ' ')).filter(
    (token) => token.length >= LEAST && !LITTLE.has(token),
  ),
);

/**
 * Tells whether two words differ only a little. In an id, digits may have another order, or one digit may differ, in a
 * long id two. A name may have up to two other letters after the same beginning.
 */
function isAlmost(one: string, other: string): boolean {
  if (one === other) return false;
  const digits = (text: string): string => text.replaceAll(/\D/g, '');
  const letters = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');
  if (/\d/.test(other)) {
    const [mine, theirs] = [digits(one), digits(other)];
    return (
      mine !== theirs &&
      mine.length === theirs.length &&
      mine.length >= 2 &&
      letters(one) === letters(other) &&
      (sorted(mine) === sorted(theirs) || distance(mine, theirs) <= (mine.length > SHORT ? 2 : 1))
    );
  }
  if (/\d/.test(one) || one.slice(0, 2) !== other.slice(0, 2) || isForm(one, other)) return false;
  // the word "has" is not a misspelling of the name Hana, nor "have" of the word hail
  if (AUXILIARY.test(one)) return false;
  return Math.abs(one.length - other.length) <= 2 && distance(one, other) <= 2;
}

const LONG_STEM = 6;

const AUXILIARY =
  /^(?:has|have|had|having|may|might|must|can|could|will|would|shall|should|does|been|being|were|there|here)$/;

/** Tells whether one word is the noun and the other the participle of the same verb: withdrawal and withdrawn. */
export function isNounOf(one: string, other: string): boolean {
  const stem = (word: string, ending: RegExp): string => (ending.test(word) ? word.replace(ending, '') : '');
  return [
    [one, other],
    [other, one],
  ].some(([noun = '', verb = '']) => {
    const [named, done] = [stem(noun, /(?:al|ion|ation|ment)$/), stem(verb, /(?:ed|n)$/)];
    return named === done && named.length >= LONG_STEM;
  });
}

/** Tells whether two words are forms of the same word, such as plan and plans, or move and moved. */
function isForm(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (isNounOf(one, other)) return true;
  return [short, short.replace(/[ey]$/, '')].some(
    (stem) => long.startsWith(stem) && /^(?:e?s|e?d|ing|ied|ies|er|ely|ly|n|t)?$/.test(long.slice(stem.length)),
  );
}

function sorted(text: string): string {
  return [...text].sort().join('');
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_each, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [to, mark] of [...other].entries())
      next.push(Math.min((row[to] ?? 0) + (letter === mark ? 0 : 1), (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    row = next;
  }
  return row[other.length] ?? 0;
}
