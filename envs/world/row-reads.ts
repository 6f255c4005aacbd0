// Whether a query's rows stand as in the template although its session changed some of its tables: the changes were to
// columns that it does not read, or to rows with other values in a column that pins them.
import type { Connection, RowOfTemplate } from '../engine/connection.ts';
import type { SqlValue } from '../engine/sql-value.ts';
import type { StatementSlot } from '../engine/statement-slot.ts';
import type { DatabaseSchema } from '../sql/database-schema.ts';
import { tableReads, type Pin, type TableRead } from '../sql/table-reads.ts';
import type { TableChanges } from './table-changes.ts';

/** The changes of one session, and the connection that stands at its last step. */
export interface OwnChanges {
  readonly changes: TableChanges;
  readonly connection: Connection;
}

interface Read extends TableRead {
  /** The place of the table in the schema. */
  readonly index: number;
}

export class RowReads {
  private readonly schema: DatabaseSchema;
  private readonly inTemplate: RowOfTemplate;
  /** By statement, worked out when first asked for. */
  private readonly known = new Map<StatementSlot, readonly Read[] | undefined>();

  constructor(schema: DatabaseSchema, inTemplate: RowOfTemplate) {
    this.schema = schema;
    this.inTemplate = inTemplate;
  }

  /** True only where the query certainly gives the rows that it gives on the template. */
  standAsInTemplate(slot: StatementSlot, params: readonly SqlValue[], own: OwnChanges): boolean {
    const reads = this.of(slot);
    return reads?.every((read) => this.stands(read, params, own)) === true;
  }

  private of(slot: StatementSlot): readonly Read[] | undefined {
    if (this.known.has(slot)) return this.known.get(slot);
    const { kind, text, params } = slot.vetted;
    // an expression may hold queries
    const query = kind === 'expression' ? `SELECT (${text}\n)` : text;
    const reads = kind === 'change' ? undefined : tableReads(query, params.length, this.schema);
    const placed = reads?.map((read) => ({ ...read, index: this.schema.tables.indexOf(read.table) }));
    this.known.set(slot, placed);
    return placed;
  }

  private stands(read: Read, params: readonly SqlValue[], { changes, connection }: OwnChanges): boolean {
    const { name } = read.table;
    if (!changes.columns.has(name)) return true;
    const changed = changes.columns.get(name);
    const { columns } = read;
    if (changed !== undefined && columns !== undefined && ![...changed].some((each) => columns.has(each))) return true;
    return read.pins.some((pin) => this.isElsewhere(read, pin, params[pin.param] ?? null, connection));
  }

  /** Whether no changed row has, or had, the value that pins the query. */
  private isElsewhere({ table, index }: Read, { column }: Pin, value: SqlValue, connection: Connection): boolean {
    // a value of another type is converted before it is compared
    if (typeof value !== (table.columns[column]?.type === 'TEXT' ? 'string' : 'bigint')) return false;
    return !connection.valuesOfWritten(index, column, this.inTemplate).has(value);
  }
}
