// The analysis of SQL: which tables a statement reads and writes, whether the order of its rows leaves no ties, and
// which guards (checks around arguments) it needs. The input is a parsed statement and the known tables and views; the
// result is facts and edits of the text, or an SqlRefusal. A statement that the analysis does not understand is
// refused. This file handles INSERT, UPDATE and DELETE; other files handle the other kinds of syntax.
import type { Node as CstNode } from 'sql-parser-cst';
import { SqlRefusal, type Catalog, type Declared, type Place, type Scope } from './analysis-types.ts';
import { readValues, readWhere, readWith } from './analyze-clauses.ts';
import { analyzeExpression, EXCLUDED, readRowValue } from './analyze-expressions.ts';
import { analyzeFrom, gatherEqualities, tableNameOf, unknownTable, withAlias } from './analyze-from.ts';
import { analyzeQuery } from './analyze-query.ts';
import { HIDDEN, MINTING } from './functions.ts';
import { keywordText, rangeOf, type SqlNode } from './parse-sql.ts';
import { closure, covers, follows, refTo, type Ref } from './relation.ts';
import { clauseName, namesOf, quoted, statementName } from './syntax.ts';
import { Walk } from './walk.ts';

export function beginWalk(text: string, catalog: Catalog, place: Place): Walk {
  return new Walk(text, catalog, place, { expression: analyzeExpression, query: analyzeQuery });
}

export function analyzeBareExpression(walk: Walk, node: SqlNode): void {
  walk.expr(node, walk.scope(undefined));
}

/** Analyses an expression of schema.sql. It may use the columns of its own table. */
export function analyzeSchemaExpression(walk: Walk, node: SqlNode, table: Declared): void {
  const scope = walk.scope(undefined);
  scope.sources.push(walk.source(table.name, table.relation, 'table'));
  walk.expr(node, scope);
}

export function analyzeChange(walk: Walk, node: SqlNode): void {
  if (node.type === 'insert_stmt') return analyzeInsert(walk, node);
  if (node.type === 'update_stmt') return analyzeUpdate(walk, node);
  if (node.type === 'delete_stmt') return analyzeDelete(walk, node);
  throw new SqlRefusal(`${statementName(node)} is not allowed here`, 'a run step takes INSERT, UPDATE and DELETE');
}

function analyzeInsert(walk: Walk, node: Extract<CstNode, { type: 'insert_stmt' }>): void {
  let target: Declared | undefined;
  let columns: string[] | undefined;
  let body: SqlNode | undefined;
  let upsertUpdates = false;
  const scope = walk.scope(undefined);
  for (const clause of node.clauses as SqlNode[]) {
    switch (clause.type) {
      case 'with_clause':
        readWith(walk, clause, scope);
        break;
      case 'insert_clause': {
        if (keywordText(clause.insertKw) !== 'INSERT')
          throw new SqlRefusal(
            'REPLACE is not allowed: it deletes rows unseen',
            'use INSERT … ON CONFLICT (…) DO UPDATE',
          );
        if (clause.orAction !== undefined)
          throw new SqlRefusal(
            `INSERT ${walk.slice(clause.orAction)} is not allowed`,
            'use INSERT … ON CONFLICT (…) DO UPDATE or DO NOTHING',
          );
        if (clause.modifiers.length > 0) throw new SqlRefusal('an INSERT modifier is not allowed');
        target = writableTable(walk, clause.table as SqlNode);
        if (clause.columns !== undefined) columns = namesOf(clause.columns);
        break;
      }
      case 'values_clause':
      case 'select_stmt':
      case 'compound_select_stmt':
      case 'paren_expr':
        body = clause;
        break;
      case 'upsert_clause':
        if (clause.action.type === 'upsert_action_update') upsertUpdates = true;
        break;
      default:
        throw new SqlRefusal(`${clauseName(clause)} is not allowed in INSERT`);
    }
  }
  if (target === undefined || body === undefined) throw new SqlRefusal('this INSERT is not understood');
  const given = new Set(
    (columns ?? target.relation.columns.map((column) => column.name)).map((name) => name.toLowerCase()),
  );
  for (const name of target.primaryKey ?? []) {
    if (!given.has(name.toLowerCase())) {
      throw new SqlRefusal(
        `INSERT into ${target.name} leaves its key ${name} to SQLite, so that it would depend on the order of calls`,
        'give the key a value; new_id() mints one',
      );
    }
  }
  if (body.type === 'values_clause') readValues(walk, body, scope);
  else analyzeQuery(walk, body, upsertUpdates ? 'rows' : 'set', scope, undefined);

  for (const clause of node.clauses as SqlNode[]) {
    if (clause.type !== 'upsert_clause') continue;
    const inner = walk.scope(scope);
    inner.sources.push(walk.source(target.name, { ...target.relation, keys: [[]] }, 'table'));
    inner.sources.push(walk.source(EXCLUDED, { ...target.relation, keys: [[]] }, 'table'));
    if (clause.conflictTarget !== undefined) checkBareNames(clause.conflictTarget as SqlNode, target);
    if (clause.where !== undefined) throw new SqlRefusal('a partial conflict target is not allowed');
    if (clause.action.type === 'upsert_action_update') {
      readAssignments(walk, clause.action.set as SqlNode, target, inner, true);
      if (clause.action.where !== undefined) walk.expr(clause.action.where.expr as SqlNode, inner);
    }
  }
}

