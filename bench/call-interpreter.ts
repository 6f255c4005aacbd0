// The benchmark call.interpreter measures a call through the store: arguments are checked, the program runs, rows are
// counted, a log entry is written, and the answer becomes JSON text. Its floor (the least possible cost of the same
// work) runs the same statements, savepoints and result JSON on a bare connection.
import Database from 'better-sqlite3';
import { openEnvironment } from '../envs/folder/environment-folder.ts';
import { SessionStore, type CallAnswer, type CallRequest } from '../envs/session/session-store.ts';
import { CallContext } from '../envs/engine/call-context.ts';
import type { Connection, Prepared } from '../envs/engine/connection.ts';
import { registerFunctions } from '../envs/engine/register-functions.ts';
import type { SqlValue } from '../envs/engine/sql-value.ts';
import { World } from '../envs/world/world.ts';
import { geometricMean, median, result, type BenchResult } from './measure.ts';
import { SESSION_LENGTH, TAPE_ENVIRONMENTS, environmentPath, loadTape } from './tape.ts';

/**
 * One recorded call: its statements in order, whether it ran in a savepoint, whether its changes were kept, and its
 * answer.
 */
export interface Recorded {
  readonly tool: string;
  readonly statements: {
    readonly sql: string;
    readonly mode: 'get' | 'all' | 'run';
    readonly params: readonly SqlValue[];
    failed: boolean;
  }[];
  readonly savepoint: boolean;
  readonly keep: boolean;
  readonly answer: CallAnswer;
}

const ROUNDS = 15;

export function benchInterpreter(): BenchResult[] {
  const ratios: number[] = [];
  const ours: number[] = [];
  const floors: number[] = [];
  let worst = { tool: '', value: 0, floor: 1 };
  for (const name of TAPE_ENVIRONMENTS) {
    const world = openEnvironment(environmentPath(name));
    const tape = loadTape(name);
    const recorded = recordStatements(world, tape);
    const times = compare(world, tape, recorded);
    for (const [tool, { mine, floor }] of times) {
      ratios.push(mine / floor);
      ours.push(mine);
      floors.push(floor);
      if (mine / floor > worst.value / worst.floor) worst = { tool, value: mine, floor };
    }
    world.close();
  }
  return [
    {
      ...result('call.interpreter', geometricMean(ours), 'µs', geometricMean(floors)),
      ratio: Number(geometricMean(ratios).toPrecision(4)),
    },
    { ...result('call.interpreter.worst', worst.value, 'µs', worst.floor), tool: worst.tool },
  ];
}

/** Plays the tape (a list of calls) once, and records every statement that reaches SQLite. */
export function recordStatements(world: World, tape: readonly CallRequest[]): Recorded[] {
  const store = new SessionStore(undefined, { memo: false });
  const recorded: Recorded[] = [];
  let current: Recorded['statements'] = [];
  const wrapped = new WeakSet<Connection>();
  const spy = (connection: Connection): void => {
    if (wrapped.has(connection)) return;
    wrapped.add(connection);
    const statement = connection.statement.bind(connection);
    connection.statement = (...args) => {
      const prepared = statement(...args);
      return { ...prepared, plain: watched(prepared, prepared.plain), counting: watched(prepared, prepared.counting) };
    };
  };
  const watched = (prepared: Prepared, real: Prepared['plain']): Prepared['plain'] => {
    const through = (mode: 'get' | 'all' | 'run') => (params: SqlValue[]) => {
      const note = { sql: prepared.slot.vetted.sql, mode, params: [...params], failed: true };
      current.push(note);
      const value = Reflect.apply(real[mode], real, [params]) as unknown;
      note.failed = false;
      return value;
    };
    // these three functions can stand for a prepared statement, because a connection calls no other function of it
    return { get: through('get'), all: through('all'), run: through('run') } as unknown as Prepared['plain'];
  };
  for (let at = 0; at < tape.length; at += SESSION_LENGTH) {
    const session = store.create({ id: `record ${at}`, world, seed: 1 });
    for (const request of tape.slice(at, at + SESSION_LENGTH)) {
      store.look(session, spy);
      current = [];
      const answer = store.call(session, request);
      const writes = world.tools.get(request.name)?.tool.effect === 'write' && current.length > 0;
      recorded.push({
        tool: request.name,
        statements: current,
        savepoint: writes,
        keep: session.entries.at(-1)?.committed === true,
        answer,
      });
    }
    store.close(session);
  }
  return recorded;
}

