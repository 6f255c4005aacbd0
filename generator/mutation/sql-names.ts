// Finds the table and the column for which a node of a parsed statement stands.
import { findTable, type DatabaseSchema, type Table } from '../../envs/sql/database-schema.ts';

/** A node of the syntax tree of any type, with its type and members. */
export interface Loose {
  readonly type: string;
  readonly range?: readonly [number, number];
  readonly [member: string]: unknown;
}

/** The tables of a SELECT by alias. In a list of scopes, the innermost SELECT stands last. */
export type Scope = ReadonlyMap<string, Table>;

/** Collects the tables that a statement names, by alias. */
export function scopeOf(node: Loose, schema: DatabaseSchema): Scope {
  const scope = new Map<string, Table>();
  const collect = (value: unknown): void => {
    if (!isNode(value)) return;
    const loose = value;
    if (loose.type === 'alias' && isNode(loose['expr']) && loose['expr'].type === 'identifier') {
      const table = findTable(schema, (loose['expr'] as Loose & { name: string }).name);
      if (table !== undefined) scope.set((loose['alias'] as { name: string }).name.toLowerCase(), table);
      return;
    }
    if (loose.type === 'identifier') {
      const name = (loose as Loose & { name: string }).name;
      const table = findTable(schema, name);
      if (table !== undefined) scope.set(name.toLowerCase(), table);
      return;
    }
    for (const key of ['left', 'right', 'expr', 'table', 'tables', 'items']) {
      const inner = loose[key];
      for (const each of Array.isArray(inner) ? (inner as unknown[]) : [inner]) collect(each);
    }
  };
  for (const clause of (node['clauses'] as readonly Loose[] | undefined) ?? [])
    if (/^(from|update|delete|insert)_clause$/.test(clause.type)) collect(clause);
  return scope;
}

/** Finds the column that a node names, in the innermost SELECT with such a column. */
export function columnOf(node: Loose, scopes: readonly Scope[]): { table: Table; column: string } | undefined {
  const loose = node;
  const isMember = node.type === 'member_expr';
  if (!isMember && node.type !== 'identifier') return undefined;
  const name = isMember ? (loose['property'] as { name?: string }).name : (loose as Loose & { name?: string }).name;
  const owner = isMember ? (loose['object'] as { name?: string }).name?.toLowerCase() : undefined;
  for (const scope of [...scopes].reverse())
    for (const [alias, table] of scope) {
      if (owner !== undefined && alias !== owner) continue;
      const column = table.columns.find((each) => each.name.toLowerCase() === name?.toLowerCase());
      if (column !== undefined) return { table, column: column.name };
    }
  return undefined;
}

/** Returns the next column of the same type that is not a key, not generated and not in `taken`. */
export function otherColumn(table: Table, column: string, taken: ReadonlySet<string> = new Set()): string | undefined {
  const at = table.columns.findIndex((each) => each.name === column);
  const own = table.columns[at];
  const turned = [...table.columns.slice(at + 1), ...table.columns.slice(0, Math.max(at, 0))];
  return turned.find(
    (each) =>
      each.type === own?.type && !each.generated && !taken.has(each.name) && !table.primaryKey.includes(each.name),
  )?.name;
}

export function argumentsOf(node: Loose): readonly Loose[] {
  const inner = (node['args'] as { expr?: { args?: { items?: readonly Loose[] } } } | undefined)?.expr?.args?.items;
  return inner ?? [];
}

export function isNode(value: unknown): value is Loose {
  return value !== null && typeof value === 'object' && typeof (value as { type?: unknown }).type === 'string';
}
