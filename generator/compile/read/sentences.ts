// Splits a description into sentences.
import { remembered } from '../../../envs/words/remembered.ts';

/**
 * Returns the sentences of a text, without Markdown marks. The result is remembered, because many rules read the same
 * descriptions.
 */
export const sentencesOf: (text: string) => readonly string[] = remembered((text) =>
  text
    .replaceAll(/[*`]{1,3}(?=\w)|(?<!\w)_{1,3}(?=\w)|(?<=\w)[*`]{1,3}/g, '')
    .split(/(?<=[.!?;])(?<!\b(?:e\.g|i\.e|incl|approx)\.)\s+|\n{2,}\s*(?:[-•]\s*)?|\n\s*(?=[-•*\d\p{Lu}])(?:[-•]\s*)?/u)
    .map((each) => each.trim())
    .filter((each) => each !== ''),
);
