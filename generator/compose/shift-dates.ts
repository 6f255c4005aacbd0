// Moves the dates of an environment that becomes part of a larger one. Every date in rows, expectations and texts moves
// by the days between the two environments' clocks, so that "thirty days ago" stays thirty days ago.
import type { Json } from '../../envs/values/json.ts';

const DAY_MS = 86_400_000;
/**
 * Times in the first hour (in milliseconds) after the clock's start are timestamps of calls. They move with the exact
 * difference of the clocks, hours and minutes included.
 */
const STAMPS_MS = 3_600_000;
const DATE = /(?<!\d)(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d:\d\d(?:\.\d+)?)(Z?))?(?!\d)/g;
const MONTH = /^(\d{4})-(\d\d)$/;
const QUOTED_MONTH = /'(\d{4})-(\d\d)'/g;
const NAMES = 'January February March April May June July August September October November December'.split(' ');
const SPELLED = new RegExp(`\\b(\\d{1,2}) (${NAMES.join('|')}) (\\d{4})(,? (?:at )?)?(\\d{1,2}:\\d\\d)?`, 'g');

export interface Shift {
  /** Shifts all dates in a text by a number of days. */
  text(text: string): string;
  /** Shifts a value of a row or a call. The value may also be a month, such as 2031-08. */
  value(value: string): string;
}

export function shiftBetween(from: string, to: string): Shift | undefined {
  if (from === to) return undefined;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const days = Math.round((dayOf(to) - dayOf(from)) / DAY_MS);
  const months = monthsOf(to) - monthsOf(from);
  const moved = (date: string): string => isoDay(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS);
  const month = (year: string, number: string): string => {
    const at = Number(year) * 12 + Number(number) - 1 + months;
    return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
  };
  const hour = new RegExp(`${moved(from.slice(0, 10))}${from.slice(10, 14)}(?!\\d)`, 'g');
  const text = (value: string): string =>
    value
      .replaceAll(DATE, (all, year: string, number: string, day: string, time?: string, zone = '') => {
        const date = `${year}-${number}-${day}`;
        if (Number.isNaN(Date.parse(`${date}T00:00:00Z`))) return all;
        if (time === undefined) return moved(date);
        const at = Date.parse(`${date}T${time}Z`);
        if (at >= start && at < start + STAMPS_MS) return stamp(end + (at - start));
        return `${moved(date)}T${time}${zone}`;
      })
      // patterns may contain a timestamp without minutes
      .replaceAll(hour, to.slice(0, 14))
      .replaceAll(SPELLED, (all, day: string, name: string, year: string, between = '', time = '') => {
        const at = Date.parse(`${year}-${two(NAMES.indexOf(name) + 1)}-${two(Number(day))}T00:00:00Z`);
        if (Number.isNaN(at)) return all;
        const [to_year = '', to_month = '', to_day = ''] = isoDay(at + days * DAY_MS).split('-');
        const clock = time !== '' && time === plainTime(from) ? plainTime(to) : time;
        return `${Number(to_day)} ${NAMES[Number(to_month) - 1] ?? ''} ${to_year}${between}${clock}`;
      })
      .replaceAll(QUOTED_MONTH, (_all, year: string, number: string) => `'${month(year, number)}'`);
  return {
    text,
    value: (value) => {
      const alone = MONTH.exec(value);
      return alone === null ? text(value) : month(alone[1] ?? '', alone[2] ?? '');
    },
  };
}

/** Shifts every text in a value. */
export function shiftJson(value: Json, shift: Shift | undefined): Json {
  if (shift === undefined) return value;
  return mapTexts(value, (each) => shift.value(each));
}

export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => mapTexts(each, change));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each as Json, change)]));
}

const two = (value: number): string => String(value).padStart(2, '0');
const dayOf = (clock: string): number => Date.parse(`${clock.slice(0, 10)}T00:00:00Z`);
const monthsOf = (clock: string): number => Number(clock.slice(0, 4)) * 12 + Number(clock.slice(5, 7));
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const stamp = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');
const plainTime = (clock: string): string => `${Number(clock.slice(11, 13))}:${clock.slice(14, 16)}`;
