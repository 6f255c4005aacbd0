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
 * calls. The same look may be made before and after the message, so the very call counts where the draft still has it.
 */
export function laterOf({ later = [], calls }: Moving): Partial<Pick<Task['user'], 'later'>> {
  if (later.length === 0) return {};
  return {
    later: later.map(({ call, ...rest }) => {
      const own = calls.indexOf(call);
      return { ...rest, call: own === -1 ? calls.findLastIndex((each) => sameCall(each, call)) : own };
    }),
  } as Pick<Task['user'], 'later'>;
}

/** Lets added wishes begin with a new call, if it comes directly before the call with which they began. */
export function beginningWith(
  later: readonly Later[] | undefined,
  look: PlannedCall,
  next: PlannedCall | undefined,
): { readonly later?: readonly Later[] } {
  if (later === undefined) return {};
  return { later: later.map((each) => (each.kind === 'also' && each.call === next ? { ...each, call: look } : each)) };
}
