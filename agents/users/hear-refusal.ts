// Decides how the scripted user understands a refusal: as a no to its wish, as a no to something else, or as unclear.
// An unclear message still counts as a no if it contains the phrases of a refusal.
import type { Task } from '../../envs/values/task.ts';
import { readRefusal } from '../../envs/verification/refusals.ts';
import type { Wish } from './wishes.ts';

export interface HeardNo {
  readonly task: Task;
  readonly wishes: readonly Wish[];
  /** Everything that the user knows and wants, as one text. */
  readonly told: string;
  /** The agent's message before this one. */
  readonly before: string;
}

export type Heard = 'no' | 'no to something else' | 'unsure';

export function hearRefusal(text: string, { task, wishes, told, before }: HeardNo): Heard {
  const reason = task.gold.outputs.find(({ type }) => type === 'reason')?.value;
  const read = readRefusal(text, {
    told,
    tools: wishes.map(({ tool }) => tool),
    shown: before,
    ...(reason === undefined ? {} : { reason: String(reason) }),
  });
  if (read.declines || (read.unread && read.phrased)) return 'no';
  return read.elsewhere ? 'no to something else' : 'unsure';
}
