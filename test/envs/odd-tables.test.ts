// Tests that writes, diffs, stored changes and replay work for tables of every allowed shape.
import { expect, test } from 'vitest';
import { play } from '../support/play.ts';
import { SHOP, tool } from '../support/shop.ts';

const TEXT = { type: 'string' };
const ODD = {
  ...SHOP,
  columns: {},
  documents: {},
  fragments: {},
  schema: `
CREATE TABLE settings (id INTEGER PRIMARY KEY CHECK (id = 1), theme TEXT NOT NULL DEFAULT 'dark') STRICT;
CREATE TABLE days (
  day TEXT NOT NULL CHECK (day IS date(day)), slot INTEGER NOT NULL, n INTEGER NOT NULL DEFAULT 0,
  double INTEGER GENERATED ALWAYS AS (n * 2) STORED, label TEXT AS (day || '/' || slot) VIRTUAL,
  PRIMARY KEY (day, slot)
) STRICT, WITHOUT ROWID;
CREATE TABLE nodes (
  node_id INTEGER PRIMARY KEY, parent INTEGER REFERENCES nodes (node_id) ON DELETE SET NULL ON UPDATE CASCADE, payload ANY,
  name TEXT COLLATE NOCASE UNIQUE
) STRICT;
CREATE TABLE leaves (leaf_id TEXT PRIMARY KEY, node_id INTEGER NOT NULL REFERENCES nodes (node_id) ON DELETE CASCADE ON UPDATE CASCADE, weight REAL) STRICT;
`,
  seed: [
    { table: 'settings', row: { id: 1, theme: 'dark' } },
    { table: 'days', row: { day: '2031-01-01', slot: 1, n: 3 } },
    ...[1, 2, 3, 4].map((id) => ({
      table: 'nodes',
      row: { node_id: id, parent: id === 1 ? null : id - 1, payload: null, name: `n${id}` },
    })),
    ...[1, 2, 3, 4].map((id) => ({ table: 'leaves', row: { leaf_id: `l${id}`, node_id: id, weight: 0.5 } })),
  ],
  tools: [
    tool('theme', { theme: TEXT }, 'write', [{ run: 'UPDATE settings SET theme = :theme' }]),
    tool('book', { day: TEXT, slot: { type: 'integer' }, n: { type: 'integer' } }, 'write', [
      {
        run: 'INSERT INTO days (day, slot, n) VALUES (:day, :slot, :n) ON CONFLICT (day, slot) DO UPDATE SET n = n + excluded.n',
      },
      { return: 'SELECT * FROM days WHERE day = :day AND slot = :slot', shape: 'row' },
    ]),
    tool('move', { from: { type: 'integer' }, to: { type: 'integer' } }, 'write', [
      { run: 'UPDATE nodes SET node_id = :to WHERE node_id = :from' },
    ]),
    tool('swap', { a: TEXT, b: TEXT }, 'write', [
      {
        run: [
          "UPDATE nodes SET name = 'swapping' WHERE name = :a",
          'UPDATE nodes SET name = :a WHERE name = :b',
          "UPDATE nodes SET name = :b WHERE name = 'swapping'",
        ],
      },
    ]),
    tool('drop', { id: { type: 'integer' } }, 'write', [{ run: 'DELETE FROM nodes WHERE node_id = :id' }]),
    tool('pay', { id: { type: 'integer' }, payload: {} }, 'write', [
      { run: 'UPDATE nodes SET payload = :payload WHERE node_id = :id' },
      { return: 'SELECT typeof(payload) FROM nodes WHERE node_id = :id', shape: 'value' },
    ]),
  ],
};

test('guards of the schema hold in sessions', () => {
  const game = play(ODD);
  expect(game.call('book', { day: 'now', slot: 1, n: 1 })).toMatchObject({
    ok: false,
    error: { code: 'INVALID_ARGUMENT' },
  });
  expect(game.call('book', { day: '2031-02-30', slot: 1, n: 1 })).toMatchObject({
    ok: false,
    error: { code: 'INVALID_ARGUMENT' },
  });
  expect(game.call('book', { day: '2031-02-28', slot: 1, n: 4 })).toMatchObject({
    ok: true,
    result: { n: 4, double: 8, label: '2031-02-28/1' },
  });
  expect(game.call('pay', { id: 1, payload: 2.5 })).toMatchObject({ result: 'real' });
  expect(game.call('pay', { id: 1, payload: 'x'.repeat(1_000_001) })).toMatchObject({
    ok: false,
    error: { code: 'LIMIT_EXCEEDED' },
  });
});

test('cascades, moved keys, swapped unique values, generated columns: bound again they are the same', () => {
  const game = play(ODD);
  for (let round = 0; round < 6; round++) {
    game.call('theme', { theme: `t${round}` });
    game.call('book', { day: '2031-01-01', slot: round % 3, n: 1 });
    game.call('swap', { a: 'n3', b: 'n4' });
    game.call('move', { from: 2 + round * 10, to: 12 + round * 10 });
    game.call('pay', { id: 3, payload: round });
  }
  game.call('drop', { id: 3 });
  game.call('swap', { a: 'N1', b: 'n4' });
  const hash = game.hash();
  const diff = game.diff();
  expect(diff['leaves']?.deleted).toMatchObject([{ leaf_id: 'l3' }]);
  expect(diff['nodes']?.updated.find(({ key }) => key['node_id'] === 4)?.after).toMatchObject({ parent: null });
  game.store.unbind(game.session);
  expect(game.session.checkpoint).toBeDefined();
  expect(game.hash()).toBe(hash);
  expect(game.diff()).toEqual(diff);
  game.store.log(game.session);
});
