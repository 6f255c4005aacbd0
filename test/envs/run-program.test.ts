import { fc } from '../support/laws.ts';
import { describe, expect, test } from 'vitest';
import { GymError } from '../../envs/errors/gym-error.ts';
import { parseJson, type Json } from '../../envs/values/json.ts';
import type { Step } from '../../envs/values/program.ts';
import type { Effect } from '../../envs/values/tool-schema.ts';
import { World } from '../../envs/world/world.ts';
import { play } from '../support/play.ts';
import { SHOP, tool } from '../support/shop.ts';
import { draws } from '../support/draws.ts';

function run(
  steps: Step[],
  args: Json = {},
  effect: Effect = 'read',
  more: { returns?: Record<string, Json> } = {},
): Json | { code: string; message: string } {
  const properties = Object.fromEntries(['a', 'b', 'c', 'list', 'object'].map((name) => [name, {}]));
  const game = play({ ...SHOP, tools: [tool('probe', properties, effect, steps, { required: [], ...more })] });
  const answer = game.call('probe', args);
  game.world.close();
  return answer.ok ? answer.result : { code: answer.error.code, message: answer.error.message };
}

const value = (expression: string, args: Json = {}): Json =>
  run([{ return: expression, shape: 'value' }], args) as Json;

describe('binding', () => {
  test('integers and reals are kept as written', () => {
    expect(value('typeof(:a)', { a: 2 })).toBe('integer');
    expect(value('typeof(:a)', parseJson('{"a": 2.0}'))).toBe('real');
    expect(value('num(:a)', parseJson('{"a": 2.0}'))).toBe('2.0');
    expect(value('typeof(:a)', parseJson('{"a": 1e3}'))).toBe('real');
    expect(value('typeof(:a)', { a: 2.5 })).toBe('real');
    expect(value(':list ->> :a', { list: ['x', 'y'], a: 1 })).toBe('y');
  });
  test('a let keeps them too', () => {
    expect(
      run([
        { let: 'x', sql: 'SELECT 2 AS i, 2.0 AS r' },
        { return: "typeof(:x.i) || ' ' || typeof(:x.r)", shape: 'value' },
      ]),
    ).toBe('integer real');
  });
  test('absent, null and present are told apart by :args', () => {
    const kind = "coalesce(json_type(:args, '$.a'), 'absent')";
    expect(value(kind, {})).toBe('absent');
    expect(value(kind, { a: null })).toBe('null');
    expect(value(kind, { a: 1 })).toBe('integer');
    expect(value(':a IS NULL', {})).toBe(1);
  });
  test('objects and arrays bind as JSON text, booleans as 1 and 0', () => {
    expect(value(':object', { object: { x: [1, 2] } })).toBe('{"x":[1,2]}');
    expect(value(':object.x', { object: { x: [1, 2] } })).toBe('[1,2]');
    expect(value(':object.x.y', { object: { x: { y: 'deep' } } })).toBe('deep');
    expect(value(':object.__proto__', { object: {} })).toBe(null);
    expect(value(':a + :b', { a: true, b: false })).toBe(1);
  });
  test('integers beyond 2^53 are refused', () => {
    expect(run([{ return: ':a', shape: 'value' }], { a: 2 ** 53 })).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(() => parseJson('{"a": 9007199254740993}')).toThrow('beyond 2^53');
  });
  test('a bound row is a JSON object, a bound list a JSON array', () => {
    expect(
      run([
        { let: 'x', sql: "SELECT 1 AS a, 'b' AS b, 1.0 AS c, NULL AS d" },
        { return: ':x', shape: 'json' },
      ]),
    ).toEqual({ a: 1, b: 'b', c: JSON.rawJSON('1.0'), d: null });
    expect(
      run([
        { let: 'x', list: true, sql: 'SELECT product_id FROM products ORDER BY product_id' },
        { return: ':x', shape: 'json' },
      ]),
    ).toEqual([{ product_id: 'kettle' }, { product_id: 'lamp' }, { product_id: 'mug' }]);
  });
});

