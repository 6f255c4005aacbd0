// Reads a message of a service as its values and its wording: "Moved /a.txt to /b.txt" has the values /a.txt and /b.txt.

export interface Message {
  /** Numbers, paths and names, quoted pieces, and texts that the caller gave, in order. */
  readonly values: string;
  /** The message with a mark in the place of each value. */
  readonly wording: string;
  readonly denies: boolean;
}

const LONGEST = 400;
/** The fewest words, values apart, of a message. A shorter text is a value: a status or a name. */
const WORDS = 3;
const DENIES =
  /^(no|not|none|never|nothing|cannot|without|already|fail(ed|s|ure)?|error|invalid|unknown|missing|denied|refused?|rejected|unable)$/i;

/** Marks of values are characters for private use, which no service writes. */
const FIRST_MARK = 0xe000;
const MARK = /[\ue000-\uf8ff]/g;

/** Numbers, paths, addresses, names of files, fields of a table. */
const TELLING = /[^\s\ue000-\uf8ff]*(?:[\d/@_=#[\]{}|]|\w\.\w)[^\s\ue000-\uf8ff]*/g;
/** A word with a capital that begins no sentence. */
const NAME = /(?<=[^.!?:\s]\s+)[A-Z]\w*/g;

/** Undefined for a text that is no message: a value, a longer text or several lines. */
export function readMessage(text: string, given: Iterable<string>): Message | undefined {
  if (text.includes('\n') || text.length > LONGEST || text.search(MARK) >= 0) return undefined;
  const values: string[] = [];
  const whole = (piece: string): string =>
    piece.replaceAll(MARK, (mark) => values[mark.charCodeAt(0) - FIRST_MARK] ?? '');
  const mark = (piece: string): string => String.fromCharCode(FIRST_MARK + values.push(whole(piece)) - 1);
  let wording = text;
  // the longest given text comes first, because it may contain another one
  const known = [...given].filter((each) => each.length > 2 && text.includes(each));
  for (const each of known.sort((a, b) => b.length - a.length))
    wording = wording.replaceAll(new RegExp(`(?<!\\w)${escaped(each)}(?!\\w)`, 'g'), mark);
  wording = wording
    // the apostrophe of "can't" is no quotation mark
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
