// Finds defaults and enumerations that only a description states. A list after "e.g." or "such as", or one that ends in
// "etc.", gives examples and never becomes an enumeration.
import type { Json } from '../../envs/values/json.ts';

const QUOTED = String.raw`'[^']*'|"[^"]*"|\u0060[^\u0060]*\u0060|‘[^’]*’|“[^”]*”`;
const LITERAL = String.raw`${QUOTED}|[-+]?[$€£]?\d+(?:\.\d+)?%?|true|false|none|null|\[[^\]]*\]|[A-Za-z][\w-]*`;
const DEFAULT = [
  new RegExp(String.raw`\bdefaults?(?:\s+value)?\s*(?:is|are|to|=|:|as|of)?\s*:?\s*(${LITERAL})`, 'iu'),
  new RegExp(String.raw`(${QUOTED})\s*(?:is\s+(?:the\s+)?|by\s+)default`, 'iu'),
  new RegExp(String.raw`默认(?:值)?(?:为|是|：|:)?\s*(${LITERAL})`, 'iu'),
];

/**
 * Returns the default that a description states, as a value of the type. Returns undefined if there is none, or if it
 * does not fit the type.
 */
export function defaultInProse(description: string, type: string, choices?: readonly Json[]): Json | undefined {
  for (const pattern of DEFAULT) {
    const literal = pattern.exec(description)?.[1];
    if (literal === undefined) continue;
    const value = literalOf(literal, type, choices);
    if (value !== undefined) return value;
  }
  return undefined;
}

