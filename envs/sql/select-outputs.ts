// Analyses the outputs of a SELECT: their names and texts, and whether each output of a grouped query has one value per
// group.
import { SqlRefusal, type Facts, type Output, type Scope } from './analysis-types.ts';
import type { SqlNode } from './parse-sql.ts';
import { follows, refTo, type RelationColumn, type Source } from './relation.ts';
import type { Walk } from './walk.ts';

export function readOutputs(walk: Walk, list: readonly SqlNode[], scope: Scope): Output[] {
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
          outputs.push(columnOutput(source, column, scope));
        }
      }
      continue;
    }
    if (item.type === 'member_expr' && item.property.type === 'all_columns') {
      const alias = item.object.type === 'identifier' ? item.object.name : '';
      const source = scope.sources.find((each) => each.alias.toLowerCase() === alias.toLowerCase());
      if (source === undefined) throw new SqlRefusal(`${alias}.* names no table of this FROM`);
      for (const column of source.relation.columns) outputs.push(columnOutput(source, column, scope));
      continue;
    }
    const expr = item.type === 'alias' ? (item.expr as SqlNode) : item;
    const facts = walk.expr(expr, scope);
    checkDetermined(walk, facts, scope, expr);
    const alias = item.type === 'alias' ? aliasText(item.alias as SqlNode) : undefined;
    outputs.push({ ...facts, name: alias ?? implicitName(walk, expr, facts, scope), text: walk.normalized(expr) });
  }
  return outputs;
}

function columnOutput(source: Source, column: RelationColumn, scope: Scope): Output {
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

/** Throws if a column outside of aggregate functions may have several values in a group. */
export function checkDetermined(walk: Walk, facts: Facts, scope: Scope, node: SqlNode): void {
  const group = scope.grouped;
  if (group === undefined) return;
  if (group.texts.has(walk.normalized(node))) return;
  if (!follows(facts.refs, group.known, scope.sources)) {
    throw new SqlRefusal(
      `${walk.slice(node)} is not the same for all rows of its group`,
      'add it to GROUP BY, or put it into an aggregate',
    );
  }
}

/**
 * Returns the name that SQLite gives to an output without AS: the name of the column or, for other expressions, the
 * text of the expression.
 */
function implicitName(walk: Walk, expr: SqlNode, facts: Facts, scope: Scope): string {
  for (const source of facts.column === undefined ? [] : scope.sources) {
    const column = source.relation.columns.find((each) => refTo(source, each.name) === facts.column);
    if (column !== undefined) return column.name;
  }
  return walk.slice(expr);
}

/** Returns the name in AS name, AS "name" or AS 'name'. Returns undefined for any other node. */
function aliasText(node: SqlNode): string | undefined {
  if (node.type === 'identifier') return node.name;
  return node.type === 'string_literal' ? node.value : undefined;
}
