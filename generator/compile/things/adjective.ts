// Finds the adjective that limits the rows which a tool may change, such as `booked` in "Cancel a booked stay".
import { singular } from '../../../envs/words/split-words.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { isStateWord } from '../../lexicon/verbs.ts';
import { isRestricting } from './subject-of.ts';
import { nounsOf } from './nouns-of.ts';
import type { Thing } from './thing.ts';

const EXISTING =
  /^(?:existing|specified|given|named|selected|specific|single|particular|certain|new|already|provided|shared|related|whole|complete|full|entire|detailed|custom|managed|saved|pre|personal)$/;

export function adjectiveOf(tool: ToolFacts): string | undefined {
  const first = sentencesOf(tool.description)[0]?.toLowerCase() ?? '';
  const found = /^[a-z]+ (?:an?|the|one|your) ([a-z-]+) ([a-z-]+)/.exec(first);
  const [, word = '', noun = ''] = found ?? [];
  const isNoun = tool.noun.includes(singular(noun)) && !tool.noun.includes(word);
  return isNoun && isRestricting(word) && !EXISTING.test(word) ? word : undefined;
}

const STATES = /^(?:inactive|closed|hidden|favou?rite)$/;
/** Words that only say that the rows exist or were asked for. They select nothing. */
const MADE =
  /^(?:available|accessible|supported|possible|connected|configured|installed|registered|recorded|stored|created|logged|added|uploaded|defined|listed|known|attached|included|associated|linked|structured|matching|following|using|getting|requested|default|current|own|next|last)$/;

/**
 * Returns the word for a state before the rows that a list shows, as in "Open alarms of a site" or "List unpaid bills".
 * `isState` tells whether these rows have such a state.
 */
export function leadingState(tool: ToolFacts, thing: Thing, isState: (word: string) => boolean): string | undefined {
  const first = sentencesOf(tool.description)[0]?.toLowerCase() ?? '';
  const before = '(?:a list of |the list of |list of |details of |all |the |your |any |every )*';
  const [, word = ''] = new RegExp(`^(?:[a-z]+ )??${before}([a-z-]+) (?:${nounsOf(thing)})\\b`).exec(first) ?? [];
  const selects = isRestricting(word) && !EXISTING.test(word) && !MADE.test(word);
  return STATES.test(word) || isStateWord(word) || isState(word) || selects ? word : undefined;
}
