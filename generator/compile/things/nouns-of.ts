// Makes a part of a regular expression from the nouns of a table.
import { plural } from '../../../envs/words/split-words.ts';
import type { Thing } from './thing.ts';

export const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Returns a pattern that matches each noun of a table, in full or by its last word, in singular and plural. */
export function nounsOf(thing: Thing): string {
  const forms = [...thing.nouns].flatMap((noun) => {
    const words = noun.split(' ');
    const last = words.at(-1) ?? '';
    return [noun, last, plural(last), [...words.slice(0, -1), plural(last)].join(' ')];
  });
  return [...new Set(forms)]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');
}
