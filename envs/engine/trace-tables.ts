// The tables that the check of a rule may read besides the environment's own tables: the calls so far, the messages so
// far, and the facts that the agent knows.
import type { Database } from 'better-sqlite3';
import type { Catalog, Declared } from '../sql/analysis-types.ts';

const DDL = `
CREATE TEMP TABLE trace_calls (step INTEGER PRIMARY KEY, by TEXT NOT NULL, tool TEXT NOT NULL, arguments TEXT NOT NULL, ok INTEGER NOT NULL, result TEXT, effect TEXT NOT NULL) STRICT;
CREATE TEMP TABLE trace_messages (step INTEGER PRIMARY KEY, role TEXT NOT NULL, text TEXT NOT NULL, acts TEXT NOT NULL, amounts TEXT NOT NULL) STRICT;
CREATE TEMP TABLE trace_facts (key TEXT PRIMARY KEY, value ANY) STRICT;
`;

const COLUMNS: Readonly<Record<string, { readonly key: string; readonly columns: readonly string[] }>> = {
  trace_calls: { key: 'step', columns: ['step', 'by', 'tool', 'arguments', 'ok', 'result', 'effect'] },
  trace_messages: { key: 'step', columns: ['step', 'role', 'text', 'acts', 'amounts'] },
  trace_facts: { key: 'key', columns: ['key', 'value'] },
};

export function createTraceTables(db: Database): void {
  db.exec(DDL);
}

/** Adds the tables about the conversation to the environment's tables. */
export function withTraceTables(catalog: Catalog): Catalog {
  const traces = Object.entries(COLUMNS).map(([name, { key, columns }]): [string, Declared] => [
    name,
    {
      kind: 'table',
      name,
      relation: {
        columns: columns.map((column) => ({ name: column, integer: column === 'step' || column === 'ok' })),
        keys: [[key]],
        ordered: false,
      },
      probe: key,
    },
  ]);
  return new Map([...catalog, ...traces]);
}
