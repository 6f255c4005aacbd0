// Finds the noun that a write changes by its description: "Put an issue into a milestone." changes the issue.
import { singular } from '../../../envs/words/split-words.ts';
import { idOf } from '../../fields/id-of.ts';
import type { ToolFacts } from './tool-facts.ts';

const OBJECT_OF = /^\w+ (?:an?|the|one|your) ([a-z]+(?: [a-z]+)??) (?:out of|off|to|from|into|onto|in|with)\b/i;

/**
 * Returns the noun that a sentence changes, as several names with the longest first. The list is empty unless the tool
 * asks for the noun's key, because a tool without the key cannot change that row.
 */
export function saidObject(sentence: string, tool: ToolFacts): readonly string[] {
  const words = (OBJECT_OF.exec(sentence)?.[1] ?? '')
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '')
    .map(singular);
  const forms = words.map((_word, from) => words.slice(from).join(' '));
  const asked = new Set(tool.arguments.map(({ field }) => idOf(field.words)?.noun.join(' ') ?? ''));
  return forms.filter((form) => asked.has(form));
}
