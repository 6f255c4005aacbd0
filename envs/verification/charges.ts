// Finds the charges that a change reports in its result, such as a fee or a total price. Where a rule demands that the
// agent tells the price of a change, scripts and the oracle tell these charges in their proposals.
import type { Json } from '../values/json.ts';
import { leavesOf } from '../values/places.ts';
import { amountsSaid } from '../words/amounts-said.ts';
import { labelOf } from '../words/spoken.ts';

export interface Charge {
  readonly label: string;
  readonly amount: number;
}

const CHARGED = /(?:price|cost|fee|fare|freight|charged?|difference|surcharge|total)$/i;

/** Returns the charges of a result: its numbers above zero with the name of a price. */
export function chargesIn(result: Json): Charge[] {
  return leavesOf(result).flatMap(({ place, value }) => {
    const label = String(place.findLast((part) => typeof part === 'string') ?? '');
    return typeof value === 'number' && value > 0 && CHARGED.test(label) ? [{ label, amount: value }] : [];
  });
}

/** Returns a sentence for each charge of a result that the proposal does not tell yet: "The fee is $4.50." */
export function untoldCharges(
  proposal: string,
  result: Json,
  said: (amount: number) => string = (amount) => `$${amount.toFixed(2)}`,
): string {
  const told = new Set(amountsSaid(proposal));
  return chargesIn(result)
    .flatMap(({ label, amount }) => {
      if (told.has(amount)) return [];
      told.add(amount);
      return [
        /charged$/i.test(label) ? `${said(amount)} will be charged.` : `The ${labelOf(label)} is ${said(amount)}.`,
      ];
    })
    .join(' ');
}
