// Analyses function calls: whether the function is allowed here, whether an aggregate function gets its rows in a fixed
// order, and which guards (checks around arguments) the call needs.
import type { Node as CstNode } from 'sql-parser-cst';
import { SqlRefusal, type Facts, type Scope } from './analysis-types.ts';
import { combine } from './facts.ts';
import { CLOCK, DOUBLING, HIDDEN, MINTING, SQL_FUNCTIONS } from './functions.ts';
import { rangeOf, type SqlNode } from './parse-sql.ts';
import { closure, covers, follows, type Ref } from './relation.ts';
import { MAX_FORMAT_WIDTH, boundedFormat, specifications } from './syntax.ts';
import type { Walk } from './walk.ts';

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

export function analyzeCall(walk: Walk, node: Extract<CstNode, { type: 'func_call' }>, scope: Scope): Facts {
  if (node.name.type !== 'identifier') throw new SqlRefusal(`the function ${walk.slice(node.name)} is not allowed`);
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
  walk.functions.add(name);
  checkCallPlace(walk, name, known.kind, scope);
  if (JSON_BUILDERS.has(name)) for (const arg of args) checkSubtype(arg);
  if (aggregate) return readAggregate(walk, name, node, star ? [] : args, scope);
  guardCall(walk, name, known.kind, node, args);
  const facts = args.map((arg) => walk.expr(arg, scope));
  const result = combine(facts);
  const valued = name === 'iif' || name === 'if' ? facts.slice(1) : facts;
  const integer =
    known.integer === 'always' ||
    (known.integer === 'like-arguments' && valued.every((each) => each.integer)) ||
    (known.kind === 'aggregate' && valued.every((each) => each.integer));
  return { ...result, integer };
}

