// Tests every SQL statement of two long sessions against the same statement on a plain SQLite connection, without
// change log, row counting or pool. Rows, failures and state must agree. The two sides have only SQLite in common.
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { environmentPath, loadTape, SESSION_LENGTH, TAPE_ENVIRONMENTS } from '../../bench/tape.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import { CallContext } from '../../envs/engine/call-context.ts';
import type { Connection, Prepared } from '../../envs/engine/connection.ts';
import { hashRows } from '../../envs/world/full-hash.ts';
import { registerFunctions } from '../../envs/engine/register-functions.ts';
import type { SqlValue } from '../../envs/engine/sql-value.ts';

type Mode = 'get' | 'all' | 'run';

/** Returns the outcome of a statement: its rows, or the code of its failure. */
function outcome(
  statement: Readonly<Record<Mode, (...params: never[]) => unknown>>,
  mode: Mode,
  params: readonly SqlValue[],
): unknown {
  try {
    const value: unknown = Reflect.apply(statement[mode], statement, [params]);
    return mode === 'run' ? (value as Database.RunResult).changes : value;
  } catch (error) {
    return error instanceof Database.SqliteError ? error.code : (error as Error).name;
  }
}

describe.each(TAPE_ENVIRONMENTS)('%s', (name) => {
  const world = openEnvironment(environmentPath(name), { pool: 1 });
  const tape = loadTape(name);

  test('equals the statements by hand', () => {
    let compared = 0;
    for (let at = 0; at < tape.length; at += SESSION_LENGTH) {
      const hand = new Database(world.templateImage());
      const context = new CallContext();
      registerFunctions(hand, context);
      hand.pragma('foreign_keys = ON');
      const store = new SessionStore();
      const session = store.create({ id: `s${at}`, world, seed: at });
      const connection: Connection = store.look(session, (each) => each);
      const own = {
        statement: connection.statement,
        atomically: connection.atomically,
        begin: connection.context.begin,
      };
      const beside = (prepared: Prepared, real: Prepared['plain']): Prepared['plain'] => {
        const through = (mode: Mode) => (params: SqlValue[]) => {
          const statement = hand.prepare<SqlValue[]>(prepared.slot.vetted.sql).safeIntegers(true);
          const expected = outcome(statement.reader ? statement.raw(true) : statement, mode, params);
          compared += 1;
          const found = outcome(real, mode, params);
          expect(found, prepared.slot.vetted.text).toEqual(expected);
          // a statement that failed on the plain connection must fail here too, so that both savepoints are rolled back
          if (typeof found === 'string') throw new Database.SqliteError('as by hand', found);
          return mode === 'run' ? { changes: found, lastInsertRowid: 0 } : found;
        };
        // the object has only the three functions that a connection calls
        return { get: through('get'), all: through('all'), run: through('run') } as unknown as Prepared['plain'];
      };
      connection.statement = (...args) => {
        const prepared = own.statement.apply(connection, args);
        return { ...prepared, plain: beside(prepared, prepared.plain), counting: beside(prepared, prepared.counting) };
      };
      connection.atomically = (work) =>
        own.atomically.call(connection, () => {
          hand.exec('SAVEPOINT call');
          let keep = false;
          try {
            keep = work();
          } finally {
            hand.exec(keep ? 'RELEASE call' : 'ROLLBACK TO call; RELEASE call');
          }
          return keep;
        });
      connection.context.begin = (...args) => {
        own.begin.apply(connection.context, args);
        context.begin(...args);
      };
      for (const request of tape.slice(at, at + SESSION_LENGTH)) store.call(session, request);
      expect(store.fullHash(session)).toBe(hashRows(hand, world.schema));
      Object.assign(connection, { statement: own.statement, atomically: own.atomically });
      connection.context.begin = own.begin;
      store.close(session);
      hand.close();
    }
    expect(compared).toBeGreaterThan(1000);
  });
});
