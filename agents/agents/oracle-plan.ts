// The plan of an oracle: gold's calls and reply. A noisy oracle's plan differs from it in one labelled place.
import type { JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';

export interface PlannedStep {
  readonly by: 'agent' | 'user' | 'control';
  readonly name: string;
  readonly arguments: JsonObject;
  /** Gold's own call fails at this step. */
  readonly fails: boolean;
  readonly origins?: Task['gold']['calls'][number]['origins'] | undefined;
  /** The call is made without asking for a yes. */
  readonly unasked?: boolean;
  /** The call is made although no message and no result gives its values. */
  readonly forced?: boolean;
}

export interface OraclePlan {
  readonly steps: readonly PlannedStep[];
  /** The answer that is given instead of gold's. */
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
