// Draws a question about an item: a member that a person would ask about.
import type { Random } from '../../../../envs/random.ts';
import { splitName } from '../../../../envs/words/split-words.ts';
import type { StoryStep } from '../../../../envs/values/story.ts';
import { isPlainName } from './look-steps.ts';
import { type Shown } from './shown.ts';

export interface Question {
  readonly label: string;
  /** The step that answers the question about `it`. */
  readonly step: StoryStep;
}

const LONGEST = 40;

export function questionOn({ item }: Shown, taken: readonly string[], random: Random): Question | undefined {
  for (const [member, value] of random.shuffled(Object.entries(item))) {
    if (typeof value !== 'string' || value === '' || value.length > LONGEST || !isPlainName(member)) continue;
    const label = splitName(member).join(' ');
    if (taken.includes(member) || /(^| )(id|url|token|hash|key)$/.test(label)) continue;
    const type = /^\d{4}-\d\d-\d\d/.test(value) ? 'date' : 'text';
    return { label, step: { answer: label, type, be: `:it.${member}` } };
  }
  return undefined;
}
