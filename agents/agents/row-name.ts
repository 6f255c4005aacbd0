// Names a row for a person: by the row's key, and by a name or title of the row that a result has shown.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { spoken } from '../../envs/words/spoken.ts';
import { splitName } from '../../envs/words/split-words.ts';
import { thingsIn } from '../../envs/words/things.ts';

const NAMING = /(?:^| )(?:name|title|subject|label|customer|owner|member|guest|patient|summary|headline|topic|model)$/;
/** Fields whose values do not name a row: keys, states and days. */
const NO_NAME = /(?:^| )(?:id|key|status|state|type|kind|currency|at|on|date|url)$/;
const LONGEST = 60;

/** Returns the row's key and the name that a result has shown for the row: ord_1004 (Jon Ryan). */
export function rowName(value: Json, shown: readonly Json[], isTold?: (value: Json) => boolean): string {
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
  // if no field of the row is a name, take one of its values that the user has mentioned
  const name = full ?? texts.find(({ each }) => isTold?.(each) === true)?.each;
  return name === undefined ? String(value) : `${String(value)} (${spoken(name)})`;
}

/** Returns the row with this key, as some result has shown the row. */
export function rowOf(value: Json, shown: readonly Json[]): JsonObject | undefined {
  const thing = shown.flatMap((result) => thingsIn(result)).find(({ id }) => id === value);
  return thing?.shown ?? rowIn(shown, value);
}

/** Returns the first object in the results whose field "id", "key" or the like holds the value. */
function rowIn(shown: readonly Json[], value: Json): JsonObject | undefined {
  const find = (json: Json): JsonObject | undefined => {
    if (Array.isArray(json)) {
      for (const each of json as readonly Json[]) {
        const found = find(each);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    if (!isJsonObject(json)) return undefined;
    if (Object.entries(json).some(([name, each]) => each === value && KEY.test(splitName(name).join(' ')))) return json;
    for (const each of Object.values(json)) {
      const found = find(each as Json);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const result of shown) {
    const found = find(result);
    if (found !== undefined) return found;
  }
  return undefined;
}

const KEY = /^(?:id|key|number|code|uuid|slug)$/;
