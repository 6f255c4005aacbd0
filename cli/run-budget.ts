// Reads the budget of a run: the prices of tokens, and the limits at which the run begins no further episode.
import type { Prices } from '../agents/runs/figures.ts';
import { badInput } from '../envs/errors/gym-error.ts';
import type { Invocation } from './command.ts';
import { numberOption, wholeOption } from './options.ts';
import type { Output } from './output.ts';

const MOST = 1_000_000;

export function pricesOf(options: Invocation['options']): Prices | undefined {
  const given = options['price'];
  if (given === undefined) return undefined;
  const [prompt = Number.NaN, completion = Number.NaN] = String(given).split(',').map(Number);
  if (!(prompt >= 0 && completion >= 0))
    throw badInput({ path: '--price', what: `is ${String(given)}`, mend: 'two numbers: 0.5,1.5' });
  return { prompt, completion };
}

/**
 * Returns a function that tells why the run begins no further episode, or undefined while the budget is not used up.
 */
export function budgetOf(
  options: Invocation['options'],
  prices: Prices | undefined,
  output: Output,
): (soFar: { readonly tokens: number; readonly prompt: number; readonly completion: number }) => string | undefined {
  const tokens = wholeOption(options, 'budget-tokens', 1);
  const minutes = numberOption(options, 'budget-minutes', 0, MOST);
  const cost = numberOption(options, 'budget-cost', 0, MOST);
  if (cost !== undefined && prices === undefined)
    throw badInput({ path: '--budget-cost', what: 'needs prices', mend: 'add --price IN,OUT' });
  return (soFar) => {
    if (tokens !== undefined && soFar.tokens >= tokens) return `${soFar.tokens} of ${tokens} tokens are spent`;
    if (minutes !== undefined && output.seconds() >= minutes * 60) return `${minutes} minutes are over`;
    if (cost === undefined || prices === undefined) return undefined;
    const paid = (soFar.prompt * prices.prompt + soFar.completion * prices.completion) / 1e6;
    return paid >= cost ? `${paid.toFixed(4)} of ${cost} is spent` : undefined;
  };
}
