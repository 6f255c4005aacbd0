// Remembers the results of a function that depends on a text only. Texts repeat: an audit judges the same words a
// hundred times.

/**
 * After this many texts a new store of results begins. Only the store before it is kept, so that old results are
 * dropped.
 */
const GENERATION = 4096;
/** A new store also begins after this many characters, because results of long texts need much memory. */
const CHARACTERS = 400_000;
/** The results of longer texts are not stored, because a few of them would push all short ones out. */
const LONGEST = 40_000;

/**
 * Returns a function with the same results that remembers the latest ones. Callers get the same object, so they must
 * not change it.
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
