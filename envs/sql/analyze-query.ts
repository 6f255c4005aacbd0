// Analyses a SELECT in any place: alone, in parentheses, or as a part of UNION, EXCEPT or INTERSECT.
import type { Node as CstNode } from 'sql-parser-cst';
import { SqlRefusal, type Need, type Scope } from './analysis-types.ts';
import { analyzeSelect } from './analyze-select.ts';
import { readLimit, readWith } from './analyze-clauses.ts';
import { keywordText, type SqlNode } from './parse-sql.ts';
import type { Relation } from './relation.ts';
import { leftmost, rightmost, specifications, statementName } from './syntax.ts';
import type { Walk } from './walk.ts';

export function analyzeQuery(
  walk: Walk,
  node: SqlNode,
  need: Need,
  parent: Scope | undefined,
  ctes: Map<string, Relation> | undefined,
): Relation {
  if (node.type === 'paren_expr') return analyzeQuery(walk, node.expr as SqlNode, need, parent, ctes);
  if (node.type === 'compound_select_stmt') return analyzeCompound(walk, node, need, parent, ctes);
  if (node.type === 'select_stmt') return analyzeSelect(walk, node, { need, parent, ctes, inCompound: false });
  throw new SqlRefusal(`${statementName(node)} is not allowed here`, 'only SELECT is');
}

function analyzeCompound(
  walk: Walk,
  node: Extract<CstNode, { type: 'compound_select_stmt' }>,
  need: Need,
  parent: Scope | undefined,
  outer: Map<string, Relation> | undefined,
): Relation {
  const operator = keywordText(node.operator);
  if (!/^(UNION|UNION ALL|EXCEPT|INTERSECT)$/.test(operator)) throw new SqlRefusal(`${operator} is not allowed`);
  // the parser attaches WITH to the first part, and ORDER BY and LIMIT to the last part, although they belong to the
  // whole statement
  const holder = walk.scope(parent, outer);
  const first = leftmost(node);
  for (const clause of first.clauses as SqlNode[]) if (clause.type === 'with_clause') readWith(walk, clause, holder);
  const last = rightmost(node);
  const order = (last.clauses as SqlNode[]).find((clause) => clause.type === 'order_by_clause');
  const limit = (last.clauses as SqlNode[]).find((clause) => clause.type === 'limit_clause');
  const parts: Relation[] = [];
  const operators: string[] = [];
  const visit = (each: SqlNode): void => {
    if (each.type === 'compound_select_stmt') {
      visit(each.left as SqlNode);
      operators.push(keywordText(each.operator));
      visit(each.right as SqlNode);
    } else {
      const inner = each.type === 'paren_expr' ? (each.expr as SqlNode) : each;
      if (inner.type !== 'select_stmt') throw new SqlRefusal('this compound SELECT is not understood');
      parts.push(analyzeSelect(walk, inner, { need: 'set', parent, ctes: holder.ctes, inCompound: true }));
    }
  };
  visit(node);
  const columns = (parts[0] as Relation).columns.map((column, index) => ({
    name: column.name,
    integer: parts.every((part) => part.columns[index]?.integer === true),
  }));
  const names = columns.map((column) => column.name.toLowerCase());
  const unique = !operators.includes('UNION ALL');
  const sorted = new Set<string>();
  for (const item of order === undefined ? [] : specifications(order)) {
    const target = item.type === 'sort_specification' ? (item.expr as SqlNode) : item;
    if (target.type === 'number_literal') sorted.add(names[Number(target.value) - 1] ?? '');
    else if (target.type === 'identifier') sorted.add(target.name.toLowerCase());
  }
  const total = order !== undefined && names.every((name) => sorted.has(name));
  if ((need === 'rows' || limit !== undefined) && !total) {
    throw new SqlRefusal(
      'the order of a compound SELECT is not total',
      `add ORDER BY ${columns.map((column) => column.name).join(', ')}`,
    );
  }
  if (limit !== undefined) readLimit(walk, limit, walk.scope(parent));
  return { columns, keys: unique ? [names] : [], ordered: total };
}
