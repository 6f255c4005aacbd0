// What a text tells of a call, held against the call: another row than the one it is about, another date, amount, place or
// choice. What cannot be read with certainty is not told, and never guessed.
import type { Json } from '../values/json.ts';
import { clausesOf, isDenied, plainMarks } from './clauses.ts';
import { datesSaid, isDay, type DateOrder, type SaidDate } from './dates-said.ts';
import { numbersSaid, type SaidNumber } from './numbers-said.ts';
import { regionName } from './regions.ts';
import { isMoney, plainWords, spoken } from './spoken.ts';
import type { Name, Slot } from './things.ts';
import { isTime, timesSaid, type SaidTime } from './times-said.ts';

export interface Mistold {
  readonly slot: Slot;
  /** What was said instead. */
  readonly said: string;
}

export interface Told {
  readonly wrong: readonly Mistold[];
  /** Slots that the text names rightly. */
  readonly named: readonly Slot[];
}

interface Reading {
  readonly text: string;
  readonly plain: string;
  readonly dates: readonly SaidDate[];
  readonly times: readonly SaidTime[];
  readonly numbers: readonly SaidNumber[];
}

/**
 * `known`: words of the wish, whose values are nobody's mistake. `beside`: slots of other calls that the same text is about,
 * whose values are theirs.
 */
export function compareTold(
  message: string,
  slots: readonly Slot[],
  known: string,
  order: DateOrder,
  beside: readonly Slot[] = [],
): Told {
  const text = plainMarks(message);
  // where something is to be kept, staying is what is proposed
  const keeps = /\b(?:keep|kept|hold|held|stay|leave|store)\b/i.test(known);
  const asserted = clausesOf(message)
    .filter((clause) => !isContrast(clause.text, keeps))
    .map((clause) => text.slice(clause.start, clause.end).replaceAll(INSTEAD, ' '))
    .join(' , ');
  const reading = readingOf(asserted, order);
  const wished = readingOf(known, order);
  const whole = readingOf(text, order);
  const wrong: Mistold[] = [];
  const named: Slot[] = [];
  const all = [...slots, ...beside];
  const claimed = claimedBy(reading, all, wished);
  const elsewhere = new Set(beside.flatMap(({ own }) => own.map(({ value }) => value)));
  for (const slot of slots) {
    // "no longer needed" denies nothing where it is a reason
    const here = CAUSE.test(slot.name) ? whole : reading;
    const own = mentions(here, slot.own, slot.others, !slot.isRow);
    const mistakable = mentions(here, slot.others, slot.own, CAUSE.test(slot.name));
    // a text that names this one may name those of the other calls as well
    const others = own.length > 0 ? mistakable.filter(({ value }) => !elsewhere.has(value)) : mistakable;
    if (own.length > 0) named.push(slot);
    if (own.length === 0 && others.length > 0) {
      // what the wish itself says is no mistake
      const strange = others.find((each) => mentions(wished, [each], slot.own).length === 0);
      if (strange !== undefined) {
        wrong.push({ slot, said: String(strange.value) });
        continue;
      }
    }
    if (own.length > 0 && others.length > 0 && slot.isRow && BOTH.test(asserted)) {
      wrong.push({ slot, said: String(others[0]?.value) });
      continue;
    }
    // a day tells more than a word: the mugs of another order are not those that are meant
    const day = slot.isRow ? otherDay(own, others) : undefined;
    if (day !== undefined && mentions(wished, [day], slot.own).length === 0) {
      wrong.push({ slot, said: String(day.value).slice(0, 10) });
      continue;
    }
    if (own.length > 0) continue;
    const strange =
      strangeValue(slot, reading, { ...claimed, tokens: tokensOf(slot, all) }, known) ??
      strangeCause(slot, text, known);
    if (strange !== undefined) wrong.push({ slot, said: strange });
  }
  return { wrong, named };
}

function otherDay(own: readonly Name[], others: readonly Name[]): Name | undefined {
  const isSure = ({ value }: Name): boolean =>
    typeof value === 'string' && (DATE.test(value) || /^[\p{L}-]*\d[\p{L}\d-]*$/u.test(value));
  return own.some(isSure) ? undefined : others.find(({ value }) => typeof value === 'string' && DATE.test(value));
}

/** Said to rule it out, or of what stays as it is. */
function isContrast(clause: string, keeps: boolean): boolean {
  return isDenied(clause.replaceAll(INSTEAD, ' ')) || (!keeps && STAYS.test(clause));
}

const STAYS =
  /\b(?:stay(?:s|ing)?|remain(?:s|ing)?|continues?|untouched|unaffected|unchanged|as (?:it|they) (?:is|are|was|were)|left alone|leave (?:\w+ ){0,4}(?:alone|as))\b/i;