function literalOf(literal: string, type: string, choices: readonly Json[] | undefined): Json | undefined {
  const quoted = /^['"\u0060‘“]/.test(literal);
  const text = quoted ? literal.slice(1, -1) : literal;
  switch (type) {
    case 'string':
      if (quoted) return choices === undefined || choices.includes(text) ? text : undefined;
      // a word without quotes is a value only if it is one of the choices
      return choices?.find((choice) => typeof choice === 'string' && choice.toLowerCase() === text.toLowerCase());
    case 'integer':
    case 'number': {
      const number = Number(text.replaceAll(/[$€£%+]/g, ''));
      return text.trim() === '' || !Number.isFinite(number) || (type === 'integer' && !Number.isInteger(number))
        ? undefined
        : number;
    }
    case 'boolean':
      return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined;
    case 'array': {
      if (!literal.startsWith('[')) return undefined;
      try {
        const value = JSON.parse(literal.replaceAll("'", '"')) as Json;
        return Array.isArray(value) ? value : undefined;
      } catch {
        return undefined;
      }
    }
    default:
      return undefined;
  }
}

const EXAMPLES =
  /\b(?:e\.?g\b|i\.?e\b|etc\b|for example|for instance|examples?\b|such as|like|similar to|among others|and (?:so|more)|including but)|\.\.\.|…|例如|比如|等等/iu;
/** Words that introduce a complete list of the allowed values. */
const STRONG =
  /\b(?:one of(?: the)?(?: following)?|allows one of(?: the)? following|(?:possible|valid|allowed|accepted|available|supported|permitted)\s+(?:\w+\s+)?(?:values?|options?|choices|types?|modes?|units?)|(?:options|choices|values)|enum(?:eration)?)\s*(?:for \w+ )?(?:is|are|include|includes)?\s*:?\s*/iu;
const ANY_OF = /(?:可选值|可选项|取值|选项|可选)(?:为|是|包括)?\s*[:：]?\s*/u;
const QUOTED_LIST = new RegExp(
  String.raw`(?:${QUOTED})(?:(?:\s*(?:,|\bor\b|\band\b|\||/|、|或|和|;))+\s*(?:${QUOTED}))+`,
  'giu',
);
const BARE = String.raw`[A-Za-z0-9](?:[\w.+-]{0,38}[\w+-])?`;
const BARE_LIST = new RegExp(
  String.raw`^\[?\(?\s*(${BARE}(?:\s*(?:,\s*or\b|,\s*and\b|,|\bor\b|\band\b|\||/|;)\s*${BARE})+)\s*\]?\)?\s*(?:\.|\)|$|default|optional)`,
  'iu',
);
const MOST = 60;

/** Returns the complete list of allowed values that a description states, or undefined. */
export function enumerationInProse(description: string): string[] | undefined {
  const kind = EXAMPLES.test(description) ? undefined : kindList(description);
  if (kind !== undefined) return kind;
  for (const sentence of sentences(description)) {
    if (EXAMPLES.test(sentence)) continue;
    const found = quotedList(sentence) ?? bareList(sentence);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Finds a list of quoted values. It counts only after an introduction such as "one of", or if "or" joins the values.
 */
function quotedList(sentence: string): string[] | undefined {
  for (const match of sentence.matchAll(QUOTED_LIST)) {
    const before = sentence.slice(0, match.index);
    const joined = /(?:\bor\b|\||或)/iu.test(match[0].replaceAll(new RegExp(QUOTED, 'gu'), ''));
    const introduced =
      new RegExp(`${STRONG.source}$`, 'iu').test(before) ||
      new RegExp(`${ANY_OF.source}$`, 'u').test(before) ||
      /(?:\b(?:either|must be|should be|can be|may be|is|are|set to|choose (?:from|between)|:)|[,(:]|\w [-–—])\s*\[?$/iu.test(
        before,
      );
    if (!introduced || (!joined && !STRONG.test(before) && !ANY_OF.test(before))) continue;
    const values = [...match[0].matchAll(new RegExp(QUOTED, 'gu'))].map(([quoted]) => quoted.slice(1, -1).trim());
    if (isList(values)) return values;
  }
  return undefined;
}

/** Finds words without quotes after an introduction that STRONG matches, as in "Possible options: US, AT, DE." */
function bareList(sentence: string): string[] | undefined {
  const introduction = STRONG.exec(sentence) ?? ANY_OF.exec(sentence);
  if (introduction === null) return undefined;
  const rest = sentence.slice(introduction.index + introduction[0].length);
  const list = BARE_LIST.exec(rest)?.[1];
  if (list === undefined) return undefined;
  const values = list
    .split(/\s*(?:,\s*or\b|,\s*and\b|,|\bor\b|\band\b|\||\/|;)\s*/iu)
    .map((value) => value.trim())
    .filter((value) => value !== '');
  return isList(values) && !values.some((value) => FILLER.test(value)) ? values : undefined;
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const PAIR = String.raw`${NUMBER}\s*[=:]\s*[A-Za-z][\w -]{0,40}`;
const LEGEND = new RegExp(String.raw`(?<![\d.])${PAIR}(?:(?:\s*(?:[,;/|]|\bor\b|\band\b))+\s*${PAIR})+`, 'iu');
/** Matches words for a measured number: in "Seconds to wait, 0=none, 1=short", the argument may also be 2 or 30. */
const MEASURED =
  /\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|bytes|percent\w*|number of|count|amount|timeout|limit|max\w*|min\w*|scale|range|from|between|at least|up to)\b/i;

/**
 * Returns the numbers of a legend that names each of them, as in "Priority: 1=low, 2=medium, 3=high". A legend that
 * leaves out a number in between, or names only the two ends of a scale, is not complete and does not count.
 */
export function legendInProse(description: string): string[] | undefined {
  if (EXAMPLES.test(description)) return undefined;
  for (const sentence of sentences(description)) {
    const [legend] = LEGEND.exec(sentence) ?? [];
    if (legend === undefined || MEASURED.test(sentence.replace(legend, ''))) continue;
    const values = [...legend.matchAll(new RegExp(String.raw`(?<![\w.])(${NUMBER})\s*[=:]`, 'gu'))].map(
      ([, value = '']) => value,
    );
    const numbers = values.map(Number).sort((a, b) => a - b);
    const isWhole = numbers.every((each) => Number.isInteger(each));
    const isDense = numbers.every((each, at) => at === 0 || each === (numbers[at - 1] ?? 0) + 1);
    const isFlag = numbers.length === 2 && numbers[0] === 0;
    if ((!isWhole || isDense) && (numbers.length > 2 || isFlag) && isList(values)) return values;
  }
  return undefined;
}

/** Matches a description that is only a kind with its values, such as "Frequency (daily, weekly, monthly)". */
const KIND_AND_VALUES = new RegExp(
  String.raw`^(?:the |an? |new )?(?:\w+ ){0,3}(?:status|state|type|kind|priority|level|frequency|colou?r|mode|role|visibility|severity|stage|phase|direction|size)(?: \(| ?[:–—-] )(${BARE}(?:(?:, (?:or )?| ?\| ?|/)${BARE})+)\)?\s*(?:\((?:optional|required|default[^()]*)\))?\.?$`,
  'iu',
);

function kindList(description: string): string[] | undefined {
  const list = KIND_AND_VALUES.exec(description.trim())?.[1];
  const values = list?.split(/, or |, | ?\| ?|\//u).map((each) => each.trim());
  return values !== undefined && isList(values) && !values.some((value) => FILLER.test(value)) ? values : undefined;
}

const FILLER = /^(?:the|a|an|this|that|these|those|following|values?|options?|any|all of|to|in|of|for)$/iu;

function isList(values: readonly string[]): boolean {
  return (
    values.length >= 2 &&
    values.length <= MOST &&
    new Set(values).size === values.length &&
    values.every((value) => value !== '' && value.length <= 60)
  );
}

/** Splits a text into sentences. A full stop inside quotes or a number does not end a sentence. */
export function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}"'(])|(?<=[。！？])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
