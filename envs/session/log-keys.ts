// Finds the first log entry with a given key and caller. An index of the log is made at the first search; later
// searches only add the entries since then. Cutting a log makes a new array, and so a new index.
import type { Audience } from '../values/tool-schema.ts';
import type { Entry } from './session.ts';

interface LogKeys {
  /** The number of entries that are in the index. */
  upTo: number;
  readonly first: Partial<Record<Audience, Map<string, number>>>;
}

const known = new WeakMap<readonly Entry[], LogKeys>();

/** Returns the index of the first entry that this caller made with this key. Returns undefined if there is none. */
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
