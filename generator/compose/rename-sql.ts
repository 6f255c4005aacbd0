// Renames the tables, views and indexes of a part in SQL. The syntax tree gives the places to edit, so that a column
// with the same name as a table keeps its name.
import { Edits } from '../../envs/sql/edits.ts';
import { parseSql, partsOf } from '../../envs/sql/parse-sql.ts';

/**
 * A node of the syntax tree. Its type and members are not specified further, because the code treats all nodes alike.
 */
interface Loose {
  readonly type: string;
  readonly range?: readonly [number, number];
  readonly [member: string]: unknown;
}

export interface SqlNames {
  /** Returns the new name of a table, view or index. Returns undefined if the name does not belong to the part. */
  table(name: string): string | undefined;
  /** Returns the new name of a tool in a rule. */
  tool?(name: string): string | undefined;
  /** The SQL that replaces trace_calls in a rule. It selects the calls of the part's tools. */
  readonly calls?: string;
}

const WRAPPED = 'SELECT (';

export function renameExpression(text: string, names: SqlNames): string {
  const wrapped = renameSql(`${WRAPPED}${text}\n)`, names);
  return wrapped.slice(WRAPPED.length, -2);
}

export function renameSql(text: string, names: SqlNames): string {
  const edits = new Edits();
  const walk = new Renaming(edits, names);
  for (const statement of parseSql(text)) walk.visit(partsOf<Loose>(statement));
  return edits.apply(text, false);
}

/** For each type of node, the members that hold names of tables or views. */
const RELATIONS: Readonly<Record<string, readonly string[]>> = {
  from_clause: ['expr'],
  join_expr: ['left', 'right'],
  indexed_table: ['table'],
  not_indexed_table: ['table'],
  common_table_expr: ['table'],
  insert_clause: ['table'],
  delete_clause: ['tables'],
  update_clause: ['tables'],
  create_table_stmt: ['name'],
  create_view_stmt: ['name'],
  create_index_stmt: ['name', 'table'],
  references_specification: ['table'],
};

class Renaming {
  private readonly edits: Edits;
  private readonly names: SqlNames;

  constructor(edits: Edits, names: SqlNames) {
    this.edits = edits;
    this.names = names;
  }

  visit(node: Loose): void {
    const relations = RELATIONS[node.type] ?? [];
    if (node.type === 'binary_expr') this.comparison(node);
    if (node.type === 'member_expr') {
      // in customers.email, the name before the dot is a table
      const object = node['object'];
      if (isNode(object) && object.type === 'identifier') this.rename(object);
      else if (isNode(object)) this.visit(object);
      return;
    }
    for (const [member, value] of Object.entries(node)) {
      if (member === 'range') continue;
      for (const each of nodesIn(value)) {
        if (relations.includes(member)) this.relation(each);
        else this.visit(each);
      }
    }
  }

  private relation(node: Loose): void {
    if (node.type === 'identifier') {
      if (!this.scoped(node, ' AS trace_calls')) this.rename(node);
      return;
    }
    if (node.type === 'alias') {
      const { expr, alias } = node;
      if (isNode(expr) && !this.scoped(expr, '')) this.relation(expr);
      // an alias that equals the name of a table is renamed too, because the same name in front of columns is renamed
      if (isNode(alias)) this.rename(alias);
      return;
    }
    if (node.type === 'list_expr' || node.type === 'paren_expr') {
      for (const value of [node['items'], node['expr']])
        for (const each of nodesIn(value)) {
          if (each.type === 'select_stmt' || each.type === 'compound_select_stmt') this.visit(each);
          else this.relation(each);
        }
      return;
    }
    this.visit(node);
  }

  private rename(node: Loose): void {
    const other = this.names.table(String(node['name'] ?? ''));
    if (other !== undefined && node.range !== undefined) this.edits.replace(node.range, other);
  }

  /** Replaces trace_calls in a rule by a SELECT of the calls to the part's tools. Returns false for any other node. */
  private scoped({ type, name, range }: Loose, called: string): boolean {
    const { calls } = this.names;
    if (calls === undefined || type !== 'identifier' || range === undefined) return false;
    if (String(name).toLowerCase() !== 'trace_calls') return false;
    this.edits.replace(range, `${calls}${called}`);
    return true;
  }

  /** Renames tools in comparisons, such as c.tool = 'cancel_order' or c.tool IN ('a', 'b'). */
  private comparison({ left, right }: Loose): void {
    const { tool } = this.names;
    if (tool === undefined || !isNode(left) || !isNode(right)) return;
    for (const [one, other] of [
      [left, right],
      [right, left],
    ] as const) {
      if (!isToolColumn(one)) continue;
      for (const literal of literalsIn(other)) {
        const name = tool(String(literal['value']));
        if (name !== undefined && literal.range !== undefined) this.edits.replace(literal.range, `'${name}'`);
      }
    }
  }
}

function isToolColumn(node: Loose): boolean {
  const property = node.type === 'member_expr' ? node['property'] : node;
  return isNode(property) && property.type === 'identifier' && String(property['name']).toLowerCase() === 'tool';
}

function literalsIn(node: Loose): Loose[] {
  if (node.type === 'string_literal') return [node];
  if (node.type === 'select_stmt' || node.type === 'compound_select_stmt') return [];
  return Object.entries(node).flatMap(([member, value]) =>
    member === 'range' ? [] : nodesIn(value).flatMap(literalsIn),
  );
}

function nodesIn(value: unknown): Loose[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isNode);
}

function isNode(value: unknown): value is Loose {
  return value !== null && typeof value === 'object' && typeof (value as { type?: unknown }).type === 'string';
}
