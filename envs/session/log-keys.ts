// Finds the first entry of a log under each caller's key. The index of a log is made at the first look-up; later
// look-ups only read the entries added since. Cutting a log makes a new array, so a cut log gets a new index.
import type { Audience } from '../values/tool-schema.ts';
import type { Entry } from './session.ts';

interface LogKeys {
  /** The number of entries that the index has read. */
  upTo: number;
  readonly first: Partial<Record<Audience, Map<string, number>>>;
}

const known = new WeakMap<readonly Entry[], LogKeys>();

/** Returns the position of the first entry that a caller made under a key; undefined when there is none. */
export function placeOfKey(entries: readonly Entry[], by: Audience, key: string): number | undefined {
  let keys = known.get(entries);
  if (keys === undefined) {
    keys = { upTo: 0, first: {} };
    known.set(entries, keys);
  }
  const { first } = keys;
  for (; keys.upTo < entries.length; keys.upTo++) {
    const entry = entries[keys.upTo] as Entry;
    if (entry.key === undefined) continue;
    const places = (first[entry.by] ??= new Map());
    if (!places.has(entry.key)) places.set(entry.key, keys.upTo);
  }
  return first[by]?.get(key);
}
