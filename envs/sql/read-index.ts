// Reads CREATE INDEX and checks its expressions. A unique index over columns that are never NULL gives the table a
// further key.
import type { Node as CstNode } from 'sql-parser-cst';
import { analyzeSchemaExpression, beginWalk } from './analyze-statements.ts';
import { SqlRefusal, type Declared } from './analysis-types.ts';
import type { Index, Table } from './database-schema.ts';
import { partsOf, type SqlNode } from './parse-sql.ts';
import { RESERVED } from './schema-names.ts';

export function readIndex(
  node: Extract<CstNode, { type: 'create_index_stmt' }>,
  text: string,
  catalog: Map<string, Declared>,
  sql: string,
  tables: readonly Table[],
): Index {
  const loose = partsOf<{
    indexTypeKw?: unknown;
    name?: SqlNode;
    table: SqlNode;
    columns: SqlNode;
    clauses: SqlNode[];
  }>(node);
  if (loose.name?.type !== 'identifier') throw new SqlRefusal('the index has no plain name');
  if (RESERVED.test(loose.name.name)) throw new SqlRefusal(`the name ${loose.name.name} is reserved`);
  const table = loose.table.type === 'identifier' ? catalog.get(loose.table.name.toLowerCase()) : undefined;
  if (table?.kind !== 'table') throw new SqlRefusal('the index is on no declared table');
  const unique = /^\s*create\s+unique\b/i.test(sql);
  const walk = beginWalk(text, new Map(), 'schema');
  const items = ((loose.columns as { expr?: { items: SqlNode[] } }).expr?.items ?? []) as SqlNode[];
  for (const item of items)
    analyzeSchemaExpression(walk, item.type === 'index_specification' ? (item.expr as SqlNode) : item, table);
  for (const clause of loose.clauses) {
    if (clause.type !== 'where_clause') throw new SqlRefusal('this index clause is not allowed');
    analyzeSchemaExpression(walk, clause.expr as SqlNode, table);
  }
  if (unique && loose.clauses.length === 0) {
    const columns = items.map((item) => (item.type === 'index_specification' ? (item.expr as SqlNode) : item));
    if (columns.every((column) => column.type === 'identifier')) {
      const key = columns.map((column) => (column as { name: string }).name.toLowerCase());
      const declared = tables.find((each) => each.name === table.name)?.columns ?? [];
      // SQLite allows several rows with NULL in a unique index, so the columns form a key only if none can be NULL
      const solid = key.every((name) => declared.some((each) => each.name.toLowerCase() === name && each.notNull));
      if (solid)
        catalog.set(table.name.toLowerCase(), {
          ...table,
          relation: { ...table.relation, keys: [...table.relation.keys, key] },
        });
    }
  }
  return { name: loose.name.name, table: table.name, unique, sql };
}