function compare(
  recordedWorld: World,
  tape: readonly CallRequest[],
  recorded: readonly Recorded[],
): Map<string, { mine: number; floor: number }> {
  const world = new World(recordedWorld.environment);
  const byHand = floorOf(world);
  const mine = tape.map((): number[] => []);
  const floor = tape.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    const store = new SessionStore(undefined, { memo: false });
    let session = store.create({ id: 's0', world, seed: 1 });
    tape.forEach((request, at) => {
      if (at % SESSION_LENGTH === 0) {
        store.close(session);
        session = store.create({ id: `s${at}`, world, seed: 1 });
        store.look(session, () => undefined);
      }
      const start = process.hrtime.bigint();
      const { text } = store.make(session, request);
      mine[at]?.push(Number(process.hrtime.bigint() - start));
      if (text === '') throw new Error('no answer');
    });
    store.close(session);
    recorded.forEach((call, at) => {
      if (at % SESSION_LENGTH === 0) byHand.reset();
      const start = process.hrtime.bigint();
      byHand.run(call);
      floor[at]?.push(Number(process.hrtime.bigint() - start));
    });
  }
  byHand.close();
  world.close();
  const byTool = new Map<string, { mine: number[]; floor: number[] }>();
  recorded.forEach(({ tool, statements }, at) => {
    if (statements.length === 0) return; // a call refused before any statement has no least cost
    const known = byTool.get(tool) ?? { mine: [], floor: [] };
    known.mine.push(median(mine[at] ?? []) / 1000);
    known.floor.push(median(floor[at] ?? []) / 1000);
    byTool.set(tool, known);
  });
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  return new Map([...byTool].map(([tool, times]) => [tool, { mine: mean(times.mine), floor: mean(times.floor) }]));
}

/** Runs the recorded statements on a bare connection, without safety checks, row counting or log. */
function floorOf(world: World): { run(call: Recorded): void; reset(): void; close(): void } {
  const db = new Database(world.templateImage());
  const context = new CallContext();
  registerFunctions(db, context);
  db.pragma('foreign_keys = ON');
  const statements = new Map<string, Database.Statement<SqlValue[]>>();
  const [begin, rollback, savepoint, release, undo] = [
    'BEGIN',
    'ROLLBACK',
    'SAVEPOINT call',
    'RELEASE call',
    'ROLLBACK TO call',
  ].map((sql) => db.prepare(sql)) as [
    Database.Statement,
    Database.Statement,
    Database.Statement,
    Database.Statement,
    Database.Statement,
  ];
  begin.run();
  let calls = 0;
  return {
    run: ({ tool, statements: list, savepoint: inSavepoint, keep, answer }) => {
      calls += 1;
      context.begin(tool, world.clockStart, () => `${tool} ${calls}`);
      if (inSavepoint) savepoint.run();
      for (const { sql, mode, params, failed } of list) {
        let statement = statements.get(sql);
        if (statement === undefined) {
          statement = db.prepare<SqlValue[]>(sql);
          statements.set(sql, statement);
        }
        if (failed) {
          try {
            Reflect.apply(statement[mode], statement, [params]);
          } catch {
            // the call also failed when it was recorded
          }
        } else {
          Reflect.apply(statement[mode], statement, [params]);
        }
      }
      if (inSavepoint) {
        if (!keep) undo.run();
        release.run();
      }
      JSON.stringify(answer);
    },
    reset: () => {
      rollback.run();
      begin.run();
    },
    close: () => db.close(),
  };
}
