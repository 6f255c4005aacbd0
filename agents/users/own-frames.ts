// Reads a proposal that the agent makes with one of the environment's own phrases (frames), such as "cancel order
// {order_id}". The positions of the values in a frame are known, so each value can be compared with the wish. Returns
// undefined for a proposal that fits no frame or is unclear; other files then read it word by word.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { datesSaid } from '../../envs/words/dates-said.ts';
import { deedsIn } from '../../envs/words/deeds.ts';
import { labelOf, plainWords, says } from '../../envs/words/spoken.ts';
import { splitName } from '../../envs/words/split-words.ts';
import { said } from '../agents/speech.ts';
import type { Name, Slot } from '../../envs/words/things.ts';

export interface FramedWish {
  readonly arguments: JsonObject;
  readonly slots: readonly Slot[];
  /** The phrases with which the environment's agent proposes this call. */
  readonly frames: readonly string[];
}

export type FrameRead =
  | { readonly kind: 'wanted' }
  | { readonly kind: 'value'; readonly slot: Slot; readonly said: string };

const SELF = /^(?:you|your|yourself|me|myself|her|him|his|hers|them|their|it|its|she|he|they)$/i;
const PLACE = /\{([\w.]+)\}/g;
/** Matches a sentence about a fee or a price, such as "The fee is $4.50." The user cannot know such amounts. */
const CHARGE =
  /(?<![^.!?] )(?:The [\p{L} ]{1,30} is )?[$€£]?\d+(?:\.\d\d)?(?: \p{L}+)?(?: will be charged)?\.(?=\s|$)/gu;
/** The largest number of words around the frame. With more words, the text could say something else. */
const MOST_AROUND = 16;
/**
 * The names of other rows are searched for only if they are longer than this, because a short name may be an ordinary
 * word.
 */
const LEAST_NAME = 6;

export function readInFrame(proposal: string, wishes: readonly FramedWish[]): FrameRead | undefined {
  const differs = new Map<string, FrameRead>();
  const unsure = new Set<string>();
  for (const wish of wishes)
    for (const frame of wish.frames) {
      const found = patternOf(frame, wish).exec(proposal);
      if (found === null) continue;
      const read = readFrame(proposal, frame, wish, found);
      if (read?.kind === 'wanted') return read;
      if (read === undefined) unsure.add(frame);
      else if (!differs.has(frame)) differs.set(frame, read);
    }
  // a difference counts only if no other wish with the same frame might be meant
  return [...differs].find(([frame]) => !unsure.has(frame))?.[1];
}

