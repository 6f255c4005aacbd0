// A statement of a tool program and its place in the program. Each connection prepares the statement once.
import type { VettedSql } from '../sql/vet-statement.ts';

export interface StatementSlot {
  readonly id: number;
  readonly where: string;
  readonly vetted: VettedSql;
  /** Simpler statements to run when the parameter at position `at` has a value. The first match counts. */
  readonly given: readonly { readonly at: number; readonly slot: StatementSlot }[];
}

/** A vetted program with its statements. The id of a StatementSlot is its position in this list. */
export interface SlotOwner {
  readonly statements: readonly StatementSlot[];
}
