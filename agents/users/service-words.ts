// What the service's own words tell about a proposal. Each tool has a name, a description and phrases; the words that a
// proposal shares with them tell which tool it means. A proposal of the user's own tool, in which every day, number,
// name and choice is explained, is the wish, whatever its other words are.
import type { Json } from '../../envs/values/json.ts';
import { leavesOf } from '../../envs/values/places.ts';
import { otherChoice } from '../../envs/verification/strange-choices.ts';
import { strangeNames } from '../../envs/verification/strange-names.ts';
import { isCommon } from '../../envs/verification/reading/reply-reader.ts';
import { datesSaid, type DateOrder } from '../../envs/words/dates-said.ts';
import { numbersSaid } from '../../envs/words/numbers-said.ts';
import { isMoney, spoken } from '../../envs/words/spoken.ts';
import { singular, splitName, splitProse } from '../../envs/words/split-words.ts';
import { timesSaid } from '../../envs/words/times-said.ts';
import type { Slot } from '../../envs/words/things.ts';
import { contentOf, type Service } from './service.ts';
import type { Wish } from './wishes.ts';

export interface ToolRead {
  /** The service's words mean the tools of these wishes. */
  readonly meant: readonly Wish[];
  /** Whether the words mean one of the wishes' tools alone, several tools, or another one. */
  readonly kind: 'own' | 'shared' | 'other';
}

export function readTool(text: string, wishes: readonly Wish[], { tools }: Service): ToolRead {
  const said = new Set(contentOf(text));
  const score = (name: string): number =>
    [...(tools.get(name) ?? [])].reduce((sum, [word, weight]) => sum + (said.has(word) ? weight : 0), 0);
  const own = new Set(wishes.map(({ tool }) => tool));
  const best = Math.max(0, ...[...own].map(score));
  const rival = Math.max(0, ...[...tools.keys()].filter((name) => !own.has(name)).map(score));
  const meant = best === 0 ? wishes : wishes.filter(({ tool }) => score(tool) === best);
  if (best === 0) return { meant, kind: rival === 0 ? 'shared' : 'other' };
  return { meant, kind: best > rival ? 'own' : best === rival ? 'shared' : 'other' };
}

/**
 * Returns a choice that a proposal says in place of those that the user wants: "as a voucher" for a refund to the card.
 * `part` is what the user has said of this wish; a choice in it is wanted, and another one of the field is not.
 */
export function choiceBeside(
  text: string,
  wishes: readonly Wish[],
  part: string | undefined,
): { slot: Slot; said: string; isSure: boolean } | undefined {
  const [{ service } = {}] = wishes;
  if (service === undefined) return undefined;
  const plain = ` ${splitProse(text).join(' ')} `;
  const told = ` ${splitProse(part ?? '').join(' ')} `;
  const slots = wishes.flatMap((wish) => wish.slots);
  // a row may have rows inside, with other values than the argument itself
  const direct = new Set(slots.flatMap(({ name, isRow }) => (isRow ? [] : [name])));
  const fields = new Map<string, { slot: Slot; own: Set<string> }>();
  for (const slot of slots)
    for (const { label, value } of slot.own) {
      if (typeof value !== 'string' || (slot.isRow && direct.has(label))) continue;
      const field = fields.get(label) ?? { slot, own: new Set() };
      fields.set(label, { slot, own: field.own.add(value) });
    }
  const says = (words: string, value: string): boolean => words.includes(` ${splitName(value).join(' ')} `);
  const things = wishes.flatMap(({ words }) => words.map(singular));
  for (const [label, { slot, own }] of fields) {
    const wanted = [...own].filter((value) => says(told, value));
    const mine = new Set(wanted.length > 0 ? wanted : own);
    if ([...mine].some((value) => says(plain, value))) continue;
    // "workplace" is a topic, and may be the team of another wish
    const isOfOther = (choice: string): boolean =>
      [...fields].some(([other, each]) => other !== label && [...each.own].some((value) => says(choice, value)));
    const said =
      otherChoice(text, label, mine, service.values, isOfOther, things) ??
      [...own]
        .filter((value) => wanted.length > 0 && !mine.has(value) && !isCommon(value))
        .map((value) => ` ${splitName(value).join(' ')} `)
        .find((choice) => plain.includes(choice));
    if (said !== undefined) return { slot, said: said.trim(), isSure: part !== undefined && !told.includes(said) };
  }
  return undefined;
}

