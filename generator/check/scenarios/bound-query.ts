// A SELECT of a scenario, an invariant or a promise: vetted like a program's, its names bound to JSON values, run on the
// state that a connection is in. Views of the suite stand before it as WITH.
import type { Database, Statement } from 'better-sqlite3';
import { badInput } from '../../../envs/errors/gym-error.ts';
import { vetStatement, type VettedSql } from '../../../envs/sql/vet-statement.ts';
import type { Catalog } from '../../../envs/sql/analysis-types.ts';
import { isJsonObject, type Json } from '../../../envs/values/json.ts';
import type { Connection } from '../../../envs/engine/connection.ts';
import { toSql, type SqlValue } from '../../../envs/engine/sql-value.ts';
import type { World } from '../../../envs/world/world.ts';

export type Names = ReadonlyMap<string, Json>;

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  /** Whether the order of rows is part of what it says. */
  readonly ordered: boolean;
}

interface Vetted extends VettedSql {
  /** The statement to run: rows that it visits are counted where they may be many. */
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

  /** Throws a GymError that names the place. */
  vet(sql: string, where: string): Vetted {
    const text = withViews(sql, this.views);
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

  /** `now` is what now() gives, in seconds since 1970. */
  run(connection: Connection, sql: string, names: Names, now: number, where: string): Rows {
    const { text, limit } = withoutLimit(sql);
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
      rows: rows.slice(0, limit).map((row) => row.map(plainValue)),
      ordered: /\bORDER\s+BY\b[^)]*$/i.test(sql),
    };
  }
}

/**
 * A LIMIT at the end is kept here instead of in SQL: a program's LIMIT needs a total order, and a scenario that takes any
 * one of the rows that tie is right with each of them.
 */
function withoutLimit(sql: string): { readonly text: string; readonly limit: number } {
  const found = /\sLIMIT\s+(\d+)\s*;?\s*$/i.exec(sql);
  return found === null
    ? { text: sql, limit: Number.POSITIVE_INFINITY }
    : { text: sql.slice(0, found.index), limit: Number(found[1]) };
}

/** A member of a value; positions are members of lists. Nothing where there is none. */
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

/** The views that the text names, and those that they name, in the order in which they were written. */
function withViews(sql: string, views: Readonly<Record<string, string>>): string {
  const wanted = new Set<string>();
  const collect = (text: string): void => {
    for (const name of Object.keys(views)) {
      if (wanted.has(name) || !new RegExp(`\\b${name}\\b`, 'i').test(text)) continue;
      wanted.add(name);
      collect(views[name] ?? '');
    }
  };
  collect(sql);
  if (wanted.size === 0) return sql;
  const parts = Object.keys(views)
    .filter((name) => wanted.has(name))
    .map((name) => `${name} AS (${views[name] ?? ''})`);
  const own = /^\s*WITH\s+(?!RECURSIVE)/i.exec(sql);
  return own === null ? `WITH ${parts.join(', ')} ${sql}` : `WITH ${parts.join(', ')}, ${sql.slice(own[0].length)}`;
}
