// Splits names and prose into lower-case words in the singular. `fillFuelTank`, `fill_fuel_tank` and `fill-fuel-tanks`
// give the same words. Text without spaces (Chinese, Japanese, Korean) gives pairs of adjacent characters.
import pluralize from 'pluralize';

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{M}]+|\p{N}+/gu;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Removes the prefix that a name has in an environment that was joined from several: order_desk__customers becomes
 * customers.
 */
export function bareName(name: string): string {
  const at = name.lastIndexOf('__');
  return at <= 0 || at + 2 >= name.length ? name : name.slice(at + 2);
}

/**
 * Returns the prefix that a name has in an environment that was joined from several: order_desk for
 * order_desk__customers. Returns '' for a name without a prefix.
 */
export function partOf(name: string): string {
  const bare = bareName(name);
  return bare === name ? '' : name.slice(0, -bare.length - 2);
}

export function splitName(name: string): string[] {
  const known = names.get(name);
  if (known !== undefined) return known;
  return remember(names, name, splitPlain(name) ?? splitAny(name));
}

/** Writes an identifier of any style in snake case: orderId, OrderId and order-id become order_id. */
export function snakeOf(name: string): string {
  return splitName(name).join('_');
}

/**
 * Returns the words of a name without its prefix or name space: "cancel" and "order" for order_desk__cancel_order and
 * kart.cancel_order.
 */
export function ownWords(name: string): string[] {
  return splitName(bareName(name.slice(name.lastIndexOf('.') + 1) || name));
}

/**
 * Splits an ASCII name character by character. This is fast, which matters for 100,000 names. Returns undefined for a
 * name with other characters.
 */
function splitPlain(name: string): string[] | undefined {
  const found: string[] = [];
  let begin = 0;
  let before = 0;
  for (let at = 0; at <= name.length; at++) {
    const kind = at < name.length ? KIND[name.charCodeAt(at)] : 0;
    if (kind === undefined) return undefined;
    // a new word begins at the B of "aB", and at the B of "ABc"
    const isNext =
      (kind === UPPER && before === LOWER) ||
      (kind === LOWER && before === UPPER && at - begin > 1) ||
      kind === 0 ||
      (before !== 0 && (kind === DIGIT) !== (before === DIGIT));
    if (isNext) {
      const end = kind === LOWER && before === UPPER ? at - 1 : at;
      if (end > begin) found.push(singular(name.slice(begin, end)));
      begin = kind === 0 ? at + 1 : end;
    }
    before = kind;
  }
  return found;
}

const [LOWER, UPPER, DIGIT] = [1, 2, 3];
const KIND = Array.from({ length: 128 }, (_none, code) =>
  code >= 97 && code <= 122 ? LOWER : code >= 65 && code <= 90 ? UPPER : code >= 48 && code <= 57 ? DIGIT : 0,
);

function splitAny(name: string): string[] {
  const spaced = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2');
  return words(spaced);
}

/** Returns the words of a sentence in order. Words that occur twice are returned twice. */
export function splitProse(text: string): string[] {
  return words(text.replace(/([\p{Ll}])(\p{Lu})/gu, '$1 $2').replaceAll(/['’]s\b/g, ''));
}

export function singular(word: string): string {
  const lower = word.toLowerCase();
  const known = singulars.get(lower);
  if (known !== undefined) return known;
  return remember(singulars, lower, lower.length < 4 || KEEP.has(lower) ? lower : pluralize.singular(lower));
}

export function plural(word: string): string {
  return pluralize.plural(word);
}

/** Words that end like a plural but are singular. */
const KEEP = new Set([
  'address', 'access', 'alias', 'analysis', 'analytics', 'basis', 'bonus', 'bus', 'business', 'campus', 'canvas',
  'census', 'chaos', 'class', 'compass', 'corpus', 'data', 'diagnosis', 'dns', 'express', 'focus', 'gas', 'gps',
  'https', 'lens', 'media', 'metadata', 'news', 'plus', 'process', 'progress', 'radius', 'series', 'species', 'sms',
  'status', 'success', 'tls', 'unless', 'various', 'virus', 'aws', 'ios', 'always', 'across', 'less', 'kubernetes',
]); // prettier-ignore

const REMEMBERED = 200_000;
const singulars = new Map<string, string>();
const names = new Map<string, string[]>();

function remember<T>(map: Map<string, T>, key: string, value: T): T {
  if (map.size >= REMEMBERED) map.clear();
  map.set(key, value);
  return value;
}

function words(text: string): string[] {
  const found: string[] = [];
  for (const [word] of text.normalize('NFKC').matchAll(WORD)) {
    if (!UNSPACED.test(word)) found.push(singular(word));
    else if ([...word].length === 1) found.push(word);
    else {
      const letters = [...word];
      for (let at = 1; at < letters.length; at++) found.push(`${letters[at - 1]}${letters[at]}`);
    }
  }
  return found;
}
