// Looks up a name by the longest phrase at its end: shipping_address ends in the phrase `address`.
import { singular } from '../../../envs/words/split-words.ts';

/** Reads lines of the form "value: phrase, phrase". */
export function readPhrases(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of text.trim().split('\n')) {
    const at = line.indexOf(': ');
    for (const phrase of line.slice(at + 2).split(',')) {
      const words = phrase.trim().split(' ').map(singular).join(' ');
      if (words !== '' && !found.has(words)) found.set(words, line.slice(0, at).trim());
    }
  }
  return found;
}

/** Returns the value of the longest phrase that ends the name. A phrase that begins with ^ must be the whole name. */
export function longestEnding(index: ReadonlyMap<string, string>, words: readonly string[]): string | undefined {
  const whole = index.get(`^${words.join(' ')}`);
  if (whole !== undefined) return whole;
  for (let from = 0; from < words.length; from++) {
    const found = index.get(words.slice(from).join(' '));
    if (found !== undefined) return found;
  }
  return undefined;
}
