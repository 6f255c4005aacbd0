// Makes the question with which an oracle (an agent that knows the task's solution) may begin: the question asks for
// a value or asks which row the user means. Returns undefined if the oracle begins without a question.
import type { Random } from '../../envs/random.ts';
import type { Task } from '../../envs/values/task.ts';
import { labelOf } from '../../envs/words/spoken.ts';
import { singular, splitName } from '../../envs/words/split-words.ts';
import { askFor, askWhich } from './oracle-words.ts';

export function firstQuestion(task: Task, random: Random): string | undefined {
  if (task.user.unknown !== undefined) return askFor([labelOf(task.user.unknown)], 0, random);
  if (task.kind !== 'clarify') return undefined;
  if (task.story !== undefined) {
    const open = task.user.facts
      .filter(({ key, say }) => say === 'asked' && isWish(task, key))
      .map(({ key }) => labelOf(key));
    const [only] = open;
    if (only === undefined) return undefined;
    return open.length === 1 ? askWhich(only, random) : askFor(open, 0, random);
  }
  const which = task.user.facts.find(
    ({ key, say }) => say === 'asked' && key.includes(' ') && !/^new | \d+$/.test(key),
  );
  const noun =
    which === undefined
      ? undefined
      : splitName(which.key.split(' ')[0] ?? '')
          .map(singular)
          .join(' ');
  return noun === undefined ? undefined : askWhich(noun, random);
}

/**
 * Tells whether a fact belongs to the user's wish. Otherwise the fact is about the user, and the text of the goal says
 * it, as in "your email is".
 */
function isWish({ user }: Task, key: string): boolean {
  return !user.goal.includes(` your ${labelOf(key)} is `) && !user.goal.includes(`Your ${labelOf(key)} is `);
}
