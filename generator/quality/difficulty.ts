// Measures how difficulty is spread over the tasks: the number of expected calls and the three difficulty figures.
// Tasks should have several different numbers of calls.
import type { QualityCheck } from '../../envs/values/quality.ts';
import type { QualitySubject } from './quality-subject.ts';

const LEAST_LENGTHS = 3;
const LEAST_TASKS = 20;
const AXES = ['tools', 'information', 'interaction'] as const;

export function difficulty({ tasks }: QualitySubject): QualityCheck {
  const calls: Record<string, number> = {};
  for (const { gold } of tasks) {
    const length = String(gold.calls.length);
    calls[length] = (calls[length] ?? 0) + 1;
  }
  const lengths = tasks.map(({ gold }) => gold.calls.length);
  const mean = (values: readonly number[]): number =>
    values.length === 0 ? 0 : Number((values.reduce((sum, each) => sum + each, 0) / values.length).toFixed(3));
  const axes = Object.fromEntries(
    AXES.map((axis) => [
      axis,
      mean(tasks.flatMap((task) => (task.difficulty === undefined ? [] : [task.difficulty[axis]]))),
    ]),
  );
  const enough = tasks.length >= LEAST_TASKS;
  return {
    id: 'difficulty',
    pass: enough ? Object.keys(calls).length >= LEAST_LENGTHS : null,
    figure: { calls, mean_calls: mean(lengths), longest: Math.max(0, ...lengths), axes },
    says: enough
      ? `gold has ${mean(lengths)} calls on average, ${Math.max(0, ...lengths)} at most, ${Object.keys(calls).length} different lengths (at least ${LEAST_LENGTHS})`
      : `needs ${LEAST_TASKS} tasks, here are ${tasks.length}`,
  };
}