function readFrame(proposal: string, frame: string, wish: FramedWish, found: RegExpExecArray): FrameRead | undefined {
  const end = found.index + found[0].length;
  const more = restOfDate(proposal, end, frame) ?? restOfName(found.at(-1) ?? '', proposal.slice(end), frame, wish);
  const before = proposal.slice(0, found.index).replaceAll(CHARGE, ' ');
  const around = withoutOwn(`${before} ${proposal.slice(end + more.length)}`, wish);
  if (/\d/.test(around) || splitName(around).length > MOST_AROUND || deedsIn(around).size > 0) return undefined;
  // words around the frame may name another value, as in "reserve it, to be picked up at another branch"
  const beside = plainWords(around);
  const isElsewhere = wish.slots.some(({ own, others }) => {
    const names = new Set(own.map(({ value }) => plainWords(String(value))));
    return others.some(({ value }) => {
      const name = plainWords(String(value));
      return typeof value === 'string' && name.length > LEAST_NAME && beside.includes(name) && !names.has(name);
    });
  });
  if (isElsewhere) return undefined;
  const places = [...frame.matchAll(PLACE)];
  for (const [at, [, path = '']] of places.entries()) {
    const text = `${found[at + 1] ?? ''}${at === places.length - 1 ? more : ''}`;
    const plain = plainWords(text);
    const wanted = valueAt(path.split('.'), wish.arguments);
    const place = typeof wanted === 'boolean' ? switchOf(path, wanted) : placeOf(path, wish);
    if (place === undefined) {
      if (isInside(path, wish)) continue;
      return undefined;
    }
    const isSaid = (name: Name): boolean => isIn(plain, name);
    if (place.own.some(isSaid)) continue;
    // the text has "you" or "her" in place of a name, which cannot be compared
    if (SELF.test(text.trim())) return undefined;
    // a part of a name may mean another person: "discharge Edith" may not be about Edith Castellano
    if (place.own.some((name) => isPart(plain, name))) return undefined;
    // a text with a name in place of an id cannot be compared here
    if (typeof wanted === 'string' && /\d/.test(wanted) && !/\d/.test(text)) return undefined;
    // another value of the same row is as good, such as the title of the book for the title of the copy
    if (place.own.length === 0 && place.slot.own.some(isSaid)) continue;
    // the text says another value of the wished row, so it is not plainly wrong
    if (place.slot.own.some((name) => typeof name.value === 'string' && isSaid(name))) return undefined;
    const isOther = place.slot.others.some(isSaid);
    // the user knows no value of this kind for the row, so it notices only the value of another row
    if (place.own.length === 0 && !place.slot.own.some((name) => isAlike(name, path))) {
      if (isOther) return undefined;
      continue;
    }
    // the user objects only to a value that it knows, to the value of another row, or to a quoted one
    if (place.own.length > 0 || isOther || /["“]/.test(frame)) return { kind: 'value', slot: place.slot, said: text };
  }
  return { kind: 'wanted' };
}

/**
 * Removes words about the wished rows from the text around a frame: their values with digits (keys, days and amounts),
 * and words such as "for move" before a key.
 */
function withoutOwn(around: string, { slots }: FramedWish): string {
  const rows = slots.filter(({ isRow }) => isRow);
  const plain = rows.reduce(
    (text, { name, value }) => text.replace(`for ${labelOf(name)} ${String(value)}`, ''),
    around,
  );
  return rows
    .flatMap(({ own }) => own.filter(({ value }) => /\d/.test(String(value))))
    .flatMap(({ value, label }) => [String(value), said(value, label), yearless(said(value, label))])
    .sort((one, other) => other.length - one.length)
    .reduce((text, value) => text.replaceAll(new RegExp(`(?<![\\w-])${escaped(value)}(?![\\w-])`, 'g'), ' '), plain);
}

/** Tells whether a text, in lower case without punctuation, contains a name. */
function isIn(plain: string, { value, label }: Name): boolean {
  return says(plain, value, label) || says(plain, said(value, label), label);
}

/** Tells whether a text is a part of a name that has several words. */
function isPart(plain: string, { value }: Name): boolean {
  return typeof value === 'string' && !/\d/.test(value) && plain.trim() !== '' && plainWords(value).includes(plain);
}

const yearless = (words: string): string => words.replace(/^(\d{1,2} \p{Lu}\p{L}+) \d{4}\b/u, '$1');

/**
 * If the end of a frame was matched with only a part of a date, returns the rest of the date and its time: " March 2031
 * at 10:15" after "on 5". Otherwise returns undefined.
 */
function restOfDate(proposal: string, end: number, frame: string): string | undefined {
  if (!frame.endsWith('}')) return undefined;
  const date = datesSaid(proposal).find((each) => each.start < end && end < each.end);
  if (date === undefined) return undefined;
  const time = /^ at \d{1,2}:\d\d(?::\d\d)?/.exec(proposal.slice(date.end))?.[0] ?? '';
  return proposal.slice(end, date.end + time.length);
}

/**
 * Returns the rest of a name of several words, if a placeholder at the end of the frame was matched only with its first
 * word. Returns an empty text if the words that follow belong to no known name.
 */
function restOfName(first: string, after: string, frame: string, wish: FramedWish): string {
  const path = /\{([\w.]+)\}$/.exec(frame)?.[1];
  const place = path === undefined ? undefined : placeOf(path, wish);
  if (place === undefined) return '';
  const names = [...place.own, ...place.slot.own, ...place.slot.others];
  const text = `${first}${after}`.toLowerCase();
  const whole = names
    .map(({ value }) => String(value))
    .filter((name) => name.length > first.length && text.startsWith(name.toLowerCase()))
    .filter((name) => !/^[\p{L}\p{N}]/u.test(text.slice(name.length)))
    .sort((one, other) => other.length - one.length)[0];
  if (whole !== undefined) return after.slice(0, whole.length - first.length);
  let more = '';
  for (const [word] of /^(?: [^\s.?!,;]+)*/.exec(after)?.[0].matchAll(/ \S+/g) ?? []) {
    const plain = plainWords(first + more);
    if (names.some((name) => isIn(plain, name))) return more;
    more += word;
  }
  const last = plainWords(first + more);
  return names.some((name) => isIn(last, name)) ? more : '';
}

/** Returns the place for a switch (a true or false argument), whose value an agent says as "on" or "off". */
function switchOf(path: string, isOn: boolean): { readonly slot: Slot; readonly own: readonly Name[] } {
  const name = path.split('.').at(-1) ?? '';
  const [value, other] = isOn ? ['on', 'off'] : ['off', 'on'];
  const own = [{ label: name, value }];
  return { own, slot: { name, value, own, others: [{ label: name, value: other }], isRow: false } };
}

function valueAt([step, ...rest]: readonly string[], value: Json | undefined): Json | undefined {
  if (step === undefined || typeof value !== 'object' || value === null) return step === undefined ? value : undefined;
  return valueAt(rest, isJsonObject(value) ? value[step] : (value as readonly Json[])[Number(step)]);
}

/**
 * Finds the argument of the wish for a placeholder such as {lines.0.count} or {order_id.placed_at}, and the values that
 * fit the placeholder. Returns undefined if the wish has no such argument.
 */
function placeOf(path: string, wish: FramedWish): { readonly slot: Slot; readonly own: readonly Name[] } | undefined {
  let value: Json | undefined = wish.arguments;
  let name = '';
  const rest = path.split('.');
  while (rest.length > 0 && typeof value === 'object' && value !== null) {
    const [step = ''] = rest.splice(0, 1);
    value = isJsonObject(value) ? value[step] : (value as readonly Json[])[Number(step)];
    if (!/^\d+$/.test(step)) name = step;
  }
  const slot = wish.slots.find((each) => each.name === name && each.value === value);
  const label = rest.at(-1);
  if (slot === undefined || rest.length > 1) return undefined;
  return {
    slot,
    own: label === undefined ? [{ label: name, value: slot.value as Name['value'] }] : namesAt(label, slot),
  };
}

/**
 * Tells whether a placeholder such as {bookingId.fare.fareType} lies deep inside a row of which the user knows only the
 * key.
 */
function isInside(path: string, { slots, arguments: args }: FramedWish): boolean {
  const [name = '', ...rest] = path.split('.');
  const slot = slots.find((each) => each.name === name && each.value === args[name]);
  return rest.length > 1 && slot !== undefined && slot.own.length === 1;
}

function namesAt(label: string, { own }: Slot): Name[] {
  return own.filter((each) => each.label === label);
}

/**
 * Tells whether a name's label and a placeholder end with the same word, as titles_title and {copy_id.title} do. Such a
 * name fits the placeholder.
 */
function isAlike({ label }: Name, path: string): boolean {
  const steps = path.split('.');
  return (
    steps.length > 1 && splitName(label).length > 1 && splitName(label).at(-1) === splitName(steps.at(-1) ?? '').at(-1)
  );
}

/**
 * Returns a pattern for the words of a frame, with any text in place of the values. The wished value is tried first,
 * because a value such as "675 E Broadway, Apt 17" may itself contain the words or marks that follow its placeholder.
 */
function patternOf(frame: string, wish: FramedWish): RegExp {
  // the agent may have changed "a" before a value to "an"
  const [first = '', ...rest] = frame
    .split(/\{[\w.]+\}/)
    .map((text) => escaped(text).replace(/(?<![\w-])([Aa]) $/, '$1n? '));
  const paths = [...frame.matchAll(PLACE)].map(([, path = '']) => path);
  const place = (path: string): string => {
    const own = [
      valueAt(path.split('.'), wish.arguments),
      ...(placeOf(path, wish)?.own ?? []).map(({ value }) => value),
    ];
    const whole = own
      .filter((value) => typeof value === 'string' && /\P{L}/u.test(value))
      .map((value) => escaped(String(value)));
    return `(${[...whole, '.+?'].join('|')})`;
  };
  const words = rest.map((text, at) => `${place(paths[at] ?? '')}${text}`).join('');
  return new RegExp(`(?<![\\w-])${first}${words}(?=[.?!]?(?:\\s|$))`, 'i');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
