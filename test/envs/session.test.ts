// Tests sessions as a user of the session store sees them.
import { describe, expect, test } from 'vitest';
import { GymError } from '../../envs/errors/gym-error.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import { World } from '../../envs/world/world.ts';
import type { Diff } from '../../envs/values/diff.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { play } from '../support/play.ts';
import { LEDGER } from '../support/ledger.ts';
import { SHOP } from '../support/shop.ts';

describe('steps and the log', () => {
  test('a fresh session has step 0, the k-th call is step k and entry k', () => {
    const game = play(SHOP);
    expect(game.store.log(game.session)).toEqual([
      {
        index: 0,
        by: 'control',
        name: 'setup',
        arguments: { calls: [] },
        ok: true,
        result: null,
        effect: 'write',
        committed: false,
      },
    ]);
    expect(game.call('get_customer', { customer_id: 'nobody' }).step).toBe(1);
    expect(game.call('send_mail', { customer_id: 'bo', body: 'x' }).step).toBe(2);
    const log = game.store.log(game.session);
    expect(log.map(({ index, name, ok, effect, committed }) => [index, name, ok, effect, committed])).toEqual([
      [0, 'setup', true, 'write', false],
      [1, 'get_customer', false, 'read', false],
      [2, 'send_mail', true, 'write', true],
    ]);
  });

  test('the clock counts committed calls, ids do not depend on reads or refused calls', () => {
    const a = play(SHOP);
    const b = play(SHOP);
    b.call('get_customer', { customer_id: 'ada' });
    b.call('place_order', { customer_id: 'bo', lines: [] });
    const order = { customer_id: 'bo', lines: [{ product_id: 'mug', quantity: 1 }] };
    const [x, y] = [a.call('place_order', order), b.call('place_order', order)];
    expect(x.ok && y.ok && x.result).toEqual(y.ok && y.result);
    expect(x).toMatchObject({ result: { placed_at: '2031-05-01T09:00:00Z' } });
    expect(a.call('place_order', order)).toMatchObject({ result: { placed_at: '2031-05-01T09:00:01Z' } });
    expect(a.hash()).not.toBe(b.hash());
  });

  test('equal calls mint different ids, other seeds mint other ids', () => {
    const order = { customer_id: 'bo', lines: [{ product_id: 'mug', quantity: 1 }] };
    const ids = [1, 1, 2].map((seed) => {
      const game = play(SHOP, { seed });
      return [game.call('place_order', order), game.call('place_order', order)].map((answer) =>
        answer.ok ? (answer.result as { order_id: string }).order_id : '',
      );
    });
    expect(new Set(ids[0]).size).toBe(2);
    expect(ids[1]).toEqual(ids[0]);
    expect(new Set([...(ids[0] ?? []), ...(ids[2] ?? [])]).size).toBe(4);
  });

  test('control may move the clock: a log entry', () => {
    const game = play(SHOP);
    expect(game.store.advanceClock(game.session, 86_400)).toBe(1);
    expect(game.call('place_order', { customer_id: 'bo', lines: [{ product_id: 'mug', quantity: 1 }] })).toMatchObject({
      step: 2,
      result: { placed_at: '2031-05-02T09:00:00Z' },
    });
    expect(game.store.log(game.session)[1]).toMatchObject({
      by: 'control',
      name: 'advance_clock',
      arguments: { seconds: 86_400 },
    });
    expect(() => game.store.advanceClock(game.session, 0)).toThrow(GymError);
  });

  test('a batch goes on after a refused call', () => {
    const game = play(SHOP);
    const answers = game.store.batch(game.session, [
      { by: 'agent', name: 'get_customer', arguments: { customer_id: 'nobody' } },
      { by: 'agent', name: 'send_mail', arguments: { customer_id: 'bo', body: 'x' } },
    ]);
    expect(answers.map(({ answer }) => [answer.step, answer.ok])).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  test('a key makes a call idempotent', () => {
    const game = play(SHOP);
    const request = {
      by: 'agent',
      name: 'place_order',
      arguments: { customer_id: 'bo', lines: [{ product_id: 'mug', quantity: 1 }] },
      key: 'k1',
    } as const;
    const first = game.store.call(game.session, request);
    game.call('get_customer', { customer_id: 'ada' });
    expect(game.store.call(game.session, request)).toEqual(first);
    expect(game.session.entries).toHaveLength(2);
    expect(() => game.store.call(game.session, { ...request, name: 'send_mail' })).toThrow('was used for another call');
  });
});

describe('time travel', () => {
  test('reset, rewind, fork', () => {
    const game = play(SHOP);
    const start = game.hash();
    game.call('send_mail', { customer_id: 'bo', body: 'one' });
    const one = game.hash();
    game.call('send_mail', { customer_id: 'bo', body: 'two' });
    const fork = game.store.fork(game.session, 1, 'fork');
    expect(game.store.fullHash(fork)).toBe(one);
    game.store.rewind(game.session, 1);
    expect(game.hash()).toBe(one);
    expect(game.store.diffBetween(game.session, fork)).toEqual({});
    game.store.call(fork, { by: 'agent', name: 'send_mail', arguments: { customer_id: 'ada', body: 'three' } });
    expect(game.store.diffBetween(game.session, fork)).toMatchObject({
      outbox: { inserted: [{ customer_id: 'ada', body: 'three' }] },
    });
    game.store.reset(game.session);
    expect(game.hash()).toBe(start);
    expect(() => game.store.rewind(game.session, 1)).toThrow('has steps 0 to 0, not 1');
  });

  test('set-up is entry 0: reset returns to after it, and it moves neither clock nor ids', () => {
    const patch = {
      customers: {
        inserted: [{ customer_id: 'cy', name: 'Cy', email: 'cy@example.com' }],
        updated: [{ key: { customer_id: 'bo' }, before: {}, after: { balance: 1 } }],
        deleted: [],
      },
    };
    const setup = {
      calls: [{ by: 'control', name: 'set_balance', arguments: { customer_id: 'ada', balance: 5 } }] as const,
      patch,
    };
    const game = play(SHOP, { setup });
    const start = game.hash();
    expect(game.call('get_customer', { customer_id: 'ada' })).toMatchObject({ result: { balance: 0.05 } });
    expect(game.call('get_customer', { customer_id: 'cy' }).ok).toBe(true);
    expect(game.call('place_order', { customer_id: 'cy', lines: [{ product_id: 'mug', quantity: 1 }] })).toMatchObject({
      result: { placed_at: '2031-05-01T09:00:00Z' },
    });
    expect(Object.keys(game.diff())).toEqual(['products', 'orders', 'order_lines']);
    game.store.reset(game.session);
    expect(game.hash()).toBe(start);
    expect(game.store.log(game.session)[0]).toMatchObject({ committed: true, arguments: { calls: setup.calls } });
  });

  test('a patch may name a row before the row that it refers to', () => {
    const inserted = (row: JsonObject): Diff[string] => ({ inserted: [row], updated: [], deleted: [] });
    const order = { order_id: 'x', customer_id: 'cy', status: 'open', placed_at: '2031-05-01T09:00:00Z' };
    const customer = { customer_id: 'cy', name: 'Cy', email: 'cy@example.com' };
    const childFirst = { orders: inserted(order), customers: inserted(customer) };
    const parentFirst = { customers: inserted(customer), orders: inserted(order) };
    const hashes = [childFirst, parentFirst].map((patch) => {
      const game = play(SHOP, { setup: { calls: [], patch } });
      const start = game.hash();
      expect(game.call('send_mail', { customer_id: 'cy', body: 'one' }).ok).toBe(true);
      // foreign keys are checked at once again, so a row without its parent is refused
      expect(game.call('send_mail', { customer_id: 'nobody', body: 'one' }).ok).toBe(false);
      game.store.reset(game.session);
      expect(game.hash()).toBe(start);
      return start;
    });
    expect(hashes[0]).toBe(hashes[1]);
  });

  test.each([
    [{ calls: [{ name: 'nothing', arguments: {} }] }, /nothing/],
    [{ calls: [{ name: 'set_balance', arguments: {} }] }, /set_balance is refused/],
    [{ calls: [], patch: { nowhere: { inserted: [], updated: [], deleted: [] } } }, /nowhere/],
    [
      {
        calls: [],
        patch: {
          orders: {
            inserted: [{ order_id: 'x', customer_id: 'nobody', status: 'open', placed_at: '' }],
            updated: [],
            deleted: [],
          },
        },
      },
      /without its/,
    ],
    [
      { calls: [], patch: { customers: { inserted: [], updated: [], deleted: [{ customer_id: 'nobody' }] } } },
      /finds 0 rows/,
    ],
  ])('a set-up that does not work is refused at once', (setup, says) => {
    const world = new World(SHOP);
    const store = new SessionStore();
    expect(() => store.create({ id: 's', world, seed: 1, setup })).toThrow(says);
    expect(store.size).toBe(0);
    expect(store.create({ id: 's', world, seed: 1 }).id).toBe('s');
  });

  test('a closed session is gone', () => {
    const game = play(SHOP);
    game.store.close(game.session);
    expect(() => game.call('get_customer', { customer_id: 'ada' })).toThrow('session s is closed');
    expect(() => game.store.get('s')).toThrow('there is no session s');
  });
});

test('an upsert and a cascade may touch a row that was touched before', () => {
  const game = play(LEDGER);
  for (const value of [1, 2, 2, 3]) expect(game.call('limit', { name: 'weekly', value })).toMatchObject({ ok: true });
  for (const to of ['b1', 'b2', 'a1', 'b1']) {
    const from = to === 'b1' ? 'a1' : to === 'b2' ? 'b1' : 'b2';
    expect(game.call('rename_account', { id: from, to })).toMatchObject({ ok: true });
  }
  expect(game.call('remove_account', { id: 'b1' })).toMatchObject({ ok: true });
  expect(game.diff()).toMatchObject({
    accounts: { deleted: [{ account_id: 'a1' }] },
    transfers: { deleted: [{ transfer_id: 't1' }] },
    limits: { inserted: [{ name: 'weekly', value: 3 }] },
  });
});

test('unique values that changed places are put back by replay', () => {
  const game = play({ ...SHOP, tools: [...SHOP.tools] }, { pool: 1 });
  const other = game.store.create({ id: 'other', world: game.world, seed: 2 });
  for (let at = 0; at < 40; at++) game.call('send_mail', { customer_id: 'bo', body: `m${at}` });
  const hash = game.hash();
  game.store.call(other, { by: 'agent', name: 'send_mail', arguments: { customer_id: 'bo', body: 'other' } });
  expect(game.session.connection).toBeUndefined();
  expect(game.session.checkpoint?.step).toBe(40);
  expect(game.hash()).toBe(hash);
});

test('a session is bound when it changes something, or looks at what it changed', () => {
  const game = play({ ...SHOP, tools: [...SHOP.tools] }, { pool: 1 });
  expect(game.call('get_customer', { customer_id: 'bo' }).ok).toBe(true);
  expect(game.session.connection).toBeUndefined();
  game.call('send_mail', { customer_id: 'bo', body: 'hello' });
  expect(game.session.connection).toBeDefined();
  const other = game.store.create({ id: 'other', world: game.world, seed: 2 });
  game.store.call(other, { by: 'agent', name: 'send_mail', arguments: { customer_id: 'bo', body: 'other' } });
  expect(game.session.connection).toBeUndefined();
  // this tool does not read mails, so its answer needs no replay of the session
  expect(game.call('get_customer', { customer_id: 'bo' }).ok).toBe(true);
  expect(game.session.connection).toBeUndefined();
  // reading the log makes every call again on the session's own rows, and compares the results
  expect(game.store.log(game.session).length).toBe(4);
});

test('worlds of other environments do not mix', () => {
  const store = new SessionStore();
  const a = store.create({ id: 'a', world: new World(SHOP), seed: 1 });
  const b = store.create({ id: 'b', world: new World(LEDGER), seed: 1 });
  expect(() => store.diffBetween(a, b)).toThrow('the record was made in environment');
  expect(store.call(b, { by: 'agent', name: 'get_customer', arguments: {} })).toMatchObject({
    ok: false,
    error: { code: 'UNKNOWN_TOOL' },
  });
});
