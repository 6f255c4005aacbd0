// Checks names in schema.sql, and returns single statements of the text with their guards.
import { SqlRefusal } from './analysis-types.ts';
import { rangeOf, type SqlNode } from './parse-sql.ts';
import type { Walk } from './walk.ts';

/** Matches names that are reserved for callgym or SQLite. */
export const RESERVED = /^(trace_|sqlite_|callgym_)/i;

/**
 * Returns the name of a new table or view. Throws if the name has the name of a schema before it, has odd characters,
 * or is already used.
 */
export function newName(node: SqlNode, catalog: ReadonlyMap<string, unknown>): string {
  if (node.type !== 'identifier') throw new SqlRefusal('a schema name is not allowed', 'write the bare name');
  if (RESERVED.test(node.name)) throw new SqlRefusal(`the name ${node.name} is reserved`);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(node.name))
    throw new SqlRefusal(`the name ${node.name} is not plain`, 'letters, digits and underscores');
  if (catalog.has(node.name.toLowerCase())) throw new SqlRefusal(`${node.name} is declared twice`);
  return node.name;
}

/** Returns the column names of a list or of an index. */
export function plainNames(node: SqlNode): string[] {
  if (node.type === 'paren_expr') return plainNames(node.expr as SqlNode);
  if (node.type === 'list_expr') return (node.items as SqlNode[]).flatMap(plainNames);
  if (node.type === 'index_specification') return plainNames(node.expr as SqlNode);
  if (node.type === 'identifier') return [node.name];
  throw new SqlRefusal('a list of column names is expected');
}

/** Returns one statement of a text, with its edits applied. */
export function guarded(walk: Walk, text: string, node: SqlNode, counting = false): string {
  const [start, end] = rangeOf(node);
  const edited = walk.edits.apply(text, counting);
  return edited.slice(start, edited.length - (text.length - end));
}

export function shorten(sql: string, limit = 160): string {
  const line = sql.replace(/\s+/g, ' ').trim();
  return line.length <= limit ? line : `${line.slice(0, limit - 1)}…`;
}
