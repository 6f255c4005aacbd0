// Puts one fault at a time into an SQL text, at places that the syntax tree gives. Three places are left alone, because
// no call could show the fault: the last column of an ORDER BY (which only makes the order unique), paths in JSON, and
// a limit of 1.
import { partsOf, keywordText, parseSql, SqlSyntaxError, type SqlNode } from '../../envs/sql/parse-sql.ts';
import type { DatabaseSchema } from '../../envs/sql/database-schema.ts';
import { argumentsOf, columnOf, isNode, otherColumn, scopeOf, type Loose, type Scope } from './sql-names.ts';

export const SQL_OPERATORS = [
  'wrong row',
  'other column',
  'dropped condition',
  'turned condition',
  'moved boundary',
  'changed constant',
  'other order',
  'off by one page',
  'other arithmetic',
  'other function',
  'dropped assignment',
  'dropped default',
  'kept duplicates',
  'other join',
] as const;
export type SqlOperator = (typeof SQL_OPERATORS)[number];

export interface SqlMutation {
  readonly operator: SqlOperator;
  readonly text: string;
}

const WRAPPED = 'SELECT (';

/**
 * Lists the faulty versions of a text. `expression` is true if the text is an expression, not a statement. A text that
 * cannot be parsed has none.
 */
export function mutateSql(text: string, schema: DatabaseSchema, expression: boolean): SqlMutation[] {
  const whole = expression ? `${WRAPPED}${text}\n)` : text;
  let statements: readonly SqlNode[];
  try {
    statements = parseSql(whole);
  } catch (error) {
    if (error instanceof SqlSyntaxError) return [];
    throw error;
  }
  const walk = new Walk(whole, schema);
  // the parser has two hundred types of nodes, and this code needs only one loose type for all of them
  for (const statement of statements) walk.visit(partsOf<Loose>(statement), []);
  const shift = expression ? WRAPPED.length : 0;
  const seen = new Set<string>([text]);
  return walk.edits.flatMap(({ operator, from, to, by }) => {
    const mutated = `${text.slice(0, from - shift)}${by}${text.slice(to - shift)}`;
    if (seen.has(mutated)) return [];
    seen.add(mutated);
    return [{ operator, text: mutated }];
  });
}

interface Edit {
  readonly operator: SqlOperator;
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

const BOUNDARY: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const TURNED: Readonly<Record<string, string>> = {
  '=': '<>',
  '==': '<>',
  '<>': '=',
  '!=': '=',
  IS: 'IS NOT',
  'IS NOT': 'IS',
  IN: 'NOT IN',
  'NOT IN': 'IN',
};
const ARITHMETIC: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '+', '/': '*' };
const FUNCTIONS: Readonly<Record<string, string>> = { min: 'max', max: 'min', sum: 'max', count: 'min' };
const TRANSPARENT = new Set(['lower', 'upper', 'trim', 'abs', 'round', 'ceil', 'floor', 'date', 'ltrim', 'rtrim']);

class Walk {
  readonly edits: Edit[] = [];
  private readonly text: string;
  private readonly schema: DatabaseSchema;

  constructor(text: string, schema: DatabaseSchema) {
    this.text = text;
    this.schema = schema;
  }

  visit(node: Loose, scopes: readonly Scope[]): void {
    const loose = node;
    const inner = /^(select|update|delete|insert)_stmt$/.test(node.type)
      ? [...scopes, scopeOf(loose, this.schema)]
      : scopes;
    // the prefix of a new id has no meaning, so it gets no fault
    if (
      loose.type === 'func_call' &&
      (loose['name'] as { name?: string } | undefined)?.name?.toLowerCase() === 'new_id'
    )
      return;
    this.mutate(loose, inner);
    for (const [key, value] of Object.entries(loose)) {
      if (key.endsWith('Kw') || key === 'range' || key === 'asKw') continue;
      for (const each of Array.isArray(value) ? (value as unknown[]) : [value])
        if (isNode(each)) this.visit(each, inner);
    }
  }

  private slice(node: Loose): string {
    return this.text.slice(...(node.range ?? [0, 0]));
  }

