// Analyses the order of a SELECT's rows, its groups, and the keys of its outputs.
import { SqlRefusal, type Facts, type Output, type Scope } from './analysis-types.ts';
import type { SqlNode } from './parse-sql.ts';
import { closure, refTo, type Ref } from './relation.ts';
import { checkDetermined } from './select-outputs.ts';
import type { Walk } from './walk.ts';

export function readGroupTerm(walk: Walk, expr: SqlNode, scope: Scope, outputs: readonly Output[]): Facts {
  if (expr.type === 'number_literal') {
    const output = outputs[Number(expr.value) - 1];
    if (output === undefined) throw new SqlRefusal(`GROUP BY ${expr.text} names no column`);
    return output;
  }
  if (expr.type.startsWith('group_by')) throw new SqlRefusal('this GROUP BY is not allowed');
  const grouped = scope.grouped;
  scope.grouped = undefined;
  const facts = walk.expr(expr, scope);
  scope.grouped = grouped;
  if (facts.aggregate) throw new SqlRefusal('an aggregate in GROUP BY is not allowed');
  if (facts.loose === true) throw walk.spelling('GROUP BY', expr);
  return facts;
}

/**
 * Returns the text of a GROUP BY expression. If it is a number or an alias, returns the text of the output that it
 * stands for.
 */
export function groupTextOf(walk: Walk, expr: SqlNode, outputs: readonly Output[]): string {
  if (expr.type === 'number_literal') return outputs[Number(expr.value) - 1]?.text ?? '';
  const text = walk.normalized(expr);
  return expr.type === 'identifier'
    ? (outputs.find((output) => output.name.toLowerCase() === expr.name.toLowerCase())?.text ?? text)
    : text;
}

export function readOrderItem(
  walk: Walk,
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
  const facts = walk.expr(target, scope);
  checkDetermined(walk, facts, scope, target);
  const text = walk.normalized(target);
  const same = [...outputs.keys()].filter((index) => outputs[index]?.text === text);
  if (facts.loose !== true) for (const index of same) sorted.add(index);
  if (facts.column !== undefined) known.add(facts.column);
  return same.length > 0 ? [] : facts.all;
}

export function keysOf(
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
    if (output.column !== undefined && !nameOf.has(output.column)) nameOf.set(output.column, output.name.toLowerCase());
  if (how.aggregated) {
    const names = how.groupFacts.map((facts, index) => {
      const byColumn = facts.column === undefined ? undefined : nameOf.get(facts.column);
      return byColumn ?? outputs.find((output) => output.text === how.groupTexts[index])?.name.toLowerCase();
    });
    if (names.every((name) => name !== undefined)) keys.push(names);
  } else {
    for (let start = 0; start < scope.sources.length; start++) {
      const key = keyFrom(start, scope, nameOf);
      if (key !== undefined) keys.push(key);
    }
  }
  if (how.distinct) keys.push(outputs.map((output) => output.name.toLowerCase()));
  return keys;
}

export function orderAdvice(
  walk: Walk,
  scope: Scope,
  aggregated: boolean,
  groups: readonly SqlNode[],
  distinct: boolean,
  outputs: readonly Output[],
): string {
  if (distinct) return `order by ${outputs.map((output) => output.name).join(', ')}`;
  if (aggregated) return `order by ${groups.map((expr) => walk.slice(expr)).join(', ')}`;
  const parts = scope.sources.map((source) => {
    const key = source.relation.keys[0];
    return key === undefined
      ? `the columns of ${source.alias}`
      : key.map((column) => `${source.alias}.${column}`).join(', ');
  });
  return `end the ORDER BY with a key: ${parts.join(', ')}`;
}

/**
 * Returns a key of the joined rows that consists of visible columns. Returns undefined if no key is found. The search
 * begins at the source with the index `start`.
 */
function keyFrom(start: number, scope: Scope, nameOf: ReadonlyMap<Ref, string>): string[] | undefined {
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