const INSTEAD = /\b(?:instead of|rather than)\b[^,.;]{0,40}/gi;

const BOTH = /\b(?:both|as well as|along with|together with|all (?:two|three|four|of (?:them|your))|and also|plus)\b/i;

function readingOf(text: string, order: DateOrder): Reading {
  return {
    text,
    plain: streets(plainWords(text)),
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
function streets(plain: string): string {
  return STREETS.reduce((text, [short, long]) => text.replaceAll(short, long), plain);
}

const DATE = /^\d{4}-\d\d-\d\d/;
const TIME = /^\d\d:\d\d$/;

/** The names that a text mentions; a word tells a name only where the other names do not have it. */
function mentions(reading: Reading, names: readonly Name[], against: readonly Name[], whole = false): Name[] {
  const theirs = new Set(against.flatMap(({ value }) => wordsOf(value)));
  const taken = against.map(({ value }) => streets(plainWords(String(value)))).filter((each) => each.trim() !== '');
  return names.filter(({ label, value }) => {
    if (against.some((each) => each.value === value)) return false;
    if (typeof value === 'string' && DATE.test(value))
      return (
        reading.dates.some((date) => isDay(date, value)) &&
        !against.some((each) => typeof each.value === 'string' && each.value.slice(0, 10) === value.slice(0, 10))
      );
    if (typeof value === 'string' && TIME.test(value)) return reading.times.some((time) => isTime(time, value));
    if (typeof value === 'number') return saysNumber(reading, label, value);
    const phrase = streets(plainWords(value));
    if (phrase.trim() === '') return false;
    if (withoutLonger(reading.plain, phrase, taken).includes(phrase)) return true;
    // "Harbor Street" is not 7 Harbor Street
    if (whole && (/\d/.test(value) || wordsOf(value).length > 1)) return saysRegion(reading.plain, value);
    const digits = value.replaceAll(/\D/g, '');
    if (digits.length >= 6 && saysEnding(reading.text, digits, against)) return true;
    return wordsOf(value).some((word) => !theirs.has(word) && !LITTLE.has(word) && reading.plain.includes(` ${word} `));
  });
}

function saysRegion(plain: string, value: string): boolean {
  const name = regionName(value);
  return name !== undefined && plain.includes(plainWords(name));
}

/** Names that a text mentions and that tell a thing from others. */
export function namesSaid(text: string, names: readonly Name[], against: readonly Name[], order: DateOrder): Name[] {
  return mentions(readingOf(plainMarks(text), order), names, against);
}

/** "the one ending in 211": the last digits, where they tell it from the others. */
function saysEnding(text: string, digits: string, against: readonly Name[]): boolean {
  return [
    ...text.matchAll(
      /\b(?:ending|ends|end|finishing)(?: in| with| on)? (?:-|\.\.\.)?(\d{2,5})\b|(?:\.\.\.|…|x{2,}|-)(\d{3,4})\b/gi,
    ),
  ].some(([, one, two]) => {
    const tail = one ?? two ?? '';
    return digits.endsWith(tail) && !against.some(({ value }) => String(value).replaceAll(/\D/g, '').endsWith(tail));
  });
}

/** "Go 50" is not said by "Go 50 World". */
function withoutLonger(plain: string, phrase: string, taken: readonly string[]): string {
  return taken
    .filter((other) => other !== phrase && other.includes(phrase))
    .reduce((text, other) => text.replaceAll(other, ' | '), plain);
}

function saysNumber(reading: Reading, label: string, value: number): boolean {
  const money = isMoney(label) || !Number.isInteger(value) || /limit|amount/.test(label);
  return reading.numbers.some(
    ({ number, isMoney: marked, end }) =>
      number === value &&
      (money ? marked || value >= 20 : !marked) &&
      (money || unitAfter(reading.text, end, label) || UNITS[unitOf(label)] === undefined),
  );
}

const UNITS: Readonly<Record<string, RegExp>> = {
  gigabyte: /^[\s-]*(?:gb|gigs?|gigabytes?)\b/i,
  megabyte: /^[\s-]*(?:mb|megs?|megabytes?)\b/i,
  degree: /^[\s-]*(?:°|degrees?|deg\b|c\b|celsius)/i,
  minute: /^[\s-]*(?:min|mins|minutes?)\b/i,
  hour: /^[\s-]*(?:h|hrs?|hours?)\b/i,
  day: /^[\s-]*(?:days?)\b/i,
  month: /^[\s-]*(?:months?)\b/i,
  night: /^[\s-]*(?:nights?)\b/i,
};

function unitOf(label: string): string {
  return label.replace(/s$/, '').split('_').at(-1) ?? label;
}

function unitAfter(text: string, end: number, label: string): boolean {
  return UNITS[unitOf(label)]?.test(text.slice(end, end + 14)) === true;
}

interface Claimed {
  readonly dates: ReadonlySet<SaidDate>;
}

/** A postcode looks like the number of an order: a value that a field of another name has is not strange. */
function tokensOf(slot: Slot, all: readonly Slot[]): ReadonlySet<string> {
  return new Set(
    all
      .filter(({ name }) => name !== slot.name)
      .flatMap(({ own }) => own.map(({ value }) => String(value).toLowerCase())),
  );
}

/** What some slot or the wish itself accounts for. */
function claimedBy(reading: Reading, slots: readonly Slot[], wished: Reading): Claimed {
  const own = slots.flatMap((slot) => slot.own.map(({ value }) => value)).filter((value) => typeof value === 'string');
  return {
    dates: new Set(
      reading.dates.filter(
        (date) =>
          own.some((value) => DATE.test(value) && isDay(date, value)) ||
          wished.dates.some(
            ({ day, month, year }) =>
              day === date.day &&
              (month === undefined || date.month === undefined || month === date.month) &&
              (year === undefined || date.year === undefined || year === date.year),
          ),
      ),
    ),
  };
}

/** A value of the slot's own sort that is neither the slot's nor anybody else's. */
function strangeValue(
  slot: Slot,
  reading: Reading,
  claimed: Claimed & { readonly tokens: ReadonlySet<string> },
  known: string,
): string | undefined {
  const { text, plain } = reading;
  const values = slot.own.map(({ value }) => value);
  const dated = values.find((value) => typeof value === 'string' && DATE.test(value));
  if (dated !== undefined && !values.some((value) => reading.plain.includes(plainWords(String(value))))) {
    const date = reading.dates.find((each) => !claimed.dates.has(each));
    if (date !== undefined) return text.slice(date.start, date.end).trim();
  }
  const { value, name } = slot;
  if (typeof value === 'string' && TIME.test(value)) {
    const time = reading.times[0];
    return time === undefined ? undefined : text.slice(time.start, time.end).trim();
  }
  if (typeof value === 'number' && !slot.isRow) return strangeNumber(name, value, reading, known);
  if (typeof value !== 'string' || DATE.test(value)) return undefined;
  if (/\d/.test(value) && !/\s/.test(value)) return strangeToken(value, text, claimed.tokens);
  return /\d/.test(value) ? strangeAddress(value, plain) : strangeDays(value, plain);
}

function strangeNumber(name: string, value: number, { numbers, text }: Reading, known: string): string | undefined {
  if (isMoney(name) || /limit/.test(name)) {
    const amounts = numbers.filter(({ isMoney: marked }) => marked);
    const other = amounts.find(
      ({ number, start, end }) => number !== value && number > 0 && !isPrice(text, start, end),
    );
    return other === undefined ? undefined : text.slice(other.start, other.end);
  }
  if (/quantity|^count$/.test(name)) return strangeQuantity(value, known, { numbers, text });
  const other = numbers.find(({ number, end }) => number !== value && unitAfter(text, end, name));
  return other === undefined ? undefined : text.slice(other.start, other.end + 4).trim();
}

/** "two of the mugs" where it is four of them. */
function strangeQuantity(
  value: number,
  known: string,
  { numbers, text }: Pick<Reading, 'numbers' | 'text'>,
): string | undefined {
  const things = new Set(
    plainWords(known)
      .trim()
      .split(' ')
      .filter((word) => word.length > 3 && word.endsWith('s')),
  );
  const counted = numbers.filter(({ isMoney: marked, end }) => {
    const after = /^(?: of)?(?: the| your| those| these)?((?: [\p{L}-]+){1,3})/u.exec(text.slice(end))?.[1] ?? '';
    return (
      !marked &&
      plainWords(after)
        .trim()
        .split(' ')
        .some((word) => things.has(word))
    );
  });
  if (counted.some(({ number }) => number === value)) return undefined;
  const [other] = counted;
  return other === undefined ? undefined : text.slice(other.start, other.end);
}

/** A cost that goes with the deed, and not the amount that was asked for. */
function isPrice(text: string, start: number, end: number): boolean {
  return (
    /\b(?:fees?|costs?|price[ds]?|charges?|balance|currently|now|total|instead of|from|for free|at)\b[^.!?$]{0,24}$/i.test(
      text.slice(Math.max(0, start - 40), start),
    ) || /^[^.!?$]{0,12}\b(?:fees?|costs?|price|charges?|balance|left|per month|a month|each)\b/i.test(text.slice(end))
  );
}

/** An id, a number or a code of the same shape. */
function strangeToken(value: string, text: string, claimed: ReadonlySet<string>): string | undefined {
  const shape = shapeOf(value);
  if (shape.length < 4 && !/\p{L}/u.test(value)) return undefined;
  return [...text.matchAll(/[\p{L}\p{N}](?:[\p{L}\p{N}_.@#/-]*[\p{L}\p{N}])?/gu)]
    .map(([token]) => token)
    .find(
      (token) =>
        token.toLowerCase() !== value.toLowerCase() && shapeOf(token) === shape && !claimed.has(token.toLowerCase()),
    );
}

function shapeOf(token: string): string {
  return token.toUpperCase().replaceAll(/\p{N}/gu, '9').replaceAll(/\p{L}/gu, 'A');
}

const WAY =
  / (\d+) ((?:[\p{L}]+ ){1,3}?)(?:street|road|avenue|lane|drive|boulevard|way|court|place|square|terrace|close|hill|quay|park|ridge|row) /u;

/** "17 Harbor Street" where it is number 7. */
function strangeAddress(value: string, plain: string): string | undefined {
  if (!WAY.test(streets(plainWords(value))) && !/^\d+ /.test(value)) return undefined;
  const said = WAY.exec(plain);
  return said === null || plainWords(value).includes(said[0]) ? undefined : said[0].trim();
}

const DAYS: Readonly<Record<string, RegExp>> = {
  weekdays:
    / (?:weekdays?|monday (?:to |through |till |until |thru )?friday|mon fri|mon to fri|working days?|workdays?|business days?|week days?) /,
  weekend: / (?:weekends?|saturdays? and sundays?|sat(?:urday)? (?:to|and) sun(?:day)?) /,
  daily: / (?:every day|daily|each day|seven days|all week|every single day|every night) /,
};

function strangeDays(value: string, plain: string): string | undefined {
  if (!Object.hasOwn(DAYS, value)) return undefined;
  if (DAYS[value]?.test(plain) === true) return undefined;
  for (const [name, pattern] of Object.entries(DAYS)) if (name !== value && pattern.test(plain)) return name;
  return / (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?) /.exec(plain)?.[0].trim();
}

const CAUSE = /^(?:reason|cause|comment|description|note|motive)$/;
const CAUSED =
  /\b(?:reasons?(?: (?:being|is|as|of|for it|i'd (?:put|give|enter|note)|would be|will be))?[:,]? |because |stating(?: that)? |giving |citing |(?:i )?note:? |(?:as|since) you (?:no longer|don't|do not) |down as |marked (?:as )?|recorded? (?:it )?as |on account of |due to )["'(]*((?:[^.?!;\n"')]|(?<=\w)'(?=\w)){4,70})/gi;

/** Another reason than the one that was told. */
function strangeCause({ name, value }: Slot, text: string, known: string): string | undefined {
  if (!CAUSE.test(name) || typeof value !== 'string') return undefined;
  const own = new Set(stemsOf(`${value} ${known}`));
  const causes = [...text.matchAll(CAUSED)].map(([all, cause = '']) => ({ all, cause }));
  if (causes.length === 0 || causes.some(({ all }) => stemsOf(all).some((word) => new Set(stemsOf(value)).has(word))))
    return undefined;
  return causes.find(({ cause }) => stemsOf(cause).some((word) => !own.has(word)))?.cause.trim();
}

function stemsOf(text: string): string[] {
  return plainWords(text)
    .trim()
    .split(' ')
    .filter((word) => word.length > 3 && !LITTLE.has(word))
    .map((word) => word.replace(/our(?=s?$|ed$|ing$)/, 'or'))
    .map((word) => (word === 'error' || word === 'accident' || word === 'accidentally' ? 'mistak' : word.slice(0, 6)));
}

function wordsOf(value: Json): string[] {
  if (typeof value !== 'string' || DATE.test(value) || TIME.test(value)) return [];
  return streets(plainWords(spoken(value)))
    .trim()
    .split(' ')
    .filter((word) => word.length >= 3 && !/^\d{1,2}$/.test(word));
}

/** Words of labels that stand in any sentence. */
const LITTLE = new Set([
  'the', 'and', 'for', 'with', 'your', 'you', 'from', 'one', 'two', 'all', 'new', 'now', 'card', 'gift', 'account', 'order', 'line',
  'street', 'road', 'lane', 'avenue', 'drive', 'way', 'not', 'set', 'max', 'paid', 'open', 'pending', 'regular', 'ending', 'ends',
  'standard', 'active', 'plan', 'print', 'day', 'way', 'home', 'other', 'only', 'any', 'are', 'was', 'can', 'will', 'this', 'that',
]); // prettier-ignore
