// Finds the amounts of money in a message: numbers that are written as money, and plain numbers in a sentence about a
// price, as in "the fee is 12". Numbers in dates, percentages and counts of things are not amounts.
import { plainMarks, sentencesOf } from './clauses.ts';
import { datesSaid } from './dates-said.ts';
import { numbersSaid } from './numbers-said.ts';
import { remembered } from './remembered.ts';

const PRICED =
  /\b(?:costs?|prices?|priced|fees?|charges?|charged|surcharge|pay|pays|paid|payable|totals?|fares?|freight|deposit|amounts?|sum|comes to|bill(?:ed)?)\b/i;
/**
 * Matches the text after a number that counts something. "30 per passenger" and "12 a month" do not match, because they
 * are prices.
 */
const COUNTED =
  /^\s*(?:%|percent\b|o'clock\b|[ap]\.?m\.?\b|(?:(?!(?:an?|per|each|every) )\p{L}+ )?(?:minutes?|hours?|days?|nights?|weeks?|months?|years?|times?|points?|people|persons?|adults?|child(?:ren)?|guests?|passengers?|pieces?|items?|units?|seats?|tickets?|cards?|kg|grams?|km|gb|mb)\b)/iu;
/** Matches the text before a number that is a part of a name, such as "room" in "room 12". */
const NAMED = /\b(?:page|room|seat|booking|card|order|line)s?(?: (?:number|no\.?))? $/i;

export const amountsSaid: (text: string) => readonly number[] = remembered(readAmounts);

function readAmounts(message: string): number[] {
  const text = plainMarks(message);
  const dates = datesSaid(text, 'unknown');
  const priced = sentencesOf(text).filter(({ start, end }) => PRICED.test(text.slice(start, end)));
  const amounts = numbersSaid(text).flatMap(({ number, isMoney, start, end }) => {
    if (isMoney) return [Math.abs(number)];
    if (dates.some((date) => date.start < end && start < date.end) || COUNTED.test(text.slice(end))) return [];
    if (NAMED.test(text.slice(0, start))) return [];
    return priced.some((sentence) => sentence.start <= start && end <= sentence.end) ? [Math.abs(number)] : [];
  });
  return [...new Set(amounts)].sort((one, other) => one - other);
}
