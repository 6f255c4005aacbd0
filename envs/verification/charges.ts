// Finds the charges that a change reports in its result, such as a fee or a total price. Where a rule demands that the
// agent tells the price of a change, scripts and the oracle tell these charges in their proposals.
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
/** Words of labels that name no charge, such as old_price, refund_total, open_charges and sub_total. */
const UNCHARGED = /^(?:old|previous|refund(?:s|ed|able)?|balance|sub|open|pending)$/;
/** Words that make a total or a difference one of something else, such as hours_total and time_difference. */
const COUNTED = /^(?:hours?|time|minutes?|days?|nights?|points?|items?|weight|age)$/;

/** Returns the charges of a result: its numbers above zero with the name of a price. */
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

/** Tells whether a text that an agent has read, such as the description of a tool, states a charge as a price. */
export function isStated({ label, amount }: Charge, text: string): boolean {
  if (/^totals?$|^differences?$/.test(splitName(label).at(-1) ?? '')) return false;
  return text
    .split(/(?<=[.!?])\s+|\n/)
    .some(
      (sentence) =>
        MONEY.test(sentence) && [...sentence.matchAll(/\d+(?:\.\d+)?/g)].some(([number]) => Number(number) === amount),
    );
}

/** Returns a sentence for each charge of a result that the proposal does not tell yet: "The fee is $4.50." */
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