function analyzeUpdate(walk: Walk, node: Extract<CstNode, { type: 'update_stmt' }>): void {
  let target: Declared | undefined;
  const scope = walk.scope(undefined);
  let set: SqlNode | undefined;
  let where: SqlNode | undefined;
  let from: SqlNode | undefined;
  let setEnd = 0;
  let targetRange: readonly [number, number] = [0, 0];
  let alias = '';
  for (const clause of node.clauses as SqlNode[]) {
    switch (clause.type) {
      case 'with_clause':
        readWith(walk, clause, scope);
        break;
      case 'update_clause': {
        if (clause.orAction !== undefined) throw new SqlRefusal(`UPDATE ${walk.slice(clause.orAction)} is not allowed`);
        if (clause.modifiers.length > 0) throw new SqlRefusal('an UPDATE modifier is not allowed');
        const named = withAlias(clause.tables.items[0] as SqlNode);
        target = writableTable(walk, named.node);
        alias = named.alias ?? target.name;
        targetRange = rangeOf(clause);
        break;
      }
      case 'set_clause':
        set = clause;
        setEnd = rangeOf(clause)[1];
        break;
      case 'from_clause':
        from = clause;
        setEnd = rangeOf(clause)[1];
        break;
      case 'where_clause':
        where = clause;
        break;
      default:
        throw new SqlRefusal(
          `${clauseName(clause)} is not allowed in UPDATE`,
          clause.type === 'returning_clause' ? 'read the row afterwards' : undefined,
        );
    }
  }
  if (target === undefined || set === undefined || targetRange[1] === 0)
    throw new SqlRefusal('this UPDATE is not understood');
  const own = walk.source(alias, target.relation, 'table');
  scope.sources.push(own);
  const counters = [`${HIDDEN.visit}(${quoted(alias)}.${quoted(target.probe)})`];
  if (from !== undefined) analyzeFrom(walk, (from as { expr: SqlNode }).expr, scope, counters);
  gatherEqualities(walk, (where as { expr: SqlNode } | undefined)?.expr, scope, undefined);
  const single = covers(closure([], [own], scope.dependencies), [own]);
  const assigned = readAssignments(walk, set, target, scope, single);
  if (scope.sources.length > 1) {
    // several source rows may match the same target row, so the new values must not depend on which of them SQLite uses
    const known = closure(
      own.relation.columns.map((column) => refTo(own, column.name)),
      scope.sources,
      scope.dependencies,
    );
    const loose = scope.sources.filter((source) => source !== own && !known.has(`${source.id}.*`));
    const harmless = loose.length === 1 && loose[0]?.kind === 'json_each';
    if (!harmless && !follows(assigned, known, scope.sources)) {
      throw new SqlRefusal(
        `several rows of ${loose.map((source) => source.alias).join(', ')} may match one row of ${target.name}, and the value would depend on which comes last`,
        'join on a key',
      );
    }
  }
  readWhere(walk, where, scope, counters, setEnd);
}

/** Analyses SET, and returns the columns that the new values depend on. */
function readAssignments(walk: Walk, set: SqlNode, target: Declared, scope: Scope, single: boolean): Ref[] {
  const refs: Ref[] = [];
  for (const assignment of (set as { assignments: { items: SqlNode[] } }).assignments.items) {
    if (assignment.type !== 'column_assignment') throw new SqlRefusal('this assignment is not understood');
    checkBareNames(assignment.column as SqlNode, target);
    for (const name of namesOf(assignment.column as SqlNode)) walk.assigned.add(name.toLowerCase());
    const before = walk.functions.has(MINTING);
    const expr = assignment.expr as SqlNode;
    const facts =
      expr.type === 'paren_expr' && (expr.expr as SqlNode).type === 'list_expr'
        ? readRowValue(walk, expr, scope)
        : walk.mintable(single, () => walk.expr(expr, scope));
    if (!single && !before && walk.functions.has(MINTING))
      throw new SqlRefusal('new_id() in an UPDATE of many rows would depend on their order', 'use each');
    refs.push(...facts.refs);
  }
  return refs;
}

function analyzeDelete(walk: Walk, node: Extract<CstNode, { type: 'delete_stmt' }>): void {
  const scope = walk.scope(undefined);
  let where: SqlNode | undefined;
  const counters: string[] = [];
  let end = 0;
  for (const clause of node.clauses as SqlNode[]) {
    switch (clause.type) {
      case 'with_clause':
        readWith(walk, clause, scope);
        break;
      case 'delete_clause': {
        const named = withAlias(clause.tables.items[0] as SqlNode);
        const target = writableTable(walk, named.node);
        const alias = named.alias ?? target.name;
        scope.sources.push(walk.source(alias, target.relation, 'table'));
        counters.push(`${HIDDEN.visit}(${quoted(alias)}.${quoted(target.probe)})`);
        end = rangeOf(clause)[1];
        break;
      }
      case 'where_clause':
        where = clause;
        break;
      default:
        throw new SqlRefusal(`${clauseName(clause)} is not allowed in DELETE`);
    }
  }
  readWhere(walk, where, scope, counters, end);
}

function writableTable(walk: Walk, node: SqlNode): Declared {
  if (node.type === 'indexed_table' || node.type === 'not_indexed_table')
    throw new SqlRefusal('INDEXED BY is not allowed: programs do not depend on indexes');
  const name = tableNameOf(walk, node);
  const declared = walk.catalog.get(name.toLowerCase());
  if (declared === undefined) throw unknownTable(walk, name);
  if (declared.kind === 'view') throw new SqlRefusal(`${name} is a view and cannot be written`, 'write its tables');
  walk.writes.add(declared.name);
  return declared;
}

function checkBareNames(node: SqlNode, target: Declared): void {
  for (const name of namesOf(node)) {
    const lower = name.toLowerCase();
    if (!target.relation.columns.some((column) => column.name.toLowerCase() === lower)) {
      throw new SqlRefusal(
        `${target.name} has no column ${name}`,
        `its columns are ${target.relation.columns.map((column) => column.name).join(', ')}`,
      );
    }
  }
}
