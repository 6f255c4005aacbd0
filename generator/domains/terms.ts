// Gives each word of the tools a number. Plain ASCII text is scanned letter by letter, which is fast: a pool of 100,000
// tools has a hundred million letters.
import { singular, splitProse } from '../../envs/words/split-words.ts';
import { COMMON_VERBS, STOP_WORDS } from '../words/vocabulary.ts';

const NONE = -1;
const REMEMBERED = 5_000;

export class Terms {
  readonly texts: string[] = [];
  private readonly ids = new Map<string, number>();
  /** The number of each word, by the word in the form in which texts contain it. */
  private readonly raw = new Map<string, number>();
  /** The terms of texts that were read before. They are kept because many tools repeat the same description. */
  private readonly read = new Map<string, readonly number[]>();

  id(term: string): number {
    const known = this.ids.get(term);
    if (known !== undefined) return known;
    const id = this.texts.length;
    this.ids.set(term, id);
    this.texts.push(term);
    return id;
  }

  /** Returns the numbers of a text's words that can name a subject, each once. */
  wordsOf(text: string): readonly number[] {
    const known = this.read.get(text);
    if (known !== undefined) return known;
    const found: number[] = [];
    this.eachWord(text, (id) => {
      if (!found.includes(id)) found.push(id);
    });
    if (this.read.size >= REMEMBERED) this.read.clear();
    this.read.set(text, found);
    return found;
  }

  private eachWord(text: string, each: (id: number) => void): void {
    let begin = 0;
    let before = 0;
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 32;
      if (code > 127) {
        for (const word of splitProse(text.slice(begin))) if (isTelling(word)) each(this.id(word));
        return;
      }
      const kind = code >= 97 && code <= 122 ? 2 : code >= 65 && code <= 90 ? 1 : 0;
      if (kind === 0 || (kind === 1 && before === 2)) {
        if (at - begin > 1) {
          const id = this.ofRaw(text.slice(begin, at));
          if (id !== NONE) each(id);
        }
        begin = kind === 0 ? at + 1 : at;
      }
      before = kind;
    }
  }

  private ofRaw(word: string): number {
    const known = this.raw.get(word);
    if (known !== undefined) return known;
    const plain = singular(word);
    const id = isTelling(plain) ? this.id(plain) : NONE;
    this.raw.set(word, id);
    return id;
  }
}

/** Tells whether a word (in the singular) can name the subject of a tool. */
export function isTelling(word: string): boolean {
  return word.length > 1 && !STOP_WORDS.has(word) && !COMMON_VERBS.has(word) && !/^\p{N}/u.test(word);
}
