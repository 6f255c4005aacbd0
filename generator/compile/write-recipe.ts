// The rows of a compiled environment as a recipe: how many of each table, how each column is made. Statuses are spread so
// that every precondition passes for some rows and fails for others.
import type { Json } from '../../envs/values/json.ts';
import type { Maker, Recipe, TableRecipe } from '../recipe/recipe-schema.ts';
import type { ColumnPlan, Model, TablePlan } from './model.ts';
import { statusColumn, statusesOf, isTerminal } from './statuses.ts';
import { HIDDEN_MAKERS, kindOf } from './values/value-kinds.ts';
import { orderedColumns, orderedTables } from './write-schema.ts';
import { idPrefix } from './templates/new-values.ts';
import { isCreated, isUpdated } from './templates/clocks.ts';

const ENTITY_ROWS = 12;
const REFERENCE_ROWS = 16;

export interface KnownKinds {
  readonly known: number;
  readonly unknown: readonly string[];
}

export interface RecipeOptions {
  readonly seed: number;
  /** About so many rows in all. */
  readonly rows?: number;
  readonly names?: 'a' | 'b';
}

export function recipeOf(model: Model, options: RecipeOptions): { recipe: Recipe; kinds: KnownKinds } {
  const unknown: string[] = [];
  let known = 0;
  const tables = orderedTables(model);
  const base = tables.reduce((sum, table) => sum + sizeOf(table), 0);
  const factor = options.rows === undefined ? 1 : Math.max(options.rows / Math.max(base, 1), 0.2);
  const made: TableRecipe[] = [];
  const later = new Set<string>();
  for (const table of tables) {
    if (table.rows !== undefined) {
      made.push({ table: table.name, rows: table.rows });
      later.add(table.name);
      continue;
    }
    const columns: Record<string, Maker> = {};
    for (const column of orderedColumns(table)) {
      const maker = makerOf(model, table, column, later);
      if (maker === undefined) unknown.push(`${table.name}.${column.name}`);
      else if (counts(table, column)) known += 1;
      const final = maker === undefined ? fallback(column) : maker;
      for (const name of hiddenOf(final)) columns[name] ??= HIDDEN_MAKERS[name] ?? '';
      columns[column.name] =
        column.nullable &&
        !table.key.includes(column.name) &&
        column.shown !== true &&
        !isFilled(column) &&
        column.references === undefined
          ? { chance: 0.7, make: final }
          : final;
    }
    made.push({ table: table.name, ...countOf(model, table, factor), columns: inOrder(columns) });
    later.add(table.name);
  }
  const finish = totals(model);
  return {
    recipe: {
      seed: options.seed,
      ...(finish.length > 0 ? {} : { as_made: true as const }),
      ...(options.names === undefined ? {} : { names: options.names }),
      tables: made,
      ...(finish.length > 0 ? { finish } : {}),
    },
    kinds: { known, unknown },
  };
}

/** Keys and references are no question of kinds. */
function counts(table: TablePlan, column: ColumnPlan): boolean {
  return !table.key.includes(column.name) && column.references === undefined;
}

function sizeOf(table: TablePlan): number {
  if (table.rows !== undefined) return table.rows.length;
  switch (table.kind) {
    case 'settings':
    case 'session':
    case 'tree':
      return 1;
    case 'reference':
      return REFERENCE_ROWS;
    case 'outbox':
      return 6;
    case 'part':
    case 'link':
      return ENTITY_ROWS * 2;
    default:
      return ENTITY_ROWS;
  }
}

function countOf(
  model: Model,
  table: TablePlan,
  factor: number,
): { count?: number | readonly [number, number]; per?: string } {
  const scaled = (count: number): number => Math.max(Math.round(count * factor), 4);
  switch (table.kind) {
    case 'settings':
    case 'session':
    case 'tree':
      return { count: 1 };
    case 'outbox':
      return { count: scaled(6) };
    case 'reference':
      return { count: scaled(REFERENCE_ROWS) };
    case 'part':
    case 'link': {
      const parent = table.parent === undefined ? undefined : model.tables.get(table.parent);
      if (parent === undefined) return { count: Math.min(scaled(ENTITY_ROWS) / 3, 12) };
      const targets = [...table.columns.values()].filter(
        (column) => column.references !== undefined && column.references !== parent.name,
      );
      const least = Math.min(
        ...targets.map((column) => sizeOf(model.tables.get(column.references ?? '') as TablePlan)),
        100,
      );
      return { per: parent.name, count: [1, Math.min(3, least)] };
    }
    default:
      return { count: scaled(ENTITY_ROWS) };
  }
}

