// Writes the texts of stories without an author: fills wordings, and makes the parts of an occasion that all these
// stories share.
import type { Json } from '../../../../envs/values/json.ts';
import type { TaskStory } from '../../../../envs/values/story.ts';
import type { Ground } from '../../plan-goals.ts';
import type { SaidWish } from '../../plan.ts';
import { WordBag } from '../../word-bag.ts';
import { withoutDoubleStop } from '../../words.ts';
import type { Occasion } from '../occasion.ts';
import { choosesIn, toolsIn } from '../story-tools.ts';

/**
 * Draws the wording that was used least, and fills its placeholders such as {phrase}. {Phrase} is filled with a capital
 * at the beginning.
 */
export function worded(
  { bag = new WordBag(), random }: Ground,
  wordings: readonly string[],
  parts: Readonly<Record<string, string>>,
): string {
  const text = bag.pick(wordings, random).replaceAll(/\{(\w)(\w*)\}/g, (_all, head: string, rest: string) => {
    const part = parts[`${head.toLowerCase()}${rest}`] ?? '';
    return head === head.toLowerCase() ? part : capital(part);
  });
  return withoutDoubleStop(text);
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Makes the occasion of a story without an author. Each call of `opening` draws the first message in other words. */
export function occasionWith(told: {
  readonly story: TaskStory;
  readonly opening: () => string;
  readonly wants: string;
  readonly who: readonly string[];
  readonly rows: Occasion['rows'];
  readonly seed?: number;
}): Occasion {
  const { story } = told;
  const means: ReadonlySet<Json> = new Set(Object.values(story.knows));
  const inWords = (): Pick<Occasion, 'opening' | 'wishes'> => {
    const said = told.opening();
    const wishes: SaidWish[] = [{ said, means, tools: toolsIn(story.steps), chooses: choosesIn(story.steps) }];
    return { opening: said, wishes };
  };
  const occasion: Occasion = { ...told, ...inWords() };
  return { ...occasion, again: () => ({ ...occasion, ...inWords() }) };
}
