// Reads parts of a query's syntax tree: its outputs, and whether a filter on them may hold before the query.
import { SQL_FUNCTIONS } from './functions.ts';
import type { SqlNode } from './parse-sql.ts';

const PASSING: ReadonlySet<string> = new Set(['select_clause', 'from_clause', 'where_clause']);

/** Whether a filter on a shown column may as well hold before the query: it makes no groups and cuts no rows off. */
export function passesFilters(clauses: readonly SqlNode[]): boolean {
  if (clauses.some(({ type }) => !PASSING.has(type))) return false;
  let passes = true;
  for (const output of outputsOf(clauses))
    everyNode(output, (node) => {
      if (node.type === 'select_stmt' || node.type === 'compound_select_stmt') return 'done';
      if (node.type !== 'func_call') return undefined;
      const name = node.name.type === 'identifier' ? node.name.name.toLowerCase() : '';
      const kind = Object.hasOwn(SQL_FUNCTIONS, name) ? SQL_FUNCTIONS[name]?.kind : undefined;
      if (kind === undefined || kind === 'aggregate' || kind === 'ordered' || node.over !== undefined) passes = false;
      return undefined;
    });
  return passes;
}

export function outputsOf(clauses: readonly SqlNode[]): readonly SqlNode[] {
  const clause = clauses.find(({ type }) => type === 'select_clause') as { columns?: { items: SqlNode[] } } | undefined;
  const items = clause?.columns?.items ?? [];
  // after a star, the places of the outputs are not those of the columns
  const star = items.findIndex((item) => isStar(item));
  return star < 0 ? items : items.slice(0, star);
}

function isStar(node: SqlNode): boolean {
  return (
    node.type === 'all_columns' || (node.type === 'member_expr' && (node.property as SqlNode).type === 'all_columns')
  );
}

export function nameOf(output: SqlNode): string | undefined {
  if (output.type === 'alias') return (output.alias as { name?: string }).name;
  if (output.type === 'identifier') return output.name;
  if (output.type === 'member_expr' && (output.property as SqlNode).type === 'identifier')
    return (output.property as { name: string }).name;
  return undefined;
}

/** Visits a node and those in it; those under a node that is `done` are left out. */
export function everyNode(node: SqlNode, visit: (node: SqlNode) => 'done' | void): void {
  if (visit(node) === 'done') return;
  for (const value of Object.values(node) as unknown[])
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(each)) everyNode(each, visit);
}

function isNode(value: unknown): value is SqlNode {
  return value !== null && typeof value === 'object' && typeof (value as { type?: unknown }).type === 'string';
}
