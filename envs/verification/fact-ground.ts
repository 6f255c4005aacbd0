// What the checks of the facts in a report compare with.
import type { LogEntry } from '../values/log-entry.ts';
import type { DateOrder } from '../words/dates-said.ts';
import type { WorldValues } from './world-values.ts';

export interface FactGround {
  readonly log: readonly LogEntry[];
  readonly told: string;
  /** The policy and the texts of the tools. */
  readonly written: string;
  readonly order: DateOrder;
  readonly values?: WorldValues | undefined;
}

/** A value of a change or of one of its rows, with the name of its field. */
export interface Fact {
  readonly label: string;
  readonly value: string | number;
}
