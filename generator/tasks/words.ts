// Writes English for tasks: a person's words for a call, a row or a question. Each has several wordings, and one of
// them is drawn, so that the sentences do not look like a filled form.
import type { Random } from '../../envs/random.ts';
import type { Json } from '../../envs/values/json.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import { listed, spoken } from '../../envs/words/spoken.ts';
import { isVerb, spacedVerb, withPhrasalVerbs } from '../words/deeds.ts';
import { bareName, ownWords, plural, singular, splitName } from '../../envs/words/split-words.ts';
import type { Described } from './plan.ts';
import type { Row } from './atlas.ts';
import { dateName, doneOn, winnerPhrase } from './winners.ts';

/** Turns the name of a table into a singular noun, such as "customers" into "customer". */
export function thing(table: string): string {
  const words = ownWords(table);
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join(' ');
}

export function article(noun: string): string {
  return /^([aeio]|u(?!ni|se|til)|hour)/i.test(noun) && !/^(one|eu)/i.test(noun) ? 'an' : 'a';
}

interface Phrase {
  readonly verb: string;
  readonly noun: string;
  /** The words after the noun, such as "to the cart". */
  readonly tail: string;
}

/**
 * Splits the name of a tool into words: add_item_to_cart gives the verb "add", the noun "item" and the tail "to the
 * cart".
 */
export function phraseOf(tool: Pick<Tool, 'name'>): Phrase {
  const parts = tool.name.split('.');
  const last = ownWords(tool.name);
  // in a name such as posts.delete, the object comes before the verb
  const lone = parts.length > 1 && last.length === 1 && isVerb(last[0] ?? '');
  const before = lone ? splitName(parts.at(-2) ?? '') : [];
  const words = withPhrasalVerbs(lone ? [...last, ...before.slice(0, -1), singular(before.at(-1) ?? '')] : last);
  const at = words.findIndex((word) => isVerb(word));
  if (at === -1) return { verb: '', noun: words.join(' '), tail: '' };
  const around = [...words.slice(0, at), ...words.slice(at + 1)].filter((word) => !/^(v|api|the|a|\d+)$/.test(word));
  const split = around.findIndex((word, place) => place > 0 && /^(by|to|for|from|into|with)$/.test(word));
  const noun = split === -1 ? around : around.slice(0, split);
  const [word = '', ...behind] = split === -1 ? [] : around.slice(split);
  const tail = word === 'by' || word === 'with' || behind.length === 0 ? '' : `${word} the ${behind.join(' ')}`;
  return { verb: spacedVerb(words[at] ?? ''), noun: noun.filter((word) => word !== 'by').join(' '), tail };
}

/**
 * Turns the description of a tool into a clause: "Subtracts one number from another." gives "subtract one number from
 * another".
 */
export function firstClause(tool: Tool): string {
  const sentence = tool.description.split(/[.;:\n]/)[0] ?? tool.name;
  const [first = '', ...rest] = sentence.split(' ');
  const verb = first.toLowerCase();
  const plain = verb.endsWith('s') && isVerb(verb.slice(0, -1)) ? verb.slice(0, -1) : verb;
  return [plain, ...rest].join(' ');
}

/** Returns the words for a row: the values that distinguish it from other rows, its rank, or its key. */
export function rowPhrase(row: Row, value: Json, described: readonly Described[], random: Random): string {
  const noun = thing(row.table);
  const known = described.find((each) => each.row === row);
  if (known?.alike !== undefined && known.extreme === undefined)
    return `any of the ${pluralOf(row.table)} ${telling(known, random)}`;
  const of = known?.of === undefined ? '' : ` of ${known.of}`;
  if (known?.extreme !== undefined)
    return known.alike === undefined
      ? `the ${winnerPhrase(known.extreme, noun, of)}`
      : `one of the ${winnerPhrase(known.extreme, pluralOf(row.table), of, true)}`;
  if (known !== undefined) return `the ${noun}${of} ${telling(known, random)}`;
  return `${noun} ${spoken(value)}`;
}

export const PREPOSITION = /^(from|to|until|till|since|by|on|at|before|after|in|between|within|during)$/;

function telling(described: Described, random: Random): string {
  const parts = described.by.map(({ label: name, value }) => {
    const label = name.replace(/(?<=.) value$/, '');
    const said = spoken(value, label);
    if (/(name|title|label|subject)$/.test(label)) return random.pick([`called "${said}"`, `named "${said}"`]);
    if (isPerson(label) && typeof value === 'string') return `of ${said}`;
    if (typeof value === 'number' && /^(price|total|amount|cost|fee|fare)$/.test(label)) return `for ${said}`;
    if (/status|state|tier|kind|type|category/.test(label))
      return random.pick([`whose ${label} is "${said}"`, `with the ${label} "${said}"`]);
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) {
      if (PREPOSITION.test(label)) return `${label} ${said}`;
      const when = /^(start|begin|scheduled)(s|ing)?( at| on| date| day| time)?$/.test(label) ? 'on' : doneOn(label);
      return when === undefined ? `with the ${dateName(label)} ${said}` : `${when} ${said}`.trim();
    }
    const text = typeof value === 'string' && value.includes(' ') ? `"${said}"` : said;
    return random.pick([`with the ${label} ${text}`, `whose ${label} is ${text}`]);
  });
  return listed(parts);
}

