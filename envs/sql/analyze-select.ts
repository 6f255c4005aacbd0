// Analyses a SELECT: its groups and outputs, whether its order leaves no ties, whether it has at most one row, and the
// keys of its result.
import type { Node as CstNode } from 'sql-parser-cst';
import { SqlRefusal, type Facts, type Need, type Output, type Scope } from './analysis-types.ts';
import { readLimit, readValues, readWhere, readWith } from './analyze-clauses.ts';
import { analyzeFrom, gatherEqualities } from './analyze-from.ts';
import { MINTING } from './functions.ts';
import { partsOf, rangeOf, type SqlNode } from './parse-sql.ts';
import { closure, covers, follows, type Ref, type Relation } from './relation.ts';
import { groupTextOf, keysOf, orderAdvice, readGroupTerm, readOrderItem } from './select-order.ts';
import { checkDetermined, readOutputs } from './select-outputs.ts';
import { clauseName, isOne, specifications } from './syntax.ts';
import type { Walk } from './walk.ts';

type Select = Extract<CstNode, { type: 'select_stmt' }>;

/**
 * The surroundings of a SELECT: how its rows are used, the enclosing query, and the named queries (WITH) that it may
 * use.
 */
export interface Standing {
  readonly need: Need;
  readonly parent: Scope | undefined;
  /** The queries that WITH names in an enclosing query. */
  readonly ctes: Map<string, Relation> | undefined;
  /**
   * True if the SELECT is a part of UNION, EXCEPT or INTERSECT. WITH, ORDER BY and LIMIT then belong to the whole
   * statement.
   */
  readonly inCompound: boolean;
}

const CLAUSES = new Set([
  'with_clause',
  'select_clause',
  'from_clause',
  'where_clause',
  'group_by_clause',
  'having_clause',
  'order_by_clause',
  'limit_clause',
  'values_clause',
]);

export function analyzeSelect(walk: Walk, node: Select, standing: Standing): Relation {
  const { need, parent, ctes, inCompound } = standing;
  const clauses = clausesOf(node);
  const scope = walk.scope(parent, ctes);
  const withNode = clauses.get('with_clause');
  if (withNode !== undefined && !inCompound) readWith(walk, withNode, scope);
  const values = clauses.get('values_clause');
  if (values !== undefined) return valuesRelation(walk, values as Extract<CstNode, { type: 'values_clause' }>, scope);
  const { list, distinct } = selectList(walk, clauses);
  const counters: string[] = [];
  const from = clauses.get('from_clause') as { expr: SqlNode } | undefined;
  if (from !== undefined) analyzeFrom(walk, from.expr, scope, counters);
  const where = clauses.get('where_clause');
  gatherEqualities(walk, (where as { expr: SqlNode } | undefined)?.expr, scope, undefined);
  const mintedBefore = walk.functions.has(MINTING);
  const groups = readGroups(walk, clauses, list, scope);
  const outputs = readOutputs(walk, list, scope);
  if (distinct) refuseLoose(outputs);
  for (const expr of groups.terms) if (expr.type !== 'number_literal') readGroupTerm(walk, expr, scope, groups.dry);
  readWhereOfSelect(walk, where, from as SqlNode | undefined, scope, counters);
  const having = clauses.get('having_clause') as { expr: SqlNode } | undefined;
  if (having !== undefined) checkDetermined(walk, walk.expr(having.expr, scope), scope, having.expr);
  if (!mintedBefore && walk.functions.has(MINTING) && scope.sources.length > 0) {
    throw new SqlRefusal(
      'new_id() in a SELECT over tables would depend on the order of rows',
      'mint in VALUES, or once per element in each',
    );
  }
  const order = inCompound ? undefined : clauses.get('order_by_clause');
  const rows = rowsOf(walk, { order, distinct, outputs, groups, scope });
  const limit = clauses.get('limit_clause');
  if (limit !== undefined) readLimit(walk, limit, walk.scope(parent));
  if (!inCompound && !rows.single && !rows.total && (need === 'rows' || limit !== undefined)) {
    throw new SqlRefusal(
      order === undefined
        ? 'a SELECT of many rows has no ORDER BY'
        : 'the ORDER BY is not total: rows that tie come in any order',
      orderAdvice(walk, scope, groups.aggregated, groups.terms, distinct, outputs),
    );
  }
  const limitedToOne = limit !== undefined && isOne((limit as { count?: SqlNode }).count);
  return {
    columns: outputs.map(({ name, integer, loose }) => ({
      name,
      integer,
      ...(loose === true ? { loose: true as const } : {}),
    })),
    keys: keysOf(outputs, scope, {
      single: rows.single || limitedToOne,
      aggregated: groups.aggregated,
      groupFacts: groups.facts,
      groupTexts: groups.terms.map((expr) => groupTextOf(walk, expr, groups.dry)),
      distinct,
    }),
    ordered: (clauses.has('order_by_clause') && rows.total) || rows.inherent || rows.single,
  };
}

function clausesOf(node: Select): Map<string, SqlNode> {
  const clauses = new Map<string, SqlNode>();
  for (const clause of node.clauses as SqlNode[]) {
    if (clause.type === 'paren_expr') throw new SqlRefusal('this SELECT is not understood');
    if (!CLAUSES.has(clause.type)) throw new SqlRefusal(`${clauseName(clause)} is not allowed`);
    clauses.set(clause.type, clause);
  }
  return clauses;
}

function valuesRelation(walk: Walk, values: Extract<CstNode, { type: 'values_clause' }>, scope: Scope): Relation {
  readValues(walk, values, scope);
  const rows = partsOf<{ values: { items: SqlNode[] } }>(values).values.items;
  const width = partsOf<{ expr: { items: SqlNode[] } }>(rows[0]).expr.items.length;
  const columns = Array.from({ length: width }, (_, index) => ({ name: `column${index + 1}`, integer: false }));
  return { columns, keys: rows.length === 1 ? [[]] : [], ordered: true };
}

