// Compares the actions that a text names with the actions of calls. Names do not count as actions: "the visit of
// Heather Demirel" says nothing about heating, and "Moving House" may be a book.
import type { LogEntry } from '../values/log-entry.ts';
import type { Json } from '../values/json.ts';
import { leavesOf, type Place } from '../values/places.ts';
import { compareDeeds, deedsIn, type DeedMatch } from '../words/deeds.ts';
import { splitName } from '../words/split-words.ts';

export function matchDeeds(text: string, wished: ReadonlySet<string>, log: readonly LogEntry[]): DeedMatch {
  const match = compareDeeds(deedsIn(text), wished);
  return match === 'other' ? compareDeeds(deedsIn(withoutNames(text, log)), wished) : match;
}

/** Matches a name of several words: a capital letter at the beginning, and at most eight words. */
const NAME = /^\p{Lu}[^\s.!?]*(?: [^\s.!?]+){1,7}$/u;

/** Matches the last word of a key whose values are names of people, companies, works or places. */
const NAMING =
  /^(?:name|title|visitor|guest|patient|customer|author|artist|company|label|subject|place|street|station|stop|venue|hall|site|town|branch|building)s?$/;
/** Matches keys whose values are always names, even if they begin with a verb: "Exchange Tower" is a place. */
const ALWAYS = /^(?:name|title|place|street|station|stop|venue|hall|site|town|branch|building)s?$/;

/** Removes names that results have shown. */
function withoutNames(text: string, log: readonly LogEntry[]): string {
  const names = new Set(
    log.flatMap(({ result }) =>
      leavesOf((result ?? null) as Json).flatMap(({ place, value }) =>
        typeof value === 'string' && NAME.test(value) && text.includes(value) && isName(value, place) ? [value] : [],
      ),
    ),
  );
  return [...names]
    .sort((one, other) => other.length - one.length)
    .reduce((rest, name) => rest.replaceAll(name, ' '), text);
}

/**
 * Tells from its key whether a value is a name. A value that begins with a verb, such as "Cancel order", may be an
 * option to choose. So it counts as a name only if the key matches ALWAYS.
 */
function isName(value: string, place: Place): boolean {
  const key = splitName(String(place.findLast((part) => typeof part === 'string') ?? '')).at(-1) ?? '';
  if (!NAMING.test(key)) return false;
  return ALWAYS.test(key) || deedsIn(value.split(' ')[0] ?? '').size === 0;
}
