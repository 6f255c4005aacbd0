// The attributes that prose names for a search: "by name or domain", "over subject and body", "whose title contains".
import { singular } from '../../../envs/words/split-words.ts';
import { ATTRIBUTES } from '../../lexicon/attributes.ts';

const ITEM = String.raw`(?:the |their |its |an? )?[a-z][\w-]*(?: (?!or\b|and\b)[a-z][\w-]*)?`;
const LIST = new RegExp(
  String.raw`\b(?:by|in|over|across|against|on|whose|match(?:es|ing)?|within|through|includes?|including)\s+(${ITEM}(?:(?:\s*,\s*(?:and |or |and/or )?|\s+(?:or|and|and/or)\s+|\s*/\s*)${ITEM})*)`,
  'gi',
);
const DETERMINER = /^(?:the|their|its|an?|any|all|of|partial|exact|full)$/;
const STOP =
  /^(?:contain\w*|match\w*|equals?|is|are|of|for|in|to|with|using|that|which|and|or|begin\w*|start\w*|includ\w*|fields?|by|from|at|on)$/;
/** Words for the text that is looked for. */
const GENERIC =
  /^(?:keyword|text|query|term|word|phrase|string|search|criteria|criterion|filter|value|substring|given|match|id|case)$/;

/** Each attribute by its words; empty where the prose names none. */
export function saidFields(
  text: string,
  isKnown: (words: readonly string[]) => boolean = () => false,
): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  for (const [, list = ''] of text.toLowerCase().matchAll(LIST)) {
    const items = list
      .split(/\s*,\s*(?:and\/or |and |or )?|\s+(?:and\/or|or|and)\s+|\s*\/\s*/)
      .map(wordsOf)
      .filter((words) => words.length > 0 && !words.some((word) => GENERIC.test(word)));
    // of a list, one attribute makes all of them attributes
    if (items.some((words) => ATTRIBUTES.has(words.at(-1) ?? '') || isKnown(words)))
      for (const words of items) found.set(words.join(' '), words);
  }
  return [...found.values()];
}

function wordsOf(item: string): readonly string[] {
  const words = item.split(/[\s-]+/).filter((word) => word !== '');
  while (words.length > 0 && DETERMINER.test(words[0] ?? '')) words.shift();
  const stop = words.findIndex((word) => STOP.test(word));
  return (stop === -1 ? words : words.slice(0, stop)).map(singular);
}
