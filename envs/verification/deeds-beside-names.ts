// Compares the actions that a text names with the actions of calls. Names of rows name no action: "the visit of Heather
// Demirel" says nothing about heating, and "Moving House" may be a book.
import type { LogEntry } from '../values/log-entry.ts';
import type { Json } from '../values/json.ts';
import { leavesOf } from '../values/places.ts';
import { compareDeeds, deedsIn, type DeedMatch } from '../words/deeds.ts';

export function matchDeeds(text: string, wished: ReadonlySet<string>, log: readonly LogEntry[]): DeedMatch {
  const match = compareDeeds(deedsIn(text), wished);
  return match === 'other' ? compareDeeds(deedsIn(withoutNames(text, log)), wished) : match;
}

/** Matches a name of several words: it begins with a capital letter and has no more words than a title. */
const NAME = /^\p{Lu}[^\s.!?]*(?: [^\s.!?]+){1,7}$/u;

/** Leaves out the names that results show. */
function withoutNames(text: string, log: readonly LogEntry[]): string {
  const names = new Set(
    log.flatMap(({ result }) =>
      leavesOf((result ?? null) as Json).flatMap(({ value }) =>
        typeof value === 'string' && NAME.test(value) && text.includes(value) ? [value] : [],
      ),
    ),
  );
  return [...names]
    .sort((one, other) => other.length - one.length)
    .reduce((rest, name) => rest.replaceAll(name, ' '), text);
}
