// A statement of a tool program, with its position in the program. Each connection prepares the statement once and
// keeps it in that position.
import type { VettedSql } from '../sql/vet-statement.ts';

export interface StatementSlot {
  readonly id: number;
  readonly where: string;
  readonly vetted: VettedSql;
  /**
   * Simpler statements that may be used if the parameter at position `at` is not null. The first one that fits is used.
   */
  readonly given: readonly { readonly at: number; readonly slot: StatementSlot }[];
}

/** A checked program with its statements. The id of a StatementSlot is its position in this list. */
export interface SlotOwner {
  readonly statements: readonly StatementSlot[];
}
