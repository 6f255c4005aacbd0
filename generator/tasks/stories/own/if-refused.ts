// A story that tries to change a row. If the service refuses the change, the story makes another change or answers a
// question.
import type { Json } from '../../../../envs/values/json.ts';
import type { Ground } from '../../plan-goals.ts';
import { known } from '../fact-names.ts';
import type { Occasion } from '../occasion.ts';
import { callOf, deedOn, goesThrough } from './deed.ts';
import { phraseOf } from '../../words.ts';
import { ENDS } from './make-and-use.ts';
import { occasionWith, worded } from './own-words.ts';
import { otherwiseOf } from './otherwise.ts';
import { drawShown, keyColumn, whoOf } from './shown.ts';
import { tellItem, wishesOn } from './told-item.ts';

/** The chance that the service refuses the first wish. */
const REFUSED = 0.6;
const MOST_ITEMS = 30;

export function ifRefused(ground: Ground): Occasion | undefined {
  const { random, atlas } = ground;
  const wantsRefusal = random.real() < REFUSED;
  const shown = drawShown(ground);
  if (shown === undefined) return undefined;
  const { row, tools, key, facts: looked } = shown;
  const [first, second] = random.shuffled(tools).map((tool) => deedOn(ground, tool, row));
  const told = tellItem(shown, ground);
  if (first === undefined || told === undefined) return undefined;
  // the user says "if that is not possible", so the service must refuse the wish for some rows and accept it for others
  const keys = shown.items.slice(0, MOST_ITEMS).map((each) => each[key] as Json);
  const accepted = keys.filter((each) => goesThrough(ground, first, [each]));
  if (accepted.length === 0 || accepted.length === keys.length) return undefined;
  const value = row.values[keyColumn(atlas, row)] as Json;
  const isRefused = !goesThrough(ground, first, [value]);
  if (isRefused !== wantsRefusal) return undefined;
  // a user who wanted to end something, for example to cancel an order, wants no other change to it instead
  const instead = ENDS.test(phraseOf(first.tool).verb) ? undefined : second;
  if (isRefused && instead !== undefined && !goesThrough(ground, instead, [value])) return undefined;
  const otherwise = otherwiseOf(shown, instead, told.members, random);
  if (otherwise === undefined) return undefined;
  const deeds = [first, ...otherwise.deeds];
  const said = wishesOn(deeds, shown, told.described, random);
  if (said === undefined) return undefined;
  const [one = '', other = otherwise.words ?? ''] = said.wishes;
  const whole = one.replace(/\bit\b/, said.phrase);
  const { knows, names } = known([...looked, ...told.facts], deeds);
  return occasionWith({
    story: {
      name: 'unless it is refused',
      family: 'conditional',
      knows,
      steps: [
        ...shown.steps(names),
        told.choose(names),
        {
          try: [callOf(first, `:it.${key}`, names)],
          else: [otherwise.step(names)],
        },
      ],
    },
    opening: () => worded(ground, UNLESS, { whole, other }),
    wants: `${whole}, and if that is not possible, ${other}`,
    who: whoOf(looked, names),
    rows: [row],
  });
}

const UNLESS = [
  'Please {whole}. If that is not possible any more, {other}.',
  'Could you {whole}? I know it may be too late for that. In that case {other}.',
  'I would like you to {whole}. If you can no longer do that, {other} instead.',
  'Please try to {whole}. If it does not work, {other}.',
  'If it can still be done, please {whole}. If it cannot, {other}.',
  'Can you still {whole}? If not, {other}.',
  'I hope I am not too late: please {whole}. If I am, {other}.',
  'Would it be possible to {whole}? If it is not, please {other}.',
  '{Whole}, please. If that is refused, {other}.',
  'Is there still time to {whole}? Then please do. Otherwise {other}.',
];
