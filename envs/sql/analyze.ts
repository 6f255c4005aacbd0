// The one analysis of SQL: what a statement reads and writes, whether its order is total, which guards it needs.
// In: a parsed statement and the declared tables and views. Out: a Relation, edits and facts, or an SqlRefusal that
// names the offence. Nothing that is not understood here is accepted.
import type { Node as CstNode } from 'sql-parser-cst';
import { Edits } from './edits.ts';
import { CLOCK, HIDDEN, MINTING, SQL_FUNCTIONS } from './functions.ts';
import { keywordText, rangeOf, type SqlNode } from './parse-sql.ts';
import {
  JSON_EACH_RELATION,
  closure,
  covers,
  follows,
  refTo,
  type Dependency,
  type Ref,
  type Relation,
  type RelationColumn,
  type Source,
} from './relation.ts';

export class SqlRefusal extends Error {
  readonly mend: string | undefined;
  constructor(offence: string, mend?: string) {
    super(offence);
    this.mend = mend;
  }
}

/** A declared table or view as statements see it. */
export interface Declared {
  readonly kind: 'table' | 'view';
  readonly name: string;
  readonly relation: Relation;
  /** A column that the visit counter may look at. */
  readonly probe: string;
  readonly generated?: readonly string[];
  readonly primaryKey?: readonly string[];
}

export type Catalog = ReadonlyMap<string, Declared>;

/** How a parameter is used: its name and the members after it. */
export interface ParamUse {
  readonly name: string;
  readonly path: readonly string[];
}

/** Where SQL stands decides what it may do: schema expressions must be pure, views have no parameters. */
export type Place = 'program' | 'view' | 'schema';

type Need = 'rows' | 'set';

interface Facts {
  /** Columns used outside of aggregates. */
  readonly refs: readonly Ref[];
  /** Columns used anywhere. */
  readonly all: readonly Ref[];
  readonly integer: boolean;
  readonly aggregate: boolean;
  /** Set when the expression is a bare column. */
  readonly column?: Ref;
}

interface Output extends Facts {
  readonly name: string;
  readonly text: string;
}

interface Scope {
  readonly sources: Source[];
  readonly dependencies: Dependency[];
  readonly merged: Set<string>;
  readonly ctes: Map<string, Relation>;
  readonly parent: Scope | undefined;
  aliases: Map<string, Output>;
  /** Inside the arguments of an aggregate, columns need not be determined by the group. */
  grouped: { known: ReadonlySet<Ref>; texts: ReadonlySet<string> } | undefined;
  /** Set while analysing an aggregate: its rows are in a total order already. */
  rowsOrdered: boolean;
  aggregates: number;
}

const NOTHING: Facts = { refs: [], all: [], integer: false, aggregate: false };
const INTEGER: Facts = { ...NOTHING, integer: true };

const LITERALS = new Set(['string_literal', 'null_literal', 'boolean_literal', 'number_literal']);
const PLAIN_OPERATORS = new Set([
  '=',
  '==',
  '<>',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '||',
  '->',
  '->>',
  '&',
  '|',
  '<<',
  '>>',
]);
const WORD_OPERATORS = new Set(['AND', 'OR', 'IS', 'IS NOT', 'IS DISTINCT FROM', 'IS NOT DISTINCT FROM']);
const INTEGER_OPERATORS = new Set(['+', '-', '*', '%', '/', '&', '|', '<<', '>>']);
const COMPARISONS = new Set([
  '=',
  '==',
  '<>',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  'AND',
  'OR',
  'IS',
  'IS NOT',
  'IS DISTINCT FROM',
  'IS NOT DISTINCT FROM',
]);
const COLLATIONS = new Set(['NOCASE', 'BINARY', 'RTRIM']);
const CAST_TYPES = new Set(['INTEGER', 'INT', 'REAL', 'TEXT', 'NUMERIC']);
const JSON_BUILDERS = new Set([
  'json_object',
  'json_array',
  'json_group_array',
  'json_group_object',
  'json_set',
  'json_insert',
  'json_replace',
]);
const JSON_AGGREGATES = new Set(['json_group_array', 'json_group_object']);
const ROWID_NAMES = new Set(['rowid', 'oid', '_rowid_']);
const MAX_WILDCARDS = 4;
const MAX_FORMAT_WIDTH = 200;
const MAX_DEPTH = 60;
/** The row that an upsert could not insert; its columns are always qualified. */
const EXCLUDED = 'excluded';

export class Analysis {
  readonly edits = new Edits();
  readonly params: { readonly range: readonly [number, number]; readonly use: ParamUse }[] = [];
  readonly reads = new Set<string>();
  readonly writes = new Set<string>();
  readonly functions = new Set<string>();
  /** Declared tables by the alias that they have in FROM. */
  readonly aliases = new Map<string, string>();
  /** Columns that an UPDATE or upsert sets, lower case. */
  readonly assigned = new Set<string>();
  private readonly text: string;
  private readonly catalog: Catalog;
  private readonly place: Place;
  private quiet = 0;
  private depth = 0;
  private nextSource = 0;

  constructor(text: string, catalog: Catalog, place: Place) {
    this.text = text;
    this.catalog = catalog;
    this.place = place;
  }

  // ---- statements -------------------------------------------------------------------------------------------------

  /** A SELECT (or VALUES). `rows`: the order of the rows, or which comes first, matters. */
  query(node: SqlNode, need: Need, parent?: Scope): Relation {
    return this.deeper(() => this.subquery(node, need, parent, undefined));
  }

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

