// Finds two nouns of the same rows: a tool makes them under a longer noun, and others list them under its last word.
import type { ToolFacts } from '../read/tool-facts.ts';

type Heads = ReadonlyMap<string, readonly ToolFacts[]>;

/**
 * Tells whether the rows that tools only list under a shorter noun are those that a tool makes under the longer one, as
 * donations beside record_blood_donation: no other noun ends so, and no tool asks for the key of the shorter.
 */
export function isMadeAs(noun: string, rest: string, heads: Heads, keyed: ReadonlySet<string>): boolean {
  const shown = heads.get(rest) ?? [];
  const made = heads.get(noun) ?? [];
  return (
    shown.length > 0 &&
    !keyed.has(rest) &&
    shown.every((tool) => tool.senses.has('show') && tool.plural) &&
    made.some((tool) => tool.senses.has('create')) &&
    made.every((tool) => !tool.senses.has('link')) &&
    [...heads.keys()].filter((head) => head.endsWith(` ${rest}`)).length === 1
  );
}
