// A story that changes the first or the last item of a list, ordered by a price, a day or another measure. In some
// tasks only items that meet a condition count.
import type { Json } from '../../../../envs/values/json.ts';
import type { Random } from '../../../../envs/random.ts';
import type { Ground } from '../../plan-goals.ts';
import { wish } from '../../wish.ts';
import { ordersBy, type Winner } from '../../winners.ts';
import { rowPhrase } from '../../words.ts';
import { known } from '../fact-names.ts';
import type { Occasion } from '../occasion.ts';
import { conditionOn, type Condition } from './condition.ts';
import { callOf, deedOn, goesThrough } from './deed.ts';
import { occasionWith, worded } from './own-words.ts';
import { isPlainName } from './look-steps.ts';
import { drawShown, keyColumn, whoOf, type Shown } from './shown.ts';
import { phraseIn } from './told-item.ts';

/** The chance that only items that meet a condition count. */
const AMONG = 0.7;

export function bestOf(ground: Ground): Occasion | undefined {
  const { random, atlas } = ground;
  const shown = drawShown(ground);
  if (shown === undefined) return undefined;
  const condition = random.real() < AMONG ? conditionOn(shown, ground) : undefined;
  const winner = winnerOf(shown, condition, random);
  if (winner === undefined) return undefined;
  const value = winner.item[shown.key] as Json;
  const row = atlas.rowByKey(shown.row.table, value);
  if (row === undefined) return undefined;
  const deed = deedOn(ground, random.pick(shown.tools), row);
  if (deed === undefined || !goesThrough(ground, deed, [value])) return undefined;
  const described = [
    {
      row,
      value: row.values[keyColumn(atlas, row)] as Json,
      by: [],
      extreme: winner.by,
      ...(shown.of === undefined ? {} : { of: shown.of }),
    },
  ];
  const text = wish(deed.goal, described, new Set(), random);
  const phrase = phraseIn(text, () => rowPhrase(row, value, described, random));
  if (phrase === undefined) return undefined;
  const words = condition === undefined ? text : text.replace(phrase, `${phrase} among those whose ${condition.says}`);
  const { knows, names } = known([...shown.facts, ...(condition === undefined ? [] : [condition.fact])], [deed]);
  const by = `:it.${winner.by.column}`;
  return occasionWith({
    story: {
      name: 'the first or the last',
      family: 'preference',
      knows,
      steps: [
        ...shown.steps(names),
        {
          choose: shown.list,
          as: 'it',
          ...(condition === undefined ? {} : { where: condition.where(names(condition.fact.key)) }),
          ...(winner.by.isFirst ? { least: by } : { most: by }),
        },
        callOf(deed, `:it.${shown.key}`, names),
      ],
    },
    opening: () => worded(ground, BEST, { words }),
    wants: words,
    who: whoOf(shown.facts, names),
    rows: [row],
  });
}

/** Finds a field by which exactly one item is first or last among the items that meet the condition. */
function winnerOf(
  { items, key }: Shown,
  condition: Condition | undefined,
  random: Random,
): { by: Winner; item: Shown['item'] } | undefined {
  const open = items.filter((item) => condition?.holds(item) !== false);
  if (open.length < 2) return undefined;
  for (const column of random.shuffled(Object.keys(open[0] ?? {}))) {
    if (!isPlainName(column) || column === key || column === condition?.member) continue;
    const values = items.map((item) => item[column]);
    const isDate = values.every((each) => /^\d{4}-\d\d-\d\d/.test(String(each)));
    if ((!isDate && !values.every((each) => typeof each === 'number')) || !ordersBy(column, isDate)) continue;
    const isFirst = random.real() < 0.5;
    const sorted = [...open].sort((a, b) => order(a[column] as Json, b[column] as Json) * (isFirst ? 1 : -1));
    const [best, next] = sorted;
    if (best === undefined || next === undefined || best[column] === next[column]) continue;
    return { by: { column, isFirst }, item: best };
  }
  return undefined;
}

const order = (a: Json, b: Json): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1;

const BEST = [
  'Please {words}.',
  'Could you {words}? I do not know by heart which one that is.',
  'I need you to {words}.',
  'Can you look through them and {words}?',
  '{Words}, please. I have not looked at them myself.',
  'Would you {words}, please?',
  'Could you find out which one it is and {words}?',
  'I would like you to {words}.',
  'Please look up which one it is and {words}.',
];
