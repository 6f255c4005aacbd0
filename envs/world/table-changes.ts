// The tables and columns that a session may have changed, as the tools that it has called may change them. Sessions that
// have called the same tools share one value.
import { mayCascade, reachOf } from '../engine/connection.ts';
import type { DatabaseSchema } from '../sql/database-schema.ts';
import type { RunnableTool } from './runnable-tool.ts';

/** The columns of a table, in lower case; undefined for all of them, and for rows that came or went. */
type Columns = ReadonlySet<string> | undefined;

export class TableChanges {
  /** The changed columns by table. A table that is not here stands as in the template. */
  readonly columns: ReadonlyMap<string, Columns>;
  private readonly after = new Map<RunnableTool, TableChanges>();

  constructor(columns: ReadonlyMap<string, Columns> = new Map()) {
    this.columns = columns;
  }

  /** Every row of every table may have changed. */
  static everywhere({ tables }: DatabaseSchema): TableChanges {
    return new TableChanges(new Map(tables.map(({ name }) => [name, undefined])));
  }

  /** The same with the changes that a tool may make. */
  and(tool: RunnableTool, schema: DatabaseSchema): TableChanges {
    let more = this.after.get(tool);
    if (more === undefined) {
      const columns = new Map(this.columns);
      for (const [table, changed] of changesOf(tool, schema))
        columns.set(table, columns.has(table) ? both(columns.get(table), changed) : changed);
      const same =
        columns.size === this.columns.size && [...columns].every(([name, each]) => this.columns.get(name) === each);
      more = same ? this : new TableChanges(columns);
      this.after.set(tool, more);
    }
    return more;
  }
}

function both(a: Columns, b: Columns): Columns {
  if (a === undefined || b === undefined) return undefined;
  return [...b].every((column) => a.has(column)) ? a : new Set([...a, ...b]);
}

function changesOf({ program }: RunnableTool, schema: DatabaseSchema): Map<string, Columns> {
  const reach = reachOf(schema);
  const changes = new Map<string, Columns>();
  for (const { vetted } of program.statements)
    for (const written of vetted.writes) {
      const name = schema.tables.find((table) => table.name.toLowerCase() === written.toLowerCase())?.name ?? written;
      const reached = reach.get(name) ?? [];
      for (const index of mayCascade(schema, name, vetted) ? reached : reached.slice(0, 1)) {
        const table = schema.tables[index]?.name ?? '';
        const columns =
          table === name && vetted.verb === 'update'
            ? new Set(vetted.assigned.map((column) => column.toLowerCase()))
            : undefined;
        changes.set(table, changes.has(table) ? both(changes.get(table), columns) : columns);
      }
    }
  return changes;
}
