// Compares a text about a call with the call, and finds another row, date, amount, place or choice that the text names.
// Unclear words count as not said.
import type { Json } from '../values/json.ts';
import { clausesOf, isDenied, plainMarks } from './clauses.ts';
import { mayBeDay, type DateOrder } from './dates-said.ts';
import { isNounOf, misplacedIn } from './explained.ts';
import { regionName } from './regions.ts';
import {
  DATE,
  keysIn,
  LITTLE,
  plainStreets,
  readingOf,
  streets,
  TIME,
  unitAfter,
  unitOf,
  UNITS,
  type Reading,
} from './reading.ts';
import { remembered } from './remembered.ts';
import { isMoney, plainWords, spoken } from './spoken.ts';
import { CAUSE, claimedBy, strangeCause, strangeValue, tokensOf } from './strange-values.ts';
import type { Name, Slot } from './things.ts';
import { splitName } from './split-words.ts';
import { isTime } from './times-said.ts';

export interface Mistold {
  readonly slot: Slot;
  /** The value that the text says instead of the right one. */
  readonly said: string;
}

export interface Told {
  readonly wrong: readonly Mistold[];
  /** The arguments that the text states rightly. */
  readonly named: readonly Slot[];
}

/**
 * Compares a message with the arguments of a call. `known` is the user's wish; its values are not wrong. `beside` holds
 * the arguments of other calls that the message is about; their values are not wrong either.
 */
export function compareTold(
  message: string,
  slots: readonly Slot[],
  known: string,
  order: DateOrder,
  beside: readonly Slot[] = [],
): Told {
  const text = plainMarks(message);
  // if the user wants to keep something, clauses about keeping it are compared too
  const keeps = /\b(?:keep|kept|hold|held|stay|leave|store)\b/i.test(known);
  const rests = new Map<number, number>();
  for (const { text: clause, sentence, end } of clausesOf(message))
    if (REST.test(clause) && STAYS.test(clause)) rests.set(sentence, Math.min(end, rests.get(sentence) ?? Infinity));
  const asserted = clausesOf(message)
    .filter((clause) => !isContrast(clause.text, keeps))
    // clauses after words such as "the rest stays" are left out, because they list things that do not change
    .filter(({ sentence, start }) => start < (rests.get(sentence) ?? Infinity))
    .map((clause) => text.slice(clause.start, clause.end).replaceAll(INSTEAD, ' ').replaceAll(IDIOMS, ' '))
    .join(' , ');
  const keys = keysIn(message, kindsIn([...slots, ...beside]));
  const reading = { ...readingOf(asserted, order), keys };
  const wished = readingOf(known, order);
  const whole = { ...readingOf(text, order), keys };
  const wrong: Mistold[] = [];
  const named: Slot[] = [];
  const all = [...slots, ...beside];
  const claimed = claimedBy(reading, all, wished);
  const elsewhere = new Set(beside.flatMap(({ own }) => own.map(({ value }) => value)));
  for (const slot of slots) {
    // reasons are searched for in the whole text, because their words "no longer needed" do not deny anything
    const here = CAUSE.test(slot.name) ? whole : reading;
    const own = mentions(here, slot.own, slot.others, !slot.isRow);
    // a value that this call sets may also be a name of another row: another phone line may have the plan that this
    // line gets
    const gets = slots.filter((each) => each !== slot).flatMap((each) => each.own);
    // a date that the call sets, or that the wish contains, is not taken for the date of another row
    const free = { ...here, dates: here.dates.filter((date) => !claimed.dates.has(date)) };
    const mistakable = mentions(free, slot.others, slot.own, CAUSE.test(slot.name)).filter(
      ({ value }) => (!slot.isRow && typeof value !== 'number') || !gets.some((each) => sameName(each.value, value)),
    );
    // if the text names this row, it may also name the rows of the other calls, so their names are not wrong
    const others = own.length > 0 ? mistakable.filter(({ value }) => !elsewhere.has(value)) : mistakable;
    if (own.length > 0) named.push(slot);
    if (own.length === 0 && others.length > 0) {
      // a name that the wish itself contains is not wrong
      const strange = others.find(
        (each) =>
          isOfKind(slot, each) &&
          mentions(wished, [each], slot.own).length === 0 &&
          !slot.own.some(({ value }) => isSameWord(value, each.value)),
      );
      if (strange !== undefined) {
        wrong.push({ slot, said: String(strange.value) });
        continue;
      }
    }
    if (own.length > 0 && others.some((each) => isOfKind(slot, each)) && slot.isRow && BOTH.test(asserted)) {
      wrong.push({ slot, said: String(others.find((each) => isOfKind(slot, each))?.value) });
      continue;
    }
    // a date counts more than a word: a text with the date of another order is wrong even if it names the mugs of this
    // order
    const day = slot.isRow ? otherDay(own, others) : undefined;
    if (day !== undefined && mentions(wished, [day], slot.own).length === 0) {
      wrong.push({ slot, said: String(day.value).slice(0, 10) });
      continue;
    }
    if (own.length > 0) continue;
    const strange =
      strangeValue(slot, reading, { ...claimed, tokens: tokensOf(slot, all) }, known) ??
      strangeCause(slot, text, known);
    if (strange !== undefined) wrong.push({ slot, said: strange });
  }
  if (wrong.length > 0) return { wrong, named };
  return { wrong: misplacedIn(slots, all, { reading, whole, wished }), named };
}