function hiddenOf(maker: Maker): string[] {
  return [...JSON.stringify(maker).matchAll(/\{(_[a-z]+)[}|]/g)].map(([, name = '']) => name);
}

/** What others are made of comes first. */
function inOrder(columns: Record<string, Maker>): Record<string, Maker> {
  const rank = ([name, maker]: [string, Maker]): number =>
    name.startsWith('_') ? 0 : /\{[a-z]\w*(\|\w+)?\}|"after"/.test(JSON.stringify(maker)) ? 2 : 1;
  return Object.fromEntries(Object.entries(columns).sort((a, b) => rank(a) - rank(b)));
}

const isFilled = (column: ColumnPlan): boolean => column.system === 'owner' || column.system === 'created';

function makerOf(model: Model, table: TablePlan, column: ColumnPlan, made: ReadonlySet<string>): Maker | undefined {
  const isKey = table.key.includes(column.name);
  if (table.kind === 'settings' || table.kind === 'tree') if (isKey) return 1;
  if (table.kind === 'session') return isKey ? 1 : sessionValue(model, table, column);
  if (column.references !== undefined) {
    const target = model.tables.get(column.references);
    if (target === undefined) return undefined;
    const key = target.key[0] ?? '';
    if (table.parent === target.name && column.name === table.key[0]) return { parent: key };
    if (!made.has(target.name)) return column.nullable ? null : undefined;
    if (target === table) return null;
    const distinct = table.kind === 'link' && isKey;
    const maker: Maker = { row_of: target.name, column: key, ...(distinct ? { distinct: true } : {}) };
    return column.nullable && column.system === undefined && column.shown !== true
      ? { chance: 0.75, make: maker }
      : maker;
  }
  if (column.name === 'position' && table.kind === 'part') return { position: 1 };
  if (isKey) return keyMaker(table, column);
  const status = statusColumn(model, table);
  if (column === status) {
    const values = statusesOf(model, table, column);
    if (values.length > 0) return cycleOf(values);
  }
  const choices = (column.choices ?? []).filter((each) =>
    column.type === 'TEXT'
      ? typeof each === 'string'
      : typeof each === 'number' && (column.type === 'REAL' || Number.isInteger(each)),
  );
  if (choices.length > 0) return { pick: choices as readonly Json[] };
  if (column.role === 'boolean') return { pick: [0, 1, 1] };
  if (column.role === 'json' && /^(string|number|integer)$/.test(String([column.schema['type']].flat()[0])))
    delete column.role;
  if (column.role === 'json') return { schema: column.schema };
  const maker = valueMaker(table, column);
  if (maker === undefined) return undefined;
  if (isUpdated(column) && maker !== null && typeof maker === 'object' && 'time' in maker) {
    const created = [...table.columns.values()].find(
      (each) =>
        each !== column &&
        isCreated(each) &&
        !isUpdated(each) &&
        each.type === 'TEXT' &&
        !each.nullable &&
        each.schema['format'] !== 'date',
    );
    if (created !== undefined) return { time: ['1d', '1d'], after: created.name };
  }
  if (column.unique === true || column.role === 'minted') return unique(maker, column);
  // some have next to nothing left, so that what takes from it can be refused
  if (column.floor === true)
    return {
      chance: 0.75,
      make: maker,
      else: column.type === 'INTEGER' ? { int: [0, 1] } : { real: [0, 2], places: 2 },
    };
  return maker;
}

/** Every status stands somewhere, the first and the open ones more often. */
function cycleOf(values: readonly string[]): Maker {
  const open = values.filter((value) => !isTerminal(value));
  return { cycle: [...values, ...open, ...values.slice(0, 1)] };
}

