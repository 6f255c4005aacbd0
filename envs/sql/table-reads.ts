// The rows that a query depends on: for each table that it reads, the columns, and the values that pin its rows. A query
// with `WHERE order_id = :id` depends on no row of another order. The pins follow equalities that hold for every row:
// through joins, into subqueries and into views. Anything that is not understood gives no pin, and a query that is not
// understood gives undefined.
import { findTable, type DatabaseSchema, type Table } from './database-schema.ts';
import { keywordText, parseSql, rangeOf, type SqlNode } from './parse-sql.ts';
import { everyNode, nameOf, outputsOf, passesFilters } from './query-nodes.ts';
import { operatorText } from './syntax.ts';

export interface TableRead {
  readonly table: Table;
  /** The columns that it reads, in lower case; undefined for all. */
  readonly columns: ReadonlySet<string> | undefined;
  /** Each pin alone says it: only rows with this value in this column matter. */
  readonly pins: readonly Pin[];
}

export interface Pin {
  /** The place of the column in the table. */
  readonly column: number;
  /** The place of the value among the bound ones. */
  readonly param: number;
}

/** A table or subquery in a FROM. */
interface Source {
  readonly alias: string;
  readonly table: Table | undefined;
  /** The columns of a view or subquery, by name: the columns inside that they show as they are. */
  readonly shows: ReadonlyMap<string, Cell>;
  readonly names: readonly string[] | undefined;
}

/** A column of a source. */
interface Cell {
  readonly source: Source;
  readonly column: string;
}

/** What a side of an equality is: a column or a bound value. */
type Side = { readonly cell: Cell } | { readonly param: number };

interface Scope {
  readonly sources: Source[];
  readonly parent: Scope | undefined;
}

class NotUnderstood extends Error {}