describe('steps', () => {
  test('let without a row: every column is null; else ends the call', () => {
    const none = "SELECT * FROM customers WHERE customer_id = 'nobody'";
    expect(
      run([
        { let: 'x', sql: none },
        { return: ':x.name IS NULL AND :x IS NULL', shape: 'value' },
      ]),
    ).toBe(1);
    expect(run([{ let: 'x', sql: none, else: ['NOT_FOUND', 'Nobody {a}.'] }], { a: 7 })).toEqual({
      code: 'NOT_FOUND',
      message: 'Nobody 7.',
    });
  });
  test('require passes only on true: NULL and 0 do not', () => {
    for (const [text, passes] of [
      ['1', true],
      ['0', false],
      ['NULL', false],
      ["'0'", false],
      ["'2'", true],
      ['1 NOT IN (NULL)', false],
    ] as const) {
      expect(
        run([
          { require: text, else: ['CONFLICT', 'no'] },
          { return: "'yes'", shape: 'value' },
        ]),
      ).toEqual(passes ? 'yes' : { code: 'CONFLICT', message: 'no' });
    }
  });
  test('refuse feeds its row to the message', () => {
    const steps: Step[] = [
      {
        refuse:
          'SELECT i.value AS item FROM json_each(:list) AS i WHERE i.value NOT IN (SELECT product_id FROM products) ORDER BY i.key',
        else: ['NOT_FOUND', 'Number {item} of {a} not found.'],
      },
      { return: 'ok', shape: 'text' },
    ];
    expect(run(steps, { list: ['mug', 'cup'], a: 'list' })).toEqual({
      code: 'NOT_FOUND',
      message: 'Number cup of list not found.',
    });
    expect(run(steps, { list: ['mug'] })).toBe('ok');
  });
  test('each: over arrays, lists and expressions; a let inside outlives the pass; at counts', () => {
    const steps: Step[] = [
      { let: 'sum', sql: 'SELECT 0 AS n' },
      { each: ':list', as: 'x', at: 'i', do: [{ let: 'sum', sql: 'SELECT :sum.n + :x.n * (:i + 1) AS n' }] },
      { return: ':sum.n', shape: 'value' },
    ];
    expect(run(steps, { list: [{ n: 1 }, { n: 10 }, { n: 100 }] })).toBe(321);
    expect(run(steps, { list: null })).toBe(0);
    expect(run(steps, { list: 5 })).toMatchObject({ code: 'INVALID_ARGUMENT' });
    const rows: Step[] = [
      { let: 'all', list: true, sql: 'SELECT price FROM products ORDER BY product_id' },
      { let: 'sum', sql: 'SELECT 0 AS n' },
      { each: ':all', as: 'p', do: [{ let: 'sum', sql: 'SELECT :sum.n + :p.price AS n' }] },
      { each: 'json_array(1, 2)', as: 'p', do: [{ let: 'sum', sql: 'SELECT :sum.n + :p AS n' }] },
      { return: ':sum.n', shape: 'value' },
    ];
    expect(run(rows)).toBe(3999 + 5400 + 1250 + 3);
  });
  test('return inside each ends the call; without return the result is null', () => {
    expect(
      run([{ each: ':list', as: 'x', do: [{ return: ':x', shape: 'value', when: ':x > 1' }] }], { list: [1, 2, 3] }),
    ).toBe(2);
    expect(run([{ require: '1', else: ['CONFLICT', 'no'] }])).toBe(null);
  });
  test('use under when runs its fragment once or not at all', () => {
    const world = new World({
      ...SHOP,
      fragments: {
        twice: [
          { run: 'UPDATE customers SET balance = 0' },
          { run: "UPDATE customers SET name = 'x' WHERE balance = 0" },
        ],
      },
      tools: [
        tool('probe', { a: {} }, 'write', [
          { use: 'twice', when: ':a = 1 AND EXISTS (SELECT 1 FROM customers WHERE balance > 0)' },
          { return: "SELECT count(*) FROM customers WHERE name = 'x'", shape: 'value' },
        ]),
      ],
    });
    expect(play(world).call('probe', { a: 1 })).toMatchObject({ result: 2 });
    expect(play(world).call('probe', { a: 2 })).toMatchObject({ result: 0 });
  });
  test('fail undoes, fail with keep stays', () => {
    const game = play(SHOP);
    expect(game.call('charge_twice', { customer_id: 'bo' })).toMatchObject({
      ok: false,
      error: { code: 'UNAVAILABLE' },
    });
    expect(game.diff()).toMatchObject({ customers: { updated: [{ after: { balance: 899 } }] } });
    expect(game.session.entries[0]?.committed).toBe(true);
  });
  test('a refused call undoes what it wrote', () => {
    const game = play(SHOP);
    expect(
      game.call('place_order', {
        customer_id: 'bo',
        lines: [
          { product_id: 'mug', quantity: 1 },
          { product_id: 'lamp', quantity: 1 },
        ],
      }),
    ).toMatchObject({ ok: false, error: { code: 'PRECONDITION_FAILED', message: 'Only 0 of Desk lamp, blue left.' } });
    expect(game.diff()).toEqual({});
    expect(game.session.entries[0]?.committed).toBe(false);
  });
});