function valueMaker(table: TablePlan, column: ColumnPlan): Maker | undefined {
  const name = column.name;
  if (column.type === 'TEXT' && /(^|_)e?mail(_address)?$/.test(name)) {
    if (table.columns.has('first_name') && table.columns.has('last_name'))
      return { template: '{first_name|slug}.{last_name|slug}@example.com' };
    if (table.columns.has('name')) return { template: '{name|slug}@example.com' };
  }
  const schema = column.schema;
  if (column.system === 'created' || isCreated(column)) {
    const day =
      schema['format'] === 'date' ||
      (column.type === 'TEXT' && /YYYY-MM-DD(?![T ]?HH)/.test(column.description) && column.role !== 'timestamp');
    if (column.type !== 'TEXT') return { epoch: { time: ['-300d', '-2d'] } };
    return { time: ['-300d', '-2d'], ...(day ? { day: true } : {}) };
  }
  const type = column.type === 'TEXT' ? 'text' : column.type === 'INTEGER' ? 'integer' : 'real';
  const kind = kindOf({ name, words: column.words, type, schema, description: column.description, owner: table.words });
  return kind?.maker;
}

function fallback(column: ColumnPlan): Maker {
  if (column.type === 'INTEGER') return { int: [1, 100] };
  if (column.type === 'REAL') return { real: [1, 100], places: 2 };
  return { pick: ['alpha', 'heron', 'maple', 'harbor', 'copper', 'meadow'] };
}

function keyMaker(table: TablePlan, column: ColumnPlan): Maker | undefined {
  if (table.kind === 'reference' && column.type === 'INTEGER') return { position: 1 };
  if (column.role === 'minted' || table.entity?.key.natural !== true) {
    if (column.type === 'INTEGER') return { position: Math.max(1001, Number(column.schema['minimum'] ?? 0)) };
    if (column.schema['format'] === 'uuid' || column.schema['format'] === 'guid') return { fake: 'string.uuid' };
    if (typeof column.schema['pattern'] === 'string')
      return {
        only_once: { schema: { type: 'string', ...column.schema }, like: { count: idPrefix(table), from: 1001 } },
      };
    const most = column.schema['maxLength'];
    if (typeof most === 'number' && most < idPrefix(table).length + 4)
      return { only_once: { fake: 'string.alphanumeric', arguments: Math.max(1, most) } };
    return { count: idPrefix(table), from: 1001 };
  }
  const maker = valueMaker(table, column);
  return maker === undefined
    ? unique({ pick: ['alpha', 'heron', 'maple', 'harbor', 'copper', 'meadow'] }, column)
    : unique(maker, column);
}

/** Distinct values from a maker that may repeat itself. */
function unique(maker: Maker, column: ColumnPlan): Maker {
  if (column.type !== 'TEXT') return { position: 1001 };
  return { only_once: maker };
}

function sessionValue(model: Model, table: TablePlan, column: ColumnPlan): Maker {
  void model;
  void table;
  return column.name === 'user_id' && column.system === 'owner' && column.references !== undefined
    ? { row_of: column.references, column: model.tables.get(column.references)?.key[0] ?? '' }
    : null;
}

/** A total is the sum of its lines. */
function totals(model: Model): string[] {
  const found: string[] = [];
  for (const part of model.tables.values()) {
    if (part.kind !== 'part' || part.parent === undefined) continue;
    const parent = model.tables.get(part.parent);
    const quantity = [...part.columns.values()].find(
      (column) => /^(quantity|qty|count)$/.test(column.name) && column.type !== 'TEXT',
    );
    const price = [...part.columns.values()].find(
      (column) => /^(unit_price|price|unit_cost|cost)$/.test(column.name) && column.type !== 'TEXT',
    );
    const total =
      parent === undefined
        ? undefined
        : [...parent.columns.values()].find(
            (column) =>
              /^(total|total_price|total_amount|total_cost|amount|subtotal)$/.test(column.name) &&
              column.type === 'REAL',
          );
    if (parent === undefined || quantity === undefined || price === undefined || total === undefined) continue;
    const key = parent.key[0] ?? '';
    found.push(
      `UPDATE ${parent.name} SET ${total.name} = round((SELECT coalesce(sum(p.${quantity.name} * p.${price.name}), 0) FROM ${part.name} AS p WHERE p.${key} = ${parent.name}.${key}), 2)`,
    );
  }
  return found;
}
