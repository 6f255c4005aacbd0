// Runs a SELECT of a scenario, an invariant or a story on the current rows. The text is checked for safety like that of
// a program, and its names are bound to JSON values. Views of the scenarios become a WITH clause before the SELECT.
import type { Database, Statement } from 'better-sqlite3';
import { badInput } from '../../envs/errors/gym-error.ts';
import { vetStatement, type VettedSql } from '../../envs/sql/vet-statement.ts';
import type { Catalog } from '../../envs/sql/analysis-types.ts';
import { isJsonObject, type Json } from '../../envs/values/json.ts';
import type { Connection } from '../../envs/engine/connection.ts';
import { toSql, type SqlValue } from '../../envs/engine/sql-value.ts';
import type { World } from '../../envs/world/world.ts';

export type Names = ReadonlyMap<string, Json>;

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  /** Whether the order of the rows matters. */
  readonly ordered: boolean;
}

interface Vetted extends VettedSql {
  /** The statement to run. If it may visit many rows, it also counts them, so that a limit can stop it. */
  readonly ready: string;
}

const vettedOf = new WeakMap<Catalog, Map<string, Vetted>>();
const preparedOf = new WeakMap<Database, Map<string, Statement<SqlValue[], SqlValue[]>>>();

export class BoundQueries {
  private readonly world: World;
  private readonly views: Readonly<Record<string, string>>;

  constructor(world: World, views: Readonly<Record<string, string>> = {}) {
    this.world = world;
    this.views = views;
  }

  /** Checks the text for safety. Throws a GymError that names the place of a fault. */
  vet(sql: string, where: string): Vetted {
    const text = withViews(
      sql,
      this.views,
      (name) => this.world.catalog.has(name) || this.world.catalog.has(name.toLowerCase()),
    );
    const known = vettedOf.get(this.world.catalog) ?? new Map<string, Vetted>();
    vettedOf.set(this.world.catalog, known);
    let vetted = known.get(text);
    if (vetted === undefined) {
      const plain = vetStatement(text, 'exists', this.world.catalog, where);
      const { counting } = this.world.vetPlan(where, plain);
      vetted = { ...plain, ready: counting ? plain.countingSql : plain.sql };
      known.set(text, vetted);
    }
    return vetted;
  }

  /** Runs the text. `now` is the value of now(), in seconds since 1970. */
  run(connection: Connection, sql: string, names: Names, now: number, where: string): Rows {
    const { text, from, to } = withoutLimit(sql);
    const vetted = this.vet(text, where);
    const params = vetted.params.map(({ name, path }) => {
      if (!names.has(name))
        throw badInput({
          path: where,
          what: `:${name} is not known here`,
          mend: `known are ${[...names.keys()].map((each) => `:${each}`).join(', ') || 'none'}`,
        });
      return toSql(memberOf(names.get(name) ?? null, path));
    });
    const { db, context } = connection;
    context.begin(where, now, () => where);
    const known = preparedOf.get(db) ?? new Map<string, Statement<SqlValue[], SqlValue[]>>();
    preparedOf.set(db, known);
    let statement = known.get(vetted.ready);
    if (statement === undefined) {
      statement = db.prepare<SqlValue[], SqlValue[]>(vetted.ready).safeIntegers(true).raw(true);
      known.set(vetted.ready, statement);
    }
    let rows: SqlValue[][];
    try {
      rows = statement.all(...params);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'SqliteError') throw error;
      throw badInput({ path: where, what: `SQLite refuses the SELECT: ${error.message}` });
    }
    return {
      columns: vetted.columns,
      rows: rows.slice(from, to).map((row) => row.map(plainValue)),
      ordered: /\bORDER\s+BY\b[^)]*$/i.test(sql),
    };
  }
}

/**
 * Removes a LIMIT at the end, because `run` applies it. A program needs a total order for LIMIT, but a scenario may
 * take any of several equal rows.
 */
function withoutLimit(sql: string): { readonly text: string; readonly from: number; readonly to: number } {
  const found = /\sLIMIT\s+(\d+)(?:\s+OFFSET\s+(\d+))?\s*;?\s*$/i.exec(sql);
  if (found === null) return { text: sql, from: 0, to: Number.POSITIVE_INFINITY };
  const from = Number(found[2] ?? 0);
  return { text: sql.slice(0, found.index), from, to: from + Number(found[1]) };
}

/** Returns a member of a value, or null if there is none. A number in the path is an index in a list. */
export function memberOf(value: Json, path: readonly string[]): Json {
  let at: Json | undefined = value;
  for (const name of path) {
    if (Array.isArray(at)) at = (at as readonly Json[])[Number(name)];
    else at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at ?? null;
}

function plainValue(value: SqlValue): Json {
  return typeof value === 'bigint' ? Number(value) : value;
}

/**
 * Adds the views that the text uses, directly or through other views, in the order in which they were written. If the
 * environment already uses the name of a view, the view gets a new name, because its author could not know the name.
 */
function withViews(sql: string, views: Readonly<Record<string, string>>, isTaken: (name: string) => boolean): string {
  const wanted = new Set<string>();
  const collect = (text: string): void => {
    for (const name of Object.keys(views)) {
      if (wanted.has(name) || !named(name).test(text)) continue;
      wanted.add(name);
      collect(views[name] ?? '');
    }
  };
  collect(sql);
  if (wanted.size === 0) return sql;
  const taken = [...wanted].filter(isTaken);
  const free = (text: string): string =>
    taken.reduce((changed, name) => changed.replaceAll(named(name, 'gi'), `scenario_${name}`), text);
  const parts = Object.keys(views)
    .filter((name) => wanted.has(name))
    .map((name) => `${free(name)} AS (${free(views[name] ?? '')})`);
  const own = /^\s*WITH\s+(?!RECURSIVE)/i.exec(sql);
  const rest = free(own === null ? sql : sql.slice(own[0].length));
  return own === null ? `WITH ${parts.join(', ')} ${rest}` : `WITH ${parts.join(', ')}, ${rest}`;
}

/** Returns a pattern for a name as a whole word that is neither a column of a table nor a parameter. */
function named(name: string, flags = 'i'): RegExp {
  return new RegExp(`(?<![\\w.:$])${name}\\b`, flags);
}
