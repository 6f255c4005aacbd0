// Analyses expressions: finds the column for each name, checks operators and literals, and has subqueries analysed. An
// expression of a kind that is not listed here is refused.
import type { Node as CstNode } from 'sql-parser-cst';
import { SqlRefusal, type Facts, type Scope } from './analysis-types.ts';
import { analyzeCall } from './analyze-functions.ts';
import { INTEGER, NOTHING, combine, withoutColumn } from './facts.ts';
import { keywordText, rangeOf, type SqlNode } from './parse-sql.ts';
import { refTo, type Ref, type Source } from './relation.ts';
import { isRowValue, operatorText } from './syntax.ts';
import type { Walk } from './walk.ts';

const LITERALS = new Set(['string_literal', 'null_literal', 'boolean_literal', 'number_literal']);
const WORD_OPERATORS = ['AND', 'OR', 'IS', 'IS NOT', 'IS DISTINCT FROM', 'IS NOT DISTINCT FROM'];
/** The operators whose result is 0, 1 or NULL. */
const COMPARISONS = new Set(['=', '==', '<>', '!=', '<', '>', '<=', '>=', ...WORD_OPERATORS]);
/** The operators that give an integer if both sides are integers. */
const INTEGER_OPERATORS = new Set(['+', '-', '*', '%', '/', '&', '|', '<<', '>>']);
const OPERATORS = new Set([...COMPARISONS, ...INTEGER_OPERATORS, '||', '->', '->>']);
const COLLATIONS = new Set(['NOCASE', 'BINARY', 'RTRIM']);

const ROWID_NAMES = new Set(['rowid', 'oid', '_rowid_']);
const MAX_WILDCARDS = 4;
/** In an upsert, the name of the row that could not be inserted. Its columns are written excluded.COLUMN. */
export const EXCLUDED = 'excluded';

export function analyzeExpression(walk: Walk, node: SqlNode, scope: Scope): Facts {
  if (LITERALS.has(node.type)) return readLiteral(node);
  switch (node.type) {
    case 'identifier':
      return readColumn(walk, undefined, node.name, scope, node);
    case 'parameter':
      return readParameter(walk, node, node.text.slice(1), []);
    case 'member_expr':
      return readMember(walk, node, scope);
    case 'paren_expr': {
      const inner = node.expr as SqlNode;
      if (inner.type === 'select_stmt' || inner.type === 'compound_select_stmt') return readScalar(walk, inner, scope);
      if (inner.type === 'list_expr') return readRowValue(walk, node, scope);
      return walk.expr(inner, scope);
    }
    case 'binary_expr':
      return readBinary(walk, node, scope);
    case 'prefix_op_expr': {
      const operator = operatorText(node.operator);
      if (operator === 'EXISTS') {
        const inner = node.expr as SqlNode;
        checkPlace(walk, 'EXISTS');
        return {
          ...INTEGER,
          ...outerRefs(
            walk,
            () => walk.query(inner.type === 'paren_expr' ? (inner.expr as SqlNode) : inner, 'set', scope),
            scope,
          ),
        };
      }
      if (!['-', '+', '~', 'NOT'].includes(operator)) throw new SqlRefusal(`the operator ${operator} is not allowed`);
      const facts = walk.expr(node.expr as SqlNode, scope);
      return { ...withoutColumn(facts), integer: operator === 'NOT' || operator === '~' || facts.integer };
    }
    case 'postfix_op_expr': {
      const operator = operatorText(node.operator);
      if (!['ISNULL', 'NOTNULL', 'NOT NULL'].includes(operator))
        throw new SqlRefusal(`the operator ${operator} is not allowed`);
      return { ...withoutColumn(walk.expr(node.expr as SqlNode, scope)), integer: true };
    }
    case 'between_expr':
      return {
        ...combine([node.left, node.begin, node.end].map((each) => walk.expr(each as SqlNode, scope))),
        integer: true,
      };
    case 'case_expr': {
      const tests: Facts[] = [];
      const results: Facts[] = [];
      if (node.expr !== undefined) tests.push(walk.expr(node.expr as SqlNode, scope));
      for (const clause of node.clauses) {
        if (clause.type === 'case_when') tests.push(walk.expr(clause.condition as SqlNode, scope));
        results.push(walk.expr(clause.result as SqlNode, scope));
      }
      return { ...combine([...tests, ...results]), integer: results.every((facts) => facts.integer) };
    }
    case 'cast_expr': {
      if (keywordText(node.castKw) !== 'CAST' || node.args.expr.format !== undefined)
        throw new SqlRefusal('this CAST is not allowed');
      const type = walk.slice(node.args.expr.dataType as SqlNode).toUpperCase();
      // the pattern follows SQLite's rules for types of columns (affinity); a type that would give a blob is refused
      if (!/INT|CHAR|CLOB|TEXT|REAL|FLOA|DOUB|NUMERIC|DECIMAL|BOOL|DATE/.test(type) || /BLOB/.test(type)) {
        throw new SqlRefusal(`CAST to ${type} is not allowed`, 'INTEGER, REAL, TEXT and NUMERIC are');
      }
      return { ...withoutColumn(walk.expr(node.args.expr.expr as SqlNode, scope)), integer: type.includes('INT') };
    }
    case 'func_call':
      return analyzeCall(walk, node, scope);
    case 'list_expr':
      return combine((node.items as SqlNode[]).map((item) => walk.expr(item, scope)));
    case 'blob_literal':
      throw new SqlRefusal('a blob is not allowed: values are JSON');
    case 'variable':
      throw new SqlRefusal(`${walk.slice(node)} is not allowed`, 'parameters are written :name');
    case 'raise_expr':
      throw new SqlRefusal('RAISE is not allowed', 'use require, refuse or fail');
    default:
      throw new SqlRefusal(`${walk.slice(node)} is not allowed`);
  }
}

