// Runs reads on one connection that all sessions of an environment share. If a statement reads only tables that the
// session has not changed, every connection with the initial rows gives the same result. The call keeps its own clock
// and limits. Sharing makes better use of the processor's caches, and a session that only reads needs no connection of
// its own. Making a log's calls again does not use sharing, because each answer must be proved on the session's own
// rows.
import { reachOf, type Connection } from '../engine/connection.ts';
import type { SlotOwner, StatementSlot } from '../engine/statement-slot.ts';
import type { DatabaseSchema } from '../sql/database-schema.ts';

/**
 * A set of tables as the bits of a number. If there are more tables than bits, some tables have the same bit, and a few
 * reads are then not shared although they could be.
 */
export type TableMask = number;

export const NO_TABLE: TableMask = 0;
export const EVERY_TABLE: TableMask = -1;
const BITS = 31;

export interface StatementMasks {
  readonly reads: TableMask;
  readonly writes: TableMask;
}

/** The shared connection, and the tables that the running call must not read on it. */
export interface SharedReads {
  readonly connection: Connection;
  changed: TableMask;
}

/** Computes which tables the statements of a schema read and write. */
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
    // a change may affect further tables through foreign keys
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

/** The tables that a program reads and writes: for each statement in order, and for the whole program. */
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

/** Keeps the one connection that always has the initial rows. */
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

  /** Closes the connection, either after a fault or when the environment is closed. */
  drop(): void {
    this.connection?.close();
    this.connection = undefined;
  }
}
