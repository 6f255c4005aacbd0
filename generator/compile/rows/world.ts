// Collects the facts that the rules for rows use: the tables of a plan, with their nouns, word lists and states.
import { splitProse } from '../../../envs/words/split-words.ts';
import { isPerson } from '../../lexicon/pools/people.ts';
import { poolOf } from '../../lexicon/pools/find-pool.ts';
import type { Pool } from '../../lexicon/pools/read-pools.ts';
import type { Maker } from '../../recipe/recipe-schema.ts';
import type { ColumnPlan, Plan, Reference, TablePlan } from '../plan/plan.ts';
import { stateOf, type State } from './state-column.ts';

/** A maker for each column. Columns that begin with _ are not stored; other columns are made from them. */
export type Claims = Readonly<Record<string, Maker>>;

/** A rule returns makers for the columns that it knows. The first rule that knows a column decides. */
export type RowRule = (table: TableView, world: World) => Claims;

export interface TableView {
  readonly plan: TablePlan;
  readonly noun: readonly string[];
  readonly pool: Pool | undefined;
  readonly isPerson: boolean;
  readonly state: State | undefined;
  /** The approximate number of rows in the table. */
  readonly size: number;
  /** The makers that earlier rules have given. */
  readonly claimed: Claims;
}

export interface World {
  readonly words: ReadonlySet<string>;
  readonly tables: ReadonlyMap<string, TableView>;
}

export function columnOf(table: TableView, name: string): ColumnPlan | undefined {
  return table.plan.columns.find((column) => column.name === name);
}

/** Returns the columns that have no maker yet and are neither keys nor references. */
export function openColumns(table: TableView): readonly ColumnPlan[] {
  const closed = new Set([...table.plan.key, ...table.plan.references.flatMap(({ columns }) => columns)]);
  return table.plan.columns.filter(({ name }) => !closed.has(name) && table.claimed[name] === undefined);
}

export function referenceOf(table: TablePlan, column: string): Reference | undefined {
  return table.references.find(({ columns }) => columns.includes(column));
}

export function parentOf(table: TablePlan): Reference | undefined {
  return table.references.find(({ parent, table: target }) => parent && target !== table.name);
}

/**
 * Tells whether the rows of the target are made after the rows of the table. This happens in a circle of references.
 */
export function isLater(target: string, table: TableView, world: World): boolean {
  const names = [...world.tables.keys()];
  return names.indexOf(target) > names.indexOf(table.plan.name);
}

/** Returns the reference that decides the number of rows in a link table: the reference to people, else the first. */
export function linkBase(table: TableView, world: World): Reference | undefined {
  if (table.plan.kind !== 'link' || parentOf(table.plan) !== undefined || table.plan.references.length < 2)
    return undefined;
  const references = table.plan.references.filter(({ sparse }) => sparse !== true);
  return references.find((each) => world.tables.get(each.table)?.isPerson === true) ?? references[0];
}

export function makeWorld(plan: Plan, sizeOf: (table: TablePlan) => number): World {
  const words = new Set([
    ...splitProse(`${plan.title} ${plan.description}`),
    ...plan.tables.flatMap((table) => [...table.words, ...table.columns.flatMap((column) => column.words)]),
  ]);
  const tables = new Map<string, TableView>();
  for (const table of plan.tables) {
    const noun = table.words;
    const person = isPerson(noun, words);
    const pool = person ? undefined : poolOf(noun, words);
    const size = sizeOf(table);
    tables.set(table.name, {
      plan: table,
      noun,
      pool,
      isPerson: person,
      state: stateOf(table, size),
      size,
      claimed: {},
    });
  }
  return { words, tables };
}
