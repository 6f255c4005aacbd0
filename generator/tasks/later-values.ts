// The words that a user says later on, in a draft and in a task.
import type { JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { sameCall } from './computed-values.ts';
import type { PlannedCall } from './plan.ts';

/** Words that the user says later on, and the call of the draft that they change. */
export interface Later {
  readonly kind: 'instead' | 'also';
  readonly call: PlannedCall;
  readonly text: string;
  /** The arguments that the call would have had without the words. */
  readonly was?: JsonObject;
}

interface Moving {
  readonly later?: readonly Later[];
  readonly calls: readonly PlannedCall[];
}

/** The later words as the task has them, with the place of the call in gold. */
export function laterOf({ later = [], calls }: Moving): Partial<Pick<Task['user'], 'later'>> {
  if (later.length === 0) return {};
  return {
    later: later.map(({ call, ...rest }) => ({ ...rest, call: calls.findLastIndex((each) => sameCall(each, call)) })),
  } as Pick<Task['user'], 'later'>;
}
