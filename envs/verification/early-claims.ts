// Finds data that the agent tells before any call has shown a record: amounts, dates and keys that neither the user nor
// the policy contains and that cannot be computed from these. Such data are invented, even if a later call happens to
// show them.
import { clausesOf, plainMarks } from '../words/clauses.ts';
import { datesSaid, type DateOrder, type SaidDate } from '../words/dates-said.ts';
import { numbersSaid } from '../words/numbers-said.ts';
import { isReckonedAmount, isReckonedDay } from './reckoned.ts';
import type { FalseClaim } from './report-checks.ts';

/** Matches a key: a word of letters and digits, such as A20001 or CLM-622822, but not HTTP404 or ISO9001. */
const KEY =
  /(?<![\p{L}\p{N}@._-])(?!(?:https?|iso|rfc|utf|sha|err|error)-?\d)(?=[\p{L}\d-]*\d{3})\p{L}{1,6}-?\d[\p{L}\d-]*(?![\p{L}\p{N}@_])/giu;

/**
 * Matches words that introduce an example of a number, as in "it looks like CLM-123456". "It looks like your …" does
 * not introduce one.
 */
const EXAMPLE =
  /\b(?:such as|like(?! (?:your?|the|there|it|we|i|to|that)\b)|e\.g|for (?:example|instance)|(?:begin|start|end)(?:s|ning|ing)? with|(?:form|format|shape|pattern)(?: of| is)?)(?![\p{L}])/iu;

/** Matches words that announce a price, as in "You will be charged $5." */
const PRICE_AHEAD =
  /\b(?:you|it|this|that)(?:'ll| will| (?:is|are) going to) (?:\w+ ){0,2}?(?:charged|cost|pay|owe)\b/i;

interface Told {
  readonly start: number;
  readonly end: number;
  readonly isAmount: boolean;
  readonly isKnown: (known: string) => boolean;
}

/**
 * Returns the invented data in a message. `known` returns the text that the agent knows: the policy, the tools, the
 * date, the user's words so far, and the refused calls.
 */
export function earlyClaims(message: string, known: () => string, order: DateOrder): FalseClaim[] {
  const text = plainMarks(message);
  const clauses = clausesOf(message);
  return clauses.flatMap(({ start, end, mood }, at): FalseClaim[] => {
    const clause = text.slice(start, end);
    const announces = mood === 'announced' && PRICE_AHEAD.test(clause);
    if (mood !== 'asserted' && !announces) return [];
    const before = clauses[at - 1];
    // in "It looks like this: CLM-123456", the words before the colon introduce the example
    const introduced = before !== undefined && text.slice(before.end, start).includes(':') ? before.text : '';
    const made = dataIn(clause, text, order).find(
      (each) =>
        (each.isAmount || !announces) &&
        !EXAMPLE.test(`${introduced} ${clause.slice(0, each.start)}`) &&
        !each.isKnown(known()),
    );
    if (made === undefined) return [];
    const said = clause.slice(made.start, made.end).trim().replace(/\.$/, '');
    return [{ text: clause.trim(), message: `${said} is told before any look` }];
  });
}

/** Returns the amounts, dates and keys in a clause. */
function dataIn(clause: string, message: string, order: DateOrder): Told[] {
  const amounts = numbersSaid(clause).filter(({ isMoney, number }) => isMoney && number !== 0);
  return [
    ...amounts.map(({ start, end, number }) => ({
      start,
      end,
      isAmount: true,
      isKnown: (known: string): boolean =>
        numbersSaid(known).some((each) => each.number === number) || isReckonedAmount(number, known, message),
    })),
    ...datesSaid(clause, order)
      .filter(({ month }) => month !== undefined)
      .map((date) => ({
        start: date.start,
        end: date.end,
        isAmount: false,
        isKnown: (known: string): boolean =>
          datesSaid(known, order).some((each) => isSameDay(each, date)) || isReckonedDay(date, known, message, order),
      })),
    ...[...clause.matchAll(KEY)]
      .map(({ 0: key, index }) => ({
        start: index,
        end: index + key.length,
        isAmount: false,
        isKnown: (known: string): boolean => known.toLowerCase().includes(key.toLowerCase()),
      }))
      .filter((key) => !amounts.some(({ start, end }) => start < key.end && key.start < end)),
  ];
}

function isSameDay(one: SaidDate, other: SaidDate): boolean {
  const readings = (date: SaidDate): SaidDate[] => [
    date,
    ...(date.other === undefined ? [] : [{ ...date, ...date.other }]),
  ];
  return readings(one).some(({ day, month }) =>
    readings(other).some((each) => each.day === day && each.month === month),
  );
}
