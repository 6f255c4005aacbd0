// Helps an oracle (an agent that knows the solution) with its questions: finds the values that it must ask for, the
// name of each value in a question, and a fact that distinguishes one item of a list from the others.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { valueAt, type Place } from '../../envs/values/places.ts';
import type { Task } from '../../envs/values/task.ts';
import { agreeing } from '../../envs/verification/choice.ts';
import { missingValues, type Known, type MissingValue } from '../../envs/verification/derivable.ts';
import { labelOf, mailOwner, plainWords, says } from '../../envs/words/spoken.ts';
import { singular, splitName } from '../../envs/words/split-words.ts';
import type { Seat } from '../episodes/players.ts';
import { isOwnLabel } from './oracle-words.ts';

/**
 * Compares an item of a list (at the index `at`, chosen by the solution) with the others. `now` holds the values of the
 * items that the facts told so far do not rule out, and `ever` those that all facts of the user together do not rule
 * out. `tells` names an untold fact that rules out some of `now`, or is undefined.
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
 * Returns the values of a call that the agent has to ask for: no message and no result has shown them, and the agent
 * may not choose them itself.
 */
export function unknownValues(seat: Seat, call: Parameters<typeof missingValues>[1], known: Known): MissingValue[] {
  return missingValues(seat.world, call, known).filter(({ path, value }) => !isOwnChoice(seat, call.name, path, value));
}

/**
 * Tells whether the agent may choose a value itself. The value must be one of the tool's listed choices and not a fact
 * of the user. A read may use any choice, for example as the filter "only open ones". A write may use a choice only if
 * the user's goal says it, as in "because it is the wrong amount".
 */
function isOwnChoice({ task, world }: Seat, tool: string, path: readonly string[], value: Json): boolean {
  const found = world.tools.get(tool)?.tool;
  if (found === undefined || typeof value !== 'string' || !choicesAt(found.parameters, path).includes(value))
    return false;
  const { facts, goal } = task.user;
  if (facts.some((fact) => fact.value === value || fact.key === path.at(-1))) return false;
  return found.effect === 'read' || says(plainWords(goal), value);
}

/** Returns the values that a schema lists (`enum`) for the member at this path, or an empty list if it lists none. */
function choicesAt(schema: JsonObject, [name, ...rest]: readonly string[]): readonly Json[] {
  const items = schema['items'];
  if (isJsonObject(items)) return choicesAt(items, name === undefined ? [] : [name, ...rest]);
  if (name === undefined) return Array.isArray(schema['enum']) ? (schema['enum'] as readonly Json[]) : [];
  const properties = schema['properties'];
  const property = isJsonObject(properties) ? properties[name] : undefined;
  return isJsonObject(property) ? choicesAt(property, rest) : [];
}

/** Matches a number of a card, a badge or the like, such as "EM-4471": digits after at most three letters. */
const NUMBERED = /^\p{L}{0,3}[-_.# ]?\d[\d_. -]*$/u;

/**
 * Returns the name to use in a question for a value: the argument's own name, or the name of the user's fact that has
 * this value.
 */
export function nameToAsk({ user: { facts, goal } }: Task, name: string, value: Json): string {
  // the agent says "your" for a fact that the goal calls the user's own, and "your card number" for the number of a
  // card
  if (facts.some(({ key }) => key === name)) {
    const label = labelOf(name);
    if (isOwnLabel(label) || !plainWords(goal).includes(` your ${label} is `)) return label;
    return `your ${label}${!label.includes(' ') && NUMBERED.test(String(value)) ? ' number' : ''}`;
  }
  // the user knows the value as "email", even if the tool calls it "mail"
  const own = facts.find((each) => each.value === value && isOwnLabel(labelOf(each.key)));
  if (own !== undefined) return labelOf(own.key);
  const longer = facts.find((each) => each.value === value && labelOf(each.key).endsWith(` ${labelOf(name)}`));
  if (longer !== undefined && mailOwner(labelOf(longer.key)) !== undefined) return labelOf(longer.key);
  const fact = facts.find((each) => each.value === value && each.key.includes(' ') && !each.key.startsWith('new '));
  const [table = '', ...label] = fact?.key.replace(/ \d+$/, '').split(' ') ?? [];
  return fact === undefined ? labelOf(name) : `${splitName(table).map(singular).join(' ')} ${label.join(' ')}`;
}
