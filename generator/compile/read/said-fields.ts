// Finds the fields in which a search looks, from a description such as "by name or domain" or "whose title contains".
import { singular } from '../../../envs/words/split-words.ts';
import { ATTRIBUTES } from '../../lexicon/attributes.ts';

const ITEM = String.raw`(?:the |their |its |an? )?[a-z][\w-]*(?: (?!or\b|and\b)[a-z][\w-]*)?`;
const LIST = new RegExp(
  String.raw`\b(?:by|in|over|across|against|on|whose|match(?:es|ing)?|within|through|part of|includes?|including)\s+(${ITEM}(?:(?:\s*,\s*(?:and |or |and/or )?|\s+(?:or|and|and/or)\s+|\s*/\s*)${ITEM})*)`,
  'gi',
);
const DETERMINER = /^(?:the|their|its|an?|any|all|of|against|partial|exact|full)$/;
const STOP =
  /^(?:contain\w*|match\w*|equals?|is|are|of|for|in|to|with|using|that|which|and|or|begin\w*|start\w*|includ\w*|fields?|by|from|at|on)$/;
/** Words for the search text. They are not fields. */
const GENERIC =
  /^(?:keyword|text|query|term|word|phrase|string|search|criteria|criterion|filter|value|substring|given|match|id|case)$/;

/** Returns the words of each field. The list is empty where the text names no field. */
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
    // if one item of a list is a known attribute, all items of the list count as fields
    if (items.some((words) => ATTRIBUTES.has(words.at(-1) ?? '') || isKnown(words)))
      for (const words of items) found.set(words.join(' '), words);
  }
  return [...found.values()];
}

/** Matches a description that only lists fields, such as "Name, email or login, whole or partial". */
const BARE = new RegExp(
  String.raw`^(${ITEM}(?:\s*(?:,|/|\bor\b|\band\b)+\s*${ITEM})*?)(?:,? \(?(?:(?:whole|full|exact|partial|in part|in whole|a part)(?: (?:or|and) )?)+\)?)?\.?$`,
  'i',
);

/** Returns the fields in which a search looks, from the description of the argument that holds the search text. */
export function queriedFields(
  description: string,
  isKnown?: (words: readonly string[]) => boolean,
): readonly (readonly string[])[] {
  const said = saidFields(description, isKnown);
  const list = said.length > 0 ? undefined : BARE.exec(description.toLowerCase())?.[1];
  return list === undefined ? said : saidFields(`by ${list}`, isKnown);
}

function wordsOf(item: string): readonly string[] {
  const words = item.split(/[\s-]+/).filter((word) => word !== '');
  while (words.length > 0 && DETERMINER.test(words[0] ?? '')) words.shift();
  const stop = words.findIndex((word) => STOP.test(word));
  return (stop === -1 ? words : words.slice(0, stop)).map(singular);
}
