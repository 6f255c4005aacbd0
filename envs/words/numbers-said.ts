// Finds numbers and amounts in a text in the forms that people use: 1,245.50, $15, fifteen dollars, ninety-nine, fifty
// cents.
import { remembered } from './remembered.ts';

export interface SaidNumber {
  readonly number: number;
  /** True if the number is written as an amount of money: with a sign, a currency or two decimals. */
  readonly isMoney: boolean;
  readonly start: number;
  readonly end: number;
}

const DIGITS =
  /(?<![\p{L}\p{N}_.#-])(?<!\d,)(?<mark>(?:us\$|\$|€|£|₹|usd|eur|gbp|chf|cad|aud|inr|zar|rs\.?|r(?=\d))\s?)?(?<number>-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?)(?<unit>\s?(?:us )?(?:dollars?|bucks?|usd|eur|euros?|gbp|pounds?|francs?|crowns?|cents?)(?![\p{L}]))?(?![\p{L}\p{N}_]|[-.]\d|-[\p{L}])/giu;

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const WORD = `(?:${[...SMALL, ...TENS].join('|')}|hundred|thousand)`;
const WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:(?:a|one) (?=hundred|thousand))?${WORD}(?:(?:[ -]|,? and )${WORD})*(?![\\p{L}\\p{N}-])(?<unit> (?:us )?(?:dollars?|bucks?|euros?|pounds?|francs?|crowns?|cents?)(?![\\p{L}]))?`,
  'giu',
);
/** The text before and after "one" where it does not count: "the right one", "one of them", "one moment". */
const PRONOUN = /\b(?:the|this|that|other|another|which|no|any|each|every|new|right|wrong|old|first|last|a|either)\s$/i;
const PRONOUN_AFTER = /^ (?:of|moment|more|second|sec|minute|thing|last|that|who|which|another|another's)\b/i;

export const numbersSaid: (text: string) => readonly SaidNumber[] = remembered(readNumbers);

function readNumbers(text: string): SaidNumber[] {
  const found: SaidNumber[] = [...text.matchAll(DIGITS)].map((match) => {
    const { mark, number = '', unit } = match.groups ?? {};
    const value = Number(number.replaceAll(',', ''));
    return {
      number: unit !== undefined && /cent/i.test(unit) ? value / 100 : value,
      isMoney: mark !== undefined || unit !== undefined || /\.\d\d$/.test(number),
      start: match.index,
      end: match.index + match[0].length,
    };
  });
  for (const match of text.matchAll(WORDS)) {
    const { unit } = match.groups ?? {};
    const words = match[0].slice(0, match[0].length - (unit?.length ?? 0)).toLowerCase();
    const { index } = match;
    if (
      words === 'one' &&
      unit === undefined &&
      (PRONOUN.test(text.slice(0, index)) || PRONOUN_AFTER.test(text.slice(index + 3)))
    )
      continue;
    const parts = words.split(/[\s,-]+/).filter((word) => word !== 'and');
    const number = valueOf(parts);
    if (number === undefined) continue;
    found.push({
      number: unit !== undefined && /cent/i.test(unit) ? number / 100 : number,
      isMoney: unit !== undefined,
      start: index,
      end: index + match[0].length,
    });
  }
  return joined(
    text,
    found.map((each) => withSign(text, each)),
  );
}

/**
 * Reads "minus eighty" and "minus 80" as negative numbers. If another number stands before "minus", it is a
 * subtraction.
 */
function withSign(text: string, each: SaidNumber): SaidNumber {
  const minus = /(?<!\d )(?<![\p{L}\p{N}])minus $/iu.exec(text.slice(0, each.start));
  return minus === null || each.number < 0 ? each : { ...each, number: -each.number, start: minus.index };
}

/**
 * Joins two numbers that form one amount, as in "ninety-seven dollars ninety" and "fifteen dollars and fifty cents".
 */
function joined(text: string, found: readonly SaidNumber[]): SaidNumber[] {
  const sorted = [...found].sort((one, other) => one.start - other.start);
  const whole: SaidNumber[] = [];
  for (const each of sorted) {
    const last = whole.at(-1);
    const between = last === undefined ? '' : text.slice(last.end, each.start);
    const cents = each.number < 1 ? each.number * 100 : each.number;
    if (
      last !== undefined &&
      last.isMoney &&
      Number.isInteger(last.number) &&
      /dollars?|bucks?|euros?|pounds?/i.test(text.slice(last.start, last.end)) &&
      /^ (?:and )?$/.test(between) &&
      Number.isInteger(cents) &&
      cents < 100 &&
      (each.number < 1 || !each.isMoney)
    )
      whole[whole.length - 1] = { ...last, number: last.number + cents / 100, end: each.end };
    else whole.push(each);
  }
  return whole;
}

/**
 * Returns the number for number words: 250 for "two hundred fifty". Returns undefined if the words are not one number.
 */
function valueOf(words: readonly string[]): number | undefined {
  let total = 0;
  let current = 0;
  let last = 1000;
  for (const word of words) {
    const small = SMALL.indexOf(word);
    const ten = TENS.indexOf(word);
    if (word === 'a') current = 1;
    else if (word === 'hundred') [current, last] = [Math.max(current, 1) * 100, 100];
    else if (word === 'thousand') [total, current, last] = [total + Math.max(current, 1) * 1000, 0, 1000];
    else {
      const value = small === -1 ? (ten + 2) * 10 : small;
      // words such as "five six" are two numbers and not one
      if (last <= value || (last < 20 && last > 0)) return undefined;
      current += value;
      last = value === 0 ? 1 : value;
      if (small !== -1) last = 1;
    }
  }
  return total + current;
}
