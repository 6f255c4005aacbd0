// Finds values in a text that differ from those of a call: another date, amount, number, id, address, set of weekdays
// or reason.
import { mayBeDay, type SaidDate } from './dates-said.ts';
import { isQuoted } from './explained.ts';
import { DATE, LITTLE, streets, TIME, unitAfter, type Reading } from './reading.ts';
import { isMoney, plainWords } from './spoken.ts';
import type { Slot } from './things.ts';
import { isTime } from './times-said.ts';

interface Claimed {
  readonly dates: ReadonlySet<SaidDate>;
}

/**
 * Returns the values of all other arguments in lower case. They are not wrong, even if they look like a value of this
 * argument: a postcode may look like an order number.
 */
export function tokensOf(slot: Slot, all: readonly Slot[]): ReadonlySet<string> {
  return new Set(
    all
      .filter(({ name }) => name !== slot.name)
      .flatMap(({ own }) => own.map(({ value }) => String(value).toLowerCase())),
  );
}

/** Returns the dates in a text that are values of an argument or that the wish contains too. */
export function claimedBy(reading: Reading, slots: readonly Slot[], wished: Reading): Claimed {
  const own = slots.flatMap((slot) => slot.own.map(({ value }) => value)).filter((value) => typeof value === 'string');
  return {
    dates: new Set(
      reading.dates.filter(
        (date) =>
          own.some((value) => DATE.test(value) && mayBeDay(date, value)) ||
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

/** Returns a value of this argument's type that belongs to no argument. Returns undefined if there is none. */
export function strangeValue(
  slot: Slot,
  reading: Reading,
  claimed: Claimed & { readonly tokens: ReadonlySet<string> },
  known: string,
): string | undefined {
  const { text, plain } = reading;
  const values = slot.own.map(({ value }) => value);
  const dated = values.find((value) => typeof value === 'string' && DATE.test(value));
  if (dated !== undefined && !values.some((value) => reading.plain.includes(plainWords(String(value))))) {
    const date = reading.dates.find(
      (each) =>
        !claimed.dates.has(each) &&
        !isDeadline(text, each.start, slot.name) &&
        !RANGE.test(text.slice(each.start, each.end)),
    );
    if (date !== undefined) return text.slice(date.start, date.end).trim();
  }
  const { value, name } = slot;
  if (typeof value === 'string' && TIME.test(value)) {
    const time = reading.times.find(
      (each) => ![...claimed.tokens].some((token) => TIME.test(token) && isTime(each, token)),
    );
    return time === undefined ? undefined : text.slice(time.start, time.end).trim();
  }
  if (typeof value === 'number' && !slot.isRow) return strangeNumber(name, value, reading, known);
  if (typeof value !== 'string' || DATE.test(value)) return undefined;
  if (/\d/.test(value) && !/\s/.test(value)) return strangeToken(value, reading, claimed.tokens);
  return /\d/.test(value) ? strangeAddress(value, plain) : strangeDays(value, plain);
}

/** Tells whether a date is a deadline for the user: "You have until 29 September to send it in". */
export function isDeadline(text: string, start: number, name: string): boolean {
  return !ENDS.test(name) && DEADLINE.test(text.slice(Math.max(0, start - 60), start));
}

/** Matches the beginning of a range of days: "24 to" in "24 to 28 November". Only the last day is compared. */
const RANGE = /^\d{1,2}(?:st|nd|rd|th)? ?(?:to|until|till|-|–)\s*$/i;

/** Matches names of arguments whose value may be a deadline itself. */
const ENDS =
  /until|till|due|deadline|end|expir|last|valid|return|back|pay|new|keep|resum|stop|(?:^|[ _])to(?:$|[ _A-Z])|out$|^(?:date|day|on)$/i;
const DEADLINE =
  /\b(?:you(?: now| still)? (?:have|'ve got)(?: time| (?:\w+ ){1,3}(?:days|weeks|months),?)? (?:until|till)|(?:we need|(?:have|has|need|needs) to be (?:here|in|with us|sent|paid|handed in))\b[^.!?]*\bby|(?:you (?:need to|must|can|should)|please) (?:\w+ )?(?:send|pay|bring|hand|submit|upload|provide|return|file|mail|e-?mail|reply|answer)\b[^.!?]*\b(?:until|till|by|before))(?: the)?\s*$|\b(?:last day|latest day|deadline)\b[^.!?]{0,30}\b(?:is|was)(?: on)?(?: the)?\s*$|\bdue (?:by|on|until)(?: the)?\s*$/i;

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

/** Matches units of time. "for the seven days" does not state a quantity of things. */
const PERIODS = /^(?:minutes|hours|days|nights|weeks|months|years)$/;

/** Finds a wrong count, such as "two of the mugs" if the call has four. */
function strangeQuantity(
  value: number,
  known: string,
  { numbers, text }: Pick<Reading, 'numbers' | 'text'>,
): string | undefined {
  const things = new Set(
    plainWords(known)
      .trim()
      .split(' ')
      .filter((word) => word.length > 3 && word.endsWith('s') && !PERIODS.test(word)),
  );
  const counted = numbers.filter(({ isMoney: marked, start, end }) => {
    if (isQuoted(text, start)) return false;
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

/** Tells whether an amount is a price or a fee that is only mentioned, and not the amount that the user asked for. */
function isPrice(text: string, start: number, end: number): boolean {
  return (
    /\b(?:fees?|costs?|price[ds]?|charges?|balance|currently|now|total|instead of|from|for free|at)\b[^.!?$]{0,24}$/i.test(
      text.slice(Math.max(0, start - 40), start),
    ) || /^[^.!?$]{0,12}\b(?:fees?|costs?|price|charges?|balance|left|per month|a month|each)\b/i.test(text.slice(end))
  );
}

/** Finds an id, number or code in the text that has the same form as the call's value but differs from it. */
function strangeToken(
  value: string,
  { text, dates, keys = [] }: Reading,
  claimed: ReadonlySet<string>,
): string | undefined {
  const shape = shapeOf(value);
  if (shape.length < 4 && !/\p{L}/u.test(value)) return undefined;
  return (
    [...text.matchAll(/[\p{L}\p{N}](?:[\p{L}\p{N}_.@#/-]*[\p{L}\p{N}])?/gu)]
      // parts of dates are left out, because a year may have the form of a code
      .filter(({ index }) => !dates.some(({ start, end }) => index >= start && index < end))
      .map(([token]) => token)
      .find(
        (token) =>
          token.toLowerCase() !== value.toLowerCase() &&
          shapeOf(token) === shape &&
          !claimed.has(token.toLowerCase()) &&
          !keys.some(({ digits }) => digits === token),
      )
  );
}

function shapeOf(token: string): string {
  return token.toUpperCase().replaceAll(/\p{N}/gu, '9').replaceAll(/\p{L}/gu, 'A');
}

const WAY =
  / (\d+) ((?:[\p{L}]+ ){1,3}?)(?:street|road|avenue|lane|drive|boulevard|way|court|place|square|terrace|close|hill|quay|park|ridge|row) /u;

/**
 * Finds a wrong address, such as "17 Harbor Street" if the call has 7 Harbor Street. Returns undefined if there is
 * none.
 */
function strangeAddress(value: string, plain: string): string | undefined {
  if (!WAY.test(streets(plainWords(value))) && !/^\d+ /.test(value)) return undefined;
  const said = WAY.exec(plain);
  return said === null || plainWords(value).includes(said[0]) ? undefined : said[0].trim();
}

const DAYS: Readonly<Record<string, RegExp>> = {
  weekdays:
    / (?:weekdays?|mon(?:days?)? (?:to |through |till |until |thru )?fri(?:days?)?|working days?|workdays?|business days?|week days?) /,
  weekend: / (?:weekends?|saturdays? and sundays?|sat(?:urday)? (?:to|and) sun(?:day)?) /,
  daily: / (?:every day|daily|each day|seven days|all week|every single day|every night) /,
};

function strangeDays(value: string, plain: string): string | undefined {
  if (!Object.hasOwn(DAYS, value)) return undefined;
  if (DAYS[value]?.test(plain) === true) return undefined;
  for (const [name, pattern] of Object.entries(DAYS)) if (name !== value && pattern.test(plain)) return name;
  return / (?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?) /.exec(plain)?.[0].trim();
}

export const CAUSE = /^(?:reason|cause|comment|description|note|motive)$/;
const CAUSED =
  /\b(?:reasons?(?: (?:being|is|as|of|for it|i'd (?:put|give|enter|note)|would be|will be))?[:,]? |because |stating(?: that)? |giving |citing |(?:i )?note:? (?!of (?:it|that|this|them|everything)(?:\W*$|[.,;!?]| (?:for|on|in|and|so|here|too|as|now|with)\b))|(?:as|since) you (?:no longer|don't|do not) |down as |marked (?:as )?|recorded? (?:it )?as |on account of |due to )["'(]*((?:[^.?!;\n"')]|(?<=\w)'(?=\w)){4,70})/gi;

/** Finds a reason in the text that differs from the reason in the call. */
export function strangeCause({ name, value }: Slot, text: string, known: string): string | undefined {
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
