// Analyses the clauses that several kinds of statements have: WITH, VALUES, WHERE and LIMIT.
import type { Node as CstNode } from 'sql-parser-cst';
import { SqlRefusal, type Scope } from './analysis-types.ts';
import { rangeOf, type SqlNode } from './parse-sql.ts';
import type { Relation } from './relation.ts';
import { namesOf } from './syntax.ts';
import type { Walk } from './walk.ts';

export function readLimit(walk: Walk, node: SqlNode, scope: Scope): void {
  const clause = node as Extract<CstNode, { type: 'limit_clause' }>;
  for (const part of [clause.count, clause.offset]) {
    if (part === undefined) continue;
    if (walk.expr(part as SqlNode, scope).refs.length > 0) throw new SqlRefusal('a column in LIMIT is not allowed');
  }
}

export function readWith(walk: Walk, node: SqlNode, scope: Scope): void {
  const clause = node as Extract<CstNode, { type: 'with_clause' }>;
  if (clause.recursiveKw !== undefined)
    throw new SqlRefusal('WITH RECURSIVE is not allowed', 'use each, or json_each over a bounded array');
  for (const table of clause.tables.items) {
    const name = table.table.name.toLowerCase();
    if (walk.catalog.has(name))
      throw new SqlRefusal(`WITH ${table.table.name} hides a declared table`, 'choose another name');
    const body = table.expr as SqlNode;
    const inner = body.type === 'paren_expr' ? (body.expr as SqlNode) : body;
    let relation = walk.query(inner, 'set', scope);
    if (table.columns !== undefined) relation = renamed(relation, namesOf(table.columns as SqlNode));
    scope.ctes.set(name, relation);
  }
}

export function readValues(walk: Walk, clause: Extract<CstNode, { type: 'values_clause' }>, scope: Scope): void {
  for (const row of clause.values.items as SqlNode[]) {
    if (row.type !== 'paren_expr') throw new SqlRefusal('this VALUES row is not understood');
    for (const item of (row.expr as { items: SqlNode[] }).items) {
      if ((item.type as string) === 'default')
        throw new SqlRefusal('DEFAULT as a value is not allowed', 'leave the column out');
      walk.expr(item, scope);
    }
  }
}

export function readWhere(
  walk: Walk,
  where: SqlNode | undefined,
  scope: Scope,
  counters: readonly string[],
  end: number,
): void {
  if (where === undefined) {
    if (counters.length > 0) walk.edits.insert(end, ` WHERE ${counters.join(' AND ')}`, true);
    return;
  }
  const expr = (where as { expr: SqlNode }).expr;
  if (counters.length > 0) walk.edits.wrap(rangeOf(expr), `${counters.join(' AND ')} AND (`, ')', true);
  const facts = walk.expr(expr, scope);
  if (facts.aggregate) throw new SqlRefusal('an aggregate in WHERE is not allowed', 'use HAVING');
}

function renamed(relation: Relation, names: readonly string[]): Relation {
  const lower = new Map(
    relation.columns.map((column, index) => [column.name.toLowerCase(), (names[index] ?? column.name).toLowerCase()]),
  );
  return {
    ...relation,
    columns: relation.columns.map((column, index) => ({ ...column, name: names[index] ?? column.name })),
    keys: relation.keys.map((key) => key.map((column) => lower.get(column) ?? column)),
  };
}
