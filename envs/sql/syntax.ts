// Small functions that read nodes of the syntax tree.
import type { Node as CstNode } from 'sql-parser-cst';
import { SqlRefusal } from './analysis-types.ts';
import { keywordText, type SqlNode } from './parse-sql.ts';

export const MAX_FORMAT_WIDTH = 200;

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function operatorText(operator: unknown): string {
  return typeof operator === 'string' ? operator : keywordText(operator);
}

export function namesOf(node: SqlNode): string[] {
  if (node.type === 'identifier') return [node.name];
  if (node.type === 'index_specification') return namesOf(node.expr as SqlNode);
  if (node.type === 'column_definition') return [node.name.name];
  if (node.type === 'paren_expr') return namesOf(node.expr as SqlNode);
  if (node.type === 'list_expr') return (node.items as SqlNode[]).flatMap(namesOf);
  throw new SqlRefusal('a list of column names is expected');
}

export function specifications(node: SqlNode): SqlNode[] {
  return (node as Extract<CstNode, { type: 'order_by_clause' }>).specifications.items as SqlNode[];
}

export function isRowValue(node: SqlNode): boolean {
  return node.type === 'paren_expr' && (node.expr as SqlNode).type === 'list_expr';
}

export function isOne(node: SqlNode | undefined): boolean {
  return node?.type === 'number_literal' && node.text === '1';
}

export function leftmost(node: SqlNode): Extract<CstNode, { type: 'select_stmt' }> {
  if (node.type === 'compound_select_stmt') return leftmost(node.left as SqlNode);
  if (node.type === 'paren_expr') return leftmost(node.expr as SqlNode);
  if (node.type === 'select_stmt') return node;
  throw new SqlRefusal('this compound SELECT is not understood');
}

export function rightmost(node: SqlNode): Extract<CstNode, { type: 'select_stmt' }> {
  if (node.type === 'compound_select_stmt') return rightmost(node.right as SqlNode);
  if (node.type === 'paren_expr') return rightmost(node.expr as SqlNode);
  if (node.type === 'select_stmt') return node;
  throw new SqlRefusal('this compound SELECT is not understood');
}

export function boundedFormat(pattern: string): boolean {
  for (const match of pattern.matchAll(/%[-+ 0#!,]*(\*|\d*)(?:\.(\*|\d*))?/g)) {
    if (match[1] === '*' || match[2] === '*') return false;
    if (Number(match[1] ?? 0) > MAX_FORMAT_WIDTH || Number(match[2] ?? 0) > MAX_FORMAT_WIDTH) return false;
  }
  return true;
}

/** Returns the name of a statement for messages, such as CREATE TABLE for create_table_stmt. */
export function statementName(node: SqlNode): string {
  return node.type
    .replace(/_stmt$|_statement$/, '')
    .replaceAll('_', ' ')
    .toUpperCase();
}

export function clauseName(node: SqlNode): string {
  return node.type
    .replace(/_clause$/, '')
    .replaceAll('_', ' ')
    .toUpperCase();
}
