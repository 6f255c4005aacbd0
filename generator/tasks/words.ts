// English for tasks: what a person would say for a call, a row, a question. Several phrasings for each element, drawn by
// seed; nothing is said in the shape of a form.
import type { Random } from '../../envs/random.ts';
import type { Json } from '../../envs/values/json.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import { labelOf, listed, spoken } from '../../envs/words/spoken.ts';
import { isVerb } from '../words/deeds.ts';
import { plural, singular, splitName } from '../../envs/words/split-words.ts';
import type { Described, Goal } from './plan.ts';
import type { Row } from './atlas.ts';

/** customers -> customer */
export function thing(table: string): string {
  const words = splitName(table);
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join(' ');
}

function article(noun: string): string {
  return /^[aeiou]/i.test(noun) ? 'an' : 'a';
}

interface Phrase {
  readonly verb: string;
  readonly noun: string;
}

/** cancel_order -> cancel, order. */
export function phraseOf(tool: Tool): Phrase {
  const parts = tool.name.split('.');
  const last = splitName(parts.at(-1) ?? '');
  // posts.delete, archives.purgeOld: what it is done to stands before
  const lone = parts.length > 1 && last.length === 1 && isVerb(last[0] ?? '');
  const before = lone ? splitName(parts.at(-2) ?? '') : [];
  const words = lone ? [...last, ...before.slice(0, -1), singular(before.at(-1) ?? '')] : last;
  const at = words.findIndex((word) => isVerb(word));
  if (at === -1) return { verb: '', noun: words.join(' ') };
  const noun = [...words.slice(0, at), ...words.slice(at + 1)].filter(
    (word) => !/^(v|api|by|the|a|to|for|\d+)$/.test(word),
  );
  return { verb: words[at] ?? '', noun: noun.join(' ') };
}

const MAKES =
  /^(create|add|place|open|register|book|issue|request|order|post|send|submit|make|schedule|start|new|insert|leave)$/;

/** How a row is meant: by what tells it apart, by its name, by its number. */
export function rowPhrase(row: Row, value: Json, described: readonly Described[], random: Random): string {
  const noun = thing(row.table);
  const known = described.find((each) => each.row === row);
  if (known?.alike !== undefined && known.extreme === undefined)
    return `any of the ${pluralOf(row.table)} ${telling(known, random)}`;
  if (known?.extreme !== undefined)
    return `${known.alike === undefined ? `the ${known.extreme} ${noun}` : `one of the ${known.extreme} ${pluralOf(row.table)}`}${known.of === undefined ? '' : ` of the ${known.of}`}`;
  if (known !== undefined)
    return `the ${noun} ${telling(known, random)}${known.of === undefined ? '' : ` of the ${known.of}`}`;
  return `${noun} ${spoken(value)}`;
}

const PREPOSITION = /^(from|to|until|till|since|by|on|at|before|after|in|between|within|during)$/;

function telling(described: Described, random: Random): string {
  const parts = described.by.map(({ label: name, value }) => {
    const label = name.replace(/(?<=.) value$/, '');
    const said = spoken(value, label);
    if (/(name|title|label|subject)$/.test(label)) return random.pick([`called "${said}"`, `named "${said}"`]);
    if (/status|state|tier|kind|type|category/.test(label))
      return random.pick([`whose ${label} is "${said}"`, `with the ${label} "${said}"`]);
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) {
      if (PREPOSITION.test(label)) return `${label} ${said}`;
      const when = /(at|on|date|time|day)$/.test(label) ? label.replace(/ ?(at|on|date|time|day)$/, '') : label;
      return when === '' ? `of ${said}` : `${when} on ${said}`;
    }
    return random.pick([`with ${label} ${said}`, `whose ${label} is ${said}`]);
  });
  return listed(parts);
}

