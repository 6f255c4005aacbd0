// Makes the recipe for the rows of a planned environment, that is, a maker for each column. The first rule that knows a
// column decides its maker. A column that no rule knows stays empty if it may be empty, and is reported otherwise.
import { textKind } from '../../lexicon/pools/text-kinds.ts';
import type { ItemMaker, Maker, Recipe, TableRecipe } from '../../recipe/recipe-schema.ts';
import type { ColumnPlan, TablePlan } from '../plan/plan.ts';
import type { MakeRows } from '../plan/rows-of-plan.ts';
import { composedName } from './kinds/composed-name.ts';
import { agreements } from './agreements.ts';
import { inOrder, needsOf } from './column-order.ts';
import { tablesInOrder } from './table-order.ts';
import { HIDDEN } from './kinds/plain-makers.ts';
import { copied } from './rules/copied.ts';
import { figures } from './rules/figures.ts';
import { keys, nounName } from './rules/keys.ts';
import { money } from './rules/money.ts';
import { people } from './rules/people.ts';
import { references } from './rules/references.ts';
import { reviews } from './rules/reviews.ts';
import { route } from './rules/route.ts';
import { single } from './rules/single.ts';
import { spans } from './rules/spans.ts';
import { state } from './rules/state.ts';
import { texts } from './rules/texts.ts';
import { times } from './rules/times.ts';
import {
  linkBase,
  makeWorld,
  parentOf,
  referenceOf,
  type Claims,
  type RowRule,
  type TableView,
  type World,
} from './world.ts';

const RULES: readonly RowRule[] = [
  copied,
  references,
  people,
  keys,
  state,
  spans,
  times,
  route,
  reviews,
  texts,
  money,
  figures,
  single,
];

export const makeRows: MakeRows = (plan, options) => {
  const base = plan.tables.reduce((sum, table) => sum + usualSize(table), 0);
  const factor = options.rows === undefined ? 1 : Math.max(options.rows / Math.max(base, 1), 0.2);
  const sizeOf = (table: TablePlan): number => Math.max(4, Math.round(usualSize(table) * factor));
  const world = withClaims(makeWorld(plan, sizeOf));
  const unexplained: string[] = [];
  const tables = tablesInOrder([...world.tables.values()].map((table) => tableRecipe(table, world, unexplained)));
  const finish = agreements(world);
  const recipe: Recipe = {
    seed: options.seed,
    ...(finish.length > 0 ? {} : { as_made: true as const }),
    ...(options.names === undefined ? {} : { names: options.names }),
    tables,
    ...(finish.length > 0 ? { finish } : {}),
  };
  return { recipe, unexplained };
};

const TIMELY = new Set(['slot', 'availability']);

/** Returns the usual number of rows of a table. Tables that refer to other tables get more rows. */
function usualSize(table: TablePlan): number {
  if (TIMELY.has(table.words.at(-1) ?? '')) return 30;
  if (parentOf(table) !== undefined || table.kind === 'link') return 24;
  return table.references.length > 0 ? 18 : 12;
}

function withClaims(world: World): World {
  const tables = new Map<string, TableView>(world.tables);
  for (const name of world.tables.keys())
    for (const rule of RULES) {
      const table = tables.get(name);
      if (table === undefined) continue;
      const claimed = { ...rule(table, { ...world, tables }), ...table.claimed };
      tables.set(name, { ...table, claimed });
    }
  return { ...world, tables: withBasePrices(tables) };
}

/** Adds a hidden base price to products without a price, because the prices of their variants depend on it. */
function withBasePrices(tables: ReadonlyMap<string, TableView>): ReadonlyMap<string, TableView> {
  const made = new Map(tables);
  for (const table of tables.values()) {
    const base = table.claimed['_base'];
    const at = base !== null && typeof base === 'object' && 'of' in base ? base.column : '';
    const parent = made.get(at.split('.')[0] ?? '');
    if (parent === undefined || !at.endsWith('._base_price')) continue;
    const price: Maker = { price: parent.pool?.figures.get('price') ?? [12, 180] };
    made.set(parent.plan.name, { ...parent, claimed: { ...parent.claimed, _base_price: price } });
  }
  return made;
}

function tableRecipe(table: TableView, world: World, unexplained: string[]): TableRecipe {
  const { plan } = table;
  const makers = new Map<string, Maker>();
  const given = withOneKind(table.claimed);
  for (const column of plan.columns) {
    const maker = given[column.name] ?? lastResort(column) ?? composedName(column, table);
    if (maker === undefined && column.value === 'text' && (!column.nullable || tellsRow(column)))
      unexplained.push(`${plan.name}.${column.name}`);
    makers.set(column.name, maker === undefined ? emptyValue(column, table) : sometimes(maker, column, table));
  }
  for (const [name, maker] of Object.entries(given)) if (name.startsWith('_')) makers.set(name, maker);
  addHidden(makers);
  return {
    table: plan.name,
    ...countOf(table, world),
    columns: Object.fromEntries(ordered(makers)),
    ...distinctOf(plan),
  };
}

