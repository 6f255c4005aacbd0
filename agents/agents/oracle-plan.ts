// The plan of an oracle: the calls and the reply of the task's stored solution (gold). The plan of the noisy oracle has
// one mistake in it.
import type { JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';

export interface PlannedStep {
  readonly by: 'agent' | 'user' | 'control';
  readonly name: string;
  readonly arguments: JsonObject;
  readonly fails: boolean;
  readonly origins?: Task['gold']['calls'][number]['origins'] | undefined;
  /** True if the agent makes the call without asking the user for consent. */
  readonly unasked?: boolean;
  /** True if the agent makes the call with the solution's values even if no message and no result has shown them. */
  readonly forced?: boolean;
}

export interface OraclePlan {
  readonly steps: readonly PlannedStep[];
  /** The text that the agent says in place of the reply of the solution. */
  readonly reply?: string;
}

export function planOf(task: Task): OraclePlan {
  return {
    steps: task.gold.calls.map(({ by, name, arguments: args, error, origins }) => ({
      by,
      name,
      arguments: args as JsonObject,
      fails: error !== undefined,
      ...(origins === undefined ? {} : { origins }),
    })),
  };
}
