// Remembers the results of a pure function of a text, because texts repeat: an audit judges the same words a hundred
// times.

/** A new store of results begins after this many texts. Only the last store before it is kept. */
const GENERATION = 4096;
/** A new store also begins after this many characters, because long texts have large results. */
const CHARACTERS = 400_000;
/** Results of longer texts are not kept, because a few long texts would replace all short ones. */
const LONGEST = 40_000;

/**
 * Returns a function that gives the same results and keeps the latest ones. Callers share a result, so none may change
 * it.
 */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  let characters = 0;
  return (text) => {
    if (text.length > LONGEST) return read(text);
    let answer = young.get(text);
    if (answer !== undefined) return answer;
    answer = old.get(text) ?? read(text);
    if (young.size >= GENERATION || characters > CHARACTERS) {
      [old, young] = [young, new Map()];
      characters = 0;
    }
    young.set(text, answer);
    characters += text.length;
    return answer;
  };
}
