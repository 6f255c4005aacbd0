// The difficulty of a task by the calls that it takes.
import type { Task } from '../../envs/values/task.ts';

export const BANDS = ['easy', 'medium', 'hard'] as const;
export type Band = (typeof BANDS)[number];

const FEW = 2;
const SOME = 5;

/** easy: up to two calls; medium: up to five; hard: more. */
export function bandOf(task: Task): Band {
  const calls = task.gold.calls.length;
  return calls <= FEW ? 'easy' : calls <= SOME ? 'medium' : 'hard';
}
