// Compares the actions that a text names with the actions of calls. Names of rows name no action: "the visit of Heather
// Demirel" says nothing about heating, and "Moving House" may be a book.
import type { LogEntry } from '../values/log-entry.ts';
import type { Json } from '../values/json.ts';
import { leavesOf, type Place } from '../values/places.ts';
import { compareDeeds, deedsIn, type DeedMatch } from '../words/deeds.ts';
import { splitName } from '../words/split-words.ts';

export function matchDeeds(text: string, wished: ReadonlySet<string>, log: readonly LogEntry[]): DeedMatch {
  const match = compareDeeds(deedsIn(text), wished);
  return match === 'other' ? compareDeeds(deedsIn(withoutNames(text, log)), wished) : match;
}

/** Matches a name of several words: it begins with a capital letter and has no more words than a title. */
const NAME = /^\p{Lu}[^\s.!?]*(?: [^\s.!?]+){1,7}$/u;

/** Matches the last word of a key whose values name a person, a company, a work or a place. */
const NAMING =
  /^(?:name|title|visitor|guest|patient|customer|author|artist|company|label|subject|place|street|station|stop|venue|hall|site|town|branch|building)s?$/;
/** Matches those whose values are names, whatever word they begin with: "Exchange Tower" is a place. */
const ALWAYS = /^(?:name|title|place|street|station|stop|venue|hall|site|town|branch|building)s?$/;

/** Leaves out the names that results show. */
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
 * Tells whether a value is a name, by its key. A value that begins with an action, as "Cancel order" does, may be a
 * choice, so it is a name only under a key that says so.
 */
function isName(value: string, place: Place): boolean {
  const key = splitName(String(place.findLast((part) => typeof part === 'string') ?? '')).at(-1) ?? '';
  if (!NAMING.test(key)) return false;
  return ALWAYS.test(key) || deedsIn(value.split(' ')[0] ?? '').size === 0;
}