/** What the user wants to be done, as a clause that begins with a verb. */
export function wish(goal: Goal, described: readonly Described[], hidden: ReadonlySet<string>, random: Random): string {
  const { verb, noun } = phraseOf(goal.tool);
  const flip = goal.leaves.find(
    ({ leaf, value }) => typeof value === 'boolean' && /^(on|enabled|active)$/.test(nameOf(leaf.path)),
  );
  if (flip !== undefined && noun !== '') {
    const about = goal.leaves.find(
      ({ row, leaf }) => row !== undefined && leaf.meaning.kind === 'key' && !isPerson(row.table),
    );
    const where = about?.row === undefined ? '' : ` for ${rowPhrase(about.row, about.value, described, random)}`;
    return `switch ${noun} ${flip.value === true ? 'on' : 'off'}${where}`;
  }
  const isRow = ({ row, leaf }: (typeof goal.leaves)[number]): boolean =>
    row !== undefined && (leaf.meaning.kind === 'key' || described.some((each) => each.row === row));
  const keys = goal.leaves.filter(isRow);
  const own = keys.find(({ row }) => row !== undefined && noun !== '' && endsAlike(noun, thing(row.table)));
  const rest = keys.filter((each) => each !== own && !isPerson(each.row?.table ?? ''));
  const clause: string[] = [];
  const makes = MAKES.test(verb);
  if (own !== undefined && own.row !== undefined && !makes)
    clause.push(`${verb} ${rowPhrase(own.row, own.value, described, random)}`);
  else if (verb !== '')
    clause.push(`${verb} ${noun === '' ? '' : makes ? `${article(noun)} ${noun}` : mine(noun)}`.trim());
  else clause.push(firstClause(goal.tool));
  const shown = own !== undefined && makes ? [own, ...rest] : rest;
  for (const { row, value, leaf } of shown) {
    if (row === undefined || hidden.has(nameOf(leaf.path))) continue;
    const label = labelOf(nameOf(leaf.path));
    const phrase = rowPhrase(row, value, described, random);
    clause.push(relation(label, thing(row.table), phrase));
  }
  const values = goal.leaves.filter(
    (each) =>
      !isRow(each) && !each.leaf.plumbing && each.leaf.meaning.kind !== 'key' && !hidden.has(nameOf(each.leaf.path)),
  );
  clause.push(...payload(values.map(({ leaf, value }) => ({ name: nameOf(leaf.path), value }))));
  return clause.join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** customer address -> my address */
function mine(noun: string): string {
  const [first = '', ...rest] = noun.split(' ');
  return rest.length > 0 && isPerson(first) ? `my ${rest.join(' ')}` : `the ${noun}`;
}

function relation(label: string, noun: string, phrase: string): string {
  if (/^(to|from|into)\b/.test(label)) return `${label.split(' ')[0] ?? ''} ${phrase}`;
  if (/payment|method|card|wallet/.test(noun)) return `using ${phrase}`;
  if (/variant|product|item|plan/.test(noun)) return `with ${phrase}`;
  return label === noun ? `for ${phrase}` : `with ${label} ${phrase}`;
}

function endsAlike(noun: string, table: string): boolean {
  return (
    noun === table ||
    noun.endsWith(` ${table}`) ||
    table.endsWith(` ${noun}`) ||
    noun.split(' ').at(-1) === table.split(' ').at(-1)
  );
}

export function isPerson(table: string): boolean {
  return /^(customer|user|patient|member|guest|passenger|client|person|people|account)s?$/.test(table);
}

export function nameOf(path: readonly string[]): string {
  return path.findLast((part) => part !== '[]') ?? '';
}

/** Values that the user gives, in words. */
function payload(values: readonly { name: string; value: Json }[]): string[] {
  const left = [...values];
  const parts: string[] = [];
  const take = (pattern: RegExp): { name: string; value: Json } | undefined => {
    const at = left.findIndex(({ name }) => pattern.test(splitName(name).join(' ')));
    return at === -1 ? undefined : left.splice(at, 1)[0];
  };
  const street = take(/^(street|address|line ?1)$/);
  if (street !== undefined) {
    const city = take(/^city$/);
    const region = take(/^(region|state|province)$/);
    const postcode = take(/^(postcode|zip|zip code|postal code)$/);
    const end = [region, postcode].flatMap((each) => (each === undefined ? [] : [String(each.value)])).join(' ');
    parts.push(
      `to ${[String(street.value), ...(city === undefined ? [] : [String(city.value)]), ...(end === '' ? [] : [end])].join(', ')}`,
    );
  }
  const amount = take(/(^| )amount$/);
  if (amount !== undefined) parts.push(`over ${spoken(amount.value, 'amount')}`);
  const reason = take(/reason$/);
  const words = take(/^(body|text|message|note|description|content|comment)$/);
  const others = left.map(({ name, value }) => {
    const label = splitName(name).join(' ');
    if (typeof value === 'boolean') return value ? `with ${label} switched on` : `with ${label} switched off`;
    return `${PREPOSITION.test(label) ? label : `with ${label}`} ${typeof value === 'string' && value.includes(' ') ? `"${spoken(value, label)}"` : spoken(value, label)}`;
  });
  if (others.length > 0) parts.push(listed(others));
  if (words !== undefined) parts.push(`saying: "${String(words.value)}"`);
  if (reason !== undefined) parts.push(`(the reason: ${String(reason.value)})`);
  return parts;
}

function firstClause(tool: Tool): string {
  const sentence = tool.description.split(/[.;:\n]/)[0] ?? tool.name;
  const [first = '', ...rest] = sentence.split(' ');
  const verb = first.toLowerCase();
  const plain = verb.endsWith('s') && isVerb(verb.slice(0, -1)) ? verb.slice(0, -1) : verb;
  return [plain, ...rest].join(' ');
}

const ASKS = [
  (wishes: string): string => `I would like to ${wishes}.`,
  (wishes: string): string => `Could you please ${wishes}?`,
  (wishes: string): string => `Hello, please ${wishes} for me.`,
  (wishes: string): string => `Hi! I need you to ${wishes}.`,
  (wishes: string): string => `Good morning. I want to ${wishes}, can you help?`,
  (wishes: string): string => `I hope you can help: I need to ${wishes}.`,
];

/** The first words of a user with these wishes. */
export function opening(wishes: readonly string[], random: Random): string {
  const [first = '', ...rest] = wishes;
  const start = random.pick(ASKS)(first);
  const more = rest.map((each, at) =>
    at === rest.length - 1 && rest.length > 1
      ? random.pick([`And last, please ${each}.`, `Finally, ${each}.`])
      : random.pick([`After that, please ${each}.`, `Then I also want to ${each}.`, `Besides, please ${each}.`]),
  );
  return [start, ...more].join(' ');
}

const QUESTIONS = [
  (what: string): string => `Can you tell me ${what}?`,
  (what: string): string => `I would like to know ${what}.`,
  (what: string): string => `Please look up ${what} for me.`,
  (what: string): string => `Hi, could you find out ${what}?`,
];

export function question(what: string, random: Random): string {
  return random.pick(QUESTIONS)(what);
}

/** The user's own: my street, not the street of a customer. */
export const OWN = ' of mine';

/** Whose something is: of the order called …, or the user's own. */
export function ofRow(
  row: Row | undefined,
  value: Json | undefined,
  described: readonly Described[],
  random: Random,
): string {
  if (row === undefined || value === undefined) return '';
  return isPerson(row.table) ? OWN : ` of ${rowPhrase(row, value, described, random)}`;
}

/** the street of mine -> my street */
export function owned(text: string): string {
  return text
    .replace(/\bthe ([^,;.]*?) of the ([^,;.]*?) of the ([^,;.]*?) of mine\b/, 'the $1 of the $2 of my $3')
    .replace(/\bthe ([^,;.]*?) of mine\b/, 'my $1')
    .replace(/^how many (.+?) there are of mine/, 'how many $1 I have')
    .replace(OWN, '');
}

export function pluralOf(table: string): string {
  const words = splitName(table);
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
