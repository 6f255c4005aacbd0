// Makes times relative to the clock start or to another column, within certain hours of the day if the recipe asks for
// it.
import { formatClock, parseClock } from '../../../envs/clock.ts';
import type { Json } from '../../../envs/values/json.ts';
import type { Kitchen, Place } from '../kitchen.ts';
import type { Maker, TimeMaker, TimePart } from '../recipe-schema.ts';

const DAY = 86_400;
const SPANS: Readonly<Record<string, number>> = { d: DAY, h: 3600, m: 60 };

export function makeTime(maker: TimeMaker, at: Place, kitchen: Kitchen): Json {
  const origin = originOf(maker, at, kitchen);
  if (origin === undefined) return null;
  const [from, to] = maker.time.map(seconds) as [number, number];
  const drawn = origin + from + Math.floor(kitchen.random.real() * (to - from));
  const isAfter = maker.after !== undefined && origin <= kitchen.now;
  const fitted = maker.past === true ? notLater(drawn, isAfter ? origin : undefined, kitchen) : drawn;
  const step = (maker.step ?? 1) * 60;
  const timed = maker.hours === undefined ? fitted - (fitted % step) : inHours(fitted, maker, kitchen);
  const past =
    maker.past === true && timed > kitchen.now ? timed - DAY * Math.ceil((timed - kitchen.now) / DAY) : timed;
  // a time that was moved to the past must not come before the column that it follows
  const text = formatClock(maker.past === true && isAfter ? Math.max(past, origin) : past);
  return maker.day === true ? text.slice(0, 10) : text;
}

function originOf(maker: TimeMaker, at: Place, kitchen: Kitchen): number | undefined {
  if (maker.after === undefined) return kitchen.now;
  const earlier = kitchen.value(at.row, maker.after, at);
  return earlier === null ? undefined : timeOf(earlier);
}

/** Returns the seconds since 1970 of a time that is text, seconds or milliseconds. */
function timeOf(value: Json): number {
  return typeof value === 'number' ? (value > 1e11 ? value / 1000 : value) : parseClock(String(value));
}

/** Returns the length of time between two columns. */
export function makeBetween(maker: Extract<Maker, { between: unknown }>, at: Place, kitchen: Kitchen): Json {
  const [from, to] = maker.between.map((column) => kitchen.value(at.row, column, at));
  if (from === undefined || to === undefined || from === null || to === null) return null;
  return Math.round((timeOf(to) - timeOf(from)) / { minutes: 60, hours: 3600, days: DAY }[maker.unit]);
}

/**
 * Replaces a time after the clock start by one that is drawn between `origin` (by default 20 days before the clock
 * start) and the clock start.
 */
function notLater(drawn: number, origin: number | undefined, kitchen: Kitchen): number {
  if (drawn < kitchen.now) return drawn;
  const least = origin ?? kitchen.now - 20 * DAY;
  return least + Math.floor(kitchen.random.real() * (kitchen.now - least));
}

function inHours(time: number, maker: TimeMaker, kitchen: Kitchen): number {
  const [first, last] = maker.hours ?? [0, 23];
  const step = (maker.step ?? 1) * 60;
  const midnight = time - (time % DAY);
  const steps = Math.floor(((last - first) * 3600) / step);
  const moved = midnight + first * 3600 + kitchen.random.int(0, steps) * step;
  return maker.weekdays === true ? moved + toMonday(moved) * DAY : moved;
}

/** Returns the number of days from a Saturday or Sunday to the next Monday, and 0 on other days. */
function toMonday(time: number): number {
  return { 6: 2, 0: 1 }[new Date(time * 1000).getUTCDay()] ?? 0;
}

function seconds(span: string): number {
  return Number(span.slice(0, -1)) * (SPANS[span.at(-1) ?? 'd'] ?? 0);
}

const PARTS: Readonly<Record<TimePart, (time: Date) => Json>> = {
  day: (time) => time.toISOString().slice(0, 10),
  time: (time) => time.toISOString().slice(11, 16),
  hour: (time) => time.getUTCHours(),
  weekday: (time) => WEEKDAYS[time.getUTCDay()] ?? null,
  month: (time) => time.getUTCMonth() + 1,
  year: (time) => time.getUTCFullYear(),
};
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Returns a part of the time in another column, such as the day of a start or the hour of an appointment. */
export function readTime(maker: Extract<Maker, { read: unknown }>, at: Place, kitchen: Kitchen): Json {
  const time = kitchen.value(at.row, maker.read, at);
  return time === null ? null : PARTS[maker.as](new Date(timeOf(time) * 1000));
}
