// Finds invariants that prove nothing. An invariant is a SELECT that must return no row; it proves nothing if it
// returns no row even where the rows are made wrong. A trial puts wrong values into one column of all rows or of one
// row, or into two columns of all rows, or it deletes rows. Afterwards it restores the rows.
import { GymError } from '../../envs/errors/gym-error.ts';
import type { Connection } from '../../envs/engine/connection.ts';
import type { Table } from '../../envs/sql/database-schema.ts';
import { vetStatement } from '../../envs/sql/vet-statement.ts';
import type { Environment, Invariant } from '../../envs/values/environment.ts';
import { World } from '../../envs/world/world.ts';
import { BoundQueries } from '../queries/bound-query.ts';

const NO_NAMES = new Map<string, never>();
const NUMBERS = ['0', '-1', '1000000', '{c} + 1', '{c} - 1'];
const TEXTS = ["''", "' Zz '", "'1999-01-01T00:00:00Z'", "'2099-01-01T00:00:00Z'", '\'["zz"]\''];
const ANY = ['NULL', '(SELECT min({c}) FROM {t})', '(SELECT max({c}) FROM {t})'];

/**
 * Returns the names of the invariants that return no row in any trial. Another check reports invariants that cannot be
 * run.
 */
export function deadInvariants(environment: Environment): ReadonlySet<string> {
  const { invariants = [], scenarios: _scenarios, promises: _promises, after: _after, ...bare } = environment;
  if (invariants.length === 0) return new Set();
  const world = new World({ ...bare, tools: [], invariants: [] }, { pool: 1 });
  try {
    return world.withConnection((connection) => {
      connection.db.exec('PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF');
      return new Set(invariants.filter((each) => !canFire(world, connection, each)).map(({ name }) => name));
    });
  } finally {
    world.close();
  }
}

function canFire(world: World, connection: Connection, { name, sql }: Invariant): boolean {
  const queries = new BoundQueries(world);
  const where = `invariant ${name}`;
  const fires = (): boolean => {
    try {
      return queries.run(connection, sql, NO_NAMES, world.clockStart, where).rows.length > 0;
    } catch (error) {
      if (error instanceof GymError) return true;
      throw error;
    }
  };
  if (fires()) return true;
  const reads = new Set(vetStatement(sql, 'exists', world.catalog, where).reads.map((each) => each.toLowerCase()));
  for (const view of world.schema.views)
    if (reads.has(view.name.toLowerCase())) for (const table of view.reads) reads.add(table.toLowerCase());
  const read = world.schema.tables.filter((table) => reads.has(table.name.toLowerCase()));
  return read.some((table) => spoilings(table).some((statement) => firesAfter(connection, statement, fires)));
}

function firesAfter({ db }: Connection, statement: string, fires: () => boolean): boolean {
  db.exec('SAVEPOINT spoiled');
  try {
    db.exec(statement);
    return fires();
  } catch (error) {
    // SQLite refused the wrong values, for example because of a duplicate key
    if (error instanceof Error && error.name === 'SqliteError') return false;
    throw error;
  } finally {
    db.exec('ROLLBACK TO spoiled; RELEASE spoiled');
  }
}

function spoilings(table: Table): string[] {
  const t = quoted(table.name);
  const keys = table.primaryKey.map(quoted).join(', ');
  const one = `WHERE (${keys}) = (SELECT ${keys} FROM ${t} ORDER BY ${keys} LIMIT 1)`;
  const columns = table.columns.map(({ name }) => quoted(name));
  const values = [...ANY, ...NUMBERS, ...TEXTS];
  const single = columns.flatMap((c) =>
    values.flatMap((value) => {
      const set = `UPDATE ${t} SET ${c} = ${value.replaceAll('{c}', c).replaceAll('{t}', t)}`;
      return [set, `${set} ${one}`];
    }),
  );
  // two columns at once, such as a state and a column that depends on the state
  const states = columns.flatMap((c) =>
    columns
      .filter((other) => other !== c)
      .flatMap((other) =>
        ['NULL', '0', "''"].map((value) => `UPDATE ${t} SET ${c} = (SELECT max(${c}) FROM ${t}), ${other} = ${value}`),
      ),
  );
  return [`DELETE FROM ${t}`, `DELETE FROM ${t} ${one}`, ...single, ...states];
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
