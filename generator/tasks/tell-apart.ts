// Finds the words that distinguish an item from the other items of a list: its name, its day, or its rank ("the
// cheapest").
import type { Random } from '../../envs/random.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { splitName } from '../../envs/words/split-words.ts';
import type { Row } from './atlas.ts';
import type { Described } from './plan.ts';
import { ordersBy, type Winner } from './winners.ts';

/**
 * Finds, at any depth, the object in which a field has the value, and all objects of its list, the object included. An
 * object outside a list counts as a list of one.
 */
export function itemWith(result: Json, value: Json): { item: JsonObject; siblings: readonly JsonObject[] } | undefined {
  if (Array.isArray(result)) {
    const items = (result as readonly Json[]).filter((each) => isJsonObject(each));
    const item = items.find((each) => Object.values(each).some((own) => own === value));
    if (item !== undefined) return { item, siblings: items };
    if ((result as readonly Json[]).some((each) => each === value)) return undefined;
    for (const each of result as readonly Json[]) {
      const found = itemWith(each, value);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isJsonObject(result)) return undefined;
  if (Object.values(result).some((own) => own === value)) return { item: result, siblings: [result] };
  for (const each of Object.values(result)) {
    const found = itemWith(each as Json, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Tells whether a list item shows the row itself, and not another row that refers to it. All columns that the item
 * shares with the row must be equal. Usually the two must share more than one column; an item with at most two fields
 * may share only one.
 */
export function isOfRow(item: JsonObject, { values }: Row): boolean {
  const shared = Object.entries(item).filter(
    ([name, value]) => Object.hasOwn(values, name) && value !== null && typeof value !== 'object',
  );
  const equal = shared.filter(([name, value]) => isSame(value as Json, values[name] as Json));
  return equal.length === shared.length && (shared.length > 1 || Object.keys(item).length <= 2);
}

/**
 * Tells whether a shown value equals a stored one. Money may be shown in units and stored in cents. Booleans always
 * count as equal.
 */
function isSame(shown: Json, stored: Json): boolean {
  if (shown === stored || typeof shown === 'boolean') return true;
  return typeof shown === 'number' && typeof stored === 'number' && Math.abs(shown * 100 - stored) < 1;
}

const DULL =
  /(^|_)(id|uuid|url|uri|link|href|token|hash|key|etag|image|avatar|path|html|version|number)$|_id$|Id$|Url$/;
const LONGEST = 60;

/**
 * Finds a column in which the item is first or last, such as the latest or the cheapest. If ties are allowed, a few
 * other items may have the same value.
 */
export function extremeOf(
  item: JsonObject,
  siblings: readonly JsonObject[],
  value: Json,
  ties: boolean,
  random: Random,
): { extreme: Winner; alike?: readonly Json[] } | undefined {
  const key = Object.keys(item).find((name) => item[name] === value) ?? '';
  for (const name of random.shuffled(Object.keys(item))) {
    const values = siblings.map((each) => each[name]);
    const isDate = values.every((each) => /^\d{4}-\d\d-\d\d/.test(String(each)));
    if (!isDate && !values.every((each) => typeof each === 'number')) continue;
    if (!ordersBy(name, isDate)) continue;
    const own = item[name] as string | number;
    const others = siblings.filter((each) => each !== item);
    const equal = others.filter((each) => each[name] === own);
    const rest = others.filter((each) => each[name] !== own).map((each) => each[name] as string | number);
    if (rest.length === 0 || (equal.length > 0 && !ties) || equal.length > MOST_ALIKE) continue;
    const isFirst = rest.every((each) => own < each);
    if (!isFirst && !rest.every((each) => own > each)) continue;
    const extreme = { column: name, isFirst };
    if (equal.length === 0) return { extreme };
    const alike = equal.map((each) => (each[key] ?? null) as Json);
    if (alike.every((each) => each !== null && each !== value)) return { extreme, alike };
  }
  return undefined;
}

/**
 * Finds a value that some, but not all, other items of the list have too. Any item with the value is then a right
 * choice.
 */
export function sharedWith(
  item: JsonObject,
  siblings: readonly JsonObject[],
  value: Json,
  random: Random,
): { by: Described['by']; alike: readonly Json[] } | undefined {
  const key = Object.keys(item).find((name) => item[name] === value);
  if (key === undefined) return undefined;
  for (const [name, each] of random.shuffled(Object.entries(item))) {
    if (typeof each !== 'string' || !KINDS.test(splitName(name).join(' ')) || each.length > LONGEST) continue;
    if (OVER.test(each)) continue;
    const alike = siblings.filter((other) => other !== item && other[name] === each).map((other) => other[key] as Json);
    if (alike.length === 0 || alike.length > MOST_ALIKE || alike.length === siblings.length - 1) continue;
    if (alike.some((other) => other === null || other === undefined || other === value)) continue;
    return { by: [{ label: splitName(name).join(' '), value: each }], alike };
  }
  return undefined;
}

/** Matches states of finished items, such as "closed". Users do not ask for a change of such items. */
export const OVER = /^(cancel|delet|clos|done|complet|finish|expir|return|reject|refus|archiv|fail|remov|inactiv)/i;
const KINDS = /(^| )(status|state|type|kind|category|colou?r|size|class|field|genre|city|tier|level)$/;

/** At most this many other rows may share a value or a rank with an item. */
const MOST_ALIKE = 3;

/**
 * Returns a rank for a field; people name an item by the field with the lowest rank. Names come first, then days, other
 * texts, and numbers last.
 */
function howTelling(name: string, value: Json): number {
  if (/(name|title|label|subject)$/i.test(name)) return 0;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) return 1;
  if (typeof value === 'string') return 2;
  return /total|price|amount/.test(name) ? 3 : /stock|count|line|position|index|rank/.test(name) ? 5 : 4;
}

/** Finds the smallest set of fields (one or two) in which the item differs from every other item of the list. */
export function tellApart(
  item: JsonObject,
  siblings: readonly JsonObject[],
  value: Json,
  random: Random,
  isPerson = false,
): { label: string; value: Json }[] | undefined {
  const members = random.shuffled(
    Object.entries(item).filter(
      ([name, each]) =>
        each !== value &&
        each !== null &&
        typeof each !== 'boolean' &&
        typeof each !== 'object' &&
        String(each).length > 0 &&
        String(each).length <= LONGEST &&
        !DULL.test(name) &&
        // users do not know the day on which a person was entered into the system
        !(isPerson && /^\d{4}-\d\d-\d\d/.test(String(each)) && !/birth|born|dob/.test(name)),
    ),
  );
  members.sort(([a], [b]) => howTelling(a, item[a] as Json) - howTelling(b, item[b] as Json));
  const others = siblings.filter((each) => each !== item);
  const isAlone = (names: readonly string[]): boolean =>
    !others.some((other) =>
      names.every((name) => canonicalJson((other[name] ?? null) as Json) === canonicalJson(item[name] as Json)),
    );
  const label = (name: string): string => splitName(name).join(' ');
  for (const [name, each] of members)
    if (isAlone([name])) return [{ label: label(name), value: dayAlone(name, each as Json, others) }];
  for (const [at, [name, each]] of members.entries())
    for (const [other, more] of members.slice(at + 1))
      if (isAlone([name, other]))
        return [
          { label: label(name), value: each as Json },
          { label: label(other), value: more as Json },
        ];
  return undefined;
}

/** Returns only the day of a time, as people say it. Returns the whole time if another item has the same day. */
function dayAlone(name: string, value: Json, others: readonly JsonObject[]): Json {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return value;
  const day = value.slice(0, 10);
  return others.some((other) => String(other[name]).startsWith(day)) ? value : day;
}
