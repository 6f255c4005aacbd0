// Finds the prices that a change reports in its result, such as a fee or a total price. If a rule demands that the
// agent tells the price of a change, scripts and the oracle (agents that know the solution) tell these prices in their
// proposals.
import { plainJson, type Json } from '../values/json.ts';
import { leavesOf } from '../values/places.ts';
import { amountsSaid } from '../words/amounts-said.ts';
import { singular, splitName } from '../words/split-words.ts';
import { amountSaid, labelOf } from '../words/spoken.ts';

export interface Charge {
  readonly label: string;
  readonly amount: number;
}

const CHARGED = new Set('price cost fee fare freight charge charged difference surcharge total'.split(' '));
/**
 * Matches words in a label that show that the number is not charged, as in old_price, refund_total, open_charges and
 * sub_total.
 */
const UNCHARGED = /^(?:old|previous|refund(?:s|ed|able)?|balance|sub|open|pending)$/;
/**
 * Matches words in a label that show that a total or a difference is not money, as in hours_total and time_difference.
 */
const COUNTED = /^(?:hours?|time|minutes?|days?|nights?|points?|items?|weight|age)$/;

/** Returns the charges in a result: numbers above zero whose label is that of a price. */
export function chargesIn(result: Json): Charge[] {
  return leavesOf(plainJson(result)).flatMap(({ place, value }) => {
    const label = String(place.findLast((part) => typeof part === 'string') ?? '');
    return typeof value === 'number' && value > 0 && isCharge(label) ? [{ label, amount: value }] : [];
  });
}

function isCharge(label: string): boolean {
  const words = splitName(label);
  const last = singular(words.at(-1) ?? '');
  if (!CHARGED.has(last) || words.some((word) => UNCHARGED.test(word))) return false;
  return !/^(?:total|difference)$/.test(last) || !words.some((word) => COUNTED.test(word));
}

const MONEY = /[$€£]|\b(?:dollars?|euros?|pounds?|francs?|crowns?|cents?|fees?|prices?|costs?)\b/i;

/** Tells whether a text that the agent has read, such as a tool's description, states this price. */
export function isStated({ label, amount }: Charge, text: string): boolean {
  if (/^totals?$|^differences?$/.test(splitName(label).at(-1) ?? '')) return false;
  return text
    .split(/(?<=[.!?])\s+|\n/)
    .some(
      (sentence) =>
        MONEY.test(sentence) && [...sentence.matchAll(/\d+(?:\.\d+)?/g)].some(([number]) => Number(number) === amount),
    );
}

/** Returns a sentence such as "The fee is $4.50." for each price in the result that is missing in the proposal. */
export function untoldCharges(
  proposal: string,
  result: Json,
  said: (amount: number) => string = (amount) => amountSaid(amount),
  isKnown: (charge: Charge) => boolean = () => true,
): string {
  const told = new Set(amountsSaid(proposal));
  return chargesIn(result)
    .filter(isKnown)
    .flatMap(({ label, amount }) => {
      if (told.has(amount)) return [];
      told.add(amount);
      return [
        splitName(label).at(-1) === 'charged'
          ? `${said(amount)} will be charged.`
          : `The ${labelOf(label)} is ${said(amount)}.`,
      ];
    })
    .join(' ');
}
