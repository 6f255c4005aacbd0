// A statement of a program with its place: each connection prepares it once.
import type { VettedSql } from '../sql/vet-statement.ts';

export interface StatementSlot {
  readonly id: number;
  readonly where: string;
  readonly vetted: VettedSql;
  /** The statements that run instead when the parameter at a place has a value. The first match counts. */
  readonly given: readonly { readonly at: number; readonly slot: StatementSlot }[];
}

/** An owner of slots. The ids of the slots are their positions in the list. */
export interface SlotOwner {
  readonly statements: readonly StatementSlot[];
}