  private put(operator: SqlOperator, node: Loose, by: string): void {
    const [from, to] = node.range ?? [0, 0];
    if (to > from && by !== this.text.slice(from, to)) this.edits.push({ operator, from, to, by });
  }

  private mutate(node: Loose, scopes: readonly Scope[]): void {
    switch (node.type) {
      case 'binary_expr':
        this.binary(node, scopes);
        break;
      case 'where_clause':
        if (!isNode(node['expr'])) break;
        this.put('dropped condition', node['expr'], '1 = 1');
        break;
      case 'prefix_op_expr':
        if (/^(NOT|EXISTS)$/.test(keywordText(node['operator'])) && isNode(node['expr']))
          this.put(
            'turned condition',
            node,
            keywordText(node['operator']) === 'NOT' ? this.slice(node['expr']) : `NOT ${this.slice(node)}`,
          );
        break;
      case 'between_expr':
        this.put('turned condition', node, `NOT (${this.slice(node)})`);
        break;
      case 'string_literal': {
        const value = String(node['value'] ?? '');
        if (!value.startsWith('$') && !value.startsWith('%') && value !== '')
          this.put('changed constant', node, "'zz'");
        break;
      }
      case 'number_literal':
        this.put('changed constant', node, node['text'] === '1' ? '0' : `${String(node['text'])} + 1`);
        break;
      case 'func_call':
        this.call(node);
        break;
      case 'case_expr':
        this.caseOf(node);
        break;
      case 'order_by_clause':
        this.order(node);
        break;
      case 'limit_clause':
        this.limit(node);
        break;
      case 'select_clause':
        this.columns(node, scopes);
        break;
      case 'set_clause':
        this.assignments(node, scopes);
        break;
      case 'values_clause':
        this.values(node);
        break;
      case 'join_expr':
        if (keywordText(node['operator']).startsWith('LEFT')) {
          const keyword = (node['operator'] as readonly Loose[])[0];
          if (keyword !== undefined) this.put('other join', keyword, 'INNER');
        }
        break;
      default:
    }
  }

  private binary(node: Loose, scopes: readonly Scope[]): void {
    const { left, right } = node as Loose & { left: Loose; right: Loose };
    const operator = typeof node['operator'] === 'string' ? node['operator'] : keywordText(node['operator']);
    if (operator === 'AND' || operator === 'OR') {
      this.put('dropped condition', node, this.slice(left));
      this.put('dropped condition', node, this.slice(right));
      return;
    }
    const between = (other: string): string => `${this.slice(left)} ${other} ${this.slice(right)}`;
    const boundary = BOUNDARY[operator];
    if (boundary !== undefined) this.put('moved boundary', node, between(boundary));
    const turned = TURNED[operator];
    if (turned !== undefined) {
      this.put('turned condition', node, between(turned));
      this.wrongRow(node, left, right, scopes);
    }
    const arithmetic = ARITHMETIC[operator];
    if (arithmetic !== undefined) this.put('other arithmetic', node, between(arithmetic));
    if (operator === '||') this.put('other arithmetic', node, this.slice(left));
  }

  /** Changes "key = :x" so that it selects another row: the row with the greatest key that is not :x. */
  private wrongRow(node: Loose, left: Loose, right: Loose, scopes: readonly Scope[]): void {
    if (right.type !== 'parameter') return;
    const found = columnOf(left, scopes);
    if (found === undefined || found.table.primaryKey.length !== 1 || found.table.primaryKey[0] !== found.column)
      return;
    const { table, column } = found;
    this.put(
      'wrong row',
      node,
      `${this.slice(left)} = (SELECT max(o.${column}) FROM ${table.name} AS o WHERE o.${column} <> ${this.slice(right)})`,
    );
  }