  private insert(node: Extract<CstNode, { type: 'insert_stmt' }>): void {
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

  private values(clause: Extract<CstNode, { type: 'values_clause' }>, scope: Scope): void {
    for (const row of clause.values.items as SqlNode[]) {
      if (row.type !== 'paren_expr') throw new SqlRefusal('this VALUES row is not understood');
      for (const item of (row.expr as { items: SqlNode[] }).items) {
        if ((item.type as string) === 'default')
          throw new SqlRefusal('DEFAULT as a value is not allowed', 'leave the column out');
        this.expr(item, scope);
      }
    }
  }

  private update(node: Extract<CstNode, { type: 'update_stmt' }>): void {
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
  private assignments(set: SqlNode, target: Declared, scope: Scope, single: boolean): Ref[] {
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

  private mintingAllowed = false;

  private mintable<T>(allowed: boolean, work: () => T): T {
    const before = this.mintingAllowed;
    this.mintingAllowed = allowed;
    try {
      return work();
    } finally {
      this.mintingAllowed = before;
    }
  }

  private remove(node: Extract<CstNode, { type: 'delete_stmt' }>): void {
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

  private whereClause(where: SqlNode | undefined, scope: Scope, counters: readonly string[], end: number): void {
    if (where === undefined) {
      if (counters.length > 0) this.edits.insert(end, ` WHERE ${counters.join(' AND ')}`, true);
      return;
    }
    const expr = (where as { expr: SqlNode }).expr;
    if (counters.length > 0) this.edits.wrap(rangeOf(expr), `${counters.join(' AND ')} AND (`, ')', true);
    const facts = this.expr(expr, scope);
    if (facts.aggregate) throw new SqlRefusal('an aggregate in WHERE is not allowed', 'use HAVING');
  }

  private writable(node: SqlNode): Declared {
    if (node.type === 'indexed_table' || node.type === 'not_indexed_table')
      throw new SqlRefusal('INDEXED BY is not allowed: programs do not depend on indexes');
    const name = this.tableName(node);
    const declared = this.catalog.get(name.toLowerCase());
    if (declared === undefined) throw this.unknownTable(name);
    if (declared.kind === 'view') throw new SqlRefusal(`${name} is a view and cannot be written`, 'write its tables');
    this.writes.add(declared.name);
    return declared;
  }

  private bareNames(node: SqlNode, target: Declared): void {
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

  // ---- queries ----------------------------------------------------------------------------------------------------

  private subquery(
    node: SqlNode,
    need: Need,
    parent: Scope | undefined,
    ctes: Map<string, Relation> | undefined,
  ): Relation {
    if (node.type === 'paren_expr') return this.subquery(node.expr as SqlNode, need, parent, ctes);
    if (node.type === 'compound_select_stmt') return this.compound(node, need, parent, ctes);
    if (node.type === 'select_stmt') return this.select(node, need, parent, ctes);
    throw new SqlRefusal(`${statementName(node)} is not allowed here`, 'only SELECT is');
  }

  private compound(
    node: Extract<CstNode, { type: 'compound_select_stmt' }>,
    need: Need,
    parent: Scope | undefined,
    outer: Map<string, Relation> | undefined,
  ): Relation {
    const operator = keywordText(node.operator);
    if (!/^(UNION|UNION ALL|EXCEPT|INTERSECT)$/.test(operator)) throw new SqlRefusal(`${operator} is not allowed`);
    // the parser hangs WITH on the first part and ORDER BY, LIMIT on the last: both belong to the whole
    const holder = this.scope(parent, outer);
    const first = leftmost(node);
    for (const clause of first.clauses as SqlNode[]) if (clause.type === 'with_clause') this.withClause(clause, holder);
    const last = rightmost(node);
    const order = (last.clauses as SqlNode[]).find((clause) => clause.type === 'order_by_clause');
    const limit = (last.clauses as SqlNode[]).find((clause) => clause.type === 'limit_clause');
    const parts: Relation[] = [];
    const operators: string[] = [];
    const walk = (each: SqlNode): void => {
      if (each.type === 'compound_select_stmt') {
        walk(each.left as SqlNode);
        operators.push(keywordText(each.operator));
        walk(each.right as SqlNode);
      } else {
        const inner = each.type === 'paren_expr' ? (each.expr as SqlNode) : each;
        if (inner.type !== 'select_stmt') throw new SqlRefusal('this compound SELECT is not understood');
        parts.push(this.select(inner, 'set', parent, holder.ctes, true));
      }
    };
    walk(node);
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
    if (limit !== undefined) this.limit(limit, this.scope(parent));
    return { columns, keys: unique ? [names] : [], ordered: total };
  }

  private select(
    node: Extract<CstNode, { type: 'select_stmt' }>,
    need: Need,
    parent: Scope | undefined,
    outer: Map<string, Relation> | undefined,
    inCompound = false,
  ): Relation {
    const clauses = new Map<string, SqlNode>();
    for (const clause of node.clauses as SqlNode[]) {
      if (clause.type === 'paren_expr') throw new SqlRefusal('this SELECT is not understood');
      clauses.set(clause.type, clause);
      if (
        ![
          'with_clause',
          'select_clause',
          'from_clause',
          'where_clause',
          'group_by_clause',
          'having_clause',
          'order_by_clause',
          'limit_clause',
          'values_clause',
        ].includes(clause.type)
      ) {
        throw new SqlRefusal(`${clauseName(clause)} is not allowed`);
      }
    }
    const scope = this.scope(parent, outer);
    const withNode = clauses.get('with_clause');
    if (withNode !== undefined && !inCompound) this.withClause(withNode, scope);
    const values = clauses.get('values_clause');
    if (values !== undefined) {
      this.values(values as Extract<CstNode, { type: 'values_clause' }>, scope);
      const rows = (values as { values: { items: SqlNode[] } }).values.items;
      const width = ((rows[0] as { expr: { items: SqlNode[] } }).expr.items as SqlNode[]).length;
      const columns = Array.from({ length: width }, (_, index) => ({ name: `column${index + 1}`, integer: false }));
      return { columns, keys: rows.length === 1 ? [[]] : [], ordered: true };
    }

    const selectClause = clauses.get('select_clause') as Extract<CstNode, { type: 'select_clause' }> | undefined;
    if (selectClause === undefined) throw new SqlRefusal('this SELECT is not understood');
    let distinct = false;
    for (const modifier of selectClause.modifiers) {
      if (modifier.type === 'select_distinct') distinct = true;
      else if (modifier.type !== 'select_all') throw new SqlRefusal(`SELECT ${this.slice(modifier)} is not allowed`);
    }

    const counters: string[] = [];
    const fromNode = clauses.get('from_clause');
    if (fromNode !== undefined) this.from((fromNode as { expr: SqlNode }).expr, scope, counters);
    const where = clauses.get('where_clause');
    const whereExpr = (where as { expr: SqlNode } | undefined)?.expr;
    this.gatherEqualities(whereExpr, scope, undefined);

    // select list: once quietly for the aliases and whether it aggregates, then for real with the group known
    const list = (selectClause.columns?.items ?? []) as SqlNode[];
    const hasNew = this.functions.has(MINTING);
    const dry = this.quietly(() => this.outputs(list, scope));
    scope.aliases = new Map(
      dry.filter((output) => output.name !== '').map((output) => [output.name.toLowerCase(), output]),
    );
    const having = clauses.get('having_clause');
    const orderNode = clauses.get('order_by_clause');
    const groupNode = clauses.get('group_by_clause') as Extract<CstNode, { type: 'group_by_clause' }> | undefined;
    const groupExprs = (groupNode?.columns.items ?? []) as SqlNode[];
    const groupFacts = groupExprs.map((expr) => this.quietly(() => this.groupTerm(expr, scope, dry)));
    const aggregated =
      groupNode !== undefined ||
      dry.some((output) => output.aggregate) ||
      (having !== undefined && this.quietly(() => this.expr((having as { expr: SqlNode }).expr, scope)).aggregate);

    let groupKnown: Set<Ref> | undefined;
    if (aggregated) {
      const start = groupFacts.flatMap((facts) => (facts.column === undefined ? [] : [facts.column]));
      groupKnown = closure(start, scope.sources, scope.dependencies);
      scope.grouped = { known: groupKnown, texts: new Set(groupExprs.map((expr) => this.groupText(expr, dry))) };
    }
    scope.rowsOrdered = scope.sources.length === 1 && scope.sources[0]?.relation.ordered === true;

    const outputs = this.outputs(list, scope);
    for (const expr of groupExprs) if (expr.type !== 'number_literal') this.groupTerm(expr, scope, dry);
    this.whereOfSelect(where, fromNode, scope, counters);
    if (having !== undefined)
      this.determined(this.expr((having as { expr: SqlNode }).expr, scope), scope, (having as { expr: SqlNode }).expr);
    if (!hasNew && this.functions.has(MINTING) && scope.sources.length > 0) {
      throw new SqlRefusal(
        'new_id() in a SELECT over tables would depend on the order of rows',
        'mint in VALUES, or once per element in each',
      );
    }

    // order
    const limitNode = clauses.get('limit_clause');
    const known = new Set<Ref>();
    const sortedOutputs = new Set<number>();
    if (!inCompound)
      for (const item of orderNode === undefined ? [] : specifications(orderNode))
        this.orderItem(item, scope, outputs, known, sortedOutputs);
    const all = closure(known, scope.sources, scope.dependencies);
    const outputsFollow = outputs.every(
      (output, index) => sortedOutputs.has(index) || (!output.aggregate && follows(output.all, all, scope.sources)),
    );
    const groupsFollow = groupFacts.every(
      (facts, index) =>
        follows(facts.refs, all, scope.sources) ||
        [...sortedOutputs].some((at) => outputs[at]?.text === this.groupText(groupExprs[index] as SqlNode, dry)),
    );
    const one = aggregated && groupNode === undefined;
    const rowsFollow = aggregated ? one || groupsFollow : covers(all, scope.sources);
    const inherent =
      !aggregated &&
      orderNode === undefined &&
      scope.sources.length === 1 &&
      scope.sources[0]?.kind === 'json_each' &&
      !distinct;
    const total =
      outputsFollow || (rowsFollow && !distinct) || (rowsFollow && distinct && covers(all, scope.sources)) || inherent;
    const single = one || (!aggregated && covers(closure([], scope.sources, scope.dependencies), scope.sources));
    if (limitNode !== undefined) this.limit(limitNode, this.scope(parent));
    const limitedToOne = limitNode !== undefined && isOne((limitNode as { count?: SqlNode }).count);
    if (!inCompound && !single && !total && (need === 'rows' || limitNode !== undefined)) {
      throw new SqlRefusal(
        orderNode === undefined
          ? 'a SELECT of many rows has no ORDER BY'
          : 'the ORDER BY is not total: rows that tie come in any order',
        this.orderAdvice(scope, aggregated, groupExprs, distinct, outputs),
      );
    }
    return {
      columns: outputs.map((output) => ({ name: output.name, integer: output.integer })),
      keys: this.keysOf(outputs, scope, {
        single: single || limitedToOne,
        aggregated,
        groupFacts,
        groupTexts: groupExprs.map((expr) => this.groupText(expr, dry)),
        distinct,
      }),
      ordered: (orderNode !== undefined && total) || inherent || single,
    };
  }

  private whereOfSelect(
    where: SqlNode | undefined,
    from: SqlNode | undefined,
    scope: Scope,
    counters: readonly string[],
  ): void {
    if (where === undefined && from === undefined) return;
    const grouped = scope.grouped;
    scope.grouped = undefined;
    this.whereClause(where, scope, counters, from === undefined ? 0 : rangeOf(from)[1]);
    scope.grouped = grouped;
  }

  /** The text of what a GROUP BY term groups by: a number or an alias stands for its output. */
  private groupText(expr: SqlNode, outputs: readonly Output[]): string {
    if (expr.type === 'number_literal') return outputs[Number(expr.value) - 1]?.text ?? '';
    const text = this.normalized(expr);
    return expr.type === 'identifier'
      ? (outputs.find((output) => output.name.toLowerCase() === expr.name.toLowerCase())?.text ?? text)
      : text;
  }

  private groupTerm(expr: SqlNode, scope: Scope, outputs: readonly Output[]): Facts {
    if (expr.type === 'number_literal') {
      const output = outputs[Number(expr.value) - 1];
      if (output === undefined) throw new SqlRefusal(`GROUP BY ${expr.text} names no column`);
      return output;
    }
    if (expr.type.startsWith('group_by')) throw new SqlRefusal('this GROUP BY is not allowed');
    const grouped = scope.grouped;
    scope.grouped = undefined;
    const facts = this.expr(expr, scope);
    scope.grouped = grouped;
    if (facts.aggregate) throw new SqlRefusal('an aggregate in GROUP BY is not allowed');
    return facts;
  }

  private orderItem(
    item: SqlNode,
    scope: Scope,
    outputs: readonly Output[],
    known: Set<Ref>,
    sorted: Set<number>,
  ): void {
    const target = item.type === 'sort_specification' ? (item.expr as SqlNode) : item;
    if (target.type === 'number_literal') {
      const index = Number(target.value) - 1;
      const output = outputs[index];
      if (output === undefined) throw new SqlRefusal(`ORDER BY ${target.text} names no column`);
      sorted.add(index);
      if (output.column !== undefined) known.add(output.column);
      return;
    }
    if (target.type === 'identifier') {
      const index = outputs.findIndex((output) => output.name.toLowerCase() === target.name.toLowerCase());
      if (index >= 0) {
        sorted.add(index);
        const column = outputs[index]?.column;
        if (column !== undefined) known.add(column);
        return;
      }
    }
    const facts = this.expr(target, scope);
    this.determined(facts, scope, target);
    const text = this.normalized(target);
    outputs.forEach((output, index) => {
      if (output.text === text) sorted.add(index);
    });
    if (facts.column !== undefined) known.add(facts.column);
  }

  /** In a grouped query a column outside of aggregates must follow from the group. */
  private determined(facts: Facts, scope: Scope, node: SqlNode): void {
    const group = scope.grouped;
    if (group === undefined) return;
    if (group.texts.has(this.normalized(node))) return;
    if (!follows(facts.refs, group.known, scope.sources)) {
      throw new SqlRefusal(
        `${this.slice(node)} is not the same for all rows of its group`,
        'add it to GROUP BY, or put it into an aggregate',
      );
    }
  }

  private outputs(list: readonly SqlNode[], scope: Scope): Output[] {
    const outputs: Output[] = [];
    for (const item of list) {
      if (item.type === 'all_columns') {
        if (scope.sources.length === 0) throw new SqlRefusal('SELECT * without FROM');
        const seen = new Set<string>();
        for (const source of scope.sources) {
          for (const column of source.relation.columns) {
            const lower = column.name.toLowerCase();
            if (scope.merged.has(lower) && seen.has(lower)) continue;
            seen.add(lower);
            outputs.push(this.columnOutput(source, column, scope));
          }
        }
        continue;
      }
      if (item.type === 'member_expr' && item.property.type === 'all_columns') {
        const alias = item.object.type === 'identifier' ? item.object.name : '';
        const source = scope.sources.find((each) => each.alias.toLowerCase() === alias.toLowerCase());
        if (source === undefined) throw new SqlRefusal(`${alias}.* names no table of this FROM`);
        for (const column of source.relation.columns) outputs.push(this.columnOutput(source, column, scope));
        continue;
      }
      const expr = item.type === 'alias' ? (item.expr as SqlNode) : item;
      const facts = this.expr(expr, scope);
      this.determined(facts, scope, expr);
      const alias = item.type === 'alias' ? (item.alias as { name?: string }).name : undefined;
      outputs.push({ ...facts, name: alias ?? this.implicitName(expr, facts, scope), text: this.normalized(expr) });
    }
    return outputs;
  }

  private columnOutput(source: Source, column: RelationColumn, scope: Scope): Output {
    const ref = refTo(source, column.name);
    const output: Output = {
      refs: [ref],
      all: [ref],
      integer: column.integer,
      aggregate: false,
      column: ref,
      name: column.name,
      text: `${source.alias}.${column.name}`.toLowerCase(),
    };
    const group = scope.grouped;
    if (
      group !== undefined &&
      !follows([ref], group.known, scope.sources) &&
      !group.texts.has(output.text) &&
      !group.texts.has(column.name.toLowerCase())
    ) {
      throw new SqlRefusal(
        `${source.alias}.${column.name} is not the same for all rows of its group`,
        'name the columns that you need',
      );
    }
    return output;
  }

  /** The name that SQLite gives a column without AS: that of the declared column, else the text. */
  private implicitName(expr: SqlNode, facts: Facts, scope: Scope): string {
    for (const source of facts.column === undefined ? [] : scope.sources) {
      const column = source.relation.columns.find((each) => refTo(source, each.name) === facts.column);
      if (column !== undefined) return column.name;
    }
    return this.slice(expr);
  }

  private keysOf(
    outputs: readonly Output[],
    scope: Scope,
    how: {
      single: boolean;
      aggregated: boolean;
      groupFacts: readonly Facts[];
      groupTexts: readonly string[];
      distinct: boolean;
    },
  ): string[][] {
    if (how.single) return [[]];
    const keys: string[][] = [];
    const nameOf = new Map<Ref, string>();
    for (const output of outputs)
      if (output.column !== undefined && !nameOf.has(output.column))
        nameOf.set(output.column, output.name.toLowerCase());
    if (how.aggregated) {
      const names = how.groupFacts.map((facts, index) => {
        const byColumn = facts.column === undefined ? undefined : nameOf.get(facts.column);
        return byColumn ?? outputs.find((output) => output.text === how.groupTexts[index])?.name.toLowerCase();
      });
      if (names.every((name) => name !== undefined)) keys.push(names);
    } else {
      for (let start = 0; start < scope.sources.length; start++) {
        const key = this.keyFrom(start, scope, nameOf);
        if (key !== undefined) keys.push(key);
      }
    }
    if (how.distinct) keys.push(outputs.map((output) => output.name.toLowerCase()));
    return keys;
  }

  /** A key of the joined rows made of visible columns, beginning with the keys of one source. */
  private keyFrom(start: number, scope: Scope, nameOf: ReadonlyMap<Ref, string>): string[] | undefined {
    const rotated = [...scope.sources.slice(start), ...scope.sources.slice(0, start)];
    const chosen = new Set<Ref>();
    let known = closure([], scope.sources, scope.dependencies);
    for (const source of rotated) {
      if (known.has(`${source.id}.*`)) continue;
      const key = source.relation.keys.find((each) =>
        each.every((column) => nameOf.has(refTo(source, column)) || known.has(refTo(source, column))),
      );
      if (key === undefined) return undefined;
      for (const column of key) if (!known.has(refTo(source, column))) chosen.add(refTo(source, column));
      known = closure(chosen, scope.sources, scope.dependencies);
      if (!known.has(`${source.id}.*`)) return undefined;
    }
    return [...chosen].map((ref) => nameOf.get(ref) as string);
  }

  private orderAdvice(
    scope: Scope,
    aggregated: boolean,
    groups: readonly SqlNode[],
    distinct: boolean,
    outputs: readonly Output[],
  ): string {
    if (distinct) return `order by ${outputs.map((output) => output.name).join(', ')}`;
    if (aggregated) return `order by ${groups.map((expr) => this.slice(expr)).join(', ')}`;
    const parts = scope.sources.map((source) => {
      const key = source.relation.keys[0];
      return key === undefined
        ? `the columns of ${source.alias}`
        : key.map((column) => `${source.alias}.${column}`).join(', ');
    });
    return `end the ORDER BY with a key: ${parts.join(', ')}`;
  }

  private limit(node: SqlNode, scope: Scope): void {
    const clause = node as Extract<CstNode, { type: 'limit_clause' }>;
    for (const part of [clause.count, clause.offset]) {
      if (part === undefined) continue;
      if (this.expr(part as SqlNode, scope).refs.length > 0) throw new SqlRefusal('a column in LIMIT is not allowed');
    }
  }

  private withClause(node: SqlNode, scope: Scope): void {
    const clause = node as Extract<CstNode, { type: 'with_clause' }>;
    if (clause.recursiveKw !== undefined)
      throw new SqlRefusal('WITH RECURSIVE is not allowed', 'use each, or json_each over a bounded array');
    for (const table of clause.tables.items) {
      const name = table.table.name.toLowerCase();
      if (this.catalog.has(name))
        throw new SqlRefusal(`WITH ${table.table.name} hides a declared table`, 'choose another name');
      const body = table.expr as SqlNode;
      const inner = body.type === 'paren_expr' ? (body.expr as SqlNode) : body;
      let relation = this.query(inner, 'set', scope);
      if (table.columns !== undefined) relation = renamed(relation, namesOf(table.columns as SqlNode));
      scope.ctes.set(name, relation);
    }
  }

  // ---- FROM -------------------------------------------------------------------------------------------------------

  private from(node: SqlNode, scope: Scope, counters: string[]): Source[] {
    if (node.type === 'join_expr') {
      const operator = node.operator === ',' ? ',' : keywordText(node.operator);
      if (!/^(,|JOIN|INNER JOIN|CROSS JOIN|LEFT JOIN|LEFT OUTER JOIN)$/.test(operator))
        throw new SqlRefusal(`${operator} is not allowed`, 'JOIN and LEFT JOIN are');
      const left = operator.startsWith('LEFT');
      const before = this.from(node.left as SqlNode, scope, counters);
      const rightCounters: string[] = [];
      const right = this.from(node.right as SqlNode, scope, rightCounters);
      const specification = node.specification as SqlNode | undefined;
      if (specification === undefined) {
        counters.push(...rightCounters);
      } else if (specification.type === 'join_using_specification') {
        for (const name of namesOf(specification.expr as SqlNode)) {
          const lower = name.toLowerCase();
          const a = before.find((source) => hasColumn(source, lower));
          const b = right.find((source) => hasColumn(source, lower));
          if (a === undefined || b === undefined)
            throw new SqlRefusal(`USING (${name}): both sides must have the column`);
          scope.merged.add(lower);
          scope.dependencies.push({ from: [refTo(a, lower)], to: refTo(b, lower) });
          if (!left) scope.dependencies.push({ from: [refTo(b, lower)], to: refTo(a, lower) });
        }
        // a counter cannot stand in USING; on the right of a LEFT JOIN the table is wrapped to carry it
        if (left) this.wrapCounted(node.right as SqlNode, rightCounters);
        else counters.push(...rightCounters);
      } else if (specification.type === 'join_on_specification') {
        const condition = specification.expr as SqlNode;
        this.gatherEqualities(condition, scope, left ? right : undefined);
        if (left) this.edits.wrap(rangeOf(condition), `${[...rightCounters, ''].join(' AND ')}(`, ')', true);
        else counters.push(...rightCounters);
        this.expr(condition, scope);
      } else {
        throw new SqlRefusal('this join is not understood');
      }
      return [...before, ...right];
    }
    if (node.type === 'paren_expr' && (node.expr as SqlNode).type === 'join_expr')
      return this.from(node.expr as SqlNode, scope, counters);
    const { node: inner, alias } = this.aliased(node);
    const source = this.fromItem(inner, alias, scope);
    if (scope.sources.some((each) => each.alias.toLowerCase() === source.alias.toLowerCase()))
      throw new SqlRefusal(`two tables of one FROM are called ${source.alias}`, 'give one an alias');
    scope.sources.push(source);
    if (source.kind === 'table' || source.kind === 'json_each') {
      const probe =
        source.kind === 'json_each' ? 'id' : (this.catalog.get(this.tableName(inner).toLowerCase())?.probe ?? '');
      counters.push(`${HIDDEN.visit}(${quoted(source.alias)}.${quoted(probe)})`);
    }
    return [source];
  }

  private wrapCounted(node: SqlNode, counters: readonly string[]): void {
    const { node: inner, alias } = this.aliased(node);
    if (counters.length === 0) return;
    if (inner.type === 'func_call') throw new SqlRefusal('LEFT JOIN json_each … USING is not allowed', 'use ON');
    const name = alias ?? this.tableName(inner);
    this.edits.replace(
      rangeOf(node),
      `(SELECT * FROM ${this.slice(inner)} AS ${quoted(name)} WHERE ${counters.join(' AND ')}) AS ${quoted(name)}`,
      true,
    );
  }

  private fromItem(node: SqlNode, alias: string | undefined, scope: Scope): Source {
    if (node.type === 'paren_expr') {
      const relation = this.query(
        node.expr as SqlNode,
        'set',
        scope.parent === undefined ? this.scope(undefined, scope.ctes) : this.scope(scope.parent, scope.ctes),
      );
      return this.source(alias ?? '', relation, 'query');
    }
    if (node.type === 'func_call') {
      const name = node.name.type === 'identifier' ? node.name.name.toLowerCase() : '';
      if (name !== 'json_each')
        throw new SqlRefusal(
          `the table-valued function ${this.slice(node.name)} is not allowed`,
          'json_each is the only one',
        );
      if (alias === undefined)
        throw new SqlRefusal(
          'json_each has no alias; its columns (key, value, type …) would hide others',
          'write json_each(…) AS item and item.value',
        );
      if (node.filter !== undefined || node.over !== undefined)
        throw new SqlRefusal('this json_each is not understood');
      const facts = (node.args?.expr.args.items ?? []).map((arg) => this.expr(arg as SqlNode, scope));
      this.functions.add('json_each');
      return { ...this.source(alias, JSON_EACH_RELATION, 'json_each'), requires: facts.flatMap((each) => each.refs) };
    }
    if (node.type === 'indexed_table' || node.type === 'not_indexed_table')
      throw new SqlRefusal('INDEXED BY is not allowed: programs do not depend on indexes');
    const name = this.tableName(node);
    const lower = name.toLowerCase();
    for (let each: Scope | undefined = scope; each !== undefined; each = each.parent) {
      const cte = each.ctes.get(lower);
      if (cte !== undefined) return this.source(alias ?? name, cte, 'query');
    }
    const declared = this.catalog.get(lower);
    if (declared === undefined) throw this.unknownTable(name);
    this.reads.add(declared.name);
    if (declared.kind === 'table') this.aliases.set((alias ?? name).toLowerCase(), declared.name);
    if (declared.kind === 'view') {
      this.edits.replace(
        rangeOf(node),
        `${quoted(countingView(declared.name))}${alias === undefined ? ` AS ${quoted(name)}` : ''}`,
        true,
      );
    }
    return this.source(alias ?? name, declared.relation, declared.kind);
  }

  private aliased(node: SqlNode): { node: SqlNode; alias: string | undefined } {
    if (node.type !== 'alias') return { node, alias: undefined };
    const alias = node.alias as { type: string; name?: string };
    if (alias.type !== 'identifier' || alias.name === undefined) throw new SqlRefusal('this alias is not understood');
    return { node: node.expr as SqlNode, alias: alias.name };
  }

  private tableName(node: SqlNode): string {
    if (node.type === 'identifier') return node.name;
    if (node.type === 'member_expr')
      throw new SqlRefusal(`${this.slice(node)}: a table with a schema name is not allowed`, 'write the bare name');
    throw new SqlRefusal(`${this.slice(node)} is not a table`);
  }

  private unknownTable(name: string): SqlRefusal {
    const names = [...this.catalog.values()].map((each) => each.name);
    return new SqlRefusal(
      `there is no table or view ${name}`,
      names.length === 0 ? undefined : `there are ${names.join(', ')}`,
    );
  }

  private source(alias: string, relation: Relation, kind: Source['kind']): Source {
    return { id: `s${this.nextSource++}`, alias, relation, kind, requires: [] };
  }

  private scope(parent: Scope | undefined, ctes?: Map<string, Relation>): Scope {
    return {
      sources: [],
      dependencies: [],
      merged: new Set(),
      ctes: new Map(ctes),
      parent,
      aliases: new Map(),
      grouped: undefined,
      rowsOrdered: false,
      aggregates: 0,
    };
  }

  /** Equalities that hold for every row: from WHERE and ON, through AND. */
  private gatherEqualities(node: SqlNode | undefined, scope: Scope, onlyFor: readonly Source[] | undefined): void {
    if (node === undefined) return;
    const others =
      onlyFor === undefined
        ? []
        : this.quietly(() => this.expr(node, scope)).all.filter(
            (ref) => !onlyFor.some((source) => ref.startsWith(`${source.id}.`)),
          );
    const add = (target: Facts, from: Facts): void => {
      if (target.column === undefined || from.aggregate) return;
      if (onlyFor !== undefined && !onlyFor.some((source) => target.column?.startsWith(`${source.id}.`))) return;
      scope.dependencies.push({ from: [...from.refs, ...others], to: target.column });
    };
    const walk = (each: SqlNode): void => {
      if (each.type === 'paren_expr' && (each.expr as SqlNode).type !== 'select_stmt')
        return walk(each.expr as SqlNode);
      if (each.type !== 'binary_expr') return;
      const operator = operatorText(each.operator);
      if (operator === 'AND') {
        walk(each.left as SqlNode);
        walk(each.right as SqlNode);
      } else if (operator === '=' || operator === '==' || operator === 'IS') {
        const left = this.quietly(() => this.operand(each.left as SqlNode, scope));
        const right = this.quietly(() => this.operand(each.right as SqlNode, scope));
        add(left, right);
        add(right, left);
      } else if (operator === 'IN' && (each.right as SqlNode).type === 'paren_expr') {
        const items = ((each.right as { expr: SqlNode }).expr as { items?: SqlNode[] }).items;
        if (items?.length === 1)
          add(
            this.quietly(() => this.operand(each.left as SqlNode, scope)),
            this.quietly(() => this.operand(items[0] as SqlNode, scope)),
          );
      }
    };
    walk(node);
  }

  private operand(node: SqlNode, scope: Scope): Facts {
    return isRowValue(node) ? NOTHING : this.expr(node, scope);
  }

  // ---- expressions ------------------------------------------------------------------------------------------------

  private expr(node: SqlNode, scope: Scope): Facts {
    return this.deeper(() => this.exprOf(node, scope));
  }

  private exprOf(node: SqlNode, scope: Scope): Facts {
    if (LITERALS.has(node.type)) return this.literal(node);
    switch (node.type) {
      case 'identifier':
        return this.column(undefined, node.name, scope, node);
      case 'parameter':
        return this.parameter(node, node.text.slice(1), []);
      case 'member_expr':
        return this.member(node, scope);
      case 'paren_expr': {
        const inner = node.expr as SqlNode;
        if (inner.type === 'select_stmt' || inner.type === 'compound_select_stmt') return this.scalar(inner, scope);
        if (inner.type === 'list_expr') return this.rowValue(node, scope);
        return this.expr(inner, scope);
      }
      case 'binary_expr':
        return this.binary(node, scope);
      case 'prefix_op_expr': {
        const operator = operatorText(node.operator);
        if (operator === 'EXISTS') {
          const inner = node.expr as SqlNode;
          this.inPlace('EXISTS');
          return {
            ...INTEGER,
            ...this.outerRefs(
              () => this.query(inner.type === 'paren_expr' ? (inner.expr as SqlNode) : inner, 'set', scope),
              scope,
            ),
          };
        }
        if (!['-', '+', '~', 'NOT'].includes(operator)) throw new SqlRefusal(`the operator ${operator} is not allowed`);
        const facts = this.expr(node.expr as SqlNode, scope);
        return { ...withoutColumn(facts), integer: operator === 'NOT' || operator === '~' || facts.integer };
      }
      case 'postfix_op_expr': {
        const operator = operatorText(node.operator);
        if (!['ISNULL', 'NOTNULL', 'NOT NULL'].includes(operator))
          throw new SqlRefusal(`the operator ${operator} is not allowed`);
        return { ...withoutColumn(this.expr(node.expr as SqlNode, scope)), integer: true };
      }
      case 'between_expr':
        return {
          ...combine([node.left, node.begin, node.end].map((each) => this.expr(each as SqlNode, scope))),
          integer: true,
        };
      case 'case_expr': {
        const tests: Facts[] = [];
        const results: Facts[] = [];
        if (node.expr !== undefined) tests.push(this.expr(node.expr as SqlNode, scope));
        for (const clause of node.clauses) {
          if (clause.type === 'case_when') tests.push(this.expr(clause.condition as SqlNode, scope));
          results.push(this.expr(clause.result as SqlNode, scope));
        }
        return { ...combine([...tests, ...results]), integer: results.every((facts) => facts.integer) };
      }
      case 'cast_expr': {
        if (keywordText(node.castKw) !== 'CAST' || node.args.expr.format !== undefined)
          throw new SqlRefusal('this CAST is not allowed');
        const type = this.slice(node.args.expr.dataType as SqlNode).toUpperCase();
        if (!CAST_TYPES.has(type)) throw new SqlRefusal(`CAST to ${type} is not allowed`, 'INTEGER, REAL and TEXT are');
        return { ...withoutColumn(this.expr(node.args.expr.expr as SqlNode, scope)), integer: type.startsWith('INT') };
      }
      case 'func_call':
        return this.call(node, scope);
      case 'list_expr':
        return combine((node.items as SqlNode[]).map((item) => this.expr(item, scope)));
      case 'blob_literal':
        throw new SqlRefusal('a blob is not allowed: values are JSON');
      case 'variable':
        throw new SqlRefusal(`${this.slice(node)} is not allowed`, 'parameters are written :name');
      case 'raise_expr':
        throw new SqlRefusal('RAISE is not allowed', 'use require, refuse or fail');
      default:
        throw new SqlRefusal(`${this.slice(node)} is not allowed`);
    }
  }

  private literal(node: SqlNode): Facts {
    if (node.type === 'number_literal') {
      return /^[0-9]+$/.test(node.text) || /^0x/i.test(node.text) ? INTEGER : NOTHING;
    }
    return node.type === 'boolean_literal' || node.type === 'null_literal' ? INTEGER : NOTHING;
  }

  private column(qualifier: string | undefined, name: string, scope: Scope, node: SqlNode): Facts {
    const lower = name.toLowerCase();
    for (let each: Scope | undefined = scope; each !== undefined; each = each.parent) {
      const matches = each.sources.filter(
        (source) =>
          hasColumn(source, lower) &&
          (qualifier === undefined
            ? source.alias !== EXCLUDED
            : source.alias.toLowerCase() === qualifier.toLowerCase()),
      );
      if (matches.length > 1 && !each.merged.has(lower))
        throw new SqlRefusal(`${name} is ambiguous: ${matches.map((source) => source.alias).join(', ')}`, 'qualify it');
      const source = matches[0];
      if (source !== undefined) {
        if (source.kind === 'json_each' && qualifier === undefined) {
          throw new SqlRefusal(
            `${name} is a column of json_each and must be qualified`,
            `write ${source.alias}.${name}`,
          );
        }
        const ref = refTo(source, lower);
        const integer = source.relation.columns.find((column) => column.name.toLowerCase() === lower)?.integer === true;
        return { refs: [ref], all: [ref], integer, aggregate: false, column: ref };
      }
      if (qualifier === undefined) {
        const alias = each.aliases.get(lower);
        if (alias !== undefined) return alias;
      }
    }
    if (ROWID_NAMES.has(lower)) throw new SqlRefusal(`${name} is the place on disk, not data`, 'use the primary key');
    if (/^current_(date|time|timestamp)$/i.test(name))
      throw new SqlRefusal(`${name} reads the wall clock`, 'use now()');
    throw new SqlRefusal(`there is no column ${this.slice(node)} here`, this.knownColumns(scope, qualifier));
  }

  private knownColumns(scope: Scope, qualifier: string | undefined): string | undefined {
    const sources = scope.sources.filter(
      (source) => qualifier === undefined || source.alias.toLowerCase() === qualifier.toLowerCase(),
    );
    const names = sources.flatMap((source) =>
      source.relation.columns.map((column) => (qualifier === undefined ? column.name : `${qualifier}.${column.name}`)),
    );
    return names.length === 0 ? undefined : `there are ${names.slice(0, 30).join(', ')}`;
  }

  private member(node: Extract<CstNode, { type: 'member_expr' }>, scope: Scope): Facts {
    const path: string[] = [];
    let at: SqlNode = node;
    while (at.type === 'member_expr') {
      if (at.property.type !== 'identifier') throw new SqlRefusal(`${this.slice(node)} is not understood`);
      path.unshift(at.property.name);
      at = at.object as SqlNode;
    }
    if (at.type === 'parameter') return this.parameter(node, at.text.slice(1), path);
    if (at.type !== 'identifier') throw new SqlRefusal(`${this.slice(node)} is not understood`);
    if (path.length !== 1) throw new SqlRefusal(`${this.slice(node)}: a schema name is not allowed`);
    return this.column(at.name, path[0] as string, scope, node);
  }

  private parameter(node: SqlNode, name: string, path: readonly string[]): Facts {
    if (this.place !== 'program')
      throw new SqlRefusal(`a parameter in a ${this.place === 'view' ? 'view' : 'schema'} is not allowed`);
    if (this.quiet === 0) this.params.push({ range: rangeOf(node), use: { name, path } });
    return NOTHING;
  }

  private rowValue(node: SqlNode, scope: Scope): Facts {
    const items = ((node as { expr: SqlNode }).expr as { items: SqlNode[] }).items;
    return combine(items.map((item) => this.expr(item, scope)));
  }

  /** A scalar subquery: its first row counts, so there must be one row or a total order. */
  private scalar(node: SqlNode, scope: Scope): Facts {
    this.inPlace('a subquery');
    let integer = false;
    const refs = this.outerRefs(() => {
      const relation = this.query(node, 'rows', scope);
      // no row gives NULL, which is no integer but harms no sum of integers
      integer = relation.columns[0]?.integer === true;
    }, scope);
    return { ...NOTHING, ...refs, integer };
  }

  private inPlace(what: string): void {
    if (this.place === 'schema') throw new SqlRefusal(`${what} in a schema expression is not allowed`);
  }

  /** Runs an analysis of a subquery and reports which columns of the outer scopes it used. */
  private outerRefs(work: () => void, scope: Scope): { refs: readonly Ref[]; all: readonly Ref[] } {
    const before = this.outer;
    this.outer = new Set();
    work();
    const visible = new Set<string>();
    for (let each: Scope | undefined = scope; each !== undefined; each = each.parent)
      for (const source of each.sources) visible.add(source.id);
    const refs = [...this.outer].filter((ref) => visible.has(ref.slice(0, ref.indexOf('.'))));
    for (const ref of this.outer) before?.add(ref);
    this.outer = before;
    return { refs, all: refs };
  }
  private outer: Set<Ref> | undefined;

  private binary(node: Extract<CstNode, { type: 'binary_expr' }>, scope: Scope): Facts {
    const operator = operatorText(node.operator);
    const left = node.left as SqlNode;
    const right = node.right as SqlNode;
    if (operator === 'COLLATE') {
      const collation = this.slice(right).toUpperCase();
      if (!COLLATIONS.has(collation)) throw new SqlRefusal(`the collation ${collation} is not allowed`);
      return withoutColumn(this.expr(left, scope));
    }
    if (operator === 'IN' || operator === 'NOT IN') return this.membership(left, right, scope);
    if (/^(NOT )?(LIKE|GLOB)$/.test(operator)) return this.pattern(operator, left, right, scope);
    if (!PLAIN_OPERATORS.has(operator) && !WORD_OPERATORS.has(operator))
      throw new SqlRefusal(`the operator ${operator} is not allowed`);
    const a = this.expr(left, scope);
    const b = this.expr(right, scope);
    const integer = COMPARISONS.has(operator) || (INTEGER_OPERATORS.has(operator) && a.integer && b.integer);
    return { ...combine([a, b]), integer };
  }

  private membership(left: SqlNode, right: SqlNode, scope: Scope): Facts {
    const a = this.operand(left, scope);
    if (isRowValue(left)) this.rowValue(left, scope);
    if (right.type !== 'paren_expr')
      throw new SqlRefusal(`IN ${this.slice(right)} is not allowed`, 'write IN (SELECT column FROM …)');
    const inner = right.expr as SqlNode;
    if (inner.type === 'select_stmt' || inner.type === 'compound_select_stmt') {
      this.inPlace('IN (SELECT …)');
      const refs = this.outerRefs(() => this.query(inner, 'set', scope), scope);
      return { refs: [...a.refs, ...refs.refs], all: [...a.all, ...refs.all], integer: true, aggregate: a.aggregate };
    }
    const items = inner.type === 'list_expr' ? (inner.items as SqlNode[]) : [inner];
    return { ...combine([a, ...items.map((item) => this.operand(item, scope))]), integer: true };
  }

  private pattern(operator: string, left: SqlNode, right: SqlNode, scope: Scope): Facts {
    if (
      right.type === 'binary_expr' &&
      operatorText(right.operator) === 'ESCAPE' &&
      (right.right as SqlNode).type === 'string_literal'
    ) {
      return this.pattern(operator, left, right.left as SqlNode, scope);
    }
    if (right.type !== 'string_literal') {
      throw new SqlRefusal(
        `${operator} with a pattern that is not a literal: ${this.slice(right)}`,
        'use text_match(text, query) or instr(lower(text), lower(part)) > 0',
      );
    }
    const wildcards = right.value.match(operator.endsWith('LIKE') ? /%+/g : /\*+/g)?.length ?? 0;
    if (wildcards > MAX_WILDCARDS)
      throw new SqlRefusal(
        `${operator} with ${wildcards} wildcards takes too long on long texts`,
        `at most ${MAX_WILDCARDS}`,
      );
    return { ...withoutColumn(this.expr(left, scope)), integer: true };
  }

  // ---- functions --------------------------------------------------------------------------------------------------

  private call(node: Extract<CstNode, { type: 'func_call' }>, scope: Scope): Facts {
    if (node.name.type !== 'identifier') throw new SqlRefusal(`the function ${this.slice(node.name)} is not allowed`);
    const name = node.name.name.toLowerCase();
    const known = Object.hasOwn(SQL_FUNCTIONS, name) ? SQL_FUNCTIONS[name] : undefined;
    if (known === undefined)
      throw new SqlRefusal(`the function ${name} is not allowed`, 'the list stands in docs/program-language.md');
    if (node.over !== undefined) throw new SqlRefusal('a window function is not allowed');
    if (node.args === undefined) throw new SqlRefusal(`${name} without parentheses is not allowed`);
    const body = node.args.expr;
    if (body.limit !== undefined || body.having !== undefined || body.nullHandlingKw !== undefined)
      throw new SqlRefusal(`this call of ${name} is not understood`);
    const args = body.args.items as SqlNode[];
    const star = args.length === 1 && args[0]?.type === 'all_columns';
    if (star && name !== 'count') throw new SqlRefusal(`${name}(*) is not allowed`);
    const aggregate =
      known.kind === 'ordered' ||
      (known.kind === 'aggregate' && !((name === 'max' || name === 'min') && args.length > 1));
    if (!aggregate && (body.distinctKw !== undefined || body.orderBy !== undefined || node.filter !== undefined))
      throw new SqlRefusal(`${name} is no aggregate`);
    this.functions.add(name);
    this.callPlace(name, known.kind, scope);
    if (JSON_BUILDERS.has(name)) for (const arg of args) this.lostSubtype(arg);
    if (aggregate) return this.aggregateCall(name, node, star ? [] : args, scope);
    this.guard(name, known.kind, node, args);
    const facts = args.map((arg) => this.expr(arg, scope));
    const result = combine(facts);
    const valued = name === 'iif' || name === 'if' ? facts.slice(1) : facts;
    const integer =
      known.integer === 'always' ||
      (known.integer === 'like-arguments' && valued.every((each) => each.integer)) ||
      (known.kind === 'aggregate' && valued.every((each) => each.integer));
    return { ...result, integer };
  }

  private callPlace(name: string, kind: string, scope: Scope): void {
    if (this.place === 'schema' && (kind === 'callgym' || kind === 'aggregate' || kind === 'ordered')) {
      if (
        !(
          name === 'max' ||
          name === 'min' ||
          name === 'num' ||
          name === 'calc' ||
          name === 'text_match' ||
          name === 'geo_distance'
        )
      ) {
        throw new SqlRefusal(
          `${name}() in a schema expression is not allowed: it is not a pure function of the row`,
          name === CLOCK || name === MINTING ? 'programs give the value' : undefined,
        );
      }
    }
    if (name === MINTING) {
      if (this.place !== 'program') throw new SqlRefusal('new_id() in a view is not allowed');
      let crowded = false;
      for (let each: Scope | undefined = scope; each !== undefined; each = each.parent)
        if (each.sources.length > 0) crowded = true;
      if (crowded && !this.mintingAllowed)
        throw new SqlRefusal(
          'new_id() over the rows of a table would depend on their order',
          'mint in VALUES, or once per element in each',
        );
    }
  }

  private lostSubtype(arg: SqlNode): void {
    if (arg.type !== 'paren_expr') return;
    const inner = arg.expr as SqlNode;
    if (inner.type !== 'select_stmt') return;
    const select = (inner.clauses as SqlNode[]).find((clause) => clause.type === 'select_clause') as
      | { columns?: { items: SqlNode[] } }
      | undefined;
    const only = select?.columns?.items[0];
    const expr = only?.type === 'alias' ? (only.expr as SqlNode) : only;
    if (
      expr?.type === 'func_call' &&
      expr.name.type === 'identifier' &&
      (JSON_BUILDERS.has(expr.name.name.toLowerCase()) || JSON_AGGREGATES.has(expr.name.name.toLowerCase()))
    ) {
      throw new SqlRefusal(
        'the JSON of a scalar subquery would arrive as a string: it loses its subtype',
        'wrap the subquery: json((SELECT …))',
      );
    }
  }

  private aggregateCall(
    name: string,
    node: Extract<CstNode, { type: 'func_call' }>,
    args: readonly SqlNode[],
    scope: Scope,
  ): Facts {
    const body = node.args?.expr;
    const grouped = scope.grouped;
    scope.grouped = undefined;
    const facts = args.map((arg) => this.expr(arg, scope));
    if (facts.some((each) => each.aggregate)) throw new SqlRefusal(`an aggregate inside ${name} is not allowed`);
    const items = body?.orderBy === undefined ? [] : specifications(body.orderBy as SqlNode);
    const sorted = new Set<Ref>();
    const sortedTexts = new Set<string>();
    for (const item of items) {
      const target = item.type === 'sort_specification' ? (item.expr as SqlNode) : item;
      const each = this.expr(target, scope);
      sortedTexts.add(this.normalized(target));
      if (each.column !== undefined) sorted.add(each.column);
    }
    if (node.filter !== undefined) this.expr(node.filter.where.expr.expr as SqlNode, scope);
    scope.grouped = grouped;
    const all = facts.flatMap((each) => each.all);
    const local = all.some((ref) => scope.sources.some((source) => ref.startsWith(`${source.id}.`)));
    if (all.length > 0 && !local)
      throw new SqlRefusal(`${name} here aggregates the rows of an outer query`, 'move it there');
    if (SQL_FUNCTIONS[name]?.kind === 'ordered' && grouped !== undefined) {
      const known = closure([...sorted, ...grouped.known], scope.sources, scope.dependencies);
      const valuesFollow = args.every(
        (arg, index) => sortedTexts.has(this.normalized(arg)) || follows(facts[index]?.all ?? [], known, scope.sources),
      );
      if (!covers(known, scope.sources) && !valuesFollow && !(items.length === 0 && scope.rowsOrdered)) {
        throw new SqlRefusal(
          `the order of ${name} is not total`,
          `write ${name}(… ORDER BY ${scope.sources.map((source) => source.relation.keys[0]?.map((column) => `${source.alias}.${column}`).join(', ') ?? source.alias).join(', ')})`,
        );
      }
    }
    const integer = facts.every((each) => each.integer);
    if ((name === 'sum' || name === 'total' || name === 'avg') && !integer && this.quiet === 0) {
      this.edits.replace(rangeOf(node.name as SqlNode), HIDDEN[name]);
    }
    const kind = SQL_FUNCTIONS[name]?.integer;
    return { refs: [], all, integer: kind === 'always' || (kind === 'like-arguments' && integer), aggregate: true };
  }

  /** Puts guards around the arguments of functions that could read the clock or grow without bound. */
  private guard(
    name: string,
    kind: string,
    node: Extract<CstNode, { type: 'func_call' }>,
    args: readonly SqlNode[],
  ): void {
    if (kind === 'date') {
      const valueAt = name === 'strftime' ? 1 : 0;
      if (args.length <= valueAt)
        throw new SqlRefusal(
          `${name}() without a time value reads the wall clock`,
          `write ${name}(${valueAt === 1 ? '…, ' : ''}now())`,
        );
      args.forEach((arg, index) => {
        if (index < valueAt) return;
        if (arg.type === 'string_literal')
          return this.dateLiteral(name, arg.value, index === valueAt || name === 'timediff');
        if (arg.type === 'number_literal') return;
        if (arg.type === 'func_call' && arg.name.type === 'identifier' && arg.name.name.toLowerCase() === CLOCK) return;
        this.wrap(arg, `${index === valueAt || name === 'timediff' ? HIDDEN.moment : HIDDEN.modifier}(`, ')');
      });
    }
    if (name === 'format' || name === 'printf') {
      const pattern = args[0];
      if (pattern === undefined) throw new SqlRefusal(`${name}() without a pattern`);
      if (pattern.type === 'string_literal') {
        if (!boundedFormat(pattern.value))
          throw new SqlRefusal(`${name} with * or a width above ${MAX_FORMAT_WIDTH}: ${pattern.text}`);
      } else {
        this.wrap(pattern, `${HIDDEN.pattern}(`, ')');
      }
    }
    if (name === 'replace' && this.quiet === 0) {
      this.edits.replace(rangeOf(node.name as SqlNode), HIDDEN.replace);
      for (const arg of args) this.wrap(arg, 'CAST(', ' AS TEXT)');
    }
  }

  private wrap(node: SqlNode, before: string, after: string): void {
    if (this.quiet === 0) this.edits.wrap(rangeOf(node), before, after);
  }

  private dateLiteral(name: string, value: string, isMoment: boolean): void {
    const word = value.trim().toLowerCase();
    if (word === 'now' || (isMoment && /^subsec(ond)?$/.test(word)))
      throw new SqlRefusal(`${name}('${value}') reads the wall clock`, 'use now()');
    if (word === 'localtime' || word === 'utc')
      throw new SqlRefusal(`'${value}' depends on the time zone of the machine`);
  }

  // ---- small things -----------------------------------------------------------------------------------------------

  private quietly<T>(work: () => T): T {
    this.quiet += 1;
    const functions = new Set(this.functions);
    const reads = new Set(this.reads);
    try {
      return this.withoutEdits(work);
    } finally {
      this.quiet -= 1;
      restore(this.functions, functions);
      restore(this.reads, reads);
    }
  }

  private withoutEdits<T>(work: () => T): T {
    const mark = this.edits.mark();
    try {
      return work();
    } finally {
      this.edits.cut(mark);
    }
  }

  private deeper<T>(work: () => T): T {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new SqlRefusal('the statement is nested too deeply');
    try {
      const result = work();
      this.note(result);
      return result;
    } finally {
      this.depth -= 1;
    }
  }

  private note(result: unknown): void {
    if (this.outer === undefined || result === null || typeof result !== 'object') return;
    for (const ref of (result as Partial<Facts>).all ?? []) this.outer.add(ref);
  }

  private slice(node: SqlNode | { range?: readonly [number, number] }): string {
    const [start, end] = (node.range ?? [0, 0]) as readonly [number, number];
    return this.text.slice(start, end).replace(/\s+/g, ' ').trim();
  }

  private normalized(node: SqlNode): string {
    return this.slice(node).toLowerCase();
  }
}

/** The name of a view's twin that counts the rows it visits. */
export function countingView(name: string): string {
  return `${name} (counting)`;
}

function restore<T>(set: Set<T>, to: ReadonlySet<T>): void {
  for (const each of set) if (!to.has(each)) set.delete(each);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function combine(facts: readonly Facts[]): Facts {
  return {
    refs: facts.flatMap((each) => each.refs),
    all: facts.flatMap((each) => each.all),
    integer: false,
    aggregate: facts.some((each) => each.aggregate),
  };
}

function withoutColumn(facts: Facts): Facts {
  const { refs, all, integer, aggregate } = facts;
  return { refs, all, integer, aggregate };
}

function operatorText(operator: unknown): string {
  return typeof operator === 'string' ? operator : keywordText(operator);
}

function hasColumn(source: Source, lower: string): boolean {
  return source.relation.columns.some((column) => column.name.toLowerCase() === lower);
}

function namesOf(node: SqlNode): string[] {
  if (node.type === 'identifier') return [node.name];
  if (node.type === 'index_specification') return namesOf(node.expr as SqlNode);
  if (node.type === 'column_definition') return [node.name.name];
  if (node.type === 'paren_expr') return namesOf(node.expr as SqlNode);
  if (node.type === 'list_expr') return (node.items as SqlNode[]).flatMap(namesOf);
  throw new SqlRefusal('a list of column names is expected');
}

function specifications(node: SqlNode): SqlNode[] {
  return (node as Extract<CstNode, { type: 'order_by_clause' }>).specifications.items as SqlNode[];
}

function isRowValue(node: SqlNode): boolean {
  return node.type === 'paren_expr' && (node.expr as SqlNode).type === 'list_expr';
}

function isOne(node: SqlNode | undefined): boolean {
  return node?.type === 'number_literal' && node.text === '1';
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

function leftmost(node: SqlNode): Extract<CstNode, { type: 'select_stmt' }> {
  if (node.type === 'compound_select_stmt') return leftmost(node.left as SqlNode);
  if (node.type === 'paren_expr') return leftmost(node.expr as SqlNode);
  if (node.type === 'select_stmt') return node;
  throw new SqlRefusal('this compound SELECT is not understood');
}

function rightmost(node: SqlNode): Extract<CstNode, { type: 'select_stmt' }> {
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

/** "create_table_stmt" -> "CREATE TABLE" */
export function statementName(node: SqlNode): string {
  return node.type
    .replace(/_stmt$|_statement$/, '')
    .replaceAll('_', ' ')
    .toUpperCase();
}

function clauseName(node: SqlNode): string {
  return node.type
    .replace(/_clause$/, '')
    .replaceAll('_', ' ')
    .toUpperCase();
}