function selectList(walk: Walk, clauses: ReadonlyMap<string, SqlNode>): { list: SqlNode[]; distinct: boolean } {
  const clause = clauses.get('select_clause') as Extract<CstNode, { type: 'select_clause' }> | undefined;
  if (clause === undefined) throw new SqlRefusal('this SELECT is not understood');
  let distinct = false;
  for (const modifier of clause.modifiers) {
    if (modifier.type === 'select_distinct') distinct = true;
    else if (modifier.type !== 'select_all') throw new SqlRefusal(`SELECT ${walk.slice(modifier)} is not allowed`);
  }
  return { list: (clause.columns?.items ?? []) as SqlNode[], distinct };
}

interface Groups {
  readonly terms: readonly SqlNode[];
  readonly facts: readonly Facts[];
  /** True if the query has a GROUP BY, or an aggregate function that combines all rows. */
  readonly aggregated: boolean;
  /** True if all rows form a single group, because there is no GROUP BY. */
  readonly whole: boolean;
  /** The outputs as they are analysed before the groups are known. */
  readonly dry: readonly Output[];
}

/**
 * Analyses the select list a first time without changing the text, to learn its aliases and aggregate functions, and
 * finds the groups. The caller then analyses the list again.
 */
function readGroups(walk: Walk, clauses: ReadonlyMap<string, SqlNode>, list: readonly SqlNode[], scope: Scope): Groups {
  const dry = walk.quietly(() => readOutputs(walk, list, scope));
  scope.aliases = new Map(
    dry.filter((output) => output.name !== '').map((output) => [output.name.toLowerCase(), output]),
  );
  const having = clauses.get('having_clause') as { expr: SqlNode } | undefined;
  const clause = clauses.get('group_by_clause') as Extract<CstNode, { type: 'group_by_clause' }> | undefined;
  const terms = (clause?.columns.items ?? []) as SqlNode[];
  const facts = terms.map((expr) => walk.quietly(() => readGroupTerm(walk, expr, scope, dry)));
  const aggregated =
    clause !== undefined ||
    dry.some((output) => output.aggregate) ||
    (having !== undefined && walk.quietly(() => walk.expr(having.expr, scope)).aggregate);
  if (aggregated) {
    const start = facts.flatMap(({ column }) => (column === undefined ? [] : [column]));
    scope.grouped = {
      known: closure(start, scope.sources, scope.dependencies),
      texts: new Set(terms.map((expr) => groupTextOf(walk, expr, dry))),
    };
  }
  scope.rowsOrdered = scope.sources.length === 1 && scope.sources[0]?.relation.ordered === true;
  return { terms, facts, aggregated, whole: aggregated && clause === undefined, dry };
}

function refuseLoose(outputs: readonly Output[]): void {
  const spelled = outputs.find((output) => output.loose === true);
  if (spelled !== undefined)
    throw new SqlRefusal(`DISTINCT over ${spelled.name} shows one of several spellings`, `use lower(${spelled.name})`);
}

function readWhereOfSelect(
  walk: Walk,
  where: SqlNode | undefined,
  from: SqlNode | undefined,
  scope: Scope,
  counters: readonly string[],
): void {
  if (where === undefined && from === undefined) return;
  const { grouped } = scope;
  scope.grouped = undefined;
  readWhere(walk, where, scope, counters, from === undefined ? 0 : rangeOf(from)[1]);
  scope.grouped = grouped;
}

interface Rows {
  /** True if there is at most one row. */
  readonly single: boolean;
  /** True if the order leaves no ties between rows. */
  readonly total: boolean;
  /** True if the rows come in the order of an array that json_each reads. */
  readonly inherent: boolean;
}

function rowsOf(
  walk: Walk,
  given: {
    readonly order: SqlNode | undefined;
    readonly distinct: boolean;
    readonly outputs: readonly Output[];
    readonly groups: Groups;
    readonly scope: Scope;
  },
): Rows {
  const { order, distinct, outputs, groups, scope } = given;
  const { sources, dependencies } = scope;
  const { aggregated } = groups;
  const known = new Set<Ref>();
  const sorted = new Set<number>();
  const unseen = (order === undefined ? [] : specifications(order)).flatMap((item) =>
    readOrderItem(walk, item, scope, outputs, known, sorted),
  );
  // a row of DISTINCT stands for several rows, so it may be sorted only by values that are equal in all of them
  const shown = outputs.flatMap(({ column }) => (column === undefined ? [] : [column]));
  const sortedByOneOfSeveral = distinct && !follows(unseen, closure(shown, sources, dependencies), sources);
  const all = closure(known, sources, dependencies);
  const outputsFollow = outputs.every(
    (output, index) => sorted.has(index) || (!output.aggregate && follows(output.all, all, sources)),
  );
  const groupsFollow = groups.facts.every(
    (facts, index) =>
      follows(facts.refs, all, sources) ||
      [...sorted].some((at) => outputs[at]?.text === groupTextOf(walk, groups.terms[index] as SqlNode, groups.dry)),
  );
  const rowsFollow = aggregated ? groups.whole || groupsFollow : covers(all, sources);
  const inherent =
    !aggregated && order === undefined && sources.length === 1 && sources[0]?.kind === 'json_each' && !distinct;
  const total =
    !sortedByOneOfSeveral &&
    (outputsFollow || (rowsFollow && !distinct) || (rowsFollow && distinct && covers(all, sources)) || inherent);
  const single = groups.whole || (!aggregated && covers(closure([], sources, dependencies), sources));
  return { single, total, inherent };
}
