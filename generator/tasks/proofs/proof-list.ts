// What the audit proves of gold, one after the other.
import { blindChoice } from './blind-choice.ts';
import { eitherOrder } from './either-order.ts';
import { everyGoalCounts } from './every-goal-counts.ts';
import { oneCaller } from './one-caller.ts';
import type { Proof } from './proof.ts';
import { sightOfAnswer } from './sight-of-answer.ts';
import { sightOfRule } from './sight-of-rule.ts';

/** The cheap ones first: a draft falls at the first hole. */
export const PROOFS: readonly Proof[] = [
  everyGoalCounts,
  oneCaller,
  eitherOrder,
  blindChoice,
  sightOfAnswer,
  sightOfRule,
];
