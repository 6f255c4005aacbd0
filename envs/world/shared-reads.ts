// Runs reads that need no connection of the session's own: a statement that reads only rows which the session has not
// changed gives the same rows on any connection at the template's state, with the call's own clock and budget. One such
// connection serves all sessions of a world, so its statements and pages stay in the processor's caches, and a session
// that only looks need not be bound. A replay does not use it, because a replay proves each answer on the session's own
// rows.
import { reachOf, type Connection } from '../engine/connection.ts';
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
}

/** The connection at the template's state, and the tables that must not be read there. */
export interface SharedReads {
  readonly connection: Connection;
  changed: TableMask;
}

/** The tables of statements as masks, of one schema. */
export class TableMasks {
  private readonly views: ReadonlyMap<string, readonly string[]>;
  private readonly bits: ReadonlyMap<string, TableMask>;
  private readonly reach: ReadonlyMap<string, TableMask>;

  constructor(schema: DatabaseSchema) {
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
    // a change may cascade along foreign keys
    const writes = vetted.writes.reduce(
      (mask, name) => mask | (this.reach.get(name.toLowerCase()) ?? EVERY_TABLE),
      NO_TABLE,
    );
    return { reads, writes };
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
