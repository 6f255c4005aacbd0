// Evaluates the expressions of stories: SQL over named JSON values, vetted like the SQL of programs. Expressions read
// no table. SQLite does the work: dates, sums and comparisons.
import { parseJson, type Json } from '../../../envs/values/json.ts';
import type { World } from '../../../envs/world/world.ts';
import { BoundQueries, type Names } from '../../queries/bound-query.ts';

const queries = new WeakMap<World, BoundQueries>();
const WHERE = 'a story';

/** Returns the queries over a world's rows. They are kept for each world, so that each text is vetted only once. */
export function queriesOf(world: World): BoundQueries {
  let known = queries.get(world);
  if (known === undefined) {
    known = new BoundQueries(world);
    queries.set(world, known);
  }
  return known;
}

/**
 * Returns the value of an expression. The value is null where SQL gives NULL, for example because a name has no value.
 */
export function evaluate(world: World, expression: string, names: Names): Json {
  const { rows } = world.withConnection((connection) =>
    queriesOf(world).run(connection, `SELECT (${expression}\n) AS value`, names, world.clockStart, WHERE),
  );
  return rows[0]?.[0] ?? null;
}

/** Returns a value as a list if it is a list or the JSON text of a list, else undefined. */
export function asList(value: Json): readonly Json[] | undefined {
  if (Array.isArray(value)) return value as readonly Json[];
  if (typeof value !== 'string' || !value.startsWith('[')) return undefined;
  try {
    const parsed = parseJson(value);
    return Array.isArray(parsed) ? (parsed as readonly Json[]) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Runs a story's query on the start state. Each row of the result is one occasion: a case for which the story can be
 * told.
 */
export function occasions(world: World, sql: string, where: string): { readonly [column: string]: Json }[] {
  const { columns, rows } = world.withConnection((connection) =>
    queriesOf(world).run(connection, sql, new Map(), world.clockStart, where),
  );
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])));
}

export function isTrue(value: Json): boolean {
  return value !== null && value !== 0 && value !== '' && value !== false;
}

/**
 * Splits an expression that is only a path: :order.total gives `order` and `total`. Returns undefined for any other
 * expression.
 */
export function pathOf(expression: string): { name: string; rest: string[] } | undefined {
  const found = /^:([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*)*)$/.exec(expression.trim());
  return found === null ? undefined : { name: found[1] ?? '', rest: (found[2] ?? '').split('.').slice(1) };
}

export const isPath = (expression: string): boolean => pathOf(expression) !== undefined;