/** `params` is the number of values that the text binds, in the order in which they stand. */
export function tableReads(text: string, params: number, schema: DatabaseSchema): readonly TableRead[] | undefined {
  try {
    return new Reading(schema, text, params).reads();
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

class Reading {
  private readonly schema: DatabaseSchema;
  private readonly root: SqlNode;
  private readonly params: ReadonlyMap<number, number>;
  private readonly tables: Source[] = [];
  /** Equalities: where the left side is pinned, the right side is pinned to the same value. */
  private readonly edges: (readonly [Side, Cell])[] = [];
  /** Names of columns, with the alias that stands before them, if any; a star is all columns. */
  private readonly named: { readonly alias: string | undefined; readonly name: string }[] = [];

  constructor(schema: DatabaseSchema, text: string, params: number) {
    this.schema = schema;
    const [root, ...others] = parseSql(text) as readonly SqlNode[];
    if (root === undefined || others.length > 0) throw new NotUnderstood();
    this.root = root;
    const starts: number[] = [];
    everyNode(root, (node) => {
      if (node.type === 'parameter') starts.push(rangeOf(node)[0]);
    });
    if (starts.length !== params) throw new NotUnderstood();
    this.params = new Map(starts.sort((a, b) => a - b).map((start, at) => [start, at]));
  }

  reads(): TableRead[] {
    this.query(this.root, undefined, true);
    const pinned = this.pinned();
    return this.tables.map((source) => {
      const table = source.table as Table;
      return { table, columns: this.columnsOf(source, table), pins: pinned.get(source) ?? [] };
    });
  }

  /** Reads a query. `bound` tells whether its parameters are those of the statement: a view has none. */
  private query(node: SqlNode, parent: Scope | undefined, bound: boolean): Scope | undefined {
    if (node.type === 'paren_expr') return this.query(node.expr as SqlNode, parent, bound);
    if (node.type === 'compound_select_stmt') {
      this.query(node.left as SqlNode, parent, bound);
      this.query(node.right as SqlNode, parent, bound);
      return undefined;
    }
    if (node.type !== 'select_stmt') throw new NotUnderstood();
    const scope: Scope = { sources: [], parent };
    const clauses = node.clauses as SqlNode[];
    const from = clauses.find(({ type }) => type === 'from_clause') as { expr: SqlNode } | undefined;
    if (clauses.some(({ type }) => type === 'with_clause' || type === 'values_clause')) throw new NotUnderstood();
    if (from !== undefined) this.from(from.expr, scope, bound, []);
    for (const clause of clauses) {
      if (clause.type === 'where_clause') this.equalities(clause.expr as SqlNode, scope, bound, undefined);
      if (clause.type !== 'from_clause') this.inside(clause, scope, bound);
    }
    return scope;
  }

  /** Reads tables and joins, and gives the sources of this part of FROM. */
  private from(node: SqlNode, scope: Scope, bound: boolean, found: Source[]): Source[] {
    if (node.type === 'paren_expr' && (node.expr as SqlNode).type === 'join_expr')
      return this.from(node.expr as SqlNode, scope, bound, found);
    if (node.type === 'join_expr') {
      const isLeft = node.operator !== ',' && keywordText(node.operator).startsWith('LEFT');
      this.from(node.left as SqlNode, scope, bound, found);
      const right: Source[] = [];
      this.from(node.right as SqlNode, scope, bound, right);
      found.push(...right);
      const specification = node.specification as SqlNode | undefined;
      if (specification === undefined) return found;
      if (specification.type !== 'join_on_specification') throw new NotUnderstood();
      const condition = specification.expr as SqlNode;
      this.equalities(condition, scope, bound, isLeft ? right : undefined);
      this.inside(condition, scope, bound);
      return found;
    }
    const source = this.source(node, scope, bound);
    if (source !== undefined) {
      scope.sources.push(source);
      found.push(source);
    }
    return found;
  }

  private source(node: SqlNode, scope: Scope, bound: boolean): Source | undefined {
    const isNamed = node.type === 'alias';
    const inner = isNamed ? (node.expr as SqlNode) : node;
    const given = isNamed ? (node.alias as { name?: string }).name : undefined;
    if (inner.type === 'func_call') {
      this.inside(inner, scope, bound);
      return { alias: (given ?? '').toLowerCase(), table: undefined, shows: new Map(), names: undefined };
    }
    if (inner.type === 'paren_expr') return this.derived(inner.expr as SqlNode, given ?? '', undefined, scope, bound);
    if (inner.type !== 'identifier') throw new NotUnderstood();
    const alias = (given ?? inner.name).toLowerCase();
    const table = findTable(this.schema, inner.name);
    if (table !== undefined) {
      const names = table.columns.map(({ name }) => name.toLowerCase());
      const source: Source = { alias, table, shows: new Map(), names };
      this.tables.push(source);
      return source;
    }
    const view = this.schema.views.find(({ name }) => name.toLowerCase() === inner.name.toLowerCase());
    const [made] = view === undefined ? [] : (parseSql(view.sql) as readonly SqlNode[]);
    const body = (made as { clauses?: SqlNode[] } | undefined)?.clauses?.find(({ type }) => type === 'as_clause');
    if (view === undefined || body === undefined) throw new NotUnderstood();
    return this.derived((body as { expr: SqlNode }).expr, alias, view.columns, undefined, false);
  }

  /** A view or a subquery in FROM. */
  private derived(
    node: SqlNode,
    alias: string,
    columns: readonly string[] | undefined,
    parent: Scope | undefined,
    bound: boolean,
  ): Source {
    const select = node.type === 'paren_expr' ? (node.expr as SqlNode) : node;
    const scope = this.query(select, parent?.parent, bound);
    const shows = new Map<string, Cell>();
    if (scope !== undefined && select.type === 'select_stmt' && passesFilters(select.clauses as SqlNode[]))
      outputsOf(select.clauses as SqlNode[]).forEach((output, at) => {
        const expr = output.type === 'alias' ? (output.expr as SqlNode) : output;
        const cell = this.cell(expr, scope);
        const name = columns?.[at] ?? nameOf(output);
        if (cell !== undefined && name !== undefined) shows.set(name.toLowerCase(), cell);
      });
    const names = columns?.map((name) => name.toLowerCase());
    return { alias: alias.toLowerCase(), table: undefined, shows, names };
  }

  /** Notes the columns of an expression, and reads the queries in it. */
  private inside(node: SqlNode, scope: Scope, bound: boolean): void {
    everyNode(node, (each) => {
      if (each.type === 'select_stmt' || each.type === 'compound_select_stmt') {
        this.query(each, scope, bound);
        return 'done';
      }
      if (each.type === 'member_expr') {
        const object = each.object as SqlNode;
        if (object.type === 'parameter') return 'done';
        const property = each.property as SqlNode;
        const name = property.type === 'identifier' ? property.name : '*';
        this.named.push({ alias: object.type === 'identifier' ? object.name.toLowerCase() : undefined, name });
        return 'done';
      }
      if (each.type === 'identifier') this.named.push({ alias: undefined, name: each.name });
      if (each.type === 'all_columns') this.named.push({ alias: undefined, name: '*' });
      return undefined;
    });
  }

  /** Collects the equalities that hold for every row. `only`: they bind these sources alone (ON of a LEFT JOIN). */
  private equalities(node: SqlNode, scope: Scope, bound: boolean, only: readonly Source[] | undefined): void {
    if (node.type === 'paren_expr') return this.equalities(node.expr as SqlNode, scope, bound, only);
    if (node.type !== 'binary_expr') return;
    const operator = operatorText(node.operator);
    if (operator === 'AND') {
      this.equalities(node.left as SqlNode, scope, bound, only);
      this.equalities(node.right as SqlNode, scope, bound, only);
    } else if (operator === '=' || operator === '==') {
      const left = this.side(node.left as SqlNode, scope, bound);
      const right = this.side(node.right as SqlNode, scope, bound);
      if (left === undefined || right === undefined) return;
      for (const [from, to] of [
        [left, right],
        [right, left],
      ] as const)
        // a column of an outer query is not bound by an inner one
        if ('cell' in to && scope.sources.includes(to.cell.source) && (only?.includes(to.cell.source) ?? true))
          this.edges.push([from, to.cell]);
    }
  }

  private side(node: SqlNode, scope: Scope, bound: boolean): Side | undefined {
    const isParam =
      node.type === 'parameter' || (node.type === 'member_expr' && (node.object as SqlNode).type === 'parameter');
    if (isParam) {
      const param = bound ? this.params.get(rangeOf(node)[0]) : undefined;
      return param === undefined ? undefined : { param };
    }
    const cell = this.cell(node, scope);
    return cell === undefined ? undefined : { cell };
  }

  /** The column that an expression is; undefined when it is another expression, or may be one of several columns. */
  private cell(node: SqlNode, scope: Scope): Cell | undefined {
    const qualified = node.type === 'member_expr';
    const object = qualified ? (node.object as SqlNode) : undefined;
    const property = qualified ? (node.property as SqlNode) : node;
    if (property.type !== 'identifier' || (object !== undefined && object.type !== 'identifier')) return undefined;
    const column = property.name.toLowerCase();
    if (object === undefined) {
      // without an alias, the name must be that of one column here; an outer column may be hidden by an output's name
      if (scope.sources.some(({ names }) => names === undefined)) return undefined;
      const [source, ...others] = scope.sources.filter(({ names }) => names?.includes(column));
      return source === undefined || others.length > 0 ? undefined : { source, column };
    }
    for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
      const source = at.sources.find(({ alias }) => alias === object.name.toLowerCase());
      if (source !== undefined) return { source, column };
    }
    return undefined;
  }

  /** The pins of each table, followed along the equalities until there are no more. */
  private pinned(): ReadonlyMap<Source, readonly Pin[]> {
    const values = new Map<string, Set<number>>();
    const ids = new Map<Source, number>();
    const keyOf = ({ source, column }: Cell): string => {
      const id = ids.get(source) ?? ids.size;
      ids.set(source, id);
      return `${id}.${column}`;
    };
    const add = (cell: Cell, param: number): boolean => {
      const known = values.get(keyOf(cell)) ?? new Set();
      values.set(keyOf(cell), known);
      let grew = !known.has(param);
      known.add(param);
      // a filter on a column that a view shows as it is holds inside the view
      const inner = cell.source.shows.get(cell.column);
      if (inner !== undefined && add(inner, param)) grew = true;
      return grew;
    };
    for (let grew = true; grew;) {
      grew = false;
      for (const [from, to] of this.edges) {
        const params =
          'param' in from ? [from.param] : this.alike(from.cell, to) ? (values.get(keyOf(from.cell)) ?? []) : [];
        for (const param of params) if (add(to, param)) grew = true;
      }
    }
    const pins = new Map<Source, Pin[]>();
    for (const source of this.tables) {
      const { columns } = source.table as Table;
      columns.forEach((column, at) => {
        if (column.loose || (column.type !== 'TEXT' && column.type !== 'INTEGER')) return;
        for (const param of values.get(keyOf({ source, column: column.name.toLowerCase() })) ?? [])
          pins.set(source, [...(pins.get(source) ?? []), { column: at, param }]);
      });
    }
    return pins;
  }

  /** Whether two columns hold equal values only where the values are the same: both TEXT or both INTEGER. */
  private alike(a: Cell, b: Cell): boolean {
    const type = typeOf(a);
    return type !== undefined && type === typeOf(b);
  }

  private columnsOf({ alias }: Source, table: Table): ReadonlySet<string> | undefined {
    if (table.columns.some(({ generated }) => generated)) return undefined;
    const read = new Set<string>();
    for (const each of this.named) {
      if (each.alias !== undefined && each.alias !== alias) continue;
      if (each.name === '*') return undefined;
      read.add(each.name.toLowerCase());
    }
    return read;
  }
}

/** The type of a column whose equal values are the same value; undefined for another column. */
function typeOf({ source, column }: Cell): 'TEXT' | 'INTEGER' | undefined {
  const inner = source.shows.get(column);
  if (inner !== undefined) return typeOf(inner);
  const found = source.table?.columns.find(({ name }) => name.toLowerCase() === column);
  if (found === undefined || found.loose) return undefined;
  return found.type === 'TEXT' || found.type === 'INTEGER' ? found.type : undefined;
}
