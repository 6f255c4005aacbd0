// Tests planned faults of calls. Only the trial seed decides them. A fault leaves the state as it is, except where the
// call is made and only its answer is lost.
import { fc, test as property } from '../../support/laws.ts';
import { describe, expect, test } from 'vitest';
import { openEnvironment } from '../../../envs/folder/environment-folder.ts';
import { SessionStore, type CallRequest } from '../../../envs/session/session-store.ts';
import type { Faults, Session } from '../../../envs/session/session.ts';
import { judge } from '../../../envs/verification/judge.ts';
import { FAULT_KINDS } from '../../../envs/values/fault.ts';
import type { Task } from '../../../envs/values/task.ts';
import { loadTape } from '../../../bench/tape.ts';
import { makeServer, ORDER_DESK } from '../../support/server.ts';
import { draws } from '../../support/draws.ts';
import { part } from '../../support/part.ts';

const world = openEnvironment(ORDER_DESK);
const tape = loadTape('order-desk');
let made = 0;

function begin(faults: Faults | undefined, store = new SessionStore()): { store: SessionStore; session: Session } {
  made += 1;
  const session = store.create({ id: `f${made}`, world, seed: 3, ...(faults === undefined ? {} : { faults }) });
  return { store, session };
}

const CANCEL: CallRequest = {
  by: 'agent',
  name: 'cancel_order',
  arguments: { order_id: 'A20001', reason: 'no longer needed' },
};

describe('a planned fault', () => {
  test.each(['UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT'] as const)('%s strikes before anything happens', (kind) => {
    const { store, session } = begin({ trialSeed: 1, planned: [{ tool: 'cancel_order', attempt: 2, kind }] });
    expect(store.call(session, { ...CANCEL, arguments: { order_id: 'A0', reason: 'no longer needed' } })).toMatchObject(
      {
        error: { code: 'NOT_FOUND' },
      },
    );
    expect(store.call(session, CANCEL)).toMatchObject({ ok: false, error: { code: kind } });
    expect(store.diff(session)).toEqual({});
    expect(store.call(session, CANCEL).ok).toBe(true);
    expect(store.log(session).map((entry) => entry.fault)).toEqual([undefined, undefined, kind, undefined]);
  });

  test('lost_answer: the write is done, the answer is lost, a retry with the key tells it', () => {
    const { store, session } = begin({
      trialSeed: 1,
      planned: [{ tool: 'add_note', attempt: 1, kind: 'lost_answer' }],
    });
    const note: CallRequest = {
      by: 'agent',
      name: 'add_note',
      arguments: { customer_id: 'C1001', body: 'rang' },
      key: 'k',
    };
    const lost = store.call(session, note);
    expect(lost).toMatchObject({ step: 1, ok: false, error: { code: 'TIMEOUT' } });
    const after = store.diff(session);
    expect(Object.keys(after)).not.toEqual([]);
    const told = store.call(session, note);
    expect(told).toMatchObject({ step: 2, ok: true });
    expect(store.diff(session)).toEqual(after);
    // the repeated call gives the same result as a call without the fault
    const plain = begin(undefined);
    expect(plain.store.call(plain.session, note)).toMatchObject({ ok: true, result: told.ok ? told.result : null });
    const log = store.log(session);
    expect(log.map((entry) => [entry.ok, entry.committed, entry.fault])).toEqual([
      [true, false, undefined],
      [false, true, 'lost_answer'],
      [true, false, undefined],
    ]);
    // the session is closed and opened again, and its state is the same
    const hash = store.fullHash(session);
    store.unbind(session);
    expect(store.fullHash(session)).toBe(hash);
  });

  test('partial_page: the caller is told that more was there', () => {
    const { store, session } = begin({
      trialSeed: 1,
      planned: [{ tool: 'search_products', attempt: 1, kind: 'partial_page' }],
    });
    const search: CallRequest = { by: 'agent', name: 'search_products', arguments: { query: 'lamp' } };
    const partial = store.call(session, search);
    const whole = store.call(session, search);
    if (partial.ok || !whole.ok) throw new Error('the first must be partial, the second whole');
    const list = whole.result as unknown[];
    expect(partial.error.code).toBe('UNAVAILABLE');
    expect(partial.error.details).toEqual({ partial: list.slice(0, Math.floor(list.length / 2)) });
    expect(partial.error.message).toContain(String(list.length));
  });
});

