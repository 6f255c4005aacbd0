// Tests properties of sessions with random calls, rewinds and forks (copies): the state of a session depends only on
// its log.
import { fc, test } from '../support/laws.ts';
import { describe, expect } from 'vitest';
import { SessionStore, type CallRequest } from '../../envs/session/session-store.ts';
import type { Session } from '../../envs/session/session.ts';
import type { Diff } from '../../envs/values/diff.ts';
import { canonicalJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import { World } from '../../envs/world/world.ts';
import { LEDGER } from '../support/ledger.ts';
import { draws } from '../support/draws.ts';

const world = new World(LEDGER);
const fresh = (seed = 1): { store: SessionStore; session: Session } => {
  const store = new SessionStore();
  return { store, session: store.create({ id: 's', world, seed }) };
};

const account = fc.constantFrom('a1', 'a2', 'a3', 'a9', 'nobody');
const call: fc.Arbitrary<CallRequest> = fc
  .oneof(
    fc.record({ name: fc.constant('open_account'), arguments: fc.record({ owner: fc.constantFrom('x', 'y') }) }),
    fc.record({
      name: fc.constant('transfer'),
      arguments: fc.record({ from: account, to: account, amount: fc.integer({ min: 1, max: 3 }) }),
    }),
    fc.record({
      name: fc.constant('set_balance'),
      arguments: fc.record({ id: account, balance: fc.integer({ min: 0, max: 3 }) }),
    }),
    fc.record({
      name: fc.constant('add_rates'),
      arguments: fc.record({ id: account, parts: fc.array(fc.constantFrom(0.1, 0.25, -0.1), { maxLength: 3 }) }),
    }),
    fc.record({
      name: fc.constantFrom('close_account', 'reopen_account', 'touch_account', 'remove_account'),
      arguments: fc.record({ id: account }),
    }),
    fc.record({ name: fc.constant('rename_account'), arguments: fc.record({ id: account, to: account }) }),
    fc.record({ name: fc.constant('link'), arguments: fc.record({ a: account, b: account }) }),
    fc.record({
      name: fc.constant('limit'),
      arguments: fc.record({ name: fc.constantFrom('daily', 'weekly'), value: fc.integer({ min: 1, max: 3 }) }),
    }),
    fc.record({ name: fc.constant('unlimit'), arguments: fc.record({ name: fc.constantFrom('daily', 'weekly') }) }),
    fc.record({ name: fc.constant('get_account'), arguments: fc.record({ id: account }) }),
    fc.record({ name: fc.constantFrom('count_accounts', 'nothing'), arguments: fc.constant({}) }),
  )
  .map((each) => ({ by: 'agent', ...each }) as CallRequest);
const walk = fc.array(call, { maxLength: 40 });

function run(store: SessionStore, session: Session, calls: readonly CallRequest[]): string[] {
  return calls.map((each) => canonicalJson(store.call(session, each)));
}

/** Reads every row of every table directly from SQLite. */
function dump(store: SessionStore, session: Session): Record<string, Map<string, JsonObject>> {
  return store.look(session, ({ db }) =>
    Object.fromEntries(
      world.schema.tables.map((table) => {
        const rows = db.prepare(`SELECT * FROM ${table.name}`).all() as JsonObject[];
        return [
          table.name,
          new Map(rows.map((row) => [JSON.stringify(table.primaryKey.map((column) => row[column])), row])),
        ];
      }),
    ),
  );
}

/** Computes the difference of two dumps without callgym's change log, so that the two results can be compared. */
function diffOfDumps(from: Record<string, Map<string, JsonObject>>, to: Record<string, Map<string, JsonObject>>): Diff {
  const diff: Record<
    string,
    {
      inserted: JsonObject[];
      updated: { key: JsonObject; before: JsonObject; after: JsonObject }[];
      deleted: JsonObject[];
    }
  > = {};
  for (const table of world.schema.tables) {
    const [a, b] = [from[table.name]!, to[table.name]!];
    const part = {
      inserted: [] as JsonObject[],
      updated: [] as { key: JsonObject; before: JsonObject; after: JsonObject }[],
      deleted: [] as JsonObject[],
    };
    for (const [key, row] of b) if (!a.has(key)) part.inserted.push(row);
    for (const [key, row] of a) {
      const now = b.get(key);
      if (now === undefined) part.deleted.push(row);
      else if (canonicalJson(row) !== canonicalJson(now)) {
        const changed = Object.keys(row).filter((column) => row[column] !== now[column]);
        part.updated.push({
          key: Object.fromEntries(table.primaryKey.map((column) => [column, row[column] as Json])),
          before: Object.fromEntries(changed.map((column) => [column, row[column] as Json])),
          after: Object.fromEntries(changed.map((column) => [column, now[column] as Json])),
        });
      }
    }
    if (part.inserted.length + part.updated.length + part.deleted.length > 0) diff[table.name] = part;
  }
  return diff;
}

function sorted(diff: Diff): string {
  const entries = Object.entries(diff).map(([table, { inserted, updated, deleted }]) => [
    table,
    {
      inserted: inserted.map(canonicalJson).sort(),
      updated: updated.map(canonicalJson).sort(),
      deleted: deleted.map(canonicalJson).sort(),
    },
  ]);
  return canonicalJson(Object.fromEntries(entries));
}

describe('sessions', () => {
  test.prop([fc.array(call, { minLength: 60, maxLength: 140 })], { numRuns: draws(60) })(
    'bound again from a saved overlay equals the run, and goes on as the run does',
    (calls) => {
      const { store, session } = fresh();
      run(store, session, calls);
      const hash = store.fullHash(session);
      const diff = sorted(store.diff(session));
      store.unbind(session);
      const saved = session.checkpoint !== undefined;
      expect(store.fullHash(session)).toBe(hash);
      expect(sorted(store.diff(session))).toBe(diff);
      expect(store.look(session, ({ db }) => db.pragma('foreign_key_check'))).toEqual([]);
      const alone = fresh();
      run(alone.store, alone.session, calls);
      expect(run(store, session, calls.slice(0, 20))).toEqual(run(alone.store, alone.session, calls.slice(0, 20)));
      expect(store.fullHash(session)).toBe(alone.store.fullHash(alone.session));
      const written = session.entries.filter((entry) => entry.committed).length;
      if (written > 60) expect(saved).toBe(true);
    },
  );

  test.prop([walk])('run equals replay', (calls) => {
    const { store, session } = fresh();
    const answers = run(store, session, calls);
    const hash = store.fullHash(session);
    store.unbind(session);
    expect(store.fullHash(session)).toBe(hash);
    const again = fresh();
    expect(run(again.store, again.session, calls)).toEqual(answers);
    expect(again.store.fullHash(again.session)).toBe(hash);
    expect(
      store
        .log(session)
        .slice(1)
        .map((entry) =>
          canonicalJson(
            entry.ok
              ? { step: entry.index, ok: true, result: entry.result ?? null }
              : { step: entry.index, ok: false, error: entry.error },
          ),
        ),
    ).toEqual(answers);
  });

  test.prop([walk, fc.nat()])('fork equals prefix; rewind then redo equals run', (calls, at) => {
    const { store, session } = fresh();
    const answers = run(store, session, calls);
    const step = calls.length === 0 ? 0 : at % (calls.length + 1);
    const hash = store.fullHash(session);
    const prefix = fresh();
    run(prefix.store, prefix.session, calls.slice(0, step));
    const fork = store.fork(session, step, 'fork');
    expect(store.fullHash(fork)).toBe(prefix.store.fullHash(prefix.session));
    store.rewind(session, step);
    expect(store.fullHash(session)).toBe(prefix.store.fullHash(prefix.session));
    expect(run(store, session, calls.slice(step))).toEqual(answers.slice(step));
    expect(store.fullHash(session)).toBe(hash);
  });

  test.prop([walk, fc.nat(), fc.nat()], { numRuns: draws(200) })(
    'the touch-log diff equals the diff of two full dumps',
    (calls, x, y) => {
      const { store, session } = fresh();
      run(store, session, calls);
      const [from, to] = [x, y].map((each) => each % (calls.length + 1)) as [number, number];
      const [a, b] = [store.fork(session, from, 'a'), store.fork(session, to, 'b')];
      expect(sorted(store.diff(session, from, to))).toBe(sorted(diffOfDumps(dump(store, a), dump(store, b))));
      expect(sorted(store.diffBetween(a, b))).toBe(sorted(store.diff(session, from, to)));
    },
  );

  test.prop([fc.array(fc.tuple(fc.nat({ max: 49 }), call), { maxLength: 300 })], { numRuns: draws(15) })(
    '50 sessions interleaved on a pool of 4 equal the same sessions alone',
    (moves) => {
      const pooled = new World(LEDGER, { pool: 4 });
      const store = new SessionStore();
      const sessions = Array.from({ length: 50 }, (_, at) =>
        store.create({ id: `s${at}`, world: pooled, seed: at % 7 }),
      );
      const answers = sessions.map((): string[] => []);
      for (const [at, each] of moves) answers[at]!.push(canonicalJson(store.call(sessions[at]!, each)));
      sessions.forEach((session, at) => {
        const alone = fresh(at % 7);
        expect(
          run(
            alone.store,
            alone.session,
            moves.filter(([who]) => who === at).map(([, each]) => each),
          ),
        ).toEqual(answers[at]);
        expect(store.fullHash(session)).toBe(alone.store.fullHash(alone.session));
      });
      pooled.close();
    },
  );

  test.prop([
    walk,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom<CallRequest>(
          { by: 'agent', name: 'get_account', arguments: { id: 'a1' } },
          { by: 'agent', name: 'set_balance', arguments: { id: 'zz', balance: 1 } },
          { by: 'agent', name: 'open_account', arguments: {} },
          { by: 'agent', name: 'nothing', arguments: {} },
        ),
      ),
      { maxLength: 10 },
    ),
  ])('an extra read or a refused call anywhere changes no later byte', (calls, extras) => {
    const plain = fresh();
    const other = fresh();
    const expected = run(plain.store, plain.session, calls).map((answer) => answer.replace(/"step":\d+/, ''));
    const found: string[] = [];
    calls.forEach((each, at) => {
      for (const [where, extra] of extras)
        if (where % (calls.length + 1) === at) other.store.call(other.session, extra);
      found.push(canonicalJson(other.store.call(other.session, each)).replace(/"step":\d+/, ''));
    });
    expect(found).toEqual(expected);
    expect(other.store.fullHash(other.session)).toBe(plain.store.fullHash(plain.session));
  });

  test.prop([fc.constantFrom('x', 'y'), fc.constantFrom('z', 'w'), fc.integer({ min: 4, max: 9 })])(
    'commuting writes swapped give an equal state',
    (a, b, balance) => {
      const moves: CallRequest[] = [
        { by: 'agent', name: 'transfer', arguments: { from: 'a1', to: 'a2', amount: balance } },
        { by: 'agent', name: 'set_balance', arguments: { id: 'a2', balance } },
        { by: 'agent', name: 'limit', arguments: { name: a, value: 1 } },
        { by: 'agent', name: 'limit', arguments: { name: b, value: 2 } },
      ];
      const one = fresh();
      const two = fresh();
      run(one.store, one.session, moves);
      run(two.store, two.session, [...moves].reverse());
      expect(two.store.fullHash(two.session)).toBe(one.store.fullHash(one.session));
    },
  );
});
