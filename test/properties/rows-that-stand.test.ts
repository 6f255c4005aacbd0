// Strangers share the rows and answers that none of them has changed: whatever calls they make in between, each gets the
// answers of a session that makes all its calls itself, and its log can be made again.
import { afterAll, describe, expect, test as plain } from 'vitest';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { makeRandom, type Random } from '../../envs/random.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import type { Session } from '../../envs/session/session.ts';
import type { Environment } from '../../envs/values/environment.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import { ArgumentDrawer } from '../../envs/verification/draw-arguments.ts';
import { World } from '../../envs/world/world.ts';
import { LEDGER } from '../support/ledger.ts';
import { tool } from '../support/shop.ts';
import { draws } from '../support/draws.ts';

import { drawnFromGallery } from '../support/gallery.ts';
import { fc, test } from '../support/laws.ts';

const STRANGERS = 4;
const CALLS = 20;
const environments = [
  ['order-desk', 'fixtures/environments/order-desk'],
  ['carrier-care', 'fixtures/environments/carrier-care'],
  ...drawnFromGallery(4).filter(([name]) => name !== 'carrier-care'),
] as const;

/** Plays drawn calls in two stores, one of which shares nothing, and compares everything that can be seen. */
function playTwice(world: World, seed: number, draw: (wanted: Tool, random: Random) => JsonObject): void {
  const random = makeRandom(seed, 'strangers');
  const tools = world.environment.tools.filter(({ audience }) => audience !== 'control');
  const stores = [new SessionStore(), new SessionStore(undefined, { memo: false })] as const;
  const sessions = stores.map((store) =>
    Array.from({ length: STRANGERS }, (_each, at) => store.create({ id: `s${at}`, world, seed: at + 1 })),
  ) as [Session[], Session[]];
  for (let call = 0; call < CALLS * STRANGERS; call++) {
    const who = random.int(0, STRANGERS - 1);
    const wanted = random.pick(tools);
    const request = { by: wanted.audience, name: wanted.name, arguments: draw(wanted, random) };
    const back = random.real() < 0.03 ? random.int(0, 3) : 0;
    const [shared, alone] = stores.map((store, at) => {
      const session = sessions[at]?.[who] as Session;
      if (back > 0) store.rewind(session, Math.max(0, session.entries.length - back));
      return store.make(session, request);
    });
    expect(shared).toEqual(alone);
  }
  for (let who = 0; who < STRANGERS; who++) {
    const [shared, alone] = [0, 1].map((at) => {
      const [store, session] = [stores[at] as SessionStore, sessions[at]?.[who] as Session];
      return [store.log(session), store.fullHash(session), store.diff(session)];
    });
    expect(shared).toEqual(alone);
  }
}

describe.each(environments)('strangers in %s', (_name, dir) => {
  // one world for all samples, so that later ones find the rows that earlier ones left
  const world = openEnvironment(dir, { pool: 2 });
  afterAll(() => world.close());

  test.prop([fc.nat()], { numRuns: draws(15) })('get the answers of sessions that share nothing', (seed) => {
    playTwice(world, seed, (wanted, random) => new ArgumentDrawer(world, random).draw(wanted));
  });
});

