// Handles messages in which the user changes or adds a wish during the conversation.
import type { JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { withoutYear } from '../../envs/words/spoken.ts';
import { sameCall } from './computed-values.ts';
import type { PlannedCall } from './plan.ts';

/** A later message of the user, and the draft's call that the message changes or adds. */
export interface Later {
  readonly kind: 'instead' | 'also';
  readonly call: PlannedCall;
  readonly text: string;
  /** The arguments that the call would have if the user had not sent the message. */
  readonly was?: JsonObject;
}

interface Moving {
  readonly later?: readonly Later[];
  readonly calls: readonly PlannedCall[];
}

/**
 * Converts the later messages of a draft for the task. A day in the year of the clock is said without its year. Each message stores the index of its call among the expected
 * calls. The same read may occur before and after the message; therefore the very call object is looked for first, and
 * an equal call only if the object is gone.
 */
export function laterOf({ later = [], calls }: Moving, clock: string): Partial<Pick<Task['user'], 'later'>> {
  if (later.length === 0) return {};
  return {
    later: later.map(({ call, text, ...rest }) => {
      const own = calls.indexOf(call);
      return {
        ...rest,
        text: withoutYear(text, clock),
        call: own === -1 ? calls.findLastIndex((each) => sameCall(each, call)) : own,
      };
    }),
  } as Pick<Task['user'], 'later'>;
}

/**
 * Adjusts added wishes: if `look` comes directly before the call with which an added wish began, the wish now begins
 * with `look`.
 */
export function beginningWith(
  later: readonly Later[] | undefined,
  look: PlannedCall,
  next: PlannedCall | undefined,
): { readonly later?: readonly Later[] } {
  if (later === undefined) return {};
  return { later: later.map((each) => (each.kind === 'also' && each.call === next ? { ...each, call: look } : each)) };
}
