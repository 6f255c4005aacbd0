// Finds invented keys in a report: it says ev-99999, but the results contain only other keys that begin with "ev-".
import type { LogEntry } from '../values/log-entry.ts';

/** Matches a key and the letters at its beginning, such as ev-45634 and "ev-". */
const KIND_OF_KEY = /(?<![\p{L}\p{N}@._-])(\p{L}{2,}[-_])[\p{L}\d]*\d[\p{L}\d]*(?![\p{L}\p{N}@_-])/giu;

/**
 * Returns those keys in a report that occur neither in the calls nor in the user's words, although the results contain
 * other keys with the same beginning.
 */
export function strangeKeys(report: string, log: readonly LogEntry[], told: string): string[] {
  const known = [told, ...log.map((entry) => JSON.stringify([entry.arguments, entry.result ?? entry.error ?? null]))]
    .join(' ')
    .toLowerCase();
  const kinds = new Set([...known.matchAll(KIND_OF_KEY)].map(([, kind = '']) => kind));
  return [...report.matchAll(KIND_OF_KEY)].flatMap(([key, kind = '']) =>
    kinds.has(kind.toLowerCase()) && !known.includes(key.toLowerCase()) ? [key] : [],
  );
}