/**
 * Tells whether a name can be a name of this argument. An amount cannot identify a row, because it may be a price, a
 * total or a sum.
 */
function isOfKind({ isRow }: Slot, { value }: Name): boolean {
  return !isRow || typeof value !== 'number';
}

function sameName(one: Json, other: Json): boolean {
  return plainWords(String(one)).trim() === plainWords(String(other)).trim();
}

/** Tells whether two values are noun and participle of the same verb, such as withdrawal and withdrawn. */
function isSameWord(one: Json, other: Json): boolean {
  if (typeof one !== 'string' || typeof other !== 'string' || !WORD.test(one) || !WORD.test(other)) return false;
  return isNounOf(one.toLowerCase(), other.toLowerCase());
}

const WORD = /^\p{L}{7,}$/u;

function otherDay(own: readonly Name[], others: readonly Name[]): Name | undefined {
  const isSure = ({ value }: Name): boolean =>
    typeof value === 'string' && (DATE.test(value) || /^[\p{L}-]*\d[\p{L}\d-]*$/u.test(value));
  return own.some(isSure) ? undefined : others.find(({ value }) => typeof value === 'string' && DATE.test(value));
}

/**
 * Tells whether a clause excludes something, or says that something does not change. Words in quotation marks are a
 * value: the name "No more stumbling" does not deny anything.
 */
function isContrast(clause: string, keeps: boolean): boolean {
  const own = clause.replaceAll(QUOTED, '""');
  return isDenied(own.replaceAll(INSTEAD, ' ')) || ((!keeps || STAYS_SO.test(own)) && STAYS.test(own));
}

const QUOTED = /"[^"]*"|“[^”]*”/g;

/**
 * Matches words that say that something does not change, even if the user wants to keep something: "Harvest Tray
 * stays."
 */
const STAYS_SO =
  /\b(?:stays|remains|unchanged|untouched|unaffected|as (?:it|they) (?:is|are))\b(?! (?:with|for|until|in) you\b)/i;

const REST = /\b(?:the rest|(?:the|all) others?|everything else|the other \p{L}+)\b/iu;

const STAYS =
  /\b(?:stay(?:s|ing)?|remain(?:s|ing)?|continues?|(?:is|are|was|were) still|untouched|unaffected|unchanged|as (?:it|they) (?:is|are|was|were)|left alone|leave (?:\w+ ){0,4}(?:alone|as))\b/i;
/**
 * Matches words that stand for no value: "Good morning" proposes no morning, "That's done." tells no state, and "go ahead"
 * names no class Go.
 */
