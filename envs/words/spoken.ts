// Values and names as people say them. A task's text, a simulated user and an agent without a model all use these
// forms.
import type { Json } from '../values/json.ts';
import { remembered } from './remembered.ts';
import { splitName } from './split-words.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** A value as people say it. */
export function spoken(value: Json, label = ''): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return (label.endsWith('version') ? undefined : spokenDate(value)) ?? value;
  if (typeof value === 'number' && isMoney(label)) return `$${Number.isInteger(value) ? value : value.toFixed(2)}`;
  if (Array.isArray(value)) return listed((value as readonly Json[]).map((each) => spoken(each, label)));
  if (value !== null && typeof value === 'object')
    return listed(Object.entries(value).map(([name, each]) => `${labelOf(name)} ${spoken(each as Json, name)}`));
  return String(value);
}

/** 2031-05-11T17:19:00Z -> 11 May 2031 at 17:19. Only the zone, midnight and whole-minute seconds are left out. */
function spokenDate(text: string): string | undefined {
  const date = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?.*)?$/.exec(text);
  if (date === null) return undefined;
  const [, year = '', month = '', day = '', hour, minute = '00', second = '00'] = date;
  const said = `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
  if (hour === undefined || (hour === '00' && minute === '00' && second === '00')) return said;
  return `${said} at ${hour}:${minute}${second === '00' ? '' : `:${second}`}`;
}

export function isMoney(label: string): boolean {
  return /(^|[ _])(?<!(?:fuel|water|gas|energy|power|food|dose|data)[ _])(price|amount|total|cost|balance|fee|fare|refund(ed)?|paid|charge|salary|budget|deposit|rent|subtotal|tax|discount|credit)s?$/i.test(
    label,
  );
}

export function listed(parts: readonly string[]): string {
  return parts.length <= 1 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** order_id -> order: the name of the thing that the id belongs to. */
export function labelOf(name: string): string {
  const words = splitName(name);
  return (words.length > 1 && /^(id|no)$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words).join(' ');
}

/** Text as words between spaces, for finding whole words in it. */
export const plainWords: (text: string) => string = remembered(
  (text) =>
    ` ${text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `,
);

/** Whether a text says a value: as it is written, or as people say it. */
export function says(plain: string, value: Json, label = ''): boolean {
  return [String(value), spoken(value, label)].some((form) => {
    const words = plainWords(form);
    return words.trim() !== '' && plain.includes(words);
  });
}

/** Names that say yes by themselves: archived, is open. Others are switched on and off. */
const STATE = /^(?:is|has|was) |(?:ed|able|open|active|public|private|visible|read|done|hidden|free|full)$/;

/** The state that a name of yes or no means: archived, tracked as inventory; undefined for a switch such as wifi. */
export function stateOf(name: string): string | undefined {
  const label = labelOf(name);
  return STATE.test(label) && label !== 'enabled' && label !== 'active'
    ? label.replace(/^(?:is|has|was) /, '')
    : undefined;
}

/** Whether a text says that something is switched on or off, or that it is or is not in its state. */
export function saysSwitch(plain: string, name: string, value: boolean): boolean {
  const state = stateOf(name);
  if (state !== undefined && plain.includes(` ${state} `) && !/ (?:on|off|yes|no) /.test(plain))
    return plain.includes(` not ${state} `) !== value;
  return value ? / (?:on|yes) /.test(plain) && !/ off /.test(plain) : / (?:off|no) /.test(plain);
}
