// Finds amounts in a message that occur in no result, no argument and no words of the user, and that cannot be computed
// from these.
import { isJsonObject, plainJson, type Json } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import { plainMarks } from '../words/clauses.ts';
import { numbersSaid } from '../words/numbers-said.ts';
import { isTime, timesSaid } from '../words/times-said.ts';
import { moneyIn } from './report-checks.ts';

/**
 * Returns the amounts in a message that occur neither in the calls nor in the user's words and cannot be computed from
 * known amounts. With `ahead`, the message is a proposal, whose amounts may be computed from more numbers.
 */
export function strangeAmounts(message: string, log: readonly LogEntry[], told: string, ahead = false): string[] {
  const text = plainMarks(message);
  const numbers = new Set<number>();
  for (const entry of log) {
    collect(plainJson((entry.result ?? null) as Json), numbers);
    collect(entry.arguments as Json, numbers);
    collect((entry.error ?? null) as Json, numbers);
  }
  for (const { number } of numbersSaid(told)) numbers.add(number);
  // a proposal may compute its amount from any known numbers, a report only from amounts of money
  const known = [
    ...new Set([
      ...(ahead ? numbers : []),
      ...log
        .flatMap((entry) => [
          ...moneyIn(plainJson((entry.result ?? null) as Json)),
          ...moneyIn(entry.arguments as Json),
        ])
        .map(({ value }) => value),
      ...numbersSaid(told).map(({ number }) => number),
    ]),
  ]
    .filter((number) => number !== 0)
    .slice(0, MOST_KNOWN);
  const clock = clockTimes(text, `${told} ${JSON.stringify(log.map(({ arguments: args, result }) => [args, result]))}`);
  const said = numbersSaid(text).filter(({ isMoney, number }) => isMoney && number !== 0);
  // a number with cents is money, even if its field has another name
  const exact = [...numbers].filter((number) => !Number.isInteger(number)).slice(0, MOST_KNOWN);
  return said
    .filter(
      ({ number }, at) =>
        !numbers.has(number) &&
        !isComputed(number, known) &&
        !isDifference(number, exact) &&
        !isSumOf(
          number,
          said.slice(0, at).map((each) => each.number),
        ),
    )
    .filter(
      ({ number, start, end }) => !(/cents?$/i.test(text.slice(start, end)) && numbers.has(Math.round(number * 100))),
    )
    .filter(({ start, end }) => !clock.some((time) => start < time.end && end > time.start))
    .map(({ start, end }) => text.slice(start, end).trim());
}

/**
 * Returns the positions of times of day: those with am or pm or in words, and those that a call or the user mentions as
 * times.
 */
function clockTimes(text: string, shown: string): readonly { readonly start: number; readonly end: number }[] {
  const written = new Set(shown.match(/(?<!\d)\d\d:\d\d(?!\d)/g));
  const own = timesSaid(shown);
  return timesSaid(text).filter(
    (time) =>
      /[ap]\.?m\b|\p{L}{3}/iu.test(text.slice(time.start, time.end)) ||
      (!CHARGED.test(text.slice(0, time.start)) &&
        ([...written].some((each) => isTime(time, each)) ||
          own.some(({ minutes }) => minutes % 720 === time.minutes % 720))),
  );
}

/** Matches words that stand before an amount of money. After them, 21.00 is not a time of day. */
const CHARGED =
  /\b(?:charge[sd]?|costs?|price[ds]?|fees?|pay(?:ing|s)?|paid|total(?:s|ling)?|refund(?:ed|s)?|credit(?:ed|s)?|comes? to)\b[^.!?]{0,16}$/i;

const MOST_KNOWN = 400;
const MOST_TIMES = 24;
const FEW_KNOWN = 16;

function isComputed(amount: number, known: readonly number[]): boolean {
  const near = (one: number): boolean => Math.abs(one - amount) < 0.005;
  const set = new Set(known.map((each) => Math.round(each * 100)));
  const cents = Math.round(amount * 100);
  for (const one of known) {
    for (let times = 2; times <= MOST_TIMES; times++) if (near(one * times)) return true;
    const rest = cents - Math.round(one * 100);
    if (set.has(rest) || set.has(-rest)) return true;
  }
  // if many amounts are known, almost any amount is a sum of three of them, so this test is left out
  if (known.length > FEW_KNOWN) return false;
  const all = [...set];
  return all.some((one, at) =>
    all.slice(at + 1).some((two) => set.has(cents - one - two) && cents - one - two !== two),
  );
}

/** Tells whether an amount is the difference of two known amounts, as in "that's 8.79 less". */
function isDifference(amount: number, known: readonly number[]): boolean {
  const cents = Math.round(amount * 100);
  const set = new Set(known.map((each) => Math.round(each * 100)));
  return [...set].some((one) => set.has(one - cents) && one !== cents);
}

/** Tells whether an amount is the sum of the amounts that come just before it in the message. */
function isSumOf(amount: number, before: readonly number[]): boolean {
  let rest = Math.round(amount * 100);
  for (const [at, each] of before.toReversed().entries()) {
    rest -= Math.round(each * 100);
    if (rest === 0 && at > 0) return true;
    if (rest < 0) return false;
  }
  return false;
}

/** Matches names of amounts that are counted in cents. An amount_c of 989 may be said as 9.89 pounds. */
const IN_CENTS = /(?:_c|_cents|Cents)$/;

function collect(value: Json, into: Set<number>): void {
  if (Array.isArray(value)) for (const each of value as readonly Json[]) collect(each, into);
  else if (isJsonObject(value))
    for (const [name, each] of Object.entries(value)) {
      collect(each as Json, into);
      if (typeof each === 'number' && IN_CENTS.test(name)) into.add(each / 100);
    }
  else if (typeof value === 'number') into.add(value);
  else if (typeof value === 'string' && value.length < 2000)
    for (const { number } of numbersSaid(value)) into.add(number);
}
