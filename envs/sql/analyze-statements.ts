// The one analysis of SQL: what a statement reads and writes, whether its order is total, which guards it needs. In: a
// parsed statement and the declared tables and views. Out: facts and edits, or an SqlRefusal that names the offence.
// Nothing that is not understood is accepted. One class in layers: base, functions, expressions, FROM, queries, and
// here the statements; each layer is a file.
import type { Node as CstNode } from 'sql-parser-cst';
import { SqlRefusal, type Declared, type Scope } from './analysis-types.ts';
import { EXCLUDED } from './analyze-expressions.ts';
import { QueryAnalysis } from './analyze-queries.ts';
import { HIDDEN, MINTING } from './functions.ts';
import { keywordText, rangeOf, type SqlNode } from './parse-sql.ts';
import { closure, covers, follows, refTo, type Ref } from './relation.ts';
import { clauseName, namesOf, quoted, statementName } from './syntax.ts';

export class Analysis extends QueryAnalysis {
  /** A bare expression without a table in sight. */
  expression(node: SqlNode): void {
    this.expr(node, this.scope(undefined));
  }

  /** An expression of schema.sql over one table's columns. */
  schemaExpression(node: SqlNode, table: Declared): void {
    const scope = this.scope(undefined);
    scope.sources.push(this.source(table.name, table.relation, 'table'));
    this.expr(node, scope);
  }

  /** INSERT, UPDATE or DELETE. */
  change(node: SqlNode): void {
    if (node.type === 'insert_stmt') return this.insert(node);
    if (node.type === 'update_stmt') return this.update(node);
    if (node.type === 'delete_stmt') return this.remove(node);
    throw new SqlRefusal(`${statementName(node)} is not allowed here`, 'a run step takes INSERT, UPDATE and DELETE');
  }

