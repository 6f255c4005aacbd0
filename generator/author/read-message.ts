// Splits a message of a service into its values and its wording: "Moved /a.txt to /b.txt" has the values /a.txt and
// /b.txt.

export interface Message {
  /** The values in their order: numbers, paths, names, quoted pieces, and texts that the caller gave. */
  readonly values: string;
  /** The message with a placeholder for each value. */
  readonly wording: string;
  readonly denies: boolean;
}

const LONGEST = 400;
/** A message has at least this many words besides its values. A shorter text is a value, such as a status or a name. */
const WORDS = 3;
const DENIES =
  /^(no|not|none|never|nothing|cannot|without|already|fail(ed|s|ure)?|error|invalid|unknown|missing|denied|refused?|rejected|unable)$/i;

/** Placeholders for values are Unicode characters for private use. No service writes them. */
const FIRST_MARK = 0xe000;
const MARK = /[\ue000-\uf8ff]/g;

/** Matches values in a text: numbers, paths, addresses, names of files, and pieces with signs such as # or |. */
const TELLING = /[^\s\ue000-\uf8ff]*(?:[\d/@_=#[\]{}|]|\w\.\w)[^\s\ue000-\uf8ff]*/g;
/** Matches a word with a capital letter that does not begin a sentence. */
const NAME = /(?<=[^.!?:\s]\s+)[A-Z]\w*/g;

/**
 * Splits a message into its values and its wording. Returns undefined for any other text: a value, a very long text, or
 * several lines.
 */
export function readMessage(text: string, given: Iterable<string>): Message | undefined {
  if (text.includes('\n') || text.length > LONGEST || text.search(MARK) >= 0) return undefined;
  const values: string[] = [];
  const whole = (piece: string): string =>
    piece.replaceAll(MARK, (mark) => values[mark.charCodeAt(0) - FIRST_MARK] ?? '');
  const mark = (piece: string): string => String.fromCharCode(FIRST_MARK + values.push(whole(piece)) - 1);
  let wording = text;
  // the longest given text comes first, because it may contain a shorter one
  const known = [...given].filter((each) => each.length > 2 && text.includes(each));
  for (const each of known.sort((a, b) => b.length - a.length))
    wording = wording.replaceAll(new RegExp(`(?<!\\w)${escaped(each)}(?!\\w)`, 'g'), mark);
  wording = wording
    // the apostrophe of "can't" is not a quotation mark
    .replaceAll(/(\w)n['’]t\b/g, '$1 not')
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, (each) => mark(each.slice(1, -1)))
    .replaceAll(TELLING, (each) => mark(each.replace(/[.,;:!?)]+$/, '')))
    .replaceAll(NAME, mark);
  const words = wording.match(/[A-Za-z]+/g) ?? [];
  if (words.length < WORDS) return undefined;
  const order = [...wording.matchAll(MARK)].map(([each]) => whole(each));
  return {
    values: JSON.stringify(order),
    wording: wording.replaceAll(MARK, '…'),
    denies: words.some((word) => DENIES.test(word)),
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
