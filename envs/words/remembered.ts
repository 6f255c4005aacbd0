// Keeps the answers of a pure function of a text, because texts come again: an audit judges the same words a hundred
// times.

/** The number of texts after which a new store of answers begins; the store before it is kept, older ones are dropped. */
const GENERATION = 4096;
/** The number of characters of all texts of a store after which a new one begins: long texts have large answers. */
const CHARACTERS = 400_000;
/** A longer text is computed anew each time, because texts of its length would push all short ones out. */
const LONGEST = 40_000;

/** The same function with its latest answers kept. An answer is shared: no caller may change it. */
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
