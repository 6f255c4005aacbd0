// The name of a row for a person: its key, and a name or a title that a result has shown of it.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { spoken } from '../../envs/words/spoken.ts';
import { splitName } from '../../envs/words/split-words.ts';
import { thingsIn } from '../../envs/words/things.ts';

const NAMING = /(?:^| )(?:name|title|subject|label|customer|owner|member|guest|patient|summary|headline|topic|model)$/;
/** Keys, states and days tell no row apart. */
const NO_NAME = /(?:^| )(?:id|key|status|state|type|kind|currency|at|on|date|url)$/;
const LONGEST = 60;

/** A row by its key and by the name that was shown of it: ord_1004 (Jon Ryan). */
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
  // where a row has no name, the user knows it by a value that they told
  const name = full ?? texts.find(({ each }) => isTold?.(each) === true)?.each;
  return name === undefined ? String(value) : `${String(value)} (${spoken(name)})`;
}

/** The row with this key as a result has shown it. */
export function rowOf(value: Json, shown: readonly Json[]): JsonObject | undefined {
  const thing = shown.flatMap((result) => thingsIn(result)).find(({ id }) => id === value);
  return thing?.shown ?? rowIn(shown, value);
}

/** The first object of the results whose own key is the value. */
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
