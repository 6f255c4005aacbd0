// Writes values and names as people say them. Texts of tasks, of simulated users and of agents without a language model
// use these forms.
import type { Json } from '../values/json.ts';
import { remembered } from './remembered.ts';
import { snakeOf, splitName } from './split-words.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

export function spoken(value: Json, label = ''): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return (label.endsWith('version') ? undefined : spokenDate(value)) ?? value;
  if (typeof value === 'number' && isMoney(label)) return `${value < 0 ? '-' : ''}${amountSaid(value)}`;
  if (Array.isArray(value)) return listed((value as readonly Json[]).map((each) => spoken(each, label)));
  if (value !== null && typeof value === 'object')
    return listed(Object.entries(value).map(([name, each]) => `${labelOf(name)} ${spoken(each as Json, name)}`));
  return String(value);
}

/**
 * Writes a date with its time: 2031-05-11T17:19:00Z becomes "11 May 2031 at 17:19". The zone, midnight and seconds of
 * 00 are left out. Returns undefined for a text that is not a date.
 */
function spokenDate(text: string): string | undefined {
  const date = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?.*)?$/.exec(text);
  if (date === null) return undefined;
  const [, year = '', month = '', day = '', hour, minute = '00', second = '00'] = date;
  const said = `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
  if (hour === undefined || (hour === '00' && minute === '00' && second === '00')) return said;
  return `${said} at ${hour}:${minute}${second === '00' ? '' : `:${second}`}`;
}

const DAY_OF_YEAR = new RegExp(
  String.raw`("[^"]*"|“[^”]*”)|(?<=\b\d{1,2} (?:${MONTHS.join('|')})) (\d{4})\b(?! ?\d|[-/_.]\w)`,
  'g',
);

/** Leaves out the year of dates in the year of the clock, as people do. Words in quotation marks stay as they are. */
export function withoutYear(text: string, clock: string): string {
  return text.replaceAll(DAY_OF_YEAR, (all, quoted: string | undefined, year: string | undefined) =>
    quoted === undefined && year === clock.slice(0, 4) ? '' : all,
  );
}

/** Writes an amount of money without its sign: "$1,234.50", "250 euros". A whole amount has no cents. */
export function amountSaid(value: number, money = '${value}'): string {
  const [whole = '', cents = '00'] = Math.abs(value).toFixed(2).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return money.replace('{value}', () => (cents === '00' ? grouped : `${grouped}.${cents}`));
}

export function isMoney(label: string): boolean {
  return /(^|[ _])(?<!(?:fuel|water|gas|energy|power|food|dose|data)[ _])(price|amount|total|cost|balance|fee|fare|refund(ed)?|paid|charge|salary|budget|deposit|rent|subtotal|tax|discount|credit)s?$/i.test(
    snakeOf(label),
  );
}

export function listed(parts: readonly string[]): string {
  return parts.length <= 1 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** Returns the words for a name without "id" or "no" at its end: "order" for order_id. */
export function labelOf(name: string): string {
  const words = splitName(name);
  return (words.length > 1 && /^(id|no)$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words).join(' ');
}

/**
 * Returns the person whose e-mail address a label means: "mate" for "mate mail". Returns undefined for "email" and
 * "work mail".
 */
export function mailOwner(label: string): string | undefined {
  const owner = /^(\p{L}{2,}) (?:e ?)?mail$/u.exec(label)?.[1];
  return owner === undefined || NO_PERSON.test(owner) ? undefined : owner;
}

const NO_PERSON =
  /^(?:new|old|own|my|your|the|work|home|main|other|second|third|billing|private|contact|send|reply|user|customer|login)$/;

/**
 * Returns the words of a text in lower case, each between spaces, so that a search for " word " finds whole words only.
 */
export const plainWords: (text: string) => string = remembered(
  (text) =>
    ` ${text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `,
);

const CAMEL = /^[a-z]{2,}(?:[A-Z][a-z]+)+$/;

/** Writes an enumerated value in words: cardOnFile becomes "card on file". Other texts are not changed. */
export function camelSaid(value: string): string {
  return CAMEL.test(value) ? value.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : value;
}

/**
 * Tells whether a text contains a value, as it is written or as people say it. A day may be said without its year, but not
 * with another year.
 */
export function says(plain: string, value: Json, label = ''): boolean {
  const camel = typeof value === 'string' && CAMEL.test(value) ? [camelSaid(value)] : [];
  const said = spoken(value, label);
  const isSaid = [String(value), said, ...camel].some((form) => {
    const words = plainWords(form);
    return words.trim() !== '' && plain.includes(words);
  });
  if (isSaid || typeof value !== 'string' || said === value) return isSaid;
  const [day = '', time = ''] = said.split(YEAR);
  return saysDay(plain, `${plainWords(day)}${plainWords(time).trimStart()}`);
}

const YEAR = / \d{4}(?= at |$)/;

/** Tells whether a text says a day of the form " 14 may " or " 14 may at 17 19 ", and no year behind it. */
function saysDay(plain: string, day: string): boolean {
  for (let at = plain.indexOf(day); at !== -1; at = plain.indexOf(day, at + 1))
    if (!/^\d{4} /.test(plain.slice(at + day.length))) return true;
  return false;
}

/**
 * Matches names of true-or-false values that are states, such as archived or is_open. Other names, such as wifi, are
 * switches with "on" and "off".
 */
const STATE = /^(?:is|has|was) |(?:ed|able|open|active|public|private|visible|read|done|hidden|free|full)$/;

/**
 * Returns the state for the name of a true-or-false value, such as "archived". Returns undefined for a switch, such as
 * wifi.
 */
export function stateOf(name: string): string | undefined {
  const label = labelOf(name);
  return STATE.test(label) && label !== 'enabled' && label !== 'active'
    ? label.replace(/^(?:is|has|was) /, '')
    : undefined;
}

/** Tells whether a text says that a switch is on or off, or that a state is true or not, according to the value. */
export function saysSwitch(plain: string, name: string, value: boolean): boolean {
  const state = stateOf(name);
  if (state !== undefined && plain.includes(` ${state} `) && !/ (?:on|off|yes|no) /.test(plain))
    return plain.includes(` not ${state} `) !== value;
  return value ? / (?:on|yes) /.test(plain) && !/ off /.test(plain) : / (?:off|no) /.test(plain);
}
