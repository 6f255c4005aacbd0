// Pairs the choices of a filter with the stored values where the spelling differs: the filter asks for `todos` or
// `in-progress`, and the rows have `todo` or `IN_PROGRESS`.
import { snakeOf } from '../../../envs/words/split-words.ts';
import * as sql from '../programs/sql.ts';

type Choice = string | number;

const isEverything = (choice: Choice): boolean => choice === 'all' || choice === 'any';

/**
 * Returns the stored value for each choice whose spelling differs. Returns undefined if no choice matches a stored
 * value, or if one choice has a partner and another has none.
 */
export function pairedChoices(
  asked: readonly Choice[],
  stored: readonly Choice[],
): ReadonlyMap<Choice, Choice> | undefined {
  const pairs = new Map<Choice, Choice>();
  if (asked.length === 0 || stored.length === 0) return pairs;
  const named = asked.filter((each) => !isEverything(each));
  const others = named.filter((each) => !stored.includes(each));
  const free = stored.filter((each) => !named.includes(each));
  for (const choice of others) {
    const found = free.filter((each) => snakeOf(String(each)) === snakeOf(String(choice)));
    if (found.length === 1 && found[0] !== undefined) pairs.set(choice, found[0]);
  }
  const isWhole = new Set(pairs.values()).size === others.length;
  return isWhole || (pairs.size === 0 && others.length < named.length) ? pairs : undefined;
}

/** Returns SQL that replaces an argument's value by the spelling that the rows have. */
export function spelledAsStored(value: sql.Expr, pairs: ReadonlyMap<Choice, Choice>): sql.Expr {
  return [...pairs].reduceRight(
    (rest, [choice, stored]) => sql.choose(sql.equal(value, sql.literal(choice)), sql.literal(stored), rest),
    value,
  );
}
