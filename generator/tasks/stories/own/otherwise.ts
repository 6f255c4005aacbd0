// The other branch of a story: another change of the row, or an answer about it.
import type { Random } from '../../../../envs/random.ts';
import { splitName } from '../../../../envs/words/split-words.ts';
import type { StoryStep } from '../../../../envs/values/story.ts';
import { callOf, type Deed } from './deed.ts';
import { isPlainName } from './look-steps.ts';
import { dateName } from '../../winners.ts';
import { type Shown } from './shown.ts';

interface Question {
  readonly label: string;
  /** The step that answers the question about the row `it`. */
  readonly step: StoryStep;
}

const LONGEST = 40;
/** Matches names of fields that hold a state. If the wish was not possible, only states and days help the user. */
const STANDS = /(^| )(status|state|stage|phase|progress|availability)$/;

function questionOn({ item }: Shown, taken: readonly string[], random: Random): Question | undefined {
  for (const [member, value] of random.shuffled(Object.entries(item))) {
    if (typeof value !== 'string' || value === '' || value.length > LONGEST || !isPlainName(member)) continue;
    const isDay = /^\d{4}-\d\d-\d\d/.test(value);
    const label = isDay ? dateName(member) : splitName(member).join(' ');
    if (taken.includes(member) || !(isDay || STANDS.test(label))) continue;
    const type = isDay ? 'date' : 'text';
    return { label, step: { answer: label, type, be: `:it.${member}` } };
  }
  return undefined;
}

export interface Otherwise {
  /** The change, as a list of one entry or none. */
  readonly deeds: readonly Deed[];
  /** The words of the question. They are absent for a change, which has its own words. */
  readonly words?: string;
  step(names: (key: string) => string): StoryStep;
}

/**
 * Returns the second change, or a question about a field that is not in `taken`. Returns undefined if neither is
 * possible.
 */
export function otherwiseOf(
  shown: Shown,
  second: Deed | undefined,
  taken: readonly string[],
  random: Random,
): Otherwise | undefined {
  if (second !== undefined) return { deeds: [second], step: (names) => callOf(second, `:it.${shown.key}`, names) };
  const question = questionOn(shown, taken, random);
  return question === undefined
    ? undefined
    : { deeds: [], words: `tell me its ${question.label}`, step: () => question.step };
}
