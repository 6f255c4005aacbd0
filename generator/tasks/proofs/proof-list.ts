// The proofs that the audit makes about a task's expected calls, in the order in which it makes them.
import { blindChoice } from './blind-choice.ts';
import { eitherOrder } from './either-order.ts';
import { everyGoalCounts } from './every-goal-counts.ts';
import { lastWord } from './last-word.ts';
import { linkCounts } from './link-counts.ts';
import { oneCaller } from './one-caller.ts';
import type { Proof } from './proof.ts';
import { storyHolds } from './story-holds.ts';
import { sightOfAnswer } from './sight-of-answer.ts';
import { sightOfRule } from './sight-of-rule.ts';

/** The cheap proofs come first, because a draft is dropped at the first flaw. */
export const PROOFS: readonly Proof[] = [
  storyHolds,
  lastWord,
  everyGoalCounts,
  oneCaller,
  eitherOrder,
  linkCounts,
  blindChoice,
  sightOfAnswer,
  sightOfRule,
];
