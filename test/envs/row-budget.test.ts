import { expect, test } from 'vitest';
import { GymError } from '../../envs/errors/gym-error.ts';
import type { Step } from '../../envs/values/program.ts';
import type { Effect } from '../../envs/values/tool-schema.ts';
import { play } from '../support/play.ts';
import { SHOP, tool } from '../support/shop.ts';

const LIST = { list: { type: 'array' }, text: { type: 'string' } };
const MANY = Array.from({ length: 2000 }, (_, at) => at);
const LONG = 'x'.repeat(60_000);

const ENDLESS: readonly { what: string; effect: Effect; steps: Step[]; schema?: string }[] = [
  {
    what: 'a cross join of long arrays',
    effect: 'read',
    steps: [
      {
        return: 'SELECT count(*) FROM json_each(:list) AS a, json_each(:list) AS b, json_each(:list) AS c',
        shape: 'value',
      },
    ],
  },
  {
    what: 'a correlated subquery over a cross join',
    effect: 'read',
    steps: [
      {
        return:
          'SELECT (SELECT count(*) FROM json_each(:list) AS b WHERE b.value > a.value) AS n FROM json_each(:list) AS a ORDER BY a.key',
        shape: 'rows',
      },
    ],
  },
  {
    what: 'each inside each inside each',
    effect: 'read',
    steps: [
      {
        each: ':list',
        as: 'a',
        do: [
          {
            each: ':list',
            as: 'b',
            do: [{ each: ':list', as: 'c', do: [{ require: ':c >= 0', else: ['CONFLICT', 'no'] }] }],
          },
        ],
      },
    ],
  },
  {
    what: 'a write that multiplies rows',
    effect: 'write',
    steps: [
      {
        run: "INSERT INTO outbox (message_id, customer_id, body) SELECT a.value || '-' || b.value, 'ada', 'x' FROM json_each(:list) AS a, json_each(:list) AS b",
      },
    ],
  },
  {
    what: 'long texts copied into many rows',
    effect: 'write',
    steps: [
      {
        run: "INSERT INTO outbox (message_id, customer_id, body) SELECT a.value || '-' || b.value, 'ada', :text FROM json_each(:list) AS a, json_each('[1,2,3,4,5,6,7,8,9,10,11,12]') AS b",
      },
    ],
  },
  {
    what: 'a text that doubles',
    effect: 'read',
    steps: [
      { let: 't', sql: 'SELECT :text AS x' },
      { each: ':list', as: 'a', do: [{ let: 't', sql: 'SELECT :t.x || :t.x AS x' }] },
    ],
  },
  { what: 'replace that explodes', effect: 'read', steps: [{ return: "replace(:text, 'x', :text)", shape: 'value' }] },
  {
    what: 'a view over a cross join, joined with itself',
    effect: 'read',
    schema:
      "CREATE VIEW pairs AS SELECT a.order_id AS x, b.product_id AS y, i.value AS z FROM orders AS a, products AS b, json_each('[1,2,3,4,5,6,7,8,9]') AS i;",
    steps: [
      { return: 'SELECT count(*) FROM pairs AS p, pairs AS q, pairs AS r, pairs AS s, pairs AS t', shape: 'value' },
    ],
  },
  {
    what: 'a search for thousands of words in long texts',
    effect: 'read',
    steps: [
      {
        return:
          "SELECT count(*) FROM json_each(:list) AS a WHERE text_match(:text || a.value, replace(:text, 'x', 'x y '))",
        shape: 'value',
      },
    ],
  },
  {
    what: 'hex of hex of hex',
    effect: 'read',
    steps: [
      {
        return: `SELECT count(*) FROM products WHERE length(${'hex('.repeat(30)}title${')'.repeat(30)}) > 0`,
        shape: 'value',
      },
    ],
  },
  {
    what: 'quotes of quotes',
    effect: 'read',
    steps: [{ return: `length(${'quote('.repeat(40)}''''''${')'.repeat(40)})`, shape: 'value' }],
  },
  {
    what: 'a left join without a key',
    effect: 'read',
    steps: [
      {
        return:
          'SELECT count(*) FROM json_each(:list) AS a LEFT JOIN json_each(:list) AS b ON b.value <> a.value LEFT JOIN json_each(:list) AS c ON c.value = -1',
        shape: 'value',
      },
    ],
  },
];

/**
 * The limit in seconds of processor time. It does not use the clock, because a busy machine needs more time by the
 * clock for the same work.
 */
const MOST_CPU_SECONDS = 4;

function cpuSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

test.each(ENDLESS)('$what is stopped soon, and the next call works', ({ effect, steps, schema }) => {
  const game = play({
    ...SHOP,
    schema: SHOP.schema + (schema ?? ''),
    tools: [...SHOP.tools, tool('endless', LIST, effect, steps)],
  });
  const before = game.hash();
  const started = process.cpuUsage();
  expect(() => game.call('endless', { list: MANY, text: LONG })).toThrow(GymError);
  expect(cpuSeconds(started)).toBeLessThan(MOST_CPU_SECONDS);
  expect(game.session.entries).toHaveLength(0);
  expect(game.hash()).toBe(before);
  expect(game.call('get_customer', { customer_id: 'ada' }).ok).toBe(true);
  expect(game.call('send_mail', { customer_id: 'ada', body: 'hello' }).ok).toBe(true);
});

test('stored texts have a length that they cannot outgrow', () => {
  const doubling = tool('double', LIST, 'write', [
    { each: ':list', as: 'x', do: [{ run: "UPDATE customers SET name = name || name WHERE customer_id = 'ada'" }] },
  ]);
  const game = play({ ...SHOP, tools: [...SHOP.tools, doubling] });
  const started = process.cpuUsage();
  expect(game.call('double', { list: MANY, text: '' })).toMatchObject({
    ok: false,
    error: { code: 'LIMIT_EXCEEDED', message: 'A text is longer than 1000000 bytes.' },
  });
  expect(cpuSeconds(started)).toBeLessThan(MOST_CPU_SECONDS);
  expect(game.diff()).toEqual({});
});

test('the error names the tool and the limit', () => {
  const game = play({ ...SHOP, tools: [tool('endless', LIST, 'read', ENDLESS[0]?.steps ?? [])] }, { rowBudget: 5000 });
  expect(() => game.call('endless', { list: MANY, text: '' })).toThrow(
    'endless visited more than 5000 rows in one call; the call was undone',
  );
});

test('an index changes nothing of what a plain look-up counts as', () => {
  const game = play(SHOP, { rowBudget: 200 });
  for (let at = 0; at < 500; at++) expect(game.call('get_order', { order_id: 'ord_1' }).ok).toBe(true);
});
