// The facts by which a proposal is read: the changes that the user wants, and the user's own words.
import type { DateOrder } from '../../words/dates-said.ts';
import type { Slot } from '../../words/things.ts';

export interface WantedChange {
  readonly words: readonly string[];
  readonly slots: readonly Slot[];
}

export interface ProposalGround {
  readonly changes: readonly WantedChange[];
  /** The user's own words: opening, goal, values. */
  readonly told: string;
  readonly order: DateOrder;
}
