// Sorts tasks into easy, medium and hard by the number of their expected calls.
import type { Task } from '../../envs/values/task.ts';

export const BANDS = ['easy', 'medium', 'hard'] as const;
export type Band = (typeof BANDS)[number];

const FEW = 2;
const SOME = 5;

/** Returns easy for up to two calls, medium for up to five calls, and hard for more. */
export function bandOf(task: Task): Band {
  const calls = task.gold.calls.length;
  return calls <= FEW ? 'easy' : calls <= SOME ? 'medium' : 'hard';
}
