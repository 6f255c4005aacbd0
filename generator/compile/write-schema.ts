// The tables of a model as schema.sql: in the order of their references, with comments, as a person would write it.
import type { ColumnPlan, Model, TablePlan } from './model.ts';
import { literal, quoted } from './render.ts';

/** Tables such that what a table refers to stands before it. */
export function orderedTables(model: Model): TablePlan[] {
  const placed: TablePlan[] = [];
  const open = new Set<TablePlan>();
  const place = (table: TablePlan): void => {
    if (placed.includes(table) || open.has(table)) return;
    open.add(table);
    for (const column of table.columns.values()) {
      const target = column.references === undefined ? undefined : model.tables.get(column.references);
      if (target !== undefined && target !== table) place(target);
    }
    open.delete(table);
    placed.push(table);
  };
  const rank = (table: TablePlan): number =>
    ['reference', 'entity', 'settings', 'tree', 'part', 'link', 'session', 'outbox'].indexOf(table.kind);
  for (const table of [...model.tables.values()].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1)))
    place(table);
  return placed;
}

/** A cycle of references is cut: the later one may be null, and is filled afterwards. */
export function cutCycles(order: readonly TablePlan[]): void {
  order.forEach((table, at) => {
    for (const column of table.columns.values()) {
      if (column.references === undefined) continue;
      const target = order.findIndex((each) => each.name === column.references);
      if (target > at && !table.key.includes(column.name)) column.nullable = true;
    }
  });
}

export function schemaText(model: Model, title: string): string {
  const tables = orderedTables(model);
  const parts = [`-- ${title}: tables worked out from the schemas of its tools. decisions.json says why.`];
  for (const table of tables) parts.push(tableText(table));
  const indexes = indexesOf(tables);
  if (indexes.length > 0) parts.push(indexes.join('\n'));
  return `${parts.join('\n\n')}\n`;
}

function tableText(table: TablePlan): string {
  const columns = orderedColumns(table);
  const single = table.key.length === 1;
  const lines = columns.map((column) => `  ${columnText(column, single && table.key[0] === column.name)}`);
  if (!single) lines.push(`  PRIMARY KEY (${table.key.map(quoted).join(', ')})`);
  for (const unique of table.uniques) lines.push(`  UNIQUE (${unique.map(quoted).join(', ')})`);
  const comment = table.about === '' ? '' : `-- ${table.about}\n`;
  return `${comment}CREATE TABLE ${quoted(table.name)} (\n${lines.join(',\n')}\n) STRICT;`;
}

/** The key, what it refers to, what it is, what the system keeps. */
export function orderedColumns(table: TablePlan): ColumnPlan[] {
  const rank = (column: ColumnPlan): number => {
    if (table.key.includes(column.name)) return table.key.indexOf(column.name);
    if (column.references !== undefined) return 10;
    if (/^(name|title|label|first_name|last_name|user_name)$/.test(column.name)) return 11;
    if (/(^|_)(created|updated|modified|deleted)(_|$)/.test(column.name)) return 14;
    return column.role === 'json' ? 13 : 12;
  };
  return [...table.columns.values()]
    .map((column, at) => ({ column, at }))
    .sort((a, b) => rank(a.column) - rank(b.column) || a.at - b.at)
    .map(({ column }) => column);
}

function columnText(column: ColumnPlan, isKey: boolean): string {
  const parts = [quoted(column.name), column.type];
  if (isKey) parts.push('PRIMARY KEY');
  else if (!column.nullable) parts.push('NOT NULL');
  if (column.unique === true && !isKey) parts.push('UNIQUE');
  if (column.references !== undefined)
    parts.push(
      `REFERENCES ${quoted(column.references)}${column.onDelete !== undefined ? ` ON DELETE ${column.onDelete}` : column.nullable && !isKey ? ' ON DELETE SET NULL' : ''}`,
    );
  const check = checkOf(column);
  if (check !== undefined) parts.push(`CHECK (${check})`);
  return parts.join(' ');
}

function checkOf(column: ColumnPlan): string | undefined {
  if (column.role === 'boolean') return `${quoted(column.name)} IN (0, 1)`;
  if (
    column.choices !== undefined &&
    column.choices.length > 0 &&
    column.choices.length <= 40 &&
    column.references === undefined
  ) {
    const fits = column.choices.every((each) => (column.type === 'TEXT') === (typeof each === 'string'));
    if (fits && column.choices.length === 1) return `${quoted(column.name)} = ${literal(column.choices[0] ?? '')}`;
    if (fits) return `${quoted(column.name)} IN (${column.choices.map(literal).join(', ')})`;
  }
  return column.floor === true ? `${quoted(column.name)} >= 0` : undefined;
}

/** Indexes end in the key, in which lists are ordered: a page is then read off, however many rows are like its own. */
function indexesOf(tables: readonly TablePlan[]): string[] {
  // tables and indexes share their names
  const taken = new Set(tables.map(({ name }) => name));
  return tables.flatMap((table) =>
    indexedColumns(table).map((columns) => {
      let name = `${table.name}_by_${columns[0] ?? ''}`;
      while (taken.has(name)) name += '_index';
      taken.add(name);
      return `CREATE INDEX ${quoted(name)} ON ${quoted(table.name)} (${columns.map(quoted).join(', ')});`;
    }),
  );
}

function indexedColumns(table: TablePlan): string[][] {
  const wanted = new Set<string>();
  for (const column of table.columns.values()) {
    if (table.key[0] === column.name) continue;
    const filtered = (column.uses.get('filtered')?.size ?? 0) > 0;
    if (
      column.references !== undefined ||
      (filtered && column.role === undefined && table.kind !== 'settings' && table.kind !== 'session')
    )
      wanted.add(column.name);
  }
  for (const column of table.indexes) wanted.add(column);
  const [first = ''] = table.key;
  // an integer key is the row's own number, which every index ends in
  const implied = table.key.length === 1 && table.columns.get(first)?.type === 'INTEGER';
  return [...wanted].map((column) => {
    const ordered = implied || table.columns.get(column)?.unique === true ? [] : table.key;
    return [...new Set([column, ...ordered])];
  });
}
