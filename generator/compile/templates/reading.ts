// A reading: one way to understand a tool, which can declare what it needs and then write the program.
import type { Step } from '../../../envs/values/program.ts';
import type { Draft } from '../draft.ts';

export interface Reading {
  readonly kind: string;
  /** Reads of single rows name the columns first, then lists, then writes, then filters. */
  readonly phase: number;
  /** Declares tables and columns. */
  declare(): void;
  /** The program, when all tables are known. */
  write(): readonly Step[];
}

/** A scored way to read a tool. */
export interface Proposal {
  readonly kind: string;
  readonly score: number;
  readonly why: string;
  make(draft: Draft): Reading;
}