describe('results', () => {
  test('columns are shaped by their roles, through views and aliases', () => {
    expect(
      run([
        { return: "SELECT vip AS is_vip, balance AS credit FROM customers WHERE customer_id = 'ada'", shape: 'row' },
      ]),
    ).toEqual({ is_vip: true, credit: 500 });
    expect(run([{ return: "SELECT tags FROM products WHERE product_id = 'mug'", shape: 'value' }])).toEqual([
      'kitchen',
    ]);
    expect(run([{ return: "SELECT price FROM products WHERE product_id = 'kettle'", shape: 'value' }])).toBe(39.99);
  });
  test('expressions are shaped by returns', () => {
    const returns = {
      type: 'object',
      properties: {
        ok: { type: 'boolean' },
        list: { type: 'array' },
        maybe: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
      },
    };
    expect(
      run([{ return: 'SELECT 1 > 0 AS ok, json_array(1) AS list, 0 AS maybe, 1 AS other', shape: 'row' }], {}, 'read', {
        returns,
      }),
    ).toEqual({ ok: true, list: [1], maybe: false, other: 1 });
  });
  test('nested parts see the outer row', () => {
    expect(
      run([
        {
          return: 'SELECT customer_id FROM customers ORDER BY customer_id',
          shape: 'rows',
          with: {
            orders: {
              sql: 'SELECT order_id FROM orders WHERE customer_id = :row.customer_id ORDER BY order_id',
              shape: 'rows',
              with: {
                lines: { sql: 'SELECT count(*) FROM order_lines WHERE order_id = :row.order_id', shape: 'value' },
              },
            },
          },
        },
      ]),
    ).toEqual([
      { customer_id: 'ada', orders: [{ order_id: 'ord_1', lines: 2 }] },
      { customer_id: 'bo', orders: [] },
    ]);
  });
  test('templates: names, members, expressions, braces', () => {
    expect(
      run(
        [
          { let: 'x', sql: 'SELECT 1.50 AS y' },
          { return: '{a} {x.y} {=upper(:b)} {{c}} {object.k} {=num(2.0)} {c}', shape: 'text' },
        ],
        { a: 'A', b: 'b', object: { k: 3 } },
      ),
    ).toBe('A 1.5 B {c} 3 2.0 null');
  });
});

