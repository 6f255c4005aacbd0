// Draws a condition that some items of a list meet and others do not: a state, an amount above or below a limit, or a
// day before or after another day.
import type { Json, JsonObject } from '../../../../envs/values/json.ts';
import { spoken } from '../../../../envs/words/spoken.ts';
import { splitName } from '../../../../envs/words/split-words.ts';
import type { Fact } from '../../plan.ts';
import type { Ground } from '../../plan-goals.ts';
import { OVER } from '../../tell-apart.ts';
import { dateName, ordersBy } from '../../winners.ts';
import { isPlainName } from './look-steps.ts';
import { type Shown } from './shown.ts';

export interface Condition {
  readonly member: string;
  /** The words that follow "its" or "whose", such as: status is "open". */
  readonly says: string;
  /** The value that the user names. */
  readonly fact: Fact;
  readonly holds: (item: JsonObject) => boolean;
  /** Whether the condition is a state, such as open or paid. */
  readonly isState: boolean;
  /** The condition as SQL over an item. `name` is the name of the fact. */
  readonly where: (name: string) => string;
}

const LONGEST = 40;
/** Matches names of fields that hold the state or the kind of an item. */
const STATE = /(^| )(status|state|type|kind|category|colou?r|size|class|field|genre|city|tier|level|priority|stage)$/;
/** Matches names of numbers that identify something or give a position. Such numbers are not amounts. */
const NAMES = /(^| )(id|no|number|version|line|position|index|rank|year|page|row|room|floor|code|zip|lat|lng|x|y)$/;
/**
 * A list must show at least this many different numbers or days. Otherwise a limit between them would say too little.
 */
const SEVERAL = 4;
/** The chance that the condition names the state of the given item. Otherwise it names the state of any item. */
const OWN = 0.7;

type Drawer = (shown: Shown, member: string, ground: Ground) => Condition | undefined;

/** Draws a condition from the items of the list. If the list is short, uses all rows of the table. */
export function conditionOn(shown: Shown, ground: Ground): Condition | undefined {
  const { random, atlas } = ground;
  const isShort = shown.items.length < SEVERAL;
  const items = isShort ? atlas.rows(shown.row.table).map(({ values }) => values) : shown.items;
  for (const member of random.shuffled(Object.keys(shown.item))) {
    if (!isPlainName(member) || member === shown.key) continue;
    for (const draw of DRAWERS) {
      const drawn = draw({ ...shown, items }, member, ground);
      if (drawn === undefined) continue;
      const met = items.filter((item) => drawn.holds(item)).length;
      if (met > 0 && met < items.length) return drawn;
    }
  }
  return undefined;
}

function inState({ items, item }: Shown, member: string, { random }: Ground): Condition | undefined {
  const value = (random.real() < OWN ? item : random.pick(items))[member];
  if (typeof value !== 'string' || value === '' || value.length > LONGEST) return undefined;
  const label = splitName(member).join(' ');
  // users do not ask for a change of items that are finished
  if (!STATE.test(label) || OVER.test(value)) return undefined;
  return {
    member,
    says: `${label} is "${value}"`,
    fact: { key: member, value, role: 'what' },
    isState: /(^| )(status|state|stage)$/.test(label),
    holds: (each) => each[member] === value,
    where: (name) => `:it.${member} = :${name}`,
  };
}

function beyond({ items }: Shown, member: string, { random }: Ground): Condition | undefined {
  const label = splitName(member).join(' ');
  const numbers = items.map((each) => each[member]).filter((each) => typeof each === 'number');
  if (numbers.length < items.length || NAMES.test(label)) return undefined;
  const limit = limitWithin(numbers);
  if (limit === undefined) return undefined;
  const isOver = random.real() < 0.5;
  return {
    member,
    says: `${label} is ${isOver ? 'over' : 'under'} ${spoken(limit, label)}`,
    fact: { key: `${label} limit`, value: limit, role: 'what' },
    isState: false,
    holds: (each) => (isOver ? Number(each[member]) > limit : Number(each[member]) < limit),
    where: (name) => `:it.${member} ${isOver ? '>' : '<'} :${name}`,
  };
}

/** Finds a round number near the middle of the numbers that is not one of them. */
function limitWithin(numbers: readonly number[]): number | undefined {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const [least, most] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  if (sorted.length < SEVERAL || middle <= 0) return undefined;
  return [1, 2]
    .map((digits) => Number(middle.toPrecision(digits)))
    .find((each) => Number.isInteger(each) && each > least && each < most && !sorted.includes(each));
}

function onOtherSide({ items }: Shown, member: string, { random }: Ground): Condition | undefined {
  const days = items.map((each) => each[member]);
  if (!days.every((each) => isDay(each as Json)) || !ordersBy(member, true)) return undefined;
  const sorted = [...new Set(days.map((each) => String(each).slice(0, DAY)))].sort();
  const day = sorted[Math.floor(sorted.length / 2)];
  if (sorted.length < SEVERAL || day === undefined) return undefined;
  const isBefore = random.real() < 0.5;
  const dayOf = (each: JsonObject): string => String(each[member]).slice(0, DAY);
  return {
    member,
    says: `${dateName(member)} is ${isBefore ? 'before' : 'after'} ${spoken(day)}`,
    fact: { key: `${splitName(member).join(' ')} limit`, value: day, role: 'what' },
    isState: false,
    holds: (each) => (isBefore ? dayOf(each) < day : dayOf(each) > day),
    where: (name) => `substr(:it.${member}, 1, ${DAY}) ${isBefore ? '<' : '>'} :${name}`,
  };
}

const DAY = 'YYYY-MM-DD'.length;
const isDay = (value: Json): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);

const DRAWERS: readonly Drawer[] = [inState, beyond, onOtherSide];
