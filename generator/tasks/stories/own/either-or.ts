// A story that reads one row. A condition on the row decides between two changes, or between a change and an answer.
import type { Json } from '../../../../envs/values/json.ts';
import type { Ground } from '../../plan-goals.ts';
import { known } from '../fact-names.ts';
import type { Occasion } from '../occasion.ts';
import { conditionOn, type Condition } from './condition.ts';
import { callOf, deedOn, goesThrough } from './deed.ts';
import { occasionWith, worded } from './own-words.ts';
import { otherwiseOf } from './otherwise.ts';
import { drawShown, keyColumn, whoOf, type Shown } from './shown.ts';
import { tellItem, wishesOn } from './told-item.ts';

export function eitherOr(ground: Ground): Occasion | undefined {
  const { random, atlas } = ground;
  const shown = drawShown(ground);
  if (shown === undefined) return undefined;
  const { row, tools, item, key, facts: looked } = shown;
  const condition = conditionOn(shown, ground);
  const [first, second] = random.shuffled(tools).map((tool) => deedOn(ground, tool, row));
  const value = row.values[keyColumn(atlas, row)] as Json;
  const told = tellItem(shown, ground);
  if (condition === undefined || first === undefined || told === undefined) return undefined;
  if (told.members.includes(condition.member)) return undefined;
  const holds = condition.holds(item);
  // two changes that depend on a state would often contradict this state, so the other branch is then a question
  const other = condition.isState ? undefined : second;
  if (!goesThrough(ground, holds ? first : (other ?? first), [value])) return undefined;
  const otherwise = otherwiseOf(shown, other, [...guessable(shown, condition), ...told.members], random);
  if (otherwise === undefined) return undefined;
  const deeds = [first, ...otherwise.deeds];
  const said = wishesOn(deeds, shown, told.described, random);
  if (said === undefined) return undefined;
  const { phrase, wishes } = said;
  const { knows, names } = known([...looked, ...told.facts, condition.fact], deeds);
  const [one = '', instead = otherwise.words ?? ''] = wishes;
  const parts = { phrase, holds: `its ${condition.says}`, one, other: instead };
  return occasionWith({
    story: {
      name: 'as its state is',
      family: 'conditional',
      knows,
      steps: [
        ...shown.steps(names),
        told.choose(names),
        {
          if: condition.where(names(condition.fact.key)),
          do: [callOf(first, `:it.${key}`, names)],
          else: [otherwise.step(names)],
        },
      ],
    },
    opening: () => worded(ground, EITHER, parts),
    wants: `look at ${phrase}, and if ${parts.holds}, ${one}, but otherwise ${instead}`,
    who: whoOf(looked, names),
    rows: [row],
  });
}

/**
 * Returns the field of the condition if the list shows few values of it, so that a question about it could be answered
 * by a guess. The result is a list of one name or none.
 */
function guessable({ items }: Shown, { member }: Condition): string[] {
  const values = new Set(items.map((item) => item[member]));
  return values.size < SEVERAL ? [member] : [];
}

const SEVERAL = 3;

const EITHER = [
  'It is about {phrase}. If {holds}, please {one}. If not, {other}.',
  'Could you check {phrase} for me? If {holds}, please {one}; otherwise {other}.',
  'I am not sure how things stand with {phrase}. If {holds}, please {one}. If it is not, {other}.',
  'Please look at {phrase} first. If {holds}, {one}. Otherwise {other}.',
  'Have a look at {phrase}, please. If {holds}, {one}. If that is not the case, just {other}.',
  'I would like you to look up {phrase}. {One} if {holds}. If not, {other}.',
  'Can you find {phrase}? Please {one} if {holds}, or else {other}.',
  'I do not have {phrase} in front of me. If {holds}, please {one}. If it is different, {other}.',
  'One question about {phrase}: is it so that {holds}? Then please {one}. If not, {other}.',
  'About {phrase}: as long as {holds}, please {one}. Otherwise {other}.',
];