describe('errors that a program did not foresee', () => {
  const change = (sql: string, args: Json = {}): Json | { code: string } => run([{ run: sql }], args, 'write');
  test.each([
    ["INSERT INTO customers (customer_id, name, email) VALUES ('ada', 'x', 'new@example.com')", 'CONFLICT'],
    ["INSERT INTO customers (customer_id, name, email) VALUES ('new', 'x', 'ada@example.com')", 'CONFLICT'],
    ["INSERT INTO outbox (message_id, customer_id, body) VALUES ('m', 'nobody', 'x')", 'NOT_FOUND'],
    ["DELETE FROM customers WHERE customer_id = 'ada'", 'CONFLICT'],
    ["UPDATE customers SET balance = -1 WHERE customer_id = 'ada'", 'INVALID_ARGUMENT'],
    ["UPDATE customers SET name = NULL WHERE customer_id = 'ada'", 'INVALID_ARGUMENT'],
    ["UPDATE customers SET balance = 'much' WHERE customer_id = 'ada'", 'INVALID_ARGUMENT'],
    ["UPDATE customers SET name = json_extract('{bad', '$.x')", 'INVALID_ARGUMENT'],
    ['UPDATE customers SET balance = abs(-9223372036854775807 - 1)', 'INVALID_ARGUMENT'],
    ["UPDATE customers SET name = json_extract('{}', 'no path')", 'INVALID_ARGUMENT'],
  ])('%s -> %s', (sql, code) => expect(change(sql)).toMatchObject({ code }));

  test('a number that JSON cannot hold', () => {
    expect(value('9223372036854775807')).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(value('1e308 * 10')).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
  test('an after program runs with every committed write and must not fail', () => {
    const after = tool('after_write', {}, 'write', [{ run: 'UPDATE products SET stock = 0 WHERE stock < 3' }], {
      audience: 'control',
    });
    const game = play({ ...SHOP, after: 'after_write', tools: [...SHOP.tools, after] });
    game.call('place_order', { customer_id: 'ada', lines: [{ product_id: 'kettle', quantity: 2 }] });
    expect(game.diff()['products']?.updated).toMatchObject([{ key: { product_id: 'kettle' }, after: { stock: 0 } }]);
    const broken = { ...after, program: [{ run: 'UPDATE products SET stock = -1' }] as Step[] };
    const bad = play({ ...SHOP, after: 'after_write', tools: [...SHOP.tools, broken] });
    const before = bad.hash();
    expect(() => bad.call('send_mail', { customer_id: 'ada', body: 'x' })).toThrow(GymError);
    expect(bad.hash()).toBe(before);
  });
});

describe('filters that may be absent', () => {
  // the engine recognizes the form of `guarded` as a filter and may leave it out; it runs the form of `plain` as
  // written
  const guarded = (name: string, column: string): string => `(:${name} IS NULL OR ${column} = :${name})`;
  const plain = (name: string, column: string): string => `(${column} = :${name} OR :${name} IS NULL)`;
  const asked = fc.record(
    {
      a: fc.constantFrom('ada', 'bo', 'nobody', 1, true, null),
      b: fc.constantFrom('mug', 'tea', 'ada', 2, null),
      c: fc.constantFrom('ada', 'mug', 2.5, null),
      list: fc.constantFrom('ada', 'x', null),
    },
    { requiredKeys: [] },
  );
  const rows = "(SELECT 'ada' AS who, 'mug' AS what UNION ALL SELECT 'bo', 'tea' UNION ALL SELECT 'bo', NULL)";
  const texts = (filter: typeof guarded): string[] => [
    `SELECT * FROM ${rows} WHERE ${filter('a', 'who')} ORDER BY who, what`,
    `SELECT * FROM ${rows} AS r WHERE ${filter('a', 'r.who')} AND NOT ${filter('b', 'r.what')} ORDER BY who, what`,
    `SELECT * FROM ${rows} WHERE ${filter('a', 'who')} AND ${filter('b', 'what')} AND ${filter('c', 'who')} ORDER BY who, what`,
    `SELECT *, :a AS a FROM ${rows} WHERE ${filter('a', 'who')} OR ${filter('b', 'what')} AND ${filter('c', 'what')} AND ${filter('list', 'who')} AND ${filter('a', 'what')} ORDER BY who, what`,
    `SELECT '(:a IS NULL OR who = :a)' AS text FROM ${rows} WHERE ${filter('b', 'what')} ORDER BY who, what`,
    `SELECT customer_id FROM customers WHERE ${filter('a', 'customer_id')} AND ${filter('c', 'name')} ORDER BY customer_id`,
  ];
  test.each(texts(guarded).map((text, at): [string, string] => [text, texts(plain)[at] ?? '']))(
    'freed of their guards they select the same: %s',
    (fast, slow) => {
      const properties = Object.fromEntries(['a', 'b', 'c', 'list'].map((name) => [name, {}]));
      const tools = [fast, slow].map((sql, at) =>
        tool(`probe${at}`, properties, 'read', [{ return: sql, shape: 'rows' }], { required: [] }),
      );
      const game = play({ ...SHOP, tools });
      let found = 0;
      fc.assert(
        fc.property(asked, (args) => {
          const [one, other] = [game.call('probe0', args as Json), game.call('probe1', args as Json)];
          if (one.ok && Array.isArray(one.result)) found += one.result.length;
          expect({ ...one, step: 0 }).toEqual({ ...other, step: 0 });
          expect(one.ok).toBe(true);
        }),
        { numRuns: draws(200) },
      );
      expect(found).toBeGreaterThan(0);
      game.world.close();
    },
  );
  test('an index serves a filter that is given', () => {
    const sql = `SELECT customer_id FROM customers WHERE ${guarded('a', 'customer_id')} ORDER BY customer_id`;
    const world = new World({
      ...SHOP,
      tools: [tool('probe', { a: {} }, 'read', [{ return: sql, shape: 'rows' }], { required: [] })],
    });
    const texts = world.tools.get('probe')?.program.statements.map(({ vetted }) => vetted.text);
    expect(texts).toContain('SELECT customer_id FROM customers WHERE (customer_id = :a) ORDER BY customer_id');
    world.close();
  });
});

describe('who may call', () => {
  test.each(['nothing', '__init__', 'constructor', 'toString', '__proto__', 'set_balance', 'rate_shop', ''])(
    '%j is no tool of the agent',
    (name) => {
      const answer = play(SHOP).call(name, {});
      expect(answer).toMatchObject({ ok: false, error: { code: 'UNKNOWN_TOOL' } });
      expect(answer.ok ? '' : answer.error.message).toContain('get_customer');
    },
  );
  test('users and control have their own', () => {
    expect(play(SHOP).call('rate_shop', { stars: 5 }, 'user')).toMatchObject({ ok: true, result: 5 });
    expect(play(SHOP).call('set_balance', { customer_id: 'bo', balance: 1 }, 'control').ok).toBe(true);
  });
});

describe('arguments', () => {
  test.each([
    [{}, 'customer_id'],
    [{ customer_id: 5 }, 'customer_id'],
    [{ customer_id: null }, 'customer_id'],
    [{ customer_id: 'ada', more: 1 }, 'more'],
    [{ customer_id: 'ada', __proto__x: 1 }, '__proto__x'],
    [['ada'], ''],
    ['ada', ''],
    [null, ''],
  ] as [Json, string][])('%j is refused and names %j', (args, argument) => {
    const answer = play(SHOP).call('get_customer', args);
    expect(answer).toMatchObject({ ok: false, error: { code: 'INVALID_ARGUMENT' } });
    if (argument !== '') expect(answer.ok ? null : answer.error.details).toMatchObject({ argument });
  });
  test('nothing is coerced, nested places are named', () => {
    expect(
      play(SHOP).call('place_order', { customer_id: 'bo', lines: [{ product_id: 'mug', quantity: '1' }] }),
    ).toMatchObject({ ok: false, error: { code: 'INVALID_ARGUMENT', message: 'lines.0.quantity must be integer.' } });
  });
});