  protected insert(node: Extract<CstNode, { type: 'insert_stmt' }>): void {
    let target: Declared | undefined;
    let columns: string[] | undefined;
    let body: SqlNode | undefined;
    let upsertUpdates = false;
    const scope = this.scope(undefined);
    for (const clause of node.clauses as SqlNode[]) {
      switch (clause.type) {
        case 'with_clause':
          this.withClause(clause, scope);
          break;
        case 'insert_clause': {
          if (keywordText(clause.insertKw) !== 'INSERT')
            throw new SqlRefusal(
              'REPLACE is not allowed: it deletes rows unseen',
              'use INSERT … ON CONFLICT (…) DO UPDATE',
            );
          if (clause.orAction !== undefined)
            throw new SqlRefusal(
              `INSERT ${this.slice(clause.orAction)} is not allowed`,
              'use INSERT … ON CONFLICT (…) DO UPDATE or DO NOTHING',
            );
          if (clause.modifiers.length > 0) throw new SqlRefusal('an INSERT modifier is not allowed');
          target = this.writable(clause.table as SqlNode);
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
    if (body.type === 'values_clause') this.values(body, scope);
    else this.subquery(body, upsertUpdates ? 'rows' : 'set', scope, undefined);

    for (const clause of node.clauses as SqlNode[]) {
      if (clause.type !== 'upsert_clause') continue;
      const inner = this.scope(scope);
      inner.sources.push(this.source(target.name, { ...target.relation, keys: [[]] }, 'table'));
      inner.sources.push(this.source(EXCLUDED, { ...target.relation, keys: [[]] }, 'table'));
      if (clause.conflictTarget !== undefined) this.bareNames(clause.conflictTarget as SqlNode, target);
      if (clause.where !== undefined) throw new SqlRefusal('a partial conflict target is not allowed');
      if (clause.action.type === 'upsert_action_update') {
        this.assignments(clause.action.set as SqlNode, target, inner, true);
        if (clause.action.where !== undefined) this.expr(clause.action.where.expr as SqlNode, inner);
      }
    }
  }

  protected update(node: Extract<CstNode, { type: 'update_stmt' }>): void {
    let target: Declared | undefined;
    const scope = this.scope(undefined);
    let set: SqlNode | undefined;
    let where: SqlNode | undefined;
    let from: SqlNode | undefined;
    let setEnd = 0;
    let targetRange: readonly [number, number] = [0, 0];
    let alias = '';
    for (const clause of node.clauses as SqlNode[]) {
      switch (clause.type) {
        case 'with_clause':
          this.withClause(clause, scope);
          break;
        case 'update_clause': {
          if (clause.orAction !== undefined)
            throw new SqlRefusal(`UPDATE ${this.slice(clause.orAction)} is not allowed`);
          if (clause.modifiers.length > 0) throw new SqlRefusal('an UPDATE modifier is not allowed');
          const named = this.aliased(clause.tables.items[0] as SqlNode);
          target = this.writable(named.node);
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
    const own = this.source(alias, target.relation, 'table');
    scope.sources.push(own);
    const counters = [`${HIDDEN.visit}(${quoted(alias)}.${quoted(target.probe)})`];
    if (from !== undefined) this.from((from as { expr: SqlNode }).expr, scope, counters);
    this.gatherEqualities((where as { expr: SqlNode } | undefined)?.expr, scope, undefined);
    const single = covers(closure([], [own], scope.dependencies), [own]);
    const assigned = this.assignments(set, target, scope, single);
    if (scope.sources.length > 1) {
      // several matches for one target row: which one is taken must not matter
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
    this.whereClause(where, scope, counters, setEnd);
  }

  /** Analyses SET; returns the columns that the new values use. */
  protected assignments(set: SqlNode, target: Declared, scope: Scope, single: boolean): Ref[] {
    const refs: Ref[] = [];
    for (const assignment of (set as { assignments: { items: SqlNode[] } }).assignments.items) {
      if (assignment.type !== 'column_assignment') throw new SqlRefusal('this assignment is not understood');
      this.bareNames(assignment.column as SqlNode, target);
      for (const name of namesOf(assignment.column as SqlNode)) this.assigned.add(name.toLowerCase());
      const before = this.functions.has(MINTING);
      const expr = assignment.expr as SqlNode;
      const facts =
        expr.type === 'paren_expr' && (expr.expr as SqlNode).type === 'list_expr'
          ? this.rowValue(expr, scope)
          : this.mintable(single, () => this.expr(expr, scope));
      if (!single && !before && this.functions.has(MINTING))
        throw new SqlRefusal('new_id() in an UPDATE of many rows would depend on their order', 'use each');
      refs.push(...facts.refs);
    }
    return refs;
  }

  protected remove(node: Extract<CstNode, { type: 'delete_stmt' }>): void {
    const scope = this.scope(undefined);
    let where: SqlNode | undefined;
    const counters: string[] = [];
    let end = 0;
    for (const clause of node.clauses as SqlNode[]) {
      switch (clause.type) {
        case 'with_clause':
          this.withClause(clause, scope);
          break;
        case 'delete_clause': {
          const named = this.aliased(clause.tables.items[0] as SqlNode);
          const target = this.writable(named.node);
          const alias = named.alias ?? target.name;
          scope.sources.push(this.source(alias, target.relation, 'table'));
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
    this.whereClause(where, scope, counters, end);
  }

  protected writable(node: SqlNode): Declared {
    if (node.type === 'indexed_table' || node.type === 'not_indexed_table')
      throw new SqlRefusal('INDEXED BY is not allowed: programs do not depend on indexes');
    const name = this.tableName(node);
    const declared = this.catalog.get(name.toLowerCase());
    if (declared === undefined) throw this.unknownTable(name);
    if (declared.kind === 'view') throw new SqlRefusal(`${name} is a view and cannot be written`, 'write its tables');
    this.writes.add(declared.name);
    return declared;
  }

  protected bareNames(node: SqlNode, target: Declared): void {
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
}