export function isPerson(table: string): boolean {
  return /^(customer|user|patient|member|guest|passenger|client|person|people|account)s?$/.test(bareName(table));
}

/**
 * Tells whether a value of a column identifies the user: it is a value of a person, or the number of a phone line or an
 * account.
 */
export function identifies(table: string, column: string): boolean {
  return isPerson(table) || /(phone|mail|number|card|account|login|user_?name)/.test(column);
}

export function nameOf(path: readonly string[]): string {
  return path.findLast((part) => part !== '[]') ?? '';
}

const ASKS = [
  (wishes: string): string => `Please ${wishes}.`,
  (wishes: string): string => `Could you ${wishes}?`,
  (wishes: string): string => `Can you ${wishes}, please?`,
  (wishes: string): string => `I'd like you to ${wishes}.`,
  (wishes: string): string => `Would you please ${wishes}?`,
  (wishes: string): string => `Hi, please ${wishes}.`,
  (wishes: string): string => `When you have a minute, ${wishes}.`,
  (wishes: string): string => `Hello, can you ${wishes}?`,
  (wishes: string): string => `One for you: ${wishes}, please.`,
  (wishes: string): string => `Quick request: please ${wishes}.`,
];
const LAST = [
  (wish: string): string => `And last, please ${wish}.`,
  (wish: string): string => `Finally, ${wish}.`,
  (wish: string): string => `Then just ${wish}, and that is all.`,
];
const MORE = [
  (wish: string): string => `After that, please ${wish}.`,
  (wish: string): string => `Also ${wish}.`,
  (wish: string): string => `Then ${wish}.`,
  (wish: string): string => `And please ${wish}.`,
];

/** Returns the first message of a user with these wishes. */
export function opening(wishes: readonly string[], random: Random): string {
  return openingParts(wishes, random).join(' ');
}

export function openingParts(wishes: readonly string[], random: Random): string[] {
  const [first = '', ...rest] = wishes;
  const start = random.pick(ASKS)(first);
  const more = rest.map((each, at) => random.pick(at === rest.length - 1 && rest.length > 1 ? LAST : MORE)(each));
  return [start, ...more].map(withoutDoubleStop);
}

/** Removes the full stop after a sentence that ends inside quotes. */
export const withoutDoubleStop = (text: string): string => text.replaceAll(/([.!?]")\.(?= |$)/g, '$1');

const QUESTIONS = [
  (what: string): string => `Can you tell me ${what}?`,
  (what: string): string => `I'd like to know ${what}.`,
  (what: string): string => `Could you look up ${what} for me?`,
  (what: string): string => `Please look up ${what}.`,
  (what: string): string => `I need to know ${what}.`,
];

/** Asks a question. With `isFirst` false, the question follows wishes and may begin with "And". */
export function question(what: string, random: Random, isFirst: boolean): string {
  // "how many orders I have for me" would say "for me" twice in effect
  const asked = withoutDoubleStop(
    random
      .pick(QUESTIONS)(what)
      .replace(/(\b(?:I|my|mine)\b.*) for me\?$/, '$1?'),
  );
  return isFirst ? asked : asked.replace(/^(?:Can|Could) you/, (start) => `And ${start.toLowerCase()}`);
}

/** Marks a row as the user's own. The function `owned` later turns "the street of mine" into "my street". */
export const OWN = ' of mine';

/**
 * Returns words for the row to which something belongs, such as " of order A1". Returns OWN if it belongs to a person.
 */
export function ofRow(
  row: Row | undefined,
  value: Json | undefined,
  described: readonly Described[],
  random: Random,
): string {
  if (row === undefined || value === undefined) return '';
  return isPerson(row.table) ? OWN : ` of ${rowPhrase(row, value, described, random)}`;
}

/** Turns "the street of mine" into "my street", and "the status of the order of mine" into "the status of my order". */
export function owned(text: string): string {
  return text
    .replace(/\bthe ((?:(?!\bthe\b)[^,;.])*?) of mine\b/, 'my $1')
    .replace(/^how many (.+?) there are of mine/, 'how many $1 I have')
    .replace(/\ball my\b/, 'all of my')
    .replace(OWN, '');
}

export function pluralOf(table: string): string {
  const words = ownWords(table);
  return [...words.slice(0, -1), plural(singular(words.at(-1) ?? ''))].join(' ');
}

const PERSONAS = [
  'You are friendly and to the point.',
  'You are in a hurry and write short messages.',
  'You are polite, a little unsure with computers, and explain things in full sentences.',
  'You are patient and like to double-check what was done.',
  'You are cheerful and chatty, but answer what you are asked.',
  'You are matter-of-fact and do not like small talk.',
  'You are tired after a long day and want this settled.',
];

export function persona(random: Random): string {
  return random.pick(PERSONAS);
}
