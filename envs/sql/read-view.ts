// Reads CREATE VIEW: checks its SELECT, finds its columns and keys, and adds a second version of the view that counts
// visited rows.
import type { Node as CstNode } from 'sql-parser-cst';
import { beginWalk } from './analyze-statements.ts';
import { SqlRefusal, countingView, type Declared } from './analysis-types.ts';
import { quoteName } from './database-schema.ts';
import { partsOf, type SqlNode } from './parse-sql.ts';
import { guarded, newName, plainNames } from './schema-names.ts';

/**
 * For views that the environment declares as documents, the columns that form a key. The analysis believes this,
 * because the command `check` tests it.
 */
export type ViewKeys = Readonly<Record<string, readonly string[]>>;

export function readView(
  node: Extract<CstNode, { type: 'create_view_stmt' }>,
  text: string,
  catalog: Map<string, Declared>,
  viewKeys: ViewKeys,
): { name: string; columns: string[]; reads: string[]; ddl: string[] } {
  const name = newName(node.name as SqlNode, catalog);
  const loose = partsOf<{ kinds: unknown[]; columns?: SqlNode; clauses: SqlNode[] }>(node);
  if (loose.kinds.length > 0) throw new SqlRefusal('a temporary view is not allowed');
  const body = loose.clauses.find((clause) => clause.type === 'as_clause') as { expr: SqlNode } | undefined;
  if (body === undefined) throw new SqlRefusal('this view is not understood');
  const walk = beginWalk(text, catalog, 'view');
  const relation = walk.query(body.expr, 'set');
  const names =
    loose.columns === undefined ? relation.columns.map((column) => column.name) : plainNamesOfColumns(loose.columns);
  if (names.length !== relation.columns.length)
    throw new SqlRefusal(`the view ${name} names ${names.length} of ${relation.columns.length} columns`);
  const lower = names.map((each) => each.toLowerCase());
  if (new Set(lower).size !== lower.length) throw new SqlRefusal(`the view ${name} has two columns of one name`);
  const from = new Map(relation.columns.map((column, index) => [column.name.toLowerCase(), lower[index] as string]));
  const keys = relation.keys.map((key) => key.map((column) => from.get(column) ?? column));
  const declaredKey = Object.entries(viewKeys).find(([view]) => view.toLowerCase() === name.toLowerCase())?.[1];
  if (declaredKey !== undefined) {
    for (const column of declaredKey)
      if (!lower.includes(column.toLowerCase()))
        throw new SqlRefusal(`the document's key ${column} is no column of ${name}`);
    keys.push(declaredKey.map((column) => column.toLowerCase()));
  }
  catalog.set(name.toLowerCase(), {
    kind: 'view',
    name,
    relation: {
      columns: names.map((each, index) => ({
        name: each,
        integer: relation.columns[index]?.integer === true,
        ...(relation.columns[index]?.loose === true ? { loose: true as const } : {}),
      })),
      keys,
      ordered: false,
    },
    probe: '',
  });
  const list = `(${names.map(quoteName).join(', ')})`;
  const ddl = [false, true].map((counting) => {
    const view = quoteName(counting ? countingView(name) : name);
    return `CREATE VIEW ${view} ${list} AS ${guarded(walk, text, body.expr, counting)}`;
  });
  return { name, columns: names, reads: [...walk.reads], ddl };
}

function plainNamesOfColumns(node: SqlNode): string[] {
  if (node.type === 'paren_expr') return plainNamesOfColumns(node.expr as SqlNode);
  if (node.type === 'list_expr') return (node.items as SqlNode[]).flatMap(plainNamesOfColumns);
  if (node.type === 'column_definition') return [node.name.name];
  return plainNames(node);
}
