// Finds invented keys in a report: its number is ev-99999, where the results know only other keys that begin with ev-.
import type { LogEntry } from '../values/log-entry.ts';

/** Matches a key with the kind that it begins with, such as ev-45634. */
const KIND_OF_KEY = /(?<![\p{L}\p{N}@._-])(\p{L}{2,}[-_])[\p{L}\d]*\d[\p{L}\d]*(?![\p{L}\p{N}@_-])/giu;

/** Returns the keys of a report whose kind the results know, but which neither the calls nor the user mention. */
export function strangeKeys(report: string, log: readonly LogEntry[], told: string): string[] {
  const known = [told, ...log.map((entry) => JSON.stringify([entry.arguments, entry.result ?? entry.error ?? null]))]
    .join(' ')
    .toLowerCase();
  const kinds = new Set([...known.matchAll(KIND_OF_KEY)].map(([, kind = '']) => kind));
  return [...report.matchAll(KIND_OF_KEY)].flatMap(([key, kind = '']) =>
    kinds.has(kind.toLowerCase()) && !known.includes(key.toLowerCase()) ? [key] : [],
  );
}
