// Recognizes ids that only the description calls an id: the argument `customer` with "The ID of the customer" is a
// customer id.
import { singular } from '../../envs/words/split-words.ts';

const ID_OF =
  /\b(?:id|identifier|uuid|gid) of (?:the |an? |this |your )?((?:[a-z]+ ){0,2}?[a-z]+)(?= (?:to|that|which|for|being|whose|from|in|with|on|where|you|is|containing)\b|[.,;(]|$)/i;
const OWN_ID = /^(?:the |an? |optional )*((?:[a-z]+ ){0,2}?[a-z]+) (?:g?id|identifier|uuid)\b/i;
const IS_ID = /^(?:ids?|uuid|guid|gid|key|number|iid|slug|sha|code|name|names)$/;

/** Returns the words of a name, with `id` added if only the description mentions it. */
export function withSaidId(words: readonly string[], description: string): readonly string[] {
  const last = words.at(-1) ?? '';
  if (words.length === 0 || words.some((word) => IS_ID.test(word))) return words;
  const said = (ID_OF.exec(description) ?? OWN_ID.exec(description))?.[1]?.toLowerCase().split(' ').map(singular);
  return said !== undefined && said.at(-1) === singular(last) && said.length <= words.length + 1
    ? [...said, 'id']
    : words;
}
