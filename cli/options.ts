// Reads options of a command line as values of the right type. Throws an error of one line for a wrong value.
import { availableParallelism } from 'node:os';
import { badInput } from '../envs/errors/gym-error.ts';
import type { Invocation } from './command.ts';

type Options = Invocation['options'];

export function requiredOption(options: Options, name: string, mend: string): string {
  const value = options[name];
  if (typeof value !== 'string' || value === '') throw badInput({ path: `--${name}`, what: 'is missing', mend });
  return value;
}

/**
 * Returns a whole number from `least` to `most`. Returns undefined if the option is not given, and throws for any other
 * value.
 */
export function wholeOption(
  options: Options,
  name: string,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  return within(options, name, least, most, /^\d+$/, 'a whole number');
}

/**
 * Returns a number from `least` to `most`. Returns undefined if the option is not given, and throws for any other
 * value.
 */
export function numberOption(options: Options, name: string, least: number, most: number): number | undefined {
  return within(options, name, least, most, /^\d*\.?\d+$/, 'a number');
}

/**
 * Returns a number of processes from 1 to 256. `auto` means one process per core. Returns undefined if the option is
 * not given.
 */
export function countOfCores(options: Options, name: string): number | undefined {
  return options[name] === 'auto' ? availableParallelism() : wholeOption(options, name, 1, 256);
}

export function seedOption(options: Options, otherwise = 1): number {
  const seed = Number(options['seed'] ?? otherwise);
  if (!Number.isSafeInteger(seed)) throw badInput({ path: '--seed', what: 'must be an integer' });
  return seed;
}

function within(
  options: Options,
  name: string,
  least: number,
  most: number,
  form: RegExp,
  kind: string,
): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  const value = typeof text === 'string' && form.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw badInput({
    path: `--${name}`,
    what: `is ${String(text)}`,
    mend: `it must be ${kind} from ${least} to ${most}`,
  });
}
