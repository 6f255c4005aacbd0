// Finds data of a record that the agent tells before any call has shown a record: amounts, days and keys that neither the
// user nor the policy names. Such data are made up, even where a later look shows them by chance.
import { clausesOf, plainMarks } from '../words/clauses.ts';
import { datesSaid, type DateOrder } from '../words/dates-said.ts';
import { numbersSaid } from '../words/numbers-said.ts';
import type { FalseClaim } from './report-checks.ts';

/** Matches a key: a word of letters and digits, such as A20001 or CLM-622822. */
const KEY = /(?<![\p{L}\p{N}@._-])(?=[\p{L}\d-]*\d{3})\p{L}{1,6}-?\d[\p{L}\d-]*(?![\p{L}\p{N}@_])/gu;

/** `known` returns the words of the user so far, the policy, the tools and the day on which the session begins. */
export function earlyClaims(message: string, known: () => string, order: DateOrder): FalseClaim[] {
  const text = plainMarks(message);
  return clausesOf(message).flatMap(({ start, end, mood }): FalseClaim[] => {
    if (mood !== 'asserted') return [];
    const clause = text.slice(start, end);
    const said = [
      ...numbersSaid(clause).filter(({ isMoney, number }) => isMoney && number !== 0),
      ...datesSaid(clause, order).filter(({ month }) => month !== undefined),
      ...[...clause.matchAll(KEY)].map(({ 0: key, index }) => ({ start: index, end: index + key.length })),
    ].map((each) => clause.slice(each.start, each.end).trim());
    const made = said.find((each) => !isKnown(each, known(), order));
    return made === undefined ? [] : [{ text: clause.trim(), message: `${made} is told before any look` }];
  });
}

function isKnown(said: string, known: string, order: DateOrder): boolean {
  if (known.toLowerCase().includes(said.toLowerCase())) return true;
  const [day] = datesSaid(said, order);
  if (day !== undefined)
    return datesSaid(known, order).some((each) => each.day === day.day && each.month === day.month);
  const [amount] = numbersSaid(said);
  return amount !== undefined && numbersSaid(known).some(({ number }) => number === amount.number);
}
