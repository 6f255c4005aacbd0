// Decides how the scripted user understands a refusal: as a no to its wish, as a no to something else, or as
// unclear. A message whose subject is unclear also counts as a no to the wish if it is phrased like a refusal.
import type { Task } from '../../envs/values/task.ts';
import { readRefusal } from '../../envs/verification/refusals.ts';
import type { Wish } from './wishes.ts';

export interface HeardNo {
  readonly task: Task;
  readonly wishes: readonly Wish[];
  /** One text with everything that the user knows and wants. */
  readonly told: string;
  /** The agent's previous message. */
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
