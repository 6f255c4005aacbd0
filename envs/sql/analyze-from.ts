// Analyses FROM: finds the sources of rows and the dependencies between their columns, and adds the function calls that
// count visited rows.
import { SqlRefusal, countingView, type Facts, type Scope } from './analysis-types.ts';
import { hasColumn, readOperand } from './analyze-expressions.ts';
import { HIDDEN } from './functions.ts';
import { keywordText, rangeOf, type SqlNode } from './parse-sql.ts';
import { JSON_EACH_RELATION, refTo, type Source } from './relation.ts';
import { namesOf, operatorText, quoted } from './syntax.ts';
import type { Walk } from './walk.ts';

export function analyzeFrom(walk: Walk, node: SqlNode, scope: Scope, counters: string[]): Source[] {
  if (node.type === 'join_expr') {
    const operator = node.operator === ',' ? ',' : keywordText(node.operator);
    if (!/^(,|JOIN|INNER JOIN|CROSS JOIN|LEFT JOIN|LEFT OUTER JOIN)$/.test(operator))
      throw new SqlRefusal(`${operator} is not allowed`, 'JOIN and LEFT JOIN are');
    const left = operator.startsWith('LEFT');
    const before = analyzeFrom(walk, node.left as SqlNode, scope, counters);
    const rightCounters: string[] = [];
    const right = analyzeFrom(walk, node.right as SqlNode, scope, rightCounters);
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
      // USING has no condition to which a counter could be added, so the right table of a LEFT JOIN is wrapped in a
      // SELECT with the counter
      if (left) wrapCounted(walk, node.right as SqlNode, rightCounters);
      else counters.push(...rightCounters);
    } else if (specification.type === 'join_on_specification') {
      const condition = specification.expr as SqlNode;
      gatherEqualities(walk, condition, scope, left ? right : undefined);
      if (left) walk.edits.wrap(rangeOf(condition), `${[...rightCounters, ''].join(' AND ')}(`, ')', true);
      else counters.push(...rightCounters);
      walk.expr(condition, scope);
    } else {
      throw new SqlRefusal('this join is not understood');
    }
    return [...before, ...right];
  }
  if (node.type === 'paren_expr' && (node.expr as SqlNode).type === 'join_expr')
    return analyzeFrom(walk, node.expr as SqlNode, scope, counters);
  const { node: inner, alias } = withAlias(node);
  const source = readFromItem(walk, inner, alias, scope);
  if (scope.sources.some((each) => each.alias.toLowerCase() === source.alias.toLowerCase()))
    throw new SqlRefusal(`two tables of one FROM are called ${source.alias}`, 'give one an alias');
  scope.sources.push(source);
  if (source.kind === 'table' || source.kind === 'json_each') {
    const probe =
      source.kind === 'json_each' ? 'id' : (walk.catalog.get(tableNameOf(walk, inner).toLowerCase())?.probe ?? '');
    counters.push(`${HIDDEN.visit}(${quoted(source.alias)}.${quoted(probe)})`);
  }
  return [source];
}

export function wrapCounted(walk: Walk, node: SqlNode, counters: readonly string[]): void {
  const { node: inner, alias } = withAlias(node);
  if (counters.length === 0) return;
  if (inner.type === 'func_call') throw new SqlRefusal('LEFT JOIN json_each … USING is not allowed', 'use ON');
  const name = alias ?? tableNameOf(walk, inner);
  walk.edits.replace(
    rangeOf(node),
    `(SELECT * FROM ${walk.slice(inner)} AS ${quoted(name)} WHERE ${counters.join(' AND ')}) AS ${quoted(name)}`,
    true,
  );
}

