// Options of a command line as values of their kind, or one clear line.
import { badInput } from '../envs/errors/gym-error.ts';
import type { Invocation } from './command.ts';

type Options = Invocation['options'];

export function requiredOption(options: Options, name: string, mend: string): string {
  const value = options[name];
  if (typeof value !== 'string' || value === '') throw badInput({ path: `--${name}`, what: 'is missing', mend });
  return value;
}

/** A number between two ends, both included; undefined where the option is not given. */
export function numberOption(
  options: Options,
  name: string,
  least: number,
  most: number,
  whole = true,
): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  const value = typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN;
  if (Number.isFinite(value) && value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
  throw badInput({
    path: `--${name}`,
    what: `is ${String(text)}`,
    mend: `it must be ${whole ? 'a whole number' : 'a number'} from ${least} to ${most}`,
  });
}
