// Finds two nouns for the same rows: a tool makes the rows under a longer noun, and other tools list them under its
// last word.
import { singular } from '../../../envs/words/split-words.ts';
import { DETERMINERS } from '../../lexicon/nouns.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';

type Heads = ReadonlyMap<string, readonly ToolFacts[]>;

/**
 * Tells whether rows under two nouns are the same: record_blood_donation makes them, and list_donations lists them. No
 * other noun may end in the shorter one, and no tool may ask for a key of the shorter one.
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
    shown.every((tool) => !showsOthers(tool, noun.slice(0, -rest.length).trim().split(' '), rest)) &&
    [...heads.keys()].filter((head) => head.endsWith(` ${rest}`)).length === 1
  );
}

const PLAIN = /^(?:of|each|your|his|her|their|its|our|lists?|gets?|shows?|returns?|\w+ed)$/;
const KIND = /^(?:kind|type|category|class|sort|variety)$/;

/** Tells whether a list also shows other kinds of rows, as "List the payment cards" or a filter by kind suggests. */
function showsOthers(tool: ToolFacts, before: readonly string[], rest: string): boolean {
  const first = sentencesOf(tool.description)[0]?.toLowerCase() ?? '';
  const words = first.split(/[^a-z]+/).map(singular);
  const kinds = words.filter(
    (_, at) => at > 0 && words.slice(at + 1, at + 1 + rest.split(' ').length).join(' ') === rest,
  );
  return (
    kinds.some((word) => !PLAIN.test(word) && !DETERMINERS.has(word) && !before.includes(word)) ||
    tool.arguments.some(
      ({ field }) =>
        field.words.some((word) => KIND.test(word)) ||
        field.choices.some((choice) => before.includes(singular(String(choice).toLowerCase()))),
    )
  );
}
