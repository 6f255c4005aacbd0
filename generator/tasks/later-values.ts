// Holds the messages in which the user changes or adds a wish during the conversation.
import type { JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { sameCall } from './computed-values.ts';
import type { PlannedCall } from './plan.ts';

/** A later message of the user, and the call of the draft that the message changes or adds. */
export interface Later {
  readonly kind: 'instead' | 'also';
  readonly call: PlannedCall;
  readonly text: string;
  /** The arguments that the call would have without the message. */
  readonly was?: JsonObject;
}

interface Moving {
  readonly later?: readonly Later[];
  readonly calls: readonly PlannedCall[];
}

/**
 * Converts the later messages of a draft for the task. Each message names its call by the index among the expected
 * calls.
 */
export function laterOf({ later = [], calls }: Moving): Partial<Pick<Task['user'], 'later'>> {
  if (later.length === 0) return {};
  return {
    later: later.map(({ call, ...rest }) => ({ ...rest, call: calls.findLastIndex((each) => sameCall(each, call)) })),
  } as Pick<Task['user'], 'later'>;
}
