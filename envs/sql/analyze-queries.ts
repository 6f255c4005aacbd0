// SELECT: groups, outputs, whether the order is total and how many rows there can be, keys of the result.
import type { Node as CstNode } from 'sql-parser-cst';
import { SqlRefusal, type Facts, type Need, type Output, type Scope } from './analysis-types.ts';
import { FromAnalysis } from './analyze-from.ts';
import { MINTING } from './functions.ts';
import { keywordText, rangeOf, type SqlNode } from './parse-sql.ts';
import {
  closure,
  covers,
  follows,
  refTo,
  type Ref,
  type Relation,
  type RelationColumn,
  type Source,
} from './relation.ts';
import { clauseName, isOne, leftmost, namesOf, rightmost, specifications, statementName } from './syntax.ts';

export abstract class QueryAnalysis extends FromAnalysis {
  /** A SELECT (or VALUES). `rows`: the order of the rows, or which comes first, matters. */
  override query(node: SqlNode, need: Need, parent?: Scope): Relation {
    return this.deeper(() => this.subquery(node, need, parent, undefined));
  }

  protected subquery(
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

  protected compound(
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

  protected select(
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
    const spelled = distinct ? outputs.find((output) => output.loose === true) : undefined;
    if (spelled !== undefined)
      throw new SqlRefusal(
        `DISTINCT over ${spelled.name} shows one of several spellings`,
        `use lower(${spelled.name})`,
      );
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
    const unseen: Ref[] = [];
    if (!inCompound)
      for (const item of orderNode === undefined ? [] : specifications(orderNode))
        unseen.push(...this.orderItem(item, scope, outputs, known, sortedOutputs));
    // a row of DISTINCT stands for several: it may be sorted only by what they have in common
    const shown = outputs.flatMap(({ column }) => (column === undefined ? [] : [column]));
    const sortedByOneOfSeveral =
      distinct && !follows(unseen, closure(shown, scope.sources, scope.dependencies), scope.sources);
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
      !sortedByOneOfSeveral &&
      (outputsFollow ||
        (rowsFollow && !distinct) ||
        (rowsFollow && distinct && covers(all, scope.sources)) ||
        inherent);
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
      columns: outputs.map((output) => ({
        name: output.name,
        integer: output.integer,
        ...(output.loose === true ? { loose: true as const } : {}),
      })),
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

  protected whereOfSelect(
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
  protected groupText(expr: SqlNode, outputs: readonly Output[]): string {
    if (expr.type === 'number_literal') return outputs[Number(expr.value) - 1]?.text ?? '';
    const text = this.normalized(expr);
    return expr.type === 'identifier'
      ? (outputs.find((output) => output.name.toLowerCase() === expr.name.toLowerCase())?.text ?? text)
      : text;
  }

  protected groupTerm(expr: SqlNode, scope: Scope, outputs: readonly Output[]): Facts {
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
    if (facts.loose === true) throw this.spelling('GROUP BY', expr);
    return facts;
  }

  protected orderItem(
    item: SqlNode,
    scope: Scope,
    outputs: readonly Output[],
    known: Set<Ref>,
    sorted: Set<number>,
  ): readonly Ref[] {
    const target = item.type === 'sort_specification' ? (item.expr as SqlNode) : item;
    if (target.type === 'number_literal') {
      const index = Number(target.value) - 1;
      const output = outputs[index];
      if (output === undefined) throw new SqlRefusal(`ORDER BY ${target.text} names no column`);
      if (output.loose !== true) sorted.add(index);
      if (output.column !== undefined) known.add(output.column);
      return [];
    }
    if (target.type === 'identifier') {
      const index = outputs.findIndex((output) => output.name.toLowerCase() === target.name.toLowerCase());
      if (index >= 0) {
        if (outputs[index]?.loose !== true) sorted.add(index);
        const column = outputs[index]?.column;
        if (column !== undefined) known.add(column);
        return [];
      }
    }
    const facts = this.expr(target, scope);
    this.determined(facts, scope, target);
    const text = this.normalized(target);
    const same = [...outputs.keys()].filter((index) => outputs[index]?.text === text);
    if (facts.loose !== true) for (const index of same) sorted.add(index);
    if (facts.column !== undefined) known.add(facts.column);
    return same.length > 0 ? [] : facts.all;
  }

  /** In a grouped query a column outside of aggregates must follow from the group. */
  protected determined(facts: Facts, scope: Scope, node: SqlNode): void {
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

  protected outputs(list: readonly SqlNode[], scope: Scope): Output[] {
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
      const alias = item.type === 'alias' ? aliasText(item.alias as SqlNode) : undefined;
      outputs.push({ ...facts, name: alias ?? this.implicitName(expr, facts, scope), text: this.normalized(expr) });
    }
    return outputs;
  }

  protected columnOutput(source: Source, column: RelationColumn, scope: Scope): Output {
    const ref = refTo(source, column.name);
    const output: Output = {
      refs: [ref],
      all: [ref],
      integer: column.integer,
      aggregate: false,
      column: ref,
      ...(column.loose === true ? { loose: true as const } : {}),
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
  protected implicitName(expr: SqlNode, facts: Facts, scope: Scope): string {
    for (const source of facts.column === undefined ? [] : scope.sources) {
      const column = source.relation.columns.find((each) => refTo(source, each.name) === facts.column);
      if (column !== undefined) return column.name;
    }
    return this.slice(expr);
  }

  protected keysOf(
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
  protected keyFrom(start: number, scope: Scope, nameOf: ReadonlyMap<Ref, string>): string[] | undefined {
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

  protected orderAdvice(
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

  protected limit(node: SqlNode, scope: Scope): void {
    const clause = node as Extract<CstNode, { type: 'limit_clause' }>;
    for (const part of [clause.count, clause.offset]) {
      if (part === undefined) continue;
      if (this.expr(part as SqlNode, scope).refs.length > 0) throw new SqlRefusal('a column in LIMIT is not allowed');
    }
  }

  protected withClause(node: SqlNode, scope: Scope): void {
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

  protected values(clause: Extract<CstNode, { type: 'values_clause' }>, scope: Scope): void {
    for (const row of clause.values.items as SqlNode[]) {
      if (row.type !== 'paren_expr') throw new SqlRefusal('this VALUES row is not understood');
      for (const item of (row.expr as { items: SqlNode[] }).items) {
        if ((item.type as string) === 'default')
          throw new SqlRefusal('DEFAULT as a value is not allowed', 'leave the column out');
        this.expr(item, scope);
      }
    }
  }

  protected whereClause(where: SqlNode | undefined, scope: Scope, counters: readonly string[], end: number): void {
    if (where === undefined) {
      if (counters.length > 0) this.edits.insert(end, ` WHERE ${counters.join(' AND ')}`, true);
      return;
    }
    const expr = (where as { expr: SqlNode }).expr;
    if (counters.length > 0) this.edits.wrap(rangeOf(expr), `${counters.join(' AND ')} AND (`, ')', true);
    const facts = this.expr(expr, scope);
    if (facts.aggregate) throw new SqlRefusal('an aggregate in WHERE is not allowed', 'use HAVING');
  }
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

/** AS name, AS "name" or AS 'name'. */
function aliasText(node: SqlNode): string | undefined {
  if (node.type === 'identifier') return node.name;
  return node.type === 'string_literal' ? node.value : undefined;
}