export interface Explained {
  readonly wish: Wish;
  readonly named: readonly Slot[];
  readonly wishes: readonly Wish[];
  readonly told: string;
  readonly order: DateOrder;
}

/** Tells whether every day, time, number, key and name of a proposal is the wish's, or no value of the wish. */
export function isExplained(text: string, { wish, named, wishes, told, order }: Explained): boolean {
  const { service } = wish;
  if (service === undefined) return false;
  const own = wishes.flatMap(({ slots, arguments: args }) => [
    ...slots.flatMap((slot) => slot.own),
    ...leavesOf(args as Json).map(({ value, place }) => ({ label: String(place.at(-1) ?? ''), value })),
  ]);
  const all = `${told} . ${own.map(({ label, value }) => `${String(value)} ${spoken(value, label)}`).join(' . ')}`;
  const days = datesSaid(text, order);
  const shown = datesSaid(all, order);
  if (
    days.some(
      (day) => !shown.some((each) => each.day === day.day && (each.month ?? day.month) === (day.month ?? each.month)),
    )
  )
    return false;
  const times = timesSaid(text);
  const clock = new Set(timesSaid(all).map(({ minutes }) => minutes % HALF_DAY));
  if (times.some(({ minutes }) => !clock.has(minutes % HALF_DAY))) return false;
  const numbers = numbersSaid(text).filter(
    ({ start, end }) => ![...days, ...times].some((each) => start >= each.start && end <= each.end),
  );
  // a number may be that of another thing, but not where a wish has a number that the text does not say
  const right = new Set(own.map(({ value }) => value));
  const said = numbers.filter(
    ({ number, isMoney: money, end }) => !money && number !== 1 && !OF_SERVICE.test(text.slice(end, end + 12)),
  );
  const open = wishes.some(({ slots }) =>
    slots.some(
      (slot) =>
        !slot.isRow &&
        typeof slot.value === 'number' &&
        !named.includes(slot) &&
        !said.some(({ number }) => number === slot.value),
    ),
  );
  if (open && said.some(({ number }) => !right.has(number))) return false;
  if (keysIn(text).some((key) => !all.toLowerCase().includes(key))) return false;
  const facts = own.flatMap(({ label, value }) =>
    typeof value === 'string' || typeof value === 'number' ? [{ label, value }] : [],
  );
  return strangeNames(text, facts, { log: [], told: all, written: service.policy, order }).length === 0;
}

/** Tells whether a proposal says an amount that the user does not know, where the wish has an amount of its own. */
export function saysOtherAmount(text: string, meant: readonly Wish[], known: string): boolean {
  if (!meant.some(({ slots }) => slots.some(isAmount))) return false;
  const own = meant.flatMap(({ slots }) => slots.flatMap((slot) => slot.own.map(({ value }) => value)));
  const right = new Set([...numbersSaid(known).map(({ number }) => number), ...own]);
  return numbersSaid(text).some(({ isMoney: money, number }) => money && !right.has(number));
}

/** Matches units of what the service knows and the user does not. */
const OF_SERVICE = /^(?: ?%|[ -](?:percent|minutes?|hours?|points?)\b)/i;
const HALF_DAY = 720;
const isAmount = ({ name, value, isRow }: Slot): boolean =>
  !isRow && typeof value === 'number' && (isMoney(name) || splitName(name).some((word) => word === 'amount'));

/** Returns the words of a text that have both letters and digits, such as K3 and NL-313626, but not 3rd and 8pm. */
const keysIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\p{L}\p{N}@._/$€£-])(?=[\p{L}\d-]*\d)(?=[\p{L}\d-]*\p{L})[\p{L}\d-]+(?![\p{L}\p{N}@_])/gu)]
    .map(([key]) => key.toLowerCase())
    .filter((key) => !/^\d+-?\p{Ll}+$/u.test(key));