function checkCallPlace(walk: Walk, name: string, kind: string, scope: Scope): void {
  if (walk.place === 'schema' && (kind === 'callgym' || kind === 'aggregate' || kind === 'ordered')) {
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
  if (SQL_FUNCTIONS[name]?.blob === true && (walk.place === 'schema' || walk.writes.size > 0)) {
    throw new SqlRefusal(
      `${name} gives a blob, which cannot be stored`,
      name === 'unhex' ? undefined : `use ${name.replace('jsonb', 'json')}`,
    );
  }
  if (name === MINTING) {
    if (walk.place !== 'program') throw new SqlRefusal('new_id() in a view is not allowed');
    let crowded = false;
    for (let each: Scope | undefined = scope; each !== undefined; each = each.parent)
      if (each.sources.length > 0) crowded = true;
    if (crowded && !walk.mintingAllowed)
      throw new SqlRefusal(
        'new_id() over the rows of a table would depend on their order',
        'mint in VALUES, or once per element in each',
      );
  }
}

function checkSubtype(arg: SqlNode): void {
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

function readAggregate(
  walk: Walk,
  name: string,
  node: Extract<CstNode, { type: 'func_call' }>,
  args: readonly SqlNode[],
  scope: Scope,
): Facts {
  const body = node.args?.expr;
  const grouped = scope.grouped;
  scope.grouped = undefined;
  const facts = args.map((arg) => walk.expr(arg, scope));
  if (facts.some((each) => each.aggregate)) throw new SqlRefusal(`an aggregate inside ${name} is not allowed`);
  if ((name === 'min' || name === 'max' || node.args?.expr.distinctKw !== undefined) && name !== 'count') {
    const at = facts.findIndex((each) => each.loose === true);
    if (at >= 0) throw walk.spelling(name, args[at] as SqlNode);
  }
  const items = body?.orderBy === undefined ? [] : specifications(body.orderBy as SqlNode);
  const sorted = new Set<Ref>();
  const sortedTexts = new Set<string>();
  for (const item of items) {
    const target = item.type === 'sort_specification' ? (item.expr as SqlNode) : item;
    const each = walk.expr(target, scope);
    if (each.loose !== true) sortedTexts.add(walk.normalized(target));
    if (each.column !== undefined) sorted.add(each.column);
  }
  if (node.filter !== undefined) walk.expr(node.filter.where.expr.expr as SqlNode, scope);
  scope.grouped = grouped;
  const all = facts.flatMap((each) => each.all);
  const local = all.some((ref) => scope.sources.some((source) => ref.startsWith(`${source.id}.`)));
  if (all.length > 0 && !local)
    throw new SqlRefusal(`${name} here aggregates the rows of an outer query`, 'move it there');
  if (SQL_FUNCTIONS[name]?.kind === 'ordered' && grouped !== undefined) {
    const known = closure([...sorted, ...grouped.known], scope.sources, scope.dependencies);
    const valuesFollow = args.every(
      (arg, index) => sortedTexts.has(walk.normalized(arg)) || follows(facts[index]?.all ?? [], known, scope.sources),
    );
    if (!covers(known, scope.sources) && !valuesFollow && !(items.length === 0 && scope.rowsOrdered)) {
      throw new SqlRefusal(
        `the order of ${name} is not total`,
        `write ${name}(… ORDER BY ${scope.sources.map((source) => source.relation.keys[0]?.map((column) => `${source.alias}.${column}`).join(', ') ?? source.alias).join(', ')})`,
      );
    }
  }
  const integer = facts.every((each) => each.integer);
  if ((name === 'sum' || name === 'total' || name === 'avg') && !integer && walk.quiet === 0) {
    walk.edits.replace(rangeOf(node.name as SqlNode), HIDDEN[name]);
  }
  const kind = SQL_FUNCTIONS[name]?.integer;
  return { refs: [], all, integer: kind === 'always' || (kind === 'like-arguments' && integer), aggregate: true };
}

/**
 * Puts guard functions around arguments, if the function could otherwise read the machine's clock or give a result of
 * unlimited length.
 */
function guardCall(
  walk: Walk,
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
        return checkDateLiteral(name, arg.value, index === valueAt || name === 'timediff');
      if (arg.type === 'number_literal') return;
      if (arg.type === 'func_call' && arg.name.type === 'identifier' && arg.name.name.toLowerCase() === CLOCK) return;
      wrapNode(walk, arg, `${index === valueAt || name === 'timediff' ? HIDDEN.moment : HIDDEN.modifier}(`, ')');
    });
  }
  if (name === 'like' || name === 'glob') {
    const pattern = args[0];
    if (pattern?.type !== 'string_literal')
      throw new SqlRefusal(`${name}() with a pattern that is not a literal`, 'use text_match(text, query)');
  }
  if (name === 'format' || name === 'printf') {
    const pattern = args[0];
    if (pattern === undefined) throw new SqlRefusal(`${name}() without a pattern`);
    if (pattern.type === 'string_literal') {
      if (!boundedFormat(pattern.value))
        throw new SqlRefusal(`${name} with * or a width above ${MAX_FORMAT_WIDTH}: ${pattern.text}`);
    } else {
      wrapNode(walk, pattern, `${HIDDEN.pattern}(`, ')');
    }
  }
  if (DOUBLING.has(name)) {
    args.forEach((arg, index) => {
      const given =
        arg.type === 'string_literal' ||
        arg.type === 'number_literal' ||
        (index === 0 && (name === 'format' || name === 'printf'));
      // a call of a JSON function as an argument gets no guard, because the guard would turn its JSON into plain text
      const json = arg.type === 'func_call' && arg.name.type === 'identifier' && /^json/i.test(arg.name.name);
      if (!given && !json) wrapNode(walk, arg, `${HIDDEN.bounded}(`, ')');
    });
  }
  if (name === 'replace' && walk.quiet === 0) {
    walk.edits.replace(rangeOf(node.name as SqlNode), HIDDEN.replace);
    for (const arg of args) wrapNode(walk, arg, 'CAST(', ' AS TEXT)');
  }
}

export function wrapNode(walk: Walk, node: SqlNode, before: string, after: string): void {
  if (walk.quiet === 0) walk.edits.wrap(rangeOf(node), before, after);
}

function checkDateLiteral(name: string, value: string, isMoment: boolean): void {
  const word = value.trim().toLowerCase();
  if (word === 'now' || (isMoment && /^subsec(ond)?$/.test(word)))
    throw new SqlRefusal(`${name}('${value}') reads the wall clock`, 'use now()');
  if (word === 'localtime' || word === 'utc')
    throw new SqlRefusal(`'${value}' depends on the time zone of the machine`);
}
