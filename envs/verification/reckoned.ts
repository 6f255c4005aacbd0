// Tells whether an amount or a date can be computed from known data: three tickets at 30.00 cost 90.00, and 14 days
// after 1 May is 15 May.
import { amountsSaid } from '../words/amounts-said.ts';
import { datesSaid, type DateOrder, type SaidDate } from '../words/dates-said.ts';
import { numbersSaid } from '../words/numbers-said.ts';

/**
 * The largest factor by which a known amount may be multiplied if the message does not say the factor, as in "that
 * makes $60 for both".
 */
const FEW = 12;
/** Matches a number that belongs to a schema or a record, such as "minimum":1. Such a number is not an amount. */
const FIELD = /":-?\d[\d.]*/g;
const UNIT = /^[ -](?:(?:calendar|full|more|whole|business|working|opening) )?(?<unit>hour|day|night|week|month|year)/i;

const cents = (amount: number): number => Math.round(amount * 100);

/**
 * Tells whether an amount is a multiple of a known amount, or the sum or the difference of two known amounts or of
 * multiples of them. A factor must be small or be said in the message.
 */
export function isReckonedAmount(amount: number, known: string, message: string): boolean {
  const bases = amountsSaid(known.replaceAll(FIELD, '": '))
    .filter((each) => each > 1)
    .map(cents);
  const counts = [1, ...numbersSaid(message).flatMap(({ number }) => (Number.isInteger(number) ? [number] : []))];
  const right = cents(amount);
  const times = (base: number): boolean => {
    const count = right / base;
    return Number.isInteger(count) && (count <= FEW || counts.includes(count));
  };
  const parts = new Set(bases.flatMap((base) => counts.map((count) => base * count)));
  return (
    bases.some(times) || [...parts].some((part) => parts.has(right - part) || (parts.has(right + part) && part > 0))
  );
}

/** Tells whether a date is a known date plus or minus a known length of time, such as 14 days. */
export function isReckonedDay(said: SaidDate, known: string, message: string, order: DateOrder): boolean {
  const dates = datesSaid(known, order).filter(({ month }) => month !== undefined);
  const years = [...new Set([...dates, said].flatMap(({ year }) => (year === undefined ? [] : [year])))];
  const spans = spansIn(`${known} . ${message.match(/\b(?:tomorrow|yesterday)\b/i)?.[0] ?? ''}`);
  return dates.some(({ year: own, month = 1, day }) =>
    (own === undefined ? years : [own]).some((year) =>
      spans.some(({ days, months }) =>
        [1, -1].some((way) => {
          const last = new Date(Date.UTC(year, month + way * months, 0)).getUTCDate();
          const found = new Date(Date.UTC(year, month - 1 + way * months, Math.min(day, last) + way * days));
          return (
            found.getUTCDate() === said.day &&
            found.getUTCMonth() + 1 === said.month &&
            (said.year === undefined || found.getUTCFullYear() === said.year)
          );
        }),
      ),
    ),
  );
}

interface Span {
  readonly days: number;
  readonly months: number;
}

/** Returns the lengths of time in a text: "14 days", "a 30-day trial", "two weeks", "tomorrow". */
function spansIn(text: string): Span[] {
  const counted = [
    ...numbersSaid(text).map(({ number, end }) => ({ number, end })),
    ...[...text.matchAll(/(?<![\d.])(\d{1,4})(?=-[a-z])/gi)].map((match) => ({
      number: Number(match[1]),
      end: match.index + match[0].length,
    })),
    ...[...text.matchAll(/\b(?:an?|each|per)(?= )/gi)].map((match) => ({
      number: 1,
      end: match.index + match[0].length,
    })),
  ];
  const spans = counted.flatMap(({ number, end }): Span[] => {
    const unit = UNIT.exec(text.slice(end, end + 24))?.groups?.['unit']?.toLowerCase();
    if (unit === undefined || !Number.isInteger(number)) return [];
    if (unit === 'month' || unit === 'year') return [{ days: 0, months: unit === 'year' ? number * 12 : number }];
    return [{ days: unit === 'week' ? number * 7 : unit === 'hour' ? Math.floor(number / 24) : number, months: 0 }];
  });
  return /\b(?:tomorrow|yesterday)\b/i.test(text) ? [...spans, { days: 1, months: 0 }] : spans;
}
