// Finds out whether the user's words identify one item of a list. Facts, words that name a value of the chosen item,
// and superlatives such as "cheapest" rule out the items that they do not fit.
import { canonicalJson, isJsonObject, type Json } from '../values/json.ts';
import { plainWords, says } from '../words/spoken.ts';
import { splitName } from '../words/split-words.ts';

/** The facts and words that a user has said, or can say. */
export interface Sayable {
  readonly facts: readonly { readonly key: string; readonly value: Json }[];
  /** All words in one text, in lower case and without punctuation, as `plainWords` returns it. */
  readonly words: string;
}

/** Returns the indexes of the other items that the facts and words do not rule out. */
export function agreeing(items: readonly Json[], chosen: number, { facts, words }: Sayable): number[] {
  let open = items.map((_item, at) => at).filter((at) => at !== chosen);
  const members = membersOf(items[chosen] ?? null);
  const others = new Map(open.map((at) => [at, membersOf(items[at] ?? null)]));
  for (const [name, value] of members) {
    if (open.length === 0) break;
    const said = facts.filter((fact) => isAbout(fact.key, name) && means(fact.value, value));
    if (said.length > 0) {
      open = open.filter((at) => said.some((fact) => means(fact.value, others.get(at)?.get(name) ?? null)));
      continue;
    }
    if (isTelling(value) && says(words, value, name))
      open = open.filter((at) => canonicalJson(others.get(at)?.get(name) ?? null) === canonicalJson(value));
    for (const direction of endsIn(words, name, value)) {
      const beaten = (other: Json | undefined): boolean =>
        typeof other === typeof value && other !== value && other !== null && other !== undefined
          ? value < other === (direction === 'least')
          : false;
      const rest = open.filter((at) => !beaten(others.get(at)?.get(name)));
      // a superlative counts only if it is true of the chosen item
      if (rest.every((at) => others.get(at)?.get(name) === value)) open = rest;
    }
  }
  return open;
}

function membersOf(item: Json): Map<string, string | number | boolean> {
  const found = new Map<string, string | number | boolean>();
  const add = (value: Json, name: string): void => {
    if (value !== null && typeof value !== 'object') found.set(name, value);
  };
  if (!isJsonObject(item)) {
    add(item, '');
    return found;
  }
  for (const [name, value] of Object.entries(item)) {
    add(value as Json, name);
    if (isJsonObject(value)) for (const [inner, each] of Object.entries(value)) add(each as Json, `${name} ${inner}`);
  }
  return found;
}

/**
 * Tells whether a fact is about a member of an item: its key and the member's name are equal, or one ends with the
 * other ("order status" and "status").
 */
function isAbout(key: string, member: string): boolean {
  const said = splitName(key.replace(/^new /, '').replace(/ \d+$/, '')).join(' ');
  const name = splitName(member).join(' ');
  return said === name || said.endsWith(` ${name}`) || name.endsWith(` ${said}`);
}

/** Tells whether the user means this value: both are equal, or the user said only the day of a date with a time. */
export function means(said: Json, value: Json): boolean {
  if (canonicalJson(said) === canonicalJson(value)) return true;
  return typeof said === 'string' && DAY.test(said) && String(value).startsWith(`${said}T`);
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Tells whether a value is unlikely to occur in a sentence by chance: a text with four letters or four digits in a row,
 * or a number with decimals.
 */
function isTelling(value: Json): boolean {
  if (typeof value === 'string') return /\p{L}{4}|\d{4}/u.test(value);
  return typeof value === 'number' && !Number.isInteger(value);
}

const LEAST =
  / (?:cheapest|least expensive|lowest|smallest|shortest|lightest|fewest|least|earliest|first|oldest|soonest|nearest|youngest) /;
const MOST =
  / (?:most expensive|dearest|highest|largest|biggest|longest|heaviest|greatest|most|latest|last|newest|most recent|farthest|best) /;
/** Superlatives of times. Other superlatives, such as "cheapest", concern a date only if the words name the date. */
const EARLIEST = / (?:earliest|first|oldest|soonest) /;
const LATEST = / (?:latest|last|newest|most recent) /;
const PRICED = / (?:price|cost|fee|fare|amount|total|rate|charge) /;

/** Returns whether the words ask for the smallest value of a member ('least') or the greatest ('most'). */
function endsIn(words: string, name: string, value: Json): ('least' | 'most')[] {
  const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
  if (!isDate && typeof value !== 'number') return [];
  const label = plainWords(splitName(name).join(' '));
  const named = label
    .trim()
    .split(' ')
    .some((word) => word.length > 2 && words.includes(` ${word} `));
  const priced = PRICED.test(label) && / (?:cheapest|least expensive|most expensive|dearest) /.test(words);
  if (!named && !priced && !isDate) return [];
  const [least, most] = isDate && !named ? [EARLIEST, LATEST] : [LEAST, MOST];
  return [...(least.test(words) ? ['least' as const] : []), ...(most.test(words) ? ['most' as const] : [])];
}