function readLiteral(node: SqlNode): Facts {
  if (node.type === 'number_literal') {
    return /^[0-9]+$/.test(node.text) || /^0x/i.test(node.text) ? INTEGER : NOTHING;
  }
  return node.type === 'boolean_literal' || node.type === 'null_literal' ? INTEGER : NOTHING;
}

function readColumn(walk: Walk, qualifier: string | undefined, name: string, scope: Scope, node: SqlNode): Facts {
  const lower = name.toLowerCase();
  for (let each: Scope | undefined = scope; each !== undefined; each = each.parent) {
    const matches = each.sources.filter(
      (source) =>
        hasColumn(source, lower) &&
        (qualifier === undefined ? source.alias !== EXCLUDED : source.alias.toLowerCase() === qualifier.toLowerCase()),
    );
    if (matches.length > 1 && !each.merged.has(lower))
      throw new SqlRefusal(`${name} is ambiguous: ${matches.map((source) => source.alias).join(', ')}`, 'qualify it');
    const source = matches[0];
    if (source !== undefined) {
      if (source.kind === 'json_each' && qualifier === undefined) {
        throw new SqlRefusal(`${name} is a column of json_each and must be qualified`, `write ${source.alias}.${name}`);
      }
      const ref = refTo(source, lower);
      const declared = source.relation.columns.find((column) => column.name.toLowerCase() === lower);
      const facts = { refs: [ref], all: [ref], integer: declared?.integer === true, aggregate: false };
      if (declared?.loose !== true) return { ...facts, column: ref };
      // a loose column (NOCASE, RTRIM) identifies a row only if it is a key by itself; its spelling stays unknown in
      // any case
      const isKey = source.relation.keys.some((key) => key.length === 1 && key[0] === lower);
      return isKey ? { ...facts, column: ref, loose: true } : { ...facts, loose: true };
    }
    if (qualifier === undefined) {
      const alias = each.aliases.get(lower);
      if (alias !== undefined) return alias;
    }
  }
  if (ROWID_NAMES.has(lower)) throw new SqlRefusal(`${name} is the place on disk, not data`, 'use the primary key');
  if (/^current_(date|time|timestamp)$/i.test(name)) throw new SqlRefusal(`${name} reads the wall clock`, 'use now()');
  throw new SqlRefusal(`there is no column ${walk.slice(node)} here`, knownColumns(scope, qualifier));
}

function knownColumns(scope: Scope, qualifier: string | undefined): string | undefined {
  const sources = scope.sources.filter(
    (source) => qualifier === undefined || source.alias.toLowerCase() === qualifier.toLowerCase(),
  );
  const names = sources.flatMap((source) =>
    source.relation.columns.map((column) => (qualifier === undefined ? column.name : `${qualifier}.${column.name}`)),
  );
  return names.length === 0 ? undefined : `there are ${names.slice(0, 30).join(', ')}`;
}

function readMember(walk: Walk, node: Extract<CstNode, { type: 'member_expr' }>, scope: Scope): Facts {
  const path: string[] = [];
  let at: SqlNode = node;
  while (at.type === 'member_expr') {
    if (at.property.type !== 'identifier') throw new SqlRefusal(`${walk.slice(node)} is not understood`);
    path.unshift(at.property.name);
    at = at.object as SqlNode;
  }
  if (at.type === 'parameter') return readParameter(walk, node, at.text.slice(1), path);
  if (at.type !== 'identifier') throw new SqlRefusal(`${walk.slice(node)} is not understood`);
  if (path.length !== 1) throw new SqlRefusal(`${walk.slice(node)}: a schema name is not allowed`);
  return readColumn(walk, at.name, path[0] as string, scope, node);
}

function readParameter(walk: Walk, node: SqlNode, name: string, path: readonly string[]): Facts {
  if (walk.place !== 'program')
    throw new SqlRefusal(`a parameter in a ${walk.place === 'view' ? 'view' : 'schema'} is not allowed`);
  if (walk.quiet === 0) walk.params.push({ range: rangeOf(node), use: { name, path } });
  return NOTHING;
}

export function readRowValue(walk: Walk, node: SqlNode, scope: Scope): Facts {
  const items = ((node as { expr: SqlNode }).expr as { items: SqlNode[] }).items;
  return combine(items.map((item) => walk.expr(item, scope)));
}