const IDIOMS =
  /\bgood (?:morning|afternoon|evening)\b|\bgo ahead\b|(?<=^|[.!?] )(?:all )?done(?=[.,!:;])|\b(?:that|all)(?:'s| is) done(?=[.,!:;]|$)/gi;

const INSTEAD = /\b(?:instead of|rather than)\b[^,.;]{0,40}/gi;

const BOTH = /\b(?:both|as well as|along with|together with|all (?:two|three|four|of (?:them|your))|and also|plus)\b/i;

/** Returns the names that a text mentions. A word counts only if the names of other rows do not contain it. */
function mentions(reading: Reading, names: readonly Name[], against: readonly Name[], whole = false): Name[] {
  const theirs = new Set(against.flatMap(({ value }) => wordsOf(value)));
  // names that the text says in full are removed first, so that "Ibuprofen tablets 200 mg" does not count as
  // Paracetamol tablets
  const rest = lazily(() => {
    const plain = withoutMails(reading);
    const wholes = [...names, ...against]
      .map(({ value }) => (typeof value === 'string' ? plainStreets(value) : ''))
      .filter((each) => each.trim().includes(' ') && plain.includes(each));
    return wholes.reduce((left, each) => left.replaceAll(each, ' | '), plain);
  });
  const taken = against.map(({ value }) => plainStreets(String(value))).filter((each) => each.trim() !== '');
  return names.filter(({ label, value }) => {
    if (against.some((each) => each.value === value)) return false;
    if (typeof value === 'string' && DATE.test(value))
      return (
        // "on the 9th" does not mean a birthday
        reading.dates.some((date) => mayBeDay(date, value) && (date.year !== undefined || !BIRTH.test(label))) &&
        !against.some((each) => typeof each.value === 'string' && each.value.slice(0, 10) === value.slice(0, 10))
      );
    if (typeof value === 'string' && TIME.test(value)) return reading.times.some((time) => isTime(time, value));
    if (typeof value === 'number') return saysNumber(reading, label, value);
    const phrase = plainStreets(value);
    if (phrase.trim() === '' || (/^[ai]$/i.test(value) && !saysLetter(reading, label, value))) return false;
    // the text ord_1006 mentions neither loa_1006 nor the code 1006
    if (isOtherKind(reading, value)) return false;
    if (withoutLonger(reading.plain, phrase, taken).includes(phrase)) return true;
    // an address needs its number: "Harbor Street" does not mean 7 Harbor Street
    if (whole && (/\d/.test(value) || wordsOf(value).length > 1)) return saysRegion(reading.plain, value);
    const digits = value.replaceAll(/\D/g, '');
    if (digits.length >= 6 && saysEnding(reading.text, digits, against)) return true;
    // a long name is not mentioned if only one or two of its words are
    const telling = wordsOf(value).filter((word) => !LITTLE.has(word));
    const plain = rest();
    const said = telling.filter((word) => !theirs.has(word) && plain.includes(` ${word} `));
    return said.length > 0 && said.length * LONG >= telling.length;
  });
}

/** Tells whether a text says a letter that is also a word. "Let me have a look" does not mention bay A. */
function saysLetter({ text, plain }: Reading, label: string, letter: string): boolean {
  const after = splitName(label).some((word) => plain.includes(` ${word} ${letter.toLowerCase()} `));
  return after || (letter === 'A' && /(?<=[\p{L}\d,:] |["'(])A(?![\p{L}\d'’])/u.test(text));
}

function lazily(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}

const BIRTH = /born|birth|dob/i;

/** Returns the words of a text without e-mail addresses: okoye@patents.example does not mention Adaeze Okoye. */
function withoutMails({ text, plain }: Reading): string {
  return text.includes('@') ? plainStreets(text.replaceAll(/\S+@\S+/g, ' ')) : plain;
}

const KEY = /^(?:(\p{L}+)[_-])?(\d+)$/u;

/** Returns the kinds of the keys in arguments: "ord" for ord_1006. */
function kindsIn(slots: readonly Slot[]): Set<string> {
  const kinds = new Set<string>();
  for (const { own, others } of slots)
    for (const { value } of [...own, ...others]) {
      const kind = typeof value === 'string' ? KEY.exec(value)?.[1] : undefined;
      if (kind !== undefined) kinds.add(kind.toLowerCase());
    }
  return kinds;
}

/** Tells whether the digits of a key occur in a text only inside keys of other kinds. */
function isOtherKind({ plain, keys = [] }: Reading, value: string): boolean {
  const [, kind = '', digits = ''] = KEY.exec(value) ?? [];
  const others = keys.filter((key) => key.digits === digits && key.kind !== kind.toLowerCase());
  return others.length > 0 && plain.split(` ${digits} `).length - 1 <= others.length;
}

function saysRegion(plain: string, value: string): boolean {
  const name = regionName(value);
  return name !== undefined && plain.includes(plainWords(name));
}

/**
 * A text mentions a row if it contains at least 1/LONG of the words of the row's name. Words such as "the" are not
 * counted.
 */
const LONG = 3;

/** Returns the names that a text mentions with words that distinguish them from the names in `against`. */
export function namesSaid(text: string, names: readonly Name[], against: readonly Name[], order: DateOrder): Name[] {
  return mentions(readingOf(plainMarks(text), order), names, against);
}

/**
 * Tells whether a text mentions an id by its last digits, as in "the one ending in 211". No other id may have these
 * digits.
 */
function saysEnding(text: string, digits: string, against: readonly Name[]): boolean {
  return [
    ...text.matchAll(
      /\b(?:ending|ends|end|finishing)(?: in| with| on)? (?:-|\.\.\.)?(\d{2,5})\b|(?:\.\.\.|…|x{2,}|-)(\d{3,4})\b/gi,
    ),
  ].some(([, one, two]) => {
    const tail = one ?? two ?? '';
    return digits.endsWith(tail) && !against.some(({ value }) => String(value).replaceAll(/\D/g, '').endsWith(tail));
  });
}

/** Removes longer names from a text, because "Go 50 World" does not mention "Go 50". */
function withoutLonger(plain: string, phrase: string, taken: readonly string[]): string {
  return taken
    .filter((other) => other !== phrase && other.includes(phrase))
    .reduce((text, other) => text.replaceAll(other, ' | '), plain);
}

function saysNumber(reading: Reading, label: string, value: number): boolean {
  const money = isMoney(label) || !Number.isInteger(value) || /limit|amount/.test(label);
  return reading.numbers.some(
    ({ number, isMoney: marked, end }) =>
      number === value &&
      (money ? marked || value >= 20 : !marked) &&
      (money || unitAfter(reading.text, end, label) || UNITS[unitOf(label)] === undefined),
  );
}

function wordsOf(value: Json): readonly string[] {
  if (typeof value !== 'string' || DATE.test(value) || TIME.test(value)) return NO_WORDS;
  return wordsOfText(value);
}

const NO_WORDS: readonly string[] = [];
const wordsOfText = remembered((text): readonly string[] =>
  streets(plainWords(spoken(text)))
    .trim()
    .split(' ')
    .filter((word) => word.length >= 3 && !/^\d{1,2}$/.test(word)),
);
