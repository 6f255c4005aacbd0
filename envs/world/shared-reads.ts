// Runs reads that need no connection of the session's own: a statement that reads only rows which the session has not
// changed gives the same rows on any connection at the template's state, with the call's own clock and budget. One such
// connection serves all sessions of a world, so its statements and pages stay in the processor's caches, and a session
// that only looks need not be bound. A replay does not use it, because a replay proves each answer on the session's own
// rows.
import { mayCascade, reachOf, type Connection } from '../engine/connection.ts';
import { KnownRows } from '../engine/known-rows.ts';
import type { SqlValue } from '../engine/sql-value.ts';
import type { SlotOwner, StatementSlot } from '../engine/statement-slot.ts';
import type { DatabaseSchema } from '../sql/database-schema.ts';

/**
 * Tables as bits of a number. With more tables than bits several tables share one bit, and some reads are then not
 * shared although they could be.
 */
export type TableMask = number;

export const NO_TABLE: TableMask = 0;
export const EVERY_TABLE: TableMask = -1;
const BITS = 31;

export interface StatementMasks {
  readonly reads: TableMask;
  readonly writes: TableMask;
  /** Whether its change may reach other tables along foreign keys. */
  readonly cascades: boolean;
}

/** A query of a call: its statement and the values bound to it. */
export interface Asked {
  readonly slot: StatementSlot;
  readonly params: readonly SqlValue[];
  /** The tables that it reads. */
  readonly reads: number;
  /** Whether it counts the rows that it visits, also those that it does not give. */
  readonly counting: boolean;
}

/** The connection at the template's state, and what of it one call may use. */
export interface SharedReads {
  readonly connection: Connection;
  /** The tables that the session may have changed before the call. */
  readonly changed: TableMask;
  /** Whether a query gives the rows of the template although its tables were changed before the call. */
  readonly stands: ((asked: Asked) => boolean) | undefined;
  /** The rows that statements gave there; without it every statement is run. */
  readonly known: KnownRows | undefined;
}

/** The tables of statements as masks, of one schema. */
export class TableMasks {
  private readonly views: ReadonlyMap<string, readonly string[]>;
  private readonly bits: ReadonlyMap<string, TableMask>;
  private readonly reach: ReadonlyMap<string, TableMask>;
  private readonly schema: DatabaseSchema;

  constructor(schema: DatabaseSchema) {
    this.schema = schema;
    this.views = new Map(schema.views.map(({ name, reads }) => [name.toLowerCase(), reads]));
    const bit = (at: number): TableMask => 1 << (at % BITS);
    this.bits = new Map(schema.tables.map(({ name }, at) => [name.toLowerCase(), bit(at)]));
    this.reach = new Map(
      [...reachOf(schema)].map(([name, tables]) => [
        name.toLowerCase(),
        tables.reduce((mask, at) => mask | bit(at), NO_TABLE),
      ]),
    );
  }

  of({ vetted }: StatementSlot): StatementMasks {
    const reads = vetted.reads.reduce((mask, name) => mask | this.read(name.toLowerCase()), NO_TABLE);
    const cascades = vetted.writes.some((name) => mayCascade(this.schema, name, vetted));
    const masks = cascades ? this.reach : this.bits;
    const writes = vetted.writes.reduce(
      (mask, name) => mask | (masks.get(name.toLowerCase()) ?? EVERY_TABLE),
      NO_TABLE,
    );
    return { reads, writes, cascades };
  }

  private read(name: string): TableMask {
    const under = this.views.get(name);
    if (under === undefined) return this.bits.get(name) ?? EVERY_TABLE;
    return under.reduce((mask, each) => mask | this.read(each.toLowerCase()), NO_TABLE);
  }
}

/** The tables that a program reads and writes: for each statement (in the order of slots), and for all statements. */
export interface ProgramMasks {
  readonly masks: readonly StatementMasks[];
  readonly reads: TableMask;
  readonly writes: TableMask;
}

export function masksOf({ statements }: SlotOwner, tables: TableMasks): ProgramMasks {
  const masks = statements.map((slot) => tables.of(slot));
  return {
    masks,
    reads: masks.reduce((all, { reads }) => all | reads, NO_TABLE),
    writes: masks.reduce((all, { writes }) => all | writes, NO_TABLE),
  };
}

/** The connection that always stands at the template's state. */
export class UnchangedRows {
  private readonly acquire: () => Connection;
  private connection: Connection | undefined;
  readonly known = new KnownRows();

  constructor(acquire: () => Connection) {
    this.acquire = acquire;
  }

  open(): Connection {
    this.connection ??= this.acquire();
    return this.connection;
  }

  /** Gives the connection up, after a fault or with its world. */
  drop(): void {
    this.connection?.close();
    this.connection = undefined;
  }
}