/**
 * Analyses a subquery that gives one value. The value comes from the first row, so the order of its rows must have no
 * ties, or it must have at most one row.
 */
function readScalar(walk: Walk, node: SqlNode, scope: Scope): Facts {
  checkPlace(walk, 'a subquery');
  let integer = false;
  const refs = outerRefs(
    walk,
    () => {
      const relation = walk.query(node, 'rows', scope);
      // a subquery without rows gives NULL; that is not an integer, but does no harm in a sum of integers
      integer = relation.columns[0]?.integer === true;
    },
    scope,
  );
  return { ...NOTHING, ...refs, integer };
}

export function checkPlace(walk: Walk, what: string): void {
  if (walk.place === 'schema') throw new SqlRefusal(`${what} in a schema expression is not allowed`);
}

/** Runs the analysis of a subquery, and returns the columns of the outer queries that it uses. */
function outerRefs(walk: Walk, work: () => void, scope: Scope): { refs: readonly Ref[]; all: readonly Ref[] } {
  const before = walk.outer;
  walk.outer = new Set();
  work();
  const visible = new Set<string>();
  for (let each: Scope | undefined = scope; each !== undefined; each = each.parent)
    for (const source of each.sources) visible.add(source.id);
  const refs = [...walk.outer].filter((ref) => visible.has(ref.slice(0, ref.indexOf('.'))));
  for (const ref of walk.outer) before?.add(ref);
  walk.outer = before;
  return { refs, all: refs };
}

function readBinary(walk: Walk, node: Extract<CstNode, { type: 'binary_expr' }>, scope: Scope): Facts {
  const operator = operatorText(node.operator);
  const left = node.left as SqlNode;
  const right = node.right as SqlNode;
  if (operator === 'COLLATE') {
    const collation = walk.slice(right).toUpperCase();
    if (!COLLATIONS.has(collation)) throw new SqlRefusal(`the collation ${collation} is not allowed`);
    const facts = withoutColumn(walk.expr(left, scope));
    return collation === 'BINARY' ? facts : { ...facts, loose: true };
  }
  if (operator === 'IN' || operator === 'NOT IN') return readMembership(walk, left, right, scope);
  if (/^(NOT )?(LIKE|GLOB)$/.test(operator)) return readPattern(walk, operator, left, right, scope);
  if (!OPERATORS.has(operator)) throw new SqlRefusal(`the operator ${operator} is not allowed`);
  const a = walk.expr(left, scope);
  const b = walk.expr(right, scope);
  const integer = COMPARISONS.has(operator) || (INTEGER_OPERATORS.has(operator) && a.integer && b.integer);
  return { ...combine([a, b]), integer };
}

function readMembership(walk: Walk, left: SqlNode, right: SqlNode, scope: Scope): Facts {
  const a = readOperand(walk, left, scope);
  if (isRowValue(left)) readRowValue(walk, left, scope);
  if (right.type !== 'paren_expr')
    throw new SqlRefusal(`IN ${walk.slice(right)} is not allowed`, 'write IN (SELECT column FROM …)');
  const inner = right.expr as SqlNode;
  if (inner.type === 'select_stmt' || inner.type === 'compound_select_stmt') {
    checkPlace(walk, 'IN (SELECT …)');
    const refs = outerRefs(walk, () => walk.query(inner, 'set', scope), scope);
    return { refs: [...a.refs, ...refs.refs], all: [...a.all, ...refs.all], integer: true, aggregate: a.aggregate };
  }
  const items = inner.type === 'list_expr' ? (inner.items as SqlNode[]) : [inner];
  return { ...combine([a, ...items.map((item) => readOperand(walk, item, scope))]), integer: true };
}

function readPattern(walk: Walk, operator: string, left: SqlNode, right: SqlNode, scope: Scope): Facts {
  if (
    right.type === 'binary_expr' &&
    operatorText(right.operator) === 'ESCAPE' &&
    (right.right as SqlNode).type === 'string_literal'
  ) {
    return readPattern(walk, operator, left, right.left as SqlNode, scope);
  }
  if (right.type !== 'string_literal') {
    throw new SqlRefusal(
      `${operator} with a pattern that is not a literal: ${walk.slice(right)}`,
      'use text_match(text, query) or instr(lower(text), lower(part)) > 0',
    );
  }
  const wildcards = right.value.match(operator.endsWith('LIKE') ? /%+/g : /\*+/g)?.length ?? 0;
  if (wildcards > MAX_WILDCARDS)
    throw new SqlRefusal(
      `${operator} with ${wildcards} wildcards takes too long on long texts`,
      `at most ${MAX_WILDCARDS}`,
    );
  return { ...withoutColumn(walk.expr(left, scope)), integer: true };
}

export function readOperand(walk: Walk, node: SqlNode, scope: Scope): Facts {
  return isRowValue(node) ? NOTHING : walk.expr(node, scope);
}

export function hasColumn(source: Source, lower: string): boolean {
  return source.relation.columns.some((column) => column.name.toLowerCase() === lower);
}
