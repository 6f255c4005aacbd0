// A story that looks at one row, and then makes one of two changes, or either a change or an answer, as a condition on
// the row says.
import type { Json } from '../../../../envs/values/json.ts';
import type { Ground } from '../../plan-goals.ts';
import { known } from '../fact-names.ts';
import type { Occasion } from '../occasion.ts';
import { conditionOn } from './condition.ts';
import { callOf, deedOn, goesThrough } from './deed.ts';
import { occasionWith, worded } from './own-words.ts';
import { otherwiseOf } from './otherwise.ts';
import { drawShown, keyColumn, whoOf } from './shown.ts';
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
  if (!goesThrough(ground, holds ? first : (second ?? first), [value])) return undefined;
  const otherwise = otherwiseOf(shown, second, [condition.member, ...told.members], random);
  if (otherwise === undefined) return undefined;
  const deeds = [first, ...otherwise.deeds];
  const said = wishesOn(deeds, shown, told.described, random);
  if (said === undefined) return undefined;
  const { phrase, wishes } = said;
  const { knows, names } = known([...looked, ...told.facts, condition.fact], deeds);
  const [one = '', other = otherwise.words ?? ''] = wishes;
  const parts = { phrase, holds: `its ${condition.says}`, one, other };
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
    opening: worded(ground, EITHER, parts),
    wants: `look at ${phrase}, and if ${parts.holds}, ${one}, but otherwise ${other}`,
    who: whoOf(looked, names),
    rows: [row],
  });
}

const EITHER = [
  'It is about {phrase}. If {holds}, please {one}. If not, {other}.',
  'Could you check {phrase} for me? Should it turn out that {holds}, {one}; otherwise {other}.',
  'I am not sure how things stand with {phrase}. If {holds}, I want you to {one}, and in any other case to {other}.',
  'Please look at {phrase} first. When {holds}, {one}. When it is not so, {other}.',
  'Have a look at {phrase}, please. I would like you to {one}, but only if {holds}. Else {other}.',
  'I have two plans for {phrase}. As long as {holds}, {one}. Failing that, {other}.',
  'We were discussing {phrase} just now. Provided that {holds}, {one}. If that is not the case, {other}.',
  'I do not have the details of {phrase} in front of me. {One} if {holds}, and if it is different, {other}.',
  'Depending on how {phrase} looks today: {one} if {holds}, or {other} if not.',
  'Something to decide about {phrase}: where {holds}, please {one}, and where it is anything else, {other}.',
];