/** Tells whether readers need the column to understand a row. Such a column is filled even if it may be empty. */
const tellsRow = (column: ColumnPlan): boolean =>
  column.shown && /^(?:(?:display_|full_)?name|title|type|status|key|label)$/.test(column.name);

/**
 * Limits the name and the description to the categories that the category column uses, so that the three columns agree.
 */
function withOneKind(claims: Claims): Claims {
  const items = Object.entries(claims).filter((each): each is [string, ItemMaker] => isItem(each[1]));
  const limits = new Map(items.flatMap(([, maker]) => (maker.among === undefined ? [] : [[maker.item, maker.among]])));
  const limited = items.flatMap(([name, maker]): [string, Maker][] => {
    const among = maker.field === 'text' ? undefined : limits.get(maker.item);
    return among === undefined ? [] : [[name, { ...maker, among }]];
  });
  return { ...claims, ...Object.fromEntries(limited) };
}

function isItem(maker: Maker): maker is ItemMaker {
  return maker !== null && typeof maker === 'object' && 'item' in maker;
}

function ordered(makers: ReadonlyMap<string, Maker>): [string, Maker][] {
  return inOrder(makers).map((name) => [name, makers.get(name) ?? null]);
}

/** Adds the hidden columns that templates use. */
function addHidden(makers: Map<string, Maker>): void {
  const named = new Set([...makers.values()].flatMap((maker) => [...needsOf(maker)]));
  for (const name of named) {
    const hidden = HIDDEN[name];
    if (hidden !== undefined && !makers.has(name)) makers.set(name, hidden);
  }
}

/** Leaves an optional column empty in some of the rows. */
function sometimes(maker: Maker, column: ColumnPlan, table: TableView): Maker {
  const isFree = column.nullable && !column.shown && column.system === undefined;
  if (
    !isFree ||
    maker === null ||
    table.plan.key.includes(column.name) ||
    referenceOf(table.plan, column.name) !== undefined
  )
    return maker;
  if (typeof maker === 'object' && ('case' in maker || 'read' in maker || 'between' in maker || 'calc' in maker))
    return maker;
  return { chance: 0.75, make: maker };
}

/** Returns an empty text for a column, such as a note, that may be empty. */
function lastResort(column: ColumnPlan): Maker | undefined {
  if (column.nullable || column.value !== 'text' || column.schema['pattern'] !== undefined) return undefined;
  const kind = textKind(column.words);
  const mayBeEmpty = Number(column.schema['minLength'] ?? 0) === 0;
  return mayBeEmpty && MAY_BE_EMPTY.has(kind ?? '') ? '' : undefined;
}

const MAY_BE_EMPTY = new Set(['note', 'description', 'second line', 'middle name']);

function emptyValue(column: ColumnPlan, table: TableView): Maker {
  if (column.nullable) return null;
  if (column.value === 'json') return emptyJson(column);
  if (column.value === 'integer') return { int: [1, 60] };
  if (column.value === 'real') return { real: [1, 60], places: 1 };
  const least = Number(column.schema['minLength'] ?? 0);
  if (least === 0 && column.schema['pattern'] === undefined) return '';
  return { fit: { count: `${nounName(table)} `, from: 1 }, least, most: 200 };
}

function emptyJson(column: ColumnPlan): Maker {
  const { type } = column.schema;
  return type === 'array' && Number(column.schema['minItems'] ?? 0) === 0 ? '[]' : { schema: column.schema };
}

function countOf(table: TableView, world: World): { count: number | readonly [number, number]; per?: string } {
  const parent = parentOf(table.plan);
  if (parent !== undefined) return { per: parent.table, count: [1, 3] };
  const base = linkBase(table, world);
  if (base !== undefined) return { per: base.table, count: [1, 3] };
  const only = table.plan.kind === 'link' ? world.tables.get(table.plan.references[0]?.table ?? '') : undefined;
  if (only !== undefined) return { count: Math.max(1, Math.floor(only.size / 3)) };
  return { count: table.size };
}

/**
 * Returns the groups of columns whose values must not repeat. A generated row that repeats earlier values is dropped.
 */
function distinctOf(plan: TablePlan): { distinct?: readonly (readonly string[])[] } {
  return plan.key.length > 1 || plan.references.length > 0 ? { distinct: [plan.key] } : {};
}
