// Names a row for a person by the row's key and by a name or title that a result has shown. If the row has no name,
// values that the user has told describe it, or else one of its dates.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { isMoney, spoken } from '../../envs/words/spoken.ts';
import { splitName } from '../../envs/words/split-words.ts';
import { thingsIn, type Thing } from '../../envs/words/things.ts';

const NAMING = /(?:^| )(?:name|title|subject|label|customer|owner|member|guest|patient|summary|headline|topic|model)$/;
/** Matches the names of fields whose values do not name a row: keys, states, dates and the like. */
const NO_NAME = /(?:^| )(?:id|key|status|state|type|kind|currency|at|on|date|url)$/;
const LONGEST = 60;

/** Matches the names of fields about the record itself, such as created_at. Their dates do not help to name a row. */
const WRITTEN = /^(?:created|updated|modified|changed|deleted|imported|synced|last)\b/;
const DAY = /^\d{4}-\d\d-\d\d(?:T|$)/;
const MOST_TOLD = 2;

/**
 * Tells whether the user has said a value. The label tells how a person says the value: 71 with the label "price" is
 * said as "$71".
 */
type IsTold = (value: Json, label: string) => boolean;

/** Returns the row's key, followed by its name or description if a result has shown one: ord_1004 (Jon Ryan). */
export function rowName(value: Json, shown: readonly Json[], isTold: IsTold = () => false): string {
  const row = rowOf(value, shown);
  const texts = Object.entries(row ?? {}).flatMap(([key, each]) => {
    const label = splitName(key).join(' ');
    const isName =
      typeof each === 'string' && each !== value && each.length <= LONGEST && !/\n|^[a-z]{2,5}_\d+$/.test(each);
    return isName && !NO_NAME.test(label) ? [{ label, each: each.replace(/[.?!]+$/, '') }] : [];
  });
  const parts = texts.filter(({ label }) => NAMING.test(label));
  const first = parts.find(({ label }) => label === 'first name');
  const last = parts.find(({ label }) => label === 'last name');
  const full = first !== undefined && last !== undefined ? `${first.each} ${last.each}` : parts[0]?.each;
  if (full !== undefined) return `${String(value)} (${spoken(full)})`;
  const told = texts
    .filter(({ label, each }) => !DAY.test(each) && isTold(each, label))
    .map(({ each }) => spoken(each));
  const days = daysOf(row ?? {});
  const daysTold = days.filter(({ key, each }) => isTold(each.slice(0, 10), key));
  const known = [...told, ...amountsTold(row ?? {}, isTold), ...daysTold.slice(0, 1).map(({ each }) => spoken(each))];
  const said = known.length > 0 ? known.slice(0, MOST_TOLD) : days.slice(0, 1).map(({ each }) => spoken(each));
  return said.length === 0 ? String(value) : `${String(value)} (${said.join(', ')})`;
}

function amountsTold(row: JsonObject, isTold: IsTold): string[] {
  return Object.entries(row).flatMap(([key, each]) =>
    typeof each === 'number' && isMoney(key) && isTold(each, key) ? [spoken(each, key)] : [],
  );
}

function daysOf(row: JsonObject): { key: string; each: string }[] {
  return Object.entries(row).flatMap(([key, each]) =>
    typeof each === 'string' && DAY.test(each) && !WRITTEN.test(splitName(key).join(' ')) ? [{ key, each }] : [],
  );
}

export function rowOf(value: Json, shown: readonly Json[]): JsonObject | undefined {
  const thing = shown.flatMap((result) => thingsIn(result)).find((each) => each.id === value && isOwn(each));
  return thing?.shown ?? rowIn(shown, value) ?? rowOfFirst(shown, value);
}

/**
 * Returns the first object in the results whose first member holds this value and has a one-word name. Some services
 * give a row's key under such a name: `booking` instead of `booking_id`.
 */
function rowOfFirst(shown: readonly Json[], value: Json): JsonObject | undefined {
  if (typeof value !== 'string' || !/\d/.test(value)) return undefined;
  return firstRow(shown, (row) => {
    const [[name, first] = ['', null]] = Object.entries(row);
    return first === value && /^[a-z]+$/.test(name) && row['id'] === undefined;
  });
}

/**
 * Tells whether the key field of an object is the object's own key. The field `loaf_id` is not, if the object also has
 * a field `id`.
 */
function isOwn({ kind, shown }: Thing): boolean {
  return KEY.test(kind) || !Object.keys(shown).some((key) => /^_?id$/i.test(key));
}

/** Returns the first object in the results whose field "id", "key" or the like holds the value. */
const rowIn = (shown: readonly Json[], value: Json): JsonObject | undefined =>
  firstRow(shown, (row) =>
    Object.entries(row).some(([name, each]) => each === value && KEY.test(splitName(name).join(' '))),
  );

/** Returns the first object, at any depth, that fits. An object is tested before the objects inside it. */
export function firstRow(json: Json, fits: (row: JsonObject) => boolean): JsonObject | undefined {
  if (json === null || typeof json !== 'object') return undefined;
  if (isJsonObject(json) && fits(json)) return json;
  for (const each of Object.values(json)) {
    const found = firstRow(each as Json, fits);
    if (found !== undefined) return found;
  }
  return undefined;
}

const KEY = /^(?:id|key|number|code|uuid|slug)$/;
