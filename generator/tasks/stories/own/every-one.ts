// A story that changes every item of a list that meets a condition. In some tasks, items that meet a second condition
// get another change, or the user asks for the number of changed items.
import type { Json, JsonObject } from '../../../../envs/values/json.ts';
import type { StoryStep } from '../../../../envs/values/story.ts';
import type { Ground } from '../../plan-goals.ts';
import { wish } from '../../wish.ts';
import { pluralOf } from '../../words.ts';
import { known } from '../fact-names.ts';
import type { Occasion } from '../occasion.ts';
import { conditionOn, type Condition } from './condition.ts';
import { callOf, deedOn, goesThrough, type Deed } from './deed.ts';
import { occasionWith, worded } from './own-words.ts';
import { drawShown, keyColumn, whoOf, type Shown } from './shown.ts';

const FEWEST = 2;
const MOST = 24;
/** The chance that other items get another change, and the chance that the user asks for the number of items. */
const SORTED = 0.45;
const COUNTED = 0.3;

/** A change to all items that meet a condition, and the words for this wish. */
interface Sweep {
  readonly deed: Deed;
  readonly condition: Condition;
  readonly wish: string;
}

export function everyOne(ground: Ground): Occasion | undefined {
  const { random } = ground;
  const shown = drawShown(ground);
  if (shown === undefined) return undefined;
  const first = sweepOf(ground, shown, () => true);
  if (first === undefined) return undefined;
  const isSorted = random.real() < SORTED;
  const second = isSorted
    ? sweepOf(
        ground,
        shown,
        // a second wish must use another tool, because the same words twice would be odd, and must not meet the same
        // items
        ({ deed, condition }) =>
          deed.tool !== first.deed.tool &&
          !shown.items.some((item) => condition.holds(item) && first.condition.holds(item)),
      )
    : undefined;
  const sweeps = second === undefined ? [first] : [first, second];
  const { knows, names } = known(
    [...shown.facts, ...sweeps.map(({ condition }) => condition.fact)],
    sweeps.map(({ deed }) => deed),
  );
  // two wishes that name different values of one fact would need two names for the fact
  if (sweeps.some(({ condition: { fact } }) => knows[names(fact.key)] !== fact.value)) return undefined;
  const isCounted = second === undefined && random.real() < COUNTED;
  const plural = pluralOf(shown.row.table);
  const words = sweeps.map((each) => each.wish).join(', and ');
  const counts: readonly StoryStep[] = [
    { total: '1', of: shown.list, where: first.condition.where(names(first.condition.fact.key)), as: 'count' },
    { answer: `number of ${plural}`, type: 'count', be: ':count' },
  ];
  return occasionWith({
    story: {
      name: 'every one in some state',
      family: 'each',
      knows,
      steps: [
        ...shown.steps(names),
        ...sweeps.map(({ deed, condition }): StoryStep => ({
          each: shown.list,
          where: condition.where(names(condition.fact.key)),
          as: 'it',
          do: [callOf(deed, `:it.${shown.key}`, names)],
        })),
        ...(isCounted ? counts : []),
      ],
    },
    opening: () => `${worded(ground, EVERY, { words })}${isCounted ? ` ${worded(ground, COUNT, { plural })}` : ''}`,
    wants: `${words}${isCounted ? `, and to hear how many ${plural} that were` : ''}`,
    who: whoOf(shown.facts, names),
    rows: [shown.row],
  });
}

function sweepOf(ground: Ground, shown: Shown, fits: (sweep: Sweep) => boolean): Sweep | undefined {
  const { random, atlas } = ground;
  const { row, items, key, of } = shown;
  const deed = deedOn(ground, random.pick(shown.tools), row);
  const condition = conditionOn({ ...shown, item: random.pick(items) }, ground);
  if (deed === undefined || condition === undefined) return undefined;
  const met = items.filter((item: JsonObject) => condition.holds(item)).map((item) => item[key] as Json);
  if (met.length < FEWEST || met.length > MOST) return undefined;
  const value = row.values[keyColumn(atlas, row)] as Json;
  const any = `any of the ${pluralOf(row.table)}`;
  const text = wish(deed.goal, [{ row, value, by: [], alike: [] }], new Set(), random);
  const sweep = {
    deed,
    condition,
    wish: ofEach(
      text.replace(any, `all the ${pluralOf(row.table)}${of === undefined ? '' : ` of ${of}`} whose ${condition.says}`),
    ),
  };
  return text.includes(any) && fits(sweep) && goesThrough(ground, deed, met) ? sweep : undefined;
}

/** Says that a quantity is for each row: "90 of them" could mean 90 in all, so it becomes "90 of each". */
export const ofEach = (wish: string): string =>
  wish.replaceAll(/(?<=, \d[\d,.]*) of (?:them|it)(?=$|[,.?! ])/g, ' of each');

const EVERY = [
  'I am clearing up before the end of the week. Please {words}.',
  'There may be several of them, I have lost count: could you {words}?',
  'Plans have changed, so please {words}, however many there are.',
  'Would you go through the list and {words}? Leave the others as they are.',
  'It is time for a tidy list here: {words}, please.',
  'One bigger job today. {Words}. Nothing else should change.',
  'We agreed this in the team meeting: {words}. Please see to it.',
  'Can you {words} in one go, please?',
];
const COUNT = [
  'How many {plural} was that?',
  'Tell me afterwards how many {plural} it came to.',
  'And let me know the number of {plural} that this was about.',
];
