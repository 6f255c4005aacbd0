// Writes the answers of a draft, each with the index of the call that shows it.
import type { TaskOutput } from '../../envs/values/task.ts';
import { sameCall } from './computed-values.ts';
import type { PlannedCall } from './plan.ts';

/** An answer, and the look (a read) whose result shows it. */
export type Answer = TaskOutput & { readonly look?: PlannedCall };

export function answersIn(answers: readonly Answer[], calls: readonly PlannedCall[]): TaskOutput[] {
  return answers.map(({ look, ...output }): TaskOutput => {
    if (look === undefined || output.origin === undefined) return output;
    const call = calls.findIndex((each) => sameCall(each, look));
    return { ...output, origin: { ...output.origin, call } };
  });
}
