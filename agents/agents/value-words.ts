// Puts the values of a call into words, such as: the note "Ring twice.", on 3 May 2031, a height of 9.25 cm,
// notifications switched on.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { measured, withUnit } from '../../envs/words/measured.ts';
import { camelSaid, isMoney, labelOf, listed, spoken } from '../../envs/words/spoken.ts';
import { plural } from '../../envs/words/split-words.ts';

export interface Leaf {
  readonly name: string;
  readonly value: Json;
  readonly isRow: boolean;
}

/** Returns an argument's name without "id" or "ids" at its end: messageIds becomes "message". */
export function nameOf(name: string): string {
  const label = labelOf(name).replace(/ ids?$/, '');
  return label === 'ids' ? 'id' : label;
}

const NEAR = /^(?:to|from|in|at|by|for|until|between)$/;
const OF = /(?:^| )(?:size|type|kind|category|class|colou?r)$/;

/**
 * Tells whether a value is said directly after its noun, as in "an order of size small" and "an invitation to
 * ann@example.com".
 */
export function isNear({ name, value }: Leaf): boolean {
  return (NEAR.test(nameOf(name)) || OF.test(nameOf(name))) && (typeof value === 'string' || Array.isArray(value));
}

export function nearby({ name, value }: Leaf): string {
  const said = listed(
    (Array.isArray(value) ? (value as readonly Json[]) : [value]).map((each) =>
      quoted({ name, value: each, isRow: false }),
    ),
  );
  return NEAR.test(nameOf(name)) ? `${nameOf(name)} ${said}` : `of ${nameOf(name)} ${said}`;
}

export function isDay({ value }: Leaf): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && spoken(value) !== value;
}

/**
 * Puts a date into words by the name of its argument: "on 3 May 2031", "due on 3 May 2031", or "with the delivery date
 * 3 May 2031".
 */
export function onDay({ name, value }: Leaf): string {
  const label = nameOf(name).replace(/^(?:new|scheduled) /, '');
  const day = spoken(value);
  const [first = ''] = label.split(' ');
  if (/^(?:date|day|when|time|datetime|date time)$/.test(label)) return `on ${day}`;
  if (/^due\b/.test(label)) return `due on ${day}`;
  if (/^(?:from|to|until|till|since|before|after|by)$/.test(label)) return `${label} ${day}`;
  if (/^(?:start|begin)$/.test(first)) return `starting on ${day}`;
  if (/^(?:end|finish)$/.test(first)) return `ending on ${day}`;
  if (first.startsWith('expir')) return `expiring on ${day}`;
  return `with the ${label.replace(/ (?:at|on)$/, ' date')} ${day}`;
}

const ASIDE = /^(?:body|text|message|content|comment|note|description)$/;

export function isAside(name: string): boolean {
  return ASIDE.test(nameOf(name)) || nameOf(name).endsWith('reason');
}

export function aside(each: Leaf): string {
  return typeof each.value === 'string' ? `the ${nameOf(each.name)} "${worded(each.value)}"` : stated(each);
}

/** Puts a value into words with its name: the quantity 2, express shipping switched on, the tags red and blue. */
export function stated({ name, value }: Leaf): string {
  const label = nameOf(name);
  const unit = typeof value === 'number' ? measured(label) : undefined;
  if (unit !== undefined) return `${article(unit.what)} ${unit.what} of ${withUnit(Number(value), unit)}`;
  const rate = typeof value === 'number' ? /^times? ((?:a|an|per|each) \p{L}+)$/u.exec(label)?.[1] : undefined;
  if (rate !== undefined) return `${String(value)} ${value === 1 ? 'time' : 'times'} ${rate}`;
  if (typeof value === 'boolean') return `${label} switched ${value ? 'on' : 'off'}`;
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    if (list.length === 0) return `no ${plural(label)}`;
    if (list.some((each) => isJsonObject(each)))
      return `${list.length === 1 ? `the ${label}` : `these ${plural(label)}`} (${list.map((each) => (isJsonObject(each) ? membersOf(each) : spoken(each, label))).join('; ')})`;
    return `the ${list.length === 1 ? label : plural(label)} ${listed(list.map((each) => quoted({ name, value: each, isRow: false })))}`;
  }
  if (isJsonObject(value)) return `the ${label} (${membersOf(value)})`;
  return `the ${label} ${quoted({ name, value, isRow: false })}`;
}

function membersOf(object: JsonObject): string {
  return Object.entries(object)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) =>
      typeof value === 'object'
        ? stated({ name, value: value as Json, isRow: false })
        : `${nameOf(name)} ${quoted({ name, value: value as Json, isRow: false })}`,
    )
    .join(', ');
}

export const PLAIN = /^[\p{L}\p{N}@.:/+-]+$/u;

export const SNAKE = /^[a-z]+(?:_[a-z]+)+$/;

/**
 * Writes an enumerated value in words: charged_twice becomes "charged twice", and cardOnFile becomes "card on file".
 */
export function worded(value: string): string {
  return SNAKE.test(value) ? value.replaceAll('_', ' ') : camelSaid(value);
}

export function quoted({ name, value: raw }: Leaf): string {
  const value = typeof raw === 'string' ? worded(raw) : raw;
  const said = spoken(value, name);
  if (typeof value === 'string' && said === value && !PLAIN.test(value)) return `"${said}"`;
  if (typeof value === 'number' && isMoney(name)) return said;
  return said;
}

export function article(noun: string): string {
  return /^(?:[aeio]|u(?!ni|se|til)|hour)/i.test(noun) && !/^(?:one|eu)/i.test(noun) ? 'an' : 'a';
}