export function readFromItem(walk: Walk, node: SqlNode, alias: string | undefined, scope: Scope): Source {
  if (node.type === 'paren_expr') {
    const relation = walk.query(
      node.expr as SqlNode,
      'set',
      scope.parent === undefined ? walk.scope(undefined, scope.ctes) : walk.scope(scope.parent, scope.ctes),
    );
    return walk.source(alias ?? '', relation, 'query');
  }
  if (node.type === 'func_call') {
    const name = node.name.type === 'identifier' ? node.name.name.toLowerCase() : '';
    if (name !== 'json_each')
      throw new SqlRefusal(
        `the table-valued function ${walk.slice(node.name)} is not allowed`,
        'json_each is the only one',
      );
    if (alias === undefined)
      throw new SqlRefusal(
        'json_each has no alias; its columns (key, value, type …) would hide others',
        'write json_each(…) AS item and item.value',
      );
    if (node.filter !== undefined || node.over !== undefined) throw new SqlRefusal('this json_each is not understood');
    const facts = (node.args?.expr.args.items ?? []).map((arg) => walk.expr(arg as SqlNode, scope));
    walk.functions.add('json_each');
    return { ...walk.source(alias, JSON_EACH_RELATION, 'json_each'), requires: facts.flatMap((each) => each.refs) };
  }
  if (node.type === 'indexed_table' || node.type === 'not_indexed_table')
    throw new SqlRefusal('INDEXED BY is not allowed: programs do not depend on indexes');
  const name = tableNameOf(walk, node);
  const lower = name.toLowerCase();
  for (let each: Scope | undefined = scope; each !== undefined; each = each.parent) {
    const cte = each.ctes.get(lower);
    if (cte !== undefined) return walk.source(alias ?? name, cte, 'query');
  }
  const declared = walk.catalog.get(lower);
  if (declared === undefined) throw unknownTable(walk, name);
  walk.reads.add(declared.name);
  if (declared.kind === 'table') walk.aliases.set((alias ?? name).toLowerCase(), declared.name);
  if (declared.kind === 'view') {
    walk.edits.replace(
      rangeOf(node),
      `${quoted(countingView(declared.name))}${alias === undefined ? ` AS ${quoted(name)}` : ''}`,
      true,
    );
  }
  return walk.source(alias ?? name, declared.relation, declared.kind);
}

export function withAlias(node: SqlNode): { node: SqlNode; alias: string | undefined } {
  if (node.type !== 'alias') return { node, alias: undefined };
  const alias = node.alias as { type: string; name?: string };
  if (alias.type !== 'identifier' || alias.name === undefined) throw new SqlRefusal('this alias is not understood');
  return { node: node.expr as SqlNode, alias: alias.name };
}

export function tableNameOf(walk: Walk, node: SqlNode): string {
  if (node.type === 'identifier') return node.name;
  if (node.type === 'member_expr')
    throw new SqlRefusal(`${walk.slice(node)}: a table with a schema name is not allowed`, 'write the bare name');
  throw new SqlRefusal(`${walk.slice(node)} is not a table`);
}

export function unknownTable(walk: Walk, name: string): SqlRefusal {
  const names = [...walk.catalog.values()].map((each) => each.name);
  return new SqlRefusal(
    `there is no table or view ${name}`,
    names.length === 0 ? undefined : `there are ${names.join(', ')}`,
  );
}

/**
 * Collects the equalities in WHERE or ON that are true for every row. Conditions that are joined with AND are searched
 * too.
 */
export function gatherEqualities(
  walk: Walk,
  node: SqlNode | undefined,
  scope: Scope,
  onlyFor: readonly Source[] | undefined,
): void {
  if (node === undefined) return;
  const others =
    onlyFor === undefined
      ? []
      : walk
          .quietly(() => walk.expr(node, scope))
          .all.filter((ref) => !onlyFor.some((source) => ref.startsWith(`${source.id}.`)));
  const add = (target: Facts, from: Facts): void => {
    if (target.column === undefined || from.aggregate) return;
    if (onlyFor !== undefined && !onlyFor.some((source) => target.column?.startsWith(`${source.id}.`))) return;
    scope.dependencies.push({ from: [...from.refs, ...others], to: target.column });
  };
  const visit = (each: SqlNode): void => {
    if (each.type === 'paren_expr' && (each.expr as SqlNode).type !== 'select_stmt') return visit(each.expr as SqlNode);
    if (each.type !== 'binary_expr') return;
    const operator = operatorText(each.operator);
    if (operator === 'AND') {
      visit(each.left as SqlNode);
      visit(each.right as SqlNode);
    } else if (operator === '=' || operator === '==' || operator === 'IS') {
      const left = walk.quietly(() => readOperand(walk, each.left as SqlNode, scope));
      const right = walk.quietly(() => readOperand(walk, each.right as SqlNode, scope));
      add(left, right);
      add(right, left);
    } else if (operator === 'IN' && (each.right as SqlNode).type === 'paren_expr') {
      const items = ((each.right as { expr: SqlNode }).expr as { items?: SqlNode[] }).items;
      if (items?.length === 1)
        add(
          walk.quietly(() => readOperand(walk, each.left as SqlNode, scope)),
          walk.quietly(() => readOperand(walk, items[0] as SqlNode, scope)),
        );
    }
  };
  visit(node);
}
