// Writes the words of a story: picks a text, chooses among alternatives, fills in the values of an occasion, and adapts
// the text to the person's style.
import type { Random } from '../../../envs/random.ts';
import type { Json } from '../../../envs/values/json.ts';
import { spoken } from '../../../envs/words/spoken.ts';
import { singular } from '../../../envs/words/split-words.ts';
import type { WordBag } from '../word-bag.ts';
import type { Manner } from './manners.ts';

/**
 * Fills values into a text: "{street}" becomes "12 Mill Lane", and "{size} gigabytes" becomes "1 gigabyte" for the
 * value 1. Amounts in cents are not converted, because the story's query already gives them as a person says them.
 */
export function filled(text: string, values: Readonly<Record<string, Json>>): string {
  // "a {title}" gets the article of the value: "an Icon set"
  const articled = text.replaceAll(/\b([Aa]) \{([A-Za-z_]\w*)\}/g, (all, a: string, name: string) => {
    const value = values[name];
    return typeof value === 'string' && /^[AEIOaeio]/.test(value) ? `${a}n {${name}}` : all;
  });
  return articled.replaceAll(/\{([A-Za-z_]\w*)\}(?: ([a-z]+s)\b)?/g, (all, name: string, unit?: string) => {
    const value = values[name];
    if (value === undefined || value === null) return all;
    if (unit === undefined) return spoken(value, name);
    return `${spoken(value, name)} ${value === 1 && !DOES.test(unit) ? singular(unit) : unit}`;
  });
}

/** Matches verbs that may follow a value, as in "1 comes to 12 euros". Their final s is not that of a plural. */
const DOES = /^(?:comes|goes|looks|takes|makes|helps|needs|belongs|suits|costs|stands)$/;

export function isFilled(text: string): boolean {
  return !/\{[A-Za-z_]\w*\}/.test(text);
}

/** Replaces "[a|b]" by one of its alternatives. Alternatives may be nested. */
export function expanded(text: string, pick: (options: readonly string[]) => string): string {
  let now = text;
  for (;;) {
    const inner = /\[([^[\]]*)\]/.exec(now);
    if (inner === null)
      return now
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/ ([,.;:?!])/g, '$1')
        .trim();
    now = `${now.slice(0, inner.index)}${pick((inner[1] ?? '').split('|'))}${now.slice(inner.index + inner[0].length)}`;
  }
}

/** Draws one of the texts, and one option for each "[a|b]" in it. The bag prefers texts that were used least. */
export function drawn(texts: readonly string[], bag: WordBag, random: Random): string {
  return expanded(bag.pick(texts, random), (options) => bag.pick(options, random));
}

const GREETINGS = ['Hi,', 'Hello,', 'Hi there,', 'Hey,', 'Hello!', 'Hi!'];
/** Greetings for the hours before noon, before evening and before midnight. */
const MORNING = ['Good morning,', 'Morning,'];
const AFTERNOON = ['Good afternoon,'];
const EVENING = ['Good evening,'];
const [DAWN, NOON, DUSK] = [5, 12, 18];

function greetingsAt(hour: number | undefined): readonly string[] {
  if (hour === undefined || hour < DAWN) return GREETINGS;
  return [...GREETINGS, ...(hour < NOON ? MORNING : hour < DUSK ? AFTERNOON : EVENING)];
}
const THANKS = ['Thanks!', 'Thank you.', 'Many thanks.', 'Cheers.', 'Thanks.'];

/** Removes the thanks at the end of a text to which more sentences are added. */
export function withoutThanks(text: string): string {
  const thanks = THANKS.find((each) => text.endsWith(` ${each}`));
  return thanks === undefined ? text : text.slice(0, -thanks.length - 1);
}

/** Adds a sentence to a text, before any thanks at its end. The sentence is written in small letters if the text is. */
export function withSentence(text: string, sentence: string): string {
  const body = withoutThanks(text);
  const thanks = text.slice(body.length);
  const isSmall = beginsSmall(body);
  const added = isSmall ? lowered(sentence) : sentence;
  return `${/[.?!]"?$/.test(body) ? body : `${body}.`} ${added}${thanks !== '' && isSmall ? '.' : ''}${thanks}`;
}

/**
 * Writes the text in the person's style. Values are filled in later, because their letters must not change. The
 * greeting fits the hour.
 */
export function inManner(text: string, { style }: Manner, random: Random, hour?: number): string {
  if (style === 'lower') return lowered(text);
  // people who write in small letters are in a hurry, so they write no greeting and no thanks
  if (style === 'curt' || beginsSmall(text)) return text;
  const isGreeted = random.real() < (style === 'warm' ? 0.9 : 0.4);
  const greeting = isGreeted ? random.pick(greetingsAt(hour)) : '';
  const body = greeting.endsWith(',') && !/^(?:I\b|\{|[A-Z]{2})/.test(text) ? uncapital(text) : text;
  const ended = style === 'warm' && !/[.?!]"?$/.test(body) ? `${body}.` : body;
  return [greeting, ended, style === 'warm' ? random.pick(THANKS) : ''].filter((part) => part !== '').join(' ');
}

/**
 * Tells whether a text has no capitals at the start of its sentences. Quoted words and placeholders for values are
 * ignored.
 */
export function beginsSmall(text: string): boolean {
  const own = text.replaceAll(/"[^"]*"|\{\w+\}/g, '');
  return /^\P{L}*\p{Ll}/u.test(own) && !/[.?!] \p{Lu}\p{Ll}* |\bI\b/u.test(own);
}

const ASKS = /^(?:and |or )?(?:how|what|which|where|when|why|who|can|could|is|are|do|does|did|will|would|has|have)\b/i;

/** Writes capitals where sentences begin, but not in ids and addresses, and a full stop or question mark at the end. */
export function raised(text: string): string {
  const last = text.split(/[.!?:] /).at(-1) ?? '';
  const mark = /[\p{L}\p{N}]$/u.test(text) ? (ASKS.test(last) ? '?' : '.') : '';
  return `${text}${mark}`
    .replaceAll(
      /(^|[.!?]"? )([a-z])(?=[a-z']*(?:[ ,;:?!]|$|\. ))/g,
      (_all, before: string, letter: string) => before + letter.toUpperCase(),
    )
    .replaceAll(/\bi\b/g, 'I');
}

/** Writes the beginnings of sentences in small letters, and drops the full stop at the end. */
export function lowered(text: string): string {
  return text
    .replaceAll(
      /(^|[.!?:]"? )([A-Z])(?=[a-z' ])/g,
      (_all, before: string, letter: string) => before + letter.toLowerCase(),
    )
    .replaceAll(/\bI\b/g, 'i')
    .replace(/\.$/, '');
}

const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
