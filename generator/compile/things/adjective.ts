// Finds the adjective that says which rows a tool may change, such as `booked` in "Cancel a booked stay".
import { singular } from '../../../envs/words/split-words.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { isRestricting } from './known.ts';

const EXISTING =
  /^(?:existing|specified|given|named|selected|specific|single|particular|certain|new|already|provided|shared|related|whole|complete|full|entire|detailed|custom|managed|saved|pre|personal)$/;

export function adjectiveOf(tool: ToolFacts): string | undefined {
  const first = sentencesOf(tool.description)[0]?.toLowerCase() ?? '';
  const found = /^[a-z]+ (?:an?|the|one|your) ([a-z-]+) ([a-z-]+)/.exec(first);
  const [, word = '', noun = ''] = found ?? [];
  const isNoun = tool.noun.includes(singular(noun)) && !tool.noun.includes(word);
  return isNoun && isRestricting(word) && !EXISTING.test(word) ? word : undefined;
}