// few keys and many ways to change them, so that what one session knows and another changed meet all the time
const TEXT = { type: 'string' };
const INT = { type: 'integer' };
const SHELVES: Environment = {
  ...LEDGER,
  name: 'shelves',
  columns: {},
  schema: `
CREATE TABLE boxes (id TEXT PRIMARY KEY, shelf TEXT NOT NULL, size INTEGER NOT NULL, note TEXT) STRICT;
CREATE TABLE coins (id TEXT PRIMARY KEY, box TEXT NOT NULL REFERENCES boxes (id) ON DELETE CASCADE ON UPDATE CASCADE, worth INTEGER NOT NULL) STRICT;
CREATE INDEX boxes_by_shelf ON boxes (shelf);
CREATE VIEW worths AS SELECT b.id, b.shelf, (SELECT coalesce(sum(c.worth), 0) FROM coins AS c WHERE c.box = b.id) AS worth FROM boxes AS b;
`,
  seed: [
    ...['b1', 'b2', 'b3'].map((id, at) => ({
      table: 'boxes',
      row: { id, shelf: at < 2 ? 'top' : 'low', size: at, note: null },
    })),
    ...['c1', 'c2'].map((id, at) => ({ table: 'coins', row: { id, box: `b${at + 1}`, worth: 5 } })),
  ],
  tools: [
    tool('box', { id: TEXT }, 'read', [
      { let: 'b', sql: 'SELECT id FROM boxes WHERE id = :id', else: ['NOT_FOUND', 'no {id}'] },
      { return: 'SELECT * FROM boxes WHERE id = :b.id', shape: 'row' },
    ]),
    tool('on_shelf', { shelf: TEXT }, 'read', [
      { return: 'SELECT id, size FROM boxes WHERE shelf = :shelf ORDER BY id', shape: 'rows' },
    ]),
    tool('of_size', { size: INT }, 'read', [
      { return: 'SELECT id, note FROM boxes WHERE size = :size ORDER BY id', shape: 'rows' },
    ]),
    tool('coins_of', { id: TEXT }, 'read', [
      {
        return:
          'SELECT b.shelf, c.id FROM boxes AS b LEFT JOIN coins AS c ON c.box = b.id WHERE b.id = :id ORDER BY c.id',
        shape: 'rows',
      },
    ]),
    tool('worth_of', { id: TEXT }, 'read', [
      { require: 'EXISTS (SELECT 1 FROM boxes WHERE id = :id)', else: ['NOT_FOUND', 'no {id}'] },
      { return: 'SELECT worth FROM worths WHERE id = :id', shape: 'value' },
    ]),
    tool('worth_on', { shelf: TEXT }, 'read', [
      { return: 'SELECT id, worth FROM worths WHERE shelf = :shelf ORDER BY id', shape: 'rows' },
    ]),
    tool('where_is', { coin: TEXT }, 'read', [
      {
        return: 'SELECT b.shelf FROM coins AS c JOIN boxes AS b ON b.id = c.box WHERE c.id = :coin',
        shape: 'value',
      },
    ]),
    tool('move', { id: TEXT, shelf: TEXT }, 'write', [
      { let: 'b', sql: 'SELECT shelf FROM boxes WHERE id = :id', else: ['NOT_FOUND', 'no {id}'] },
      { run: 'UPDATE boxes SET shelf = :shelf WHERE id = :id' },
      { let: 'full', sql: 'SELECT count(*) AS n FROM boxes WHERE shelf = :shelf' },
      { require: ':full.n < 3', else: ['CONFLICT', '{shelf} is full'] },
      { return: 'SELECT shelf, :b.shelf AS before FROM boxes WHERE id = :id', shape: 'row' },
    ]),
    tool('resize', { id: TEXT, size: INT }, 'write', [{ run: 'UPDATE boxes SET size = :size WHERE id = :id' }]),
    tool('note', { id: TEXT, note: TEXT }, 'write', [{ run: 'UPDATE boxes SET note = :note WHERE id = :id' }]),
    tool('rename', { id: TEXT, to: TEXT }, 'write', [{ run: 'UPDATE boxes SET id = :to WHERE id = :id' }]),
    tool('drop', { id: TEXT }, 'write', [{ run: 'DELETE FROM boxes WHERE id = :id' }]),
    tool('add', { id: TEXT, shelf: TEXT, size: INT }, 'write', [
      { run: 'INSERT INTO boxes (id, shelf, size) VALUES (:id, :shelf, :size)' },
    ]),
    tool('put', { coin: TEXT, id: TEXT }, 'write', [
      { run: 'INSERT INTO coins (id, box, worth) VALUES (:coin, :id, 1) ON CONFLICT (id) DO UPDATE SET box = :id' },
      { return: 'SELECT worth FROM worths WHERE id = :id', shape: 'value' },
    ]),
  ],
};
const VALUES: Readonly<Record<string, readonly Json[]>> = {
  id: ['b1', 'b2', 'b3', 'b4'],
  to: ['b1', 'b4', 'b5'],
  shelf: ['top', 'low', 'new'],
  size: [0, 1, 2, 7],
  coin: ['c1', 'c2', 'c3'],
  note: ['x', 'y'],
};

describe('strangers among few rows', () => {
  const world = new World(SHELVES, { pool: 2 });
  afterAll(() => world.close());

  test.prop([fc.nat()], { numRuns: draws(100) })('get the answers of sessions that share nothing', (seed) => {
    playTwice(world, seed, (wanted, random) => {
      const names = Object.keys(wanted.parameters['properties'] as JsonObject);
      return Object.fromEntries(names.map((name) => [name, random.pick(VALUES[name] ?? [])]));
    });
  });
});

plain('a read of one order is shared although the session changed another order', () => {
  const world = openEnvironment('fixtures/environments/order-desk');
  try {
    const store = new SessionStore();
    const orders = world.environment.seed.filter(({ table }) => table === 'orders').map(({ row }) => row['order_id']);
    const pending = world.environment.seed.find(({ table, row }) => table === 'orders' && row['status'] === 'pending');
    const other = orders.find((id) => id !== pending?.row['order_id']) ?? null;
    const track = { by: 'agent' as const, name: 'track_shipment', arguments: { order_id: other } };
    const [first, second] = [1, 2].map((seed) => store.create({ id: `s${seed}`, world, seed })) as [Session, Session];
    store.call(first, track);
    const address = { street: '1 Elm', city: 'Ash', region: 'OR', postcode: '12345' };
    const order = { order_id: pending?.row['order_id'] ?? null };
    const changed = store.call(second, {
      by: 'agent',
      name: 'change_delivery_address',
      arguments: { ...order, ...address },
    });
    expect(changed.ok).toBe(true);
    let runs = 0;
    const run = world.run.bind(world);
    world.run = (...args) => {
      runs += 1;
      return run(...args);
    };
    store.call(second, track);
    expect(runs).toBe(0);
    store.call(second, { by: 'agent', name: 'track_shipment', arguments: order });
    expect(runs).toBe(1);
  } finally {
    world.close();
  }
});
