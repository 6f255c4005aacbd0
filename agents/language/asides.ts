// Recognises three kinds of text: a short list item without a verb, an answer, and a question about words of an
// earlier message.
import { plainWords } from '../../envs/words/spoken.ts';
import { singular } from '../../envs/words/split-words.ts';
import type { Sentence } from './sentences.ts';

const COMMON = new Set([
  'would', 'could', 'should', 'please', 'your', 'this', 'that', 'which', 'what', 'with', 'have', 'like', 'want', 'need', 'tell', 'know', 'help', 'right', 'there', 'from', 'ahead', 'about', 'hello', 'them', 'when', 'after', 'before', 'than', 'then', 'into', 'over', 'will', 'each', 'also', 'make', 'more', 'much', 'many', 'give', 'for', 'number', 'name', 'look', 'find', 'provide', 'confirm',
]); // prettier-ignore

/**
 * Tells whether a question and the earlier text share a word of more than three letters that is not among the COMMON
 * words.
 */
export function asksAbout(asks: readonly Sentence[], before: string): boolean {
  const said = new Set(plainWords(before).trim().split(' ').map(singular));
  return asks.some(({ text }) =>
    plainWords(text)
      .trim()
      .split(' ')
      .map(singular)
      .some((word) => word.length > 3 && said.has(word) && !COMMON.has(word)),
  );
}

/**
 * Tells whether a sentence looks like an answer: it has more than three words, one of them "is", "has", "done", "your"
 * or the like.
 */
export function isAnswer(text: string): boolean {
  return /\b(?:is|are|was|were|has|have|been|done|your)\b/i.test(text) && text.split(' ').length > 3;
}

const VERB =
  /\b(?:add(?:s)? up|amounts to|begins|comes|costs|ends|gets|gives|goes|holds|keeps|leaves|lies|makes|moves|needs|remains|returns|runs|says|shows|stands|starts|stays|takes|totals|waits|weighs|works)\b/i;

/** Tells whether the text has at most eight words and neither a verb nor a pronoun at its beginning. */
export function isFragment(text: string): boolean {
  return (
    text.split(' ').length <= 8 &&
    !VERB.test(text) &&
    !/^\W*(?:i|we|you|he|she|it|they)\b/i.test(text) &&
    !/\b(?:is|are|was|were|be|been|has|have|had|will|'ll|did|do|does|done|can|set|all|thanks?|thank|bye|\w{3,}(?:ed|ing))\b/i.test(
      text,
    )
  );
}
