// The tables of today's model as the plan from which rows are made.
import type { Json } from '../../envs/values/json.ts';
import type { Maker, Recipe, TableRecipe } from '../recipe/recipe-schema.ts';
import type { ColumnPlan, Model, TablePlan } from './model.ts';
import type { ColumnPlan as PlannedColumn, Plan, Reference, TablePlan as PlannedTable } from './plan/plan.ts';
import { makeRows } from './rows/make-rows.ts';
import { initialOf, statusColumn, statusesOf } from './statuses.ts';
import { isCreated, isUpdated } from './templates/clocks.ts';
import { orderedColumns, orderedTables } from './write-schema.ts';

export interface KnownKinds {
  readonly known: number;
  readonly unknown: readonly string[];
}

export interface RecipeOptions {
  readonly seed: number;
  /** About so many rows in all. */
  readonly rows?: number;
  readonly names?: 'a' | 'b';
  readonly title?: string;
}

export function recipeOf(model: Model, options: RecipeOptions): { recipe: Recipe; kinds: KnownKinds } {
  const tables = orderedTables(model);
  const plan: Plan = {
    title: options.title ?? '',
    description: '',
    tables: tables.map((table) => plannedTable(model, table)),
  };
  const { recipe, unexplained } = makeRows(plan, options);
  const columns = plan.tables.reduce((sum, table) => sum + table.columns.length - table.key.length, 0);
  return {
    recipe: { ...recipe, tables: recipe.tables.map((table) => signedOut(model, table)) },
    kinds: { known: Math.max(0, columns - unexplained.length), unknown: unexplained },
  };
}

/** Nobody has signed in at the start; where tools need no signing in, somebody has. */
function signedOut(model: Model, recipe: TableRecipe): TableRecipe {
  const table = model.tables.get(recipe.table);
  if (table?.kind !== 'session' || table.rows !== undefined) return recipe;
  const columns = orderedColumns(table).map((column): [string, Maker] => [
    column.name,
    table.key.includes(column.name) ? 1 : signedIn(model, column),
  ]);
  return { table: recipe.table, count: 1, columns: Object.fromEntries(columns) };
}

function signedIn(model: Model, column: ColumnPlan): Maker {
  return column.name === 'user_id' && column.system === 'owner' && column.references !== undefined
    ? { row_of: column.references, column: model.tables.get(column.references)?.key[0] ?? '' }
    : null;
}

function plannedTable(model: Model, table: TablePlan): PlannedTable {
  const columns = orderedColumns(table);
  return {
    name: table.name,
    words: table.words,
    kind:
      table.kind === 'settings' || table.kind === 'session' || table.kind === 'tree'
        ? 'one row'
        : table.kind === 'link' || table.kind === 'outbox'
          ? table.kind
          : 'thing',
    about: table.about,
    key: table.key,
    columns: columns.map((column) => plannedColumn(model, table, column)),
    references: columns.flatMap((column) => {
      const target = column.references === undefined ? undefined : model.tables.get(column.references);
      return target === undefined ? [] : [referenceOf(table, column, target)];
    }),
    uniques: [...table.uniques, ...columns.filter(({ unique }) => unique === true).map(({ name }) => [name])],
    ...(table.rows === undefined ? {} : { rows: table.rows }),
  };
}

function referenceOf(table: TablePlan, column: ColumnPlan, target: TablePlan): Reference {
  return {
    columns: [column.name],
    table: target.name,
    to: [target.key[0] ?? ''],
    onDelete: column.onDelete === 'CASCADE' ? 'cascade' : column.onDelete === 'SET NULL' ? 'clear' : 'restrict',
    parent: table.parent === target.name && column.name === table.key[0],
  };
}

function plannedColumn(model: Model, table: TablePlan, column: ColumnPlan): PlannedColumn {
  const isStatus = statusColumn(model, table) === column;
  const statuses = isStatus ? statusesOf(model, table, column) : [];
  const choices = statuses.length > 0 ? statuses : choicesOf(column);
  const first = isStatus ? initialOf(statuses) : undefined;
  // one value is stored as it is
  if (column.role === 'json' && /^(string|number|integer)$/.test(String([column.schema['type']].flat()[0])))
    delete column.role;
  return {
    name: column.name,
    words: column.words,
    value:
      column.role === 'boolean'
        ? 'boolean'
        : column.role === 'json'
          ? 'json'
          : column.type === 'TEXT'
            ? 'text'
            : column.type === 'INTEGER'
              ? 'integer'
              : 'real',
    ...(column.role === undefined ? {} : { role: column.role }),
    nullable: column.nullable,
    schema: column.schema,
    description: column.description,
    ...(choices.length > 0 ? { choices } : {}),
    ...(first === undefined ? {} : { first }),
    ...(isStatus
      ? { system: 'state' as const }
      : column.system === 'created' || isCreated(column)
        ? { system: 'created' as const }
        : isUpdated(column)
          ? { system: 'updated' as const }
          : {}),
    shown: column.shown === true,
  };
}

/** Choices that the type of the column can hold. */
function choicesOf(column: ColumnPlan): readonly (string | number)[] {
  return (column.choices ?? []).filter((each: Json) =>
    column.type === 'TEXT'
      ? typeof each === 'string'
      : typeof each === 'number' && (column.type === 'REAL' || Number.isInteger(each)),
  );
}