describe('drawn faults', () => {
  const sessions = fc.record({
    trialSeed: fc.integer(),
    rate: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
    from: fc.nat(900),
    keys: fc.boolean(),
  });

  property.prop([sessions], { numRuns: draws(40) })(
    'replay is the run; a judge plays the record without the schedule',
    ({ trialSeed, rate, from, keys }) => {
      const { store, session } = begin({ trialSeed, drawn: { rate } });
      const answers = tape.slice(from, from + 25).flatMap((request, at) => {
        const keyed = keys ? { ...request, key: `k${at}` } : request;
        const first = store.call(session, keyed);
        // repeats a failed call as a client would
        return first.ok ? [first] : [first, store.call(session, keyed)];
      });
      const log = store.log(session);
      const told = answers.filter((answer, at) => answers.findIndex((each) => each.step === answer.step) === at);
      expect(log.slice(1).map((entry) => (entry.ok ? entry.result : entry.error))).toEqual(
        told.map((answer) => (answer.ok ? answer.result : answer.error)),
      );
      const hash = store.fullHash(session);
      store.unbind(session);
      expect(store.fullHash(session)).toBe(hash);
      const task = part<Task>({
        id: 't',
        environment: world.hash,
        session_seed: 3,
        user: { facts: [] },
        gold: { calls: [], diff: store.diff(session), outputs: [], end: 'done' },
        basis: ['state', 'collateral'],
      });
      expect(judge(world, task, log).reward).toBe(1);
    },
  );

  test('another call in between does not shift them; another trial seed does', () => {
    const schedule = (trialSeed: number, between: boolean): (string | undefined)[] => {
      const { store, session } = begin({ trialSeed, drawn: { rate: 0.5 } });
      for (let at = 0; at < 20; at++) {
        store.call(session, { by: 'agent', name: 'get_order', arguments: { order_id: 'A20001' } });
        if (between) store.call(session, { by: 'agent', name: 'get_customer', arguments: { customer_id: 'C1001' } });
      }
      return store
        .log(session)
        .filter((entry) => entry.name === 'get_order')
        .map((entry) => entry.fault);
    };
    expect(schedule(5, true)).toEqual(schedule(5, false));
    expect(schedule(6, false)).not.toEqual(schedule(5, false));
    expect(new Set(schedule(5, false)).size).toBeGreaterThan(2);
  });

  test('state, ids and clock do not depend on them', () => {
    const calm = begin(undefined);
    const rough = begin({
      trialSeed: 9,
      drawn: { rate: 0.6, kinds: ['UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT', 'partial_page'] },
    });
    for (const request of tape.slice(0, 50)) {
      calm.store.call(calm.session, request);
      for (let attempt = 0; attempt < 50; attempt++) {
        rough.store.call(rough.session, request);
        if (rough.session.entries.at(-1)!.fault === undefined) break;
      }
    }
    expect(rough.store.fullHash(rough.session)).toBe(calm.store.fullHash(calm.session));
    expect(rough.session.entries.some((entry) => entry.fault !== undefined)).toBe(true);
  });

  test('only the kinds and tools asked for', () => {
    for (const kind of FAULT_KINDS) {
      const { store, session } = begin({
        trialSeed: 2,
        drawn: { rate: 1, kinds: [kind], tools: ['search_products', 'cancel_order'] },
      });
      store.call(session, { by: 'agent', name: 'get_order', arguments: { order_id: 'A20001' } });
      store.call(session, { by: 'agent', name: 'search_products', arguments: { query: 'lamp' } });
      store.call(session, { ...CANCEL, key: 'k' });
      const [, get, search, cancel] = store.log(session).map((entry) => entry.fault);
      expect(get).toBeUndefined();
      expect(search).toBe(kind === 'lost_answer' ? undefined : kind);
      expect(cancel).toBe(kind === 'partial_page' ? undefined : kind);
    }
  });
});

describe('over HTTP', () => {
  test('faults are a session option, off by default', async () => {
    const { ask, session, call } = await makeServer();
    const calm = await session();
    const rough = await session({ faults: { rate: 1, kinds: ['RATE_LIMITED'] }, trial_seed: 4 });
    expect((await call(calm, 'get_order', { order_id: 'A20001' })).body.ok).toBe(true);
    const struck = await call(rough, 'get_order', { order_id: 'A20001' });
    expect(struck).toMatchObject({ status: 200, body: { ok: false, error: { code: 'RATE_LIMITED' } } });
    const refused = async (faults: unknown): Promise<number> =>
      (await ask('POST', '/sessions', { body: { environment: 'order-desk', faults } })).status;
    for (const faults of [{ rate: 2 }, { rate: 0.1, kinds: ['NOPE'] }, 'yes']) expect(await refused(faults)).toBe(400);
    expect(await refused({ rate: 0.1, tools: ['nope'] })).toBe(404);
  });
});
