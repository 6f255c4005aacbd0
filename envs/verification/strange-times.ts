// Finds times of day in a report that occur in no result, argument, policy or words of the user, and that cannot be
// computed from such a time and a known duration: "it leaves at 10:15", if every result says 08:15.
import { isJsonObject, type Json } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import { plainMarks } from '../words/clauses.ts';
import { timesSaid } from '../words/times-said.ts';

const CLOCK = /(?<![\d:])(\d{1,2}):(\d\d)/g;
const SURE = /:|[ap]\.?m\b/i;
const LENGTH = /min|duration|length|delay|hours?$/i;
const WRITTEN = /(\d{1,3}|half an|an|one|two|three|four)[ -](minutes?|hours?)\b/gi;
const WORDS: Readonly<Record<string, number>> = { 'half an': 0.5, an: 1, one: 1, two: 2, three: 3, four: 4 };
const HALF_DAY = 720;
const HOUR = 60;

/**
 * Returns the times of day in a report that nothing explains. `written` is the text that the agent knows before its
 * first call, such as the policy.
 */
export function strangeTimes(report: string, log: readonly LogEntry[], told: string, written: string): string[] {
  const text = plainMarks(report);
  const said = timesSaid(text).filter(({ start, end }) => SURE.test(text.slice(start, end)));
  if (said.length === 0) return [];
  const results = log
    .map(({ arguments: args, result, error }) => JSON.stringify([args, result ?? error ?? null]))
    .join(' ');
  const known = new Set(minutesIn(`${results} ${told} ${written}`));
  for (const { minutes } of timesSaid(`${told} ${written}`)) known.add(minutes % HALF_DAY);
  // if the results contain no times of day, a report cannot contradict them
  if (minutesIn(results).length === 0) return [];
  const lengths = new Set([
    ...log.flatMap(({ result, arguments: args }) => lengthsIn([args, result ?? null] as Json)),
    ...[...`${told} ${written}`.matchAll(WRITTEN)].map(
      ([, count = '', unit = '']) => (WORDS[count.toLowerCase()] ?? Number(count)) * (unit.startsWith('h') ? HOUR : 1),
    ),
  ]);
  const isReached = (minutes: number): boolean =>
    known.has(minutes) ||
    [...lengths].some((length) => [minutes - length, minutes + length].some((each) => known.has(mod(each))));
  return said
    .filter(({ minutes }) => !isReached(minutes % HALF_DAY))
    .map(({ start, end }) => text.slice(start, end).trim());
}

const mod = (minutes: number): number => ((minutes % HALF_DAY) + HALF_DAY) % HALF_DAY;

function minutesIn(text: string): number[] {
  return [...text.matchAll(CLOCK)].map(([, hour = '', minute = '']) => mod(Number(hour) * HOUR + Number(minute)));
}

/** Returns the numbers in fields that are called minutes, hours or duration. */
function lengthsIn(value: Json, label = ''): number[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((each) => lengthsIn(each, label));
  if (isJsonObject(value)) return Object.entries(value).flatMap(([name, each]) => lengthsIn(each as Json, name));
  if (typeof value !== 'number' || !LENGTH.test(label)) return [];
  return /hour/i.test(label) ? [value * HOUR] : [value];
}