  private call(node: Loose): void {
    const name = (node['name'] as { name?: string } | undefined)?.name?.toLowerCase() ?? '';
    const args = argumentsOf(node);
    const [first, second, third] = args;
    const other = FUNCTIONS[name];
    if (
      other !== undefined &&
      args.length === 1 &&
      first !== undefined &&
      isNode(node['name']) &&
      first.type !== 'all_columns'
    )
      this.put('other function', node['name'], other);
    if (TRANSPARENT.has(name) && first !== undefined) this.put('other function', node, this.slice(first));
    if ((name === 'coalesce' || name === 'ifnull') && first !== undefined && second !== undefined) {
      this.put('dropped default', node, this.slice(first));
      this.put('dropped default', node, this.slice(second));
    }
    if ((name === 'iif' || name === 'if') && first !== undefined && second !== undefined && third !== undefined)
      this.put('turned condition', node, `${name}(${this.slice(first)}, ${this.slice(third)}, ${this.slice(second)})`);
  }

  private caseOf(node: Loose): void {
    const clauses = node['clauses'] as readonly Loose[];
    const results = clauses.map((clause) => clause['result'] as Loose);
    const [first, second] = results;
    if (first === undefined || second === undefined) return;
    this.put('turned condition', first, this.slice(second));
    this.put('turned condition', second, this.slice(first));
  }

  private order(node: Loose): void {
    const items = (node['specifications'] as { items: readonly Loose[] }).items;
    const shown = items.length === 1 ? items : items.slice(0, -1);
    for (const item of shown) {
      const isSpecified = item.type === 'sort_specification';
      const expr = isSpecified ? (item['expr'] as Loose) : item;
      const falls = isSpecified && (item['direction'] as { type?: string } | undefined)?.type === 'sort_direction_desc';
      this.put('other order', item, `${this.slice(expr)} ${falls ? 'ASC' : 'DESC'}`);
    }
    const [first] = items;
    if (items.length > 1 && first !== undefined)
      this.put(
        'other order',
        node,
        `ORDER BY ${items
          .slice(1)
          .map((each) => this.slice(each))
          .join(', ')}`,
      );
  }

  private limit(node: Loose): void {
    const { count, offset } = node as Loose & { count?: Loose; offset?: Loose };
    if (count !== undefined && this.slice(count) !== '1')
      this.put('off by one page', count, `(${this.slice(count)}) + 1`);
    if (offset !== undefined) this.put('off by one page', offset, `(${this.slice(offset)}) + 1`);
  }

  private columns(node: Loose, scopes: readonly Scope[]): void {
    const modifiers = node['modifiers'] as readonly Loose[];
    for (const each of modifiers) if (each.type === 'select_distinct') this.put('kept duplicates', each, '');
    for (const item of (node['columns'] as { items: readonly Loose[] }).items) {
      const isAlias = item.type === 'alias';
      const expr = (isAlias ? item['expr'] : item) as Loose;
      const found = columnOf(expr, scopes);
      if (found === undefined) continue;
      const other = otherColumn(found.table, found.column);
      if (other === undefined) continue;
      const prefix = expr.type === 'member_expr' ? `${this.slice(expr['object'] as Loose)}.` : '';
      this.put('other column', expr, isAlias ? `${prefix}${other}` : `${prefix}${other} AS ${found.column}`);
    }
  }

  private assignments(node: Loose, scopes: readonly Scope[]): void {
    const list = node['assignments'] as Loose & { items: readonly Loose[] };
    for (const item of list.items) {
      const column = item['column'] as Loose;
      const found = columnOf(column, scopes);
      const others = list.items.filter((each) => each !== item);
      if (others.length > 0) this.put('dropped assignment', list, others.map((each) => this.slice(each)).join(', '));
      const taken = new Set(others.map((each) => this.slice(each['column'] as Loose)));
      const other = found === undefined ? undefined : otherColumn(found.table, found.column, taken);
      if (other !== undefined) this.put('other column', column, other);
    }
  }

  private values(node: Loose): void {
    for (const row of (node['values'] as { items: readonly Loose[] }).items) {
      const items = ((row['expr'] as { items?: readonly Loose[] } | undefined)?.items ?? []) as readonly Loose[];
      for (const item of items) {
        const text = this.slice(item);
        // NULL in place of a missing id is not tried, because the key constraint would refuse it
        if (/^:\w+\.id$/.test(text) || text.toUpperCase() === 'NULL') continue;
        this.put('dropped assignment', item, 'NULL');
      }
    }
  }
}
