// Finds the facts that distinguish one item of a list from the other items, and the name by which an oracle asks for a
// value.
import type { Json } from '../../envs/values/json.ts';
import { valueAt, type Place } from '../../envs/values/places.ts';
import type { Task } from '../../envs/values/task.ts';
import { agreeing } from '../../envs/verification/choice.ts';
import type { Known } from '../../envs/verification/derivable.ts';
import { labelOf, plainWords } from '../../envs/words/spoken.ts';
import { singular, splitName } from '../../envs/words/split-words.ts';
import { isOwnLabel } from './oracle-words.ts';

/**
 * Compares the chosen item of a list, at the index `at`, with the other items. `now` holds the values of the items that
 * the facts told so far do not rule out; `ever` holds those that all facts together do not rule out. `tells` names an
 * untold fact that rules some out.
 */
export function alike(
  items: readonly Json[],
  [at, ...rest]: Place,
  { task, known, told }: { readonly task: Task; readonly known: Known; readonly told: readonly string[] },
): { now: readonly Json[]; ever: readonly Json[]; tells: string | undefined } {
  const chosen = Number(at);
  const facts = task.user.facts.map(({ key, value }) => ({ key, value: value as Json }));
  const isTold = ({ key, value }: (typeof facts)[number]): boolean => known.isTold(value, labelOf(key));
  const words = plainWords(told.join(' '));
  const own = valueAt(items[chosen], rest);
  const valuesOf = (said: typeof facts): Json[] =>
    agreeing(items, chosen, { facts: said, words })
      .map((index) => valueAt(items[index], rest))
      .filter((value): value is Json => value !== undefined && value !== null && value !== own);
  const now = valuesOf(facts.filter(isTold));
  const untold = facts.filter((fact) => !isTold(fact));
  const tells = untold.find((fact) => valuesOf([...facts.filter(isTold), fact]).length < now.length);
  return {
    now,
    ever: valuesOf(facts),
    tells: tells === undefined ? undefined : nameToAsk(task, tells.key, tells.value),
  };
}

/**
 * Returns the name to use in a question: the argument's own name, or the name by which the user's facts call the value.
 */
export function nameToAsk({ user: { facts } }: Task, name: string, value: Json): string {
  if (facts.some(({ key }) => key === name)) return labelOf(name);
  // a tool may call the user's e-mail address "mail", and the user knows it by its common name only
  const own = facts.find((each) => each.value === value && isOwnLabel(labelOf(each.key)));
  if (own !== undefined) return labelOf(own.key);
  const fact = facts.find((each) => each.value === value && each.key.includes(' ') && !each.key.startsWith('new '));
  const [table = '', ...label] = fact?.key.replace(/ \d+$/, '').split(' ') ?? [];
  return fact === undefined ? labelOf(name) : `${splitName(table).map(singular).join(' ')} ${label.join(' ')}`;
}
