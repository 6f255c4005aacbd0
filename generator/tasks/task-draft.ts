// A draft of a task: the calls of its solution, the wishes of its user, and the things that the user knows.
import type { PlannedFault } from '../../envs/values/fault.ts';
import type { Setup } from '../../envs/session/session.ts';
import type { TaskStory } from '../../envs/values/story.ts';
import type { EndReason, Task } from '../../envs/values/task.ts';
import type { Json } from '../../envs/values/json.ts';
import type { Row } from './atlas.ts';
import type { ComputedValue } from './computed-values.ts';
import type { Later } from './later-values.ts';
import type { Fact, PlannedCall, SaidFirst } from './plan.ts';
import type { Answer, PlacedRemark } from './placed-answers.ts';

export interface Draft extends SaidFirst {
  readonly kind: Task['kind'];
  readonly calls: readonly PlannedCall[];
  readonly facts: readonly Fact[];
  readonly rows: readonly Row[];
  /** The wishes of the user, as a clause after "You want to". */
  readonly wants: string;
  readonly outputs: readonly Answer[];
  /** The sentences that the agent says while it works. */
  readonly remarks?: readonly PlacedRemark[];
  /** Calls that the user asks for although a rule forbids them. */
  readonly declines?: readonly PlannedCall[];
  readonly end?: EndReason;
  readonly setup?: Setup;
  readonly faults?: readonly PlannedFault[];
  readonly rules?: readonly string[];
  readonly tags: readonly string[];
  /** Keys of facts that the user only tells when asked. */
  readonly asked: ReadonlySet<string>;
  /** Keys of facts that the user tells wrong at first and then corrects. */
  readonly corrected?: ReadonlySet<string>;
  /** Keys of facts that the user repeats after any answer of the agent. */
  readonly insisted?: ReadonlySet<string>;
  /** Words for the value that the call needs and the user does not know. */
  readonly unknown?: string;
  /** Whether the expected calls may contain a call that the tool refuses. */
  readonly mayFail?: boolean;
  /** Reads that show which row the user means. They stay, even if another read shows the same values. */
  readonly keep?: readonly PlannedCall[];
  /** Rows that the user asked for, each with the other rows that fit the user's words equally well. */
  readonly alike?: readonly { readonly value: Json; readonly others: readonly Json[] }[];
  /** Whether the expected calls must change a row. */
  readonly changes: boolean;
  /** Values that the draft's story computes or chooses. */
  readonly computed?: readonly ComputedValue[];
  /** The user's later messages, the keys of the facts in these messages, and the goal's sentence about the messages. */
  readonly later?: readonly Later[];
  readonly laterKeys?: ReadonlySet<string>;
  readonly aside?: string;
  /** The seed of the session. It is set where the calls contain new ids, which depend on the seed. */
  readonly seed?: number;
  /** The story from which the draft comes. */
  readonly story?: TaskStory;
}
