// A statement of a program with its place: each connection prepares it once.
import type { VettedSql } from '../sql/vet-statement.ts';

export interface StatementSlot {
  readonly id: number;
  readonly where: string;
  readonly vetted: VettedSql;
  /** What runs instead when the parameter at this place has a value, first things first. */
  readonly given: readonly { readonly at: number; readonly slot: StatementSlot }[];
}

/** Whoever has slots: their ids count its statements. */
export interface SlotOwner {
  readonly statements: readonly StatementSlot[];
}
