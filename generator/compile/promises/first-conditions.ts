// Finds conditions at the end of a first sentence, such as "Cancel an order, provided it is open" or "List orders
// without items". The program does not check such a condition, unless another rule understands the whole sentence.
import { singular } from '../../../envs/words/split-words.ts';
import { saysCounted } from './one-each.ts';
import type { Domain, Match } from '../readings/reading.ts';

const IF =
  /\b(?:provided|providing|assuming|if|as long as|so long as|unless)(?: that)? (?:it|they|there|its|their|no|none|nothing|the [a-z]+|all)\b.*$/i;
const BEYOND =
  /\b(?:over|under|above|below|(?:more|less|fewer|greater|older|newer|longer|larger|higher|lower) than) (?:[$€£] ?)?\d.*$/i;
const ONLY = /\([a-z]+ only\)/i;
const WITHOUT = /\bwithout (?:any )?(?:[a-z]+ )??([a-z]+)\b/gi;

/** Returns the words of the condition, such as "provided it is open". */
export function firstCondition(first: string, { effect }: Match, { things }: Domain): string | undefined {
  const without = [...first.matchAll(WITHOUT)].find(([, noun = '']) => things.byNoun.has(singular(noun.toLowerCase())));
  if (without !== undefined) return without[0];
  if (effect === 'write' && saysCounted(first)) return first;
  return (effect === 'write' ? IF.exec(first) : (BEYOND.exec(first) ?? ONLY.exec(first)))?.[0];
}
