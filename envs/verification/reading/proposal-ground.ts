// The facts with which a proposal is compared: the changes that the user wants, and the user's own words.
import type { DateOrder } from '../../words/dates-said.ts';
import type { Slot } from '../../words/things.ts';

export interface WantedChange {
  readonly words: readonly string[];
  readonly slots: readonly Slot[];
}

export interface ProposalGround {
  readonly changes: readonly WantedChange[];
  /** The user's own words: first message, goal and values of facts. */
  readonly told: string;
  readonly order: DateOrder;
}
