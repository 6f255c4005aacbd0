// The question with which an oracle may begin: which row the user means, or a value that the user does not know.
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

/** Tells whether a fact is about the wish. The goal's text says the facts about the user, such as "your email is". */
function isWish({ user }: Task, key: string): boolean {
  return !user.goal.includes(` your ${labelOf(key)} is `) && !user.goal.includes(`Your ${labelOf(key)} is `);
}
