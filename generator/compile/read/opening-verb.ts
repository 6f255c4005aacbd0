// Tells whether a description begins with a verb in any form: "Lists the orders of a day." begins with `list`.
const OPENINGS =
  /^(?:this|the)\s+(?:function|tool|api|endpoint|method|operation|call)\s+(?:will\s+|can\s+|is used to\s+)?|^(?:allows?|lets|use this tool to|used?)\s+(?:(?:the\s+)?(?:you|users?)\s+)?(?:to\s+)?|^to\s+/i;

export function opensWith(description: string, word: string): boolean {
  if (word.length < 3) return false;
  const first = /^[a-z]+/.exec(description.trim().toLowerCase().replace(OPENINGS, ''))?.[0] ?? '';
  return [word, `${word}s`, `${word}es`, `${word.replace(/y$/, 'ie')}s`, `${word.replace(/e$/, '')}ing`].includes(
    first,
  );
}

/**
 * Tells whether a description begins with a verb that only shows something, such as "Returns", although the verb of the
 * tool's name is another one.
 */
export const saysShown = (description: string, verb: string): boolean =>
  ['return', 'get', 'list', 'show', 'retrieve', 'fetch', 'display'].some((each) => opensWith(description, each)) &&
  !opensWith(description, verb);
