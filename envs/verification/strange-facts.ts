// Finds facts of a change that its report tells and that nothing shows: another day, place, name, choice or number than
// the change and its rows have, where no result, no word of the user and no text of the service has it either.
import { isJsonObject, plainJson, type Json } from '../values/json.ts';
import type { LogEntry } from '../values/log-entry.ts';
import { leavesOf } from '../values/places.ts';
import { clausesOf, isDenied, isSupposed, plainMarks } from '../words/clauses.ts';
import { datesSaid } from '../words/dates-said.ts';
import { isDeadline } from '../words/strange-values.ts';
import { isReckonedDay } from './reckoned.ts';
import type { Fact, FactGround } from './fact-ground.ts';
import { saidChoices } from './strange-choices.ts';
import { strangeNames } from './strange-names.ts';
import { strangeNumbers } from './strange-numbers.ts';

/** Returns the strange facts in sentences that report `changes`. */
export function strangeFacts(report: string, changes: readonly LogEntry[], ground: FactGround): string[] {
  const text = clausesOf(plainMarks(report))
    .filter((clause) => clause.mood !== 'asked' && !isDenied(clause.text) && !isSupposed(clause.text))
    .map((clause) => clause.text)
    .join(' , ');
  const facts = factsOf(changes, ground.log);
  return [
    ...strangeDays(text, changes, ground),
    ...strangeNumbers(text, facts, ground),
    ...(ground.values === undefined ? [] : saidChoices(text, facts, ground, ground.values)),
    ...strangeNames(text, facts, ground),
  ];
}

/**
 * Returns the values of changes: their arguments, their results, and the objects of other results that share a key with
 * them.
 */
function factsOf(changes: readonly LogEntry[], log: readonly LogEntry[]): Fact[] {
  const own = changes.flatMap(({ arguments: args, result }) => leavesIn([args, plainJson((result ?? null) as Json)]));
  const keys = new Set(own.flatMap(({ value }) => (typeof value === 'string' && KEY.test(value) ? [value] : [])));
  const rows = log.flatMap(({ result }) => objectsIn(plainJson((result ?? null) as Json), keys));
  return [...own, ...rows.flatMap((row) => leavesIn(row))];
}

const KEY = /^(?=\S*\d)\S+$/;

function leavesIn(value: Json): Fact[] {
  return leavesOf(value).flatMap(({ value: leaf, place }) => {
    const label = place.findLast((step) => typeof step === 'string');
    return label !== undefined && (typeof leaf === 'string' || typeof leaf === 'number') && leaf !== ''
      ? [{ label: String(label), value: leaf }]
      : [];
  });
}

/** Returns the objects of a result whose first key is one of these. A further key refers to another row. */
function objectsIn(value: Json, keys: ReadonlySet<string>): Json[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((each) => objectsIn(each, keys));
  if (!isJsonObject(value)) return [];
  const own = Object.values(value) as Json[];
  const first = own.find((each) => typeof each === 'string' && KEY.test(each));
  if (first !== undefined && keys.has(String(first)))
    return [Object.fromEntries(Object.entries(value).filter(([, each]) => !Array.isArray(each))) as Json];
  return own.flatMap((each) => objectsIn(each, keys));
}

/** Returns days that nothing shows and that no span of time leads to from a day of the change. */
function strangeDays(text: string, changes: readonly LogEntry[], { log, told, written, order }: FactGround): string[] {
  // a report may tell by when the user has to do something, and no result has that day
  const said = datesSaid(text, order).filter(({ month, start }) => month !== undefined && !isDeadline(text, start, ''));
  if (said.length === 0) return [];
  const results = JSON.stringify(log.map(({ arguments: args, result, error }) => [args, result ?? error ?? null]));
  const shown = datesSaid(`${results} . ${told} . ${written}`, order);
  const lengths = leavesIn(changes.map(({ arguments: args, result }) => [args, result ?? null]) as Json)
    .filter(({ label, value }) => typeof value === 'number' && LENGTH.test(label))
    .map(({ label, value }) => `${value} ${LENGTH.exec(label)?.[0].toLowerCase() ?? ''}`);
  const near = JSON.stringify(changes.map(({ arguments: args, result }) => [args, result ?? null]));
  const known = `${near} . ${told} . ${written} . ${lengths.join(' . ')}`;
  const spans = NEXT_DAY.test(text) ? known : known.replaceAll(ONE_DAY, ' ');
  return said
    .filter(
      (date) =>
        !shown.some(
          ({ day, month, other }) =>
            (day === date.day && (month === undefined || month === date.month)) ||
            (other !== undefined && other.day === date.day && other.month === date.month) ||
            (date.other !== undefined && day === date.other.day && month === date.other.month),
        ) && !isReckonedDay(date, spans, text, order),
    )
    .map(({ start, end }) => text.slice(start, end).trim());
}

const LENGTH = /(?:night|day|week|month|year)s?$/i;
const ONE_DAY =
  /\b(?:an?|each|per|every)[ -](?:\w+ )?(?:night|week|month|year)\b|\b(?:an?|one|1|each|per|every)[ -](?:\w+ )?days?\b/gi;
const NEXT_DAY =
  /\b(?:tomorrow|yesterday|(?:the|a|one) (?:day|week|month|year) (?:before|after|earlier|later)|(?:next|previous|following) (?:day|week|month|year))\b/i;
