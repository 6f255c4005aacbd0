// Tests how a source of tools becomes a pool: every tool is accounted for, each rejected tool has a reason, and the
// original is kept.
import { fc, test as property } from '../../support/laws.ts';
import { describe, expect, test } from 'vitest';
import { makeRandom } from '../../../envs/random.ts';
import { byName, poolFixtures, poolOf } from '../../support/pool.ts';
import { draws } from '../../support/draws.ts';

const tool = (
  name: string,
  description: string,
  properties: object = { id: { type: 'string' } },
  more: object = {},
): object => ({
  name,
  description,
  parameters: { type: 'object', properties },
  ...more,
});

describe('boilerplate', () => {
  const opening = 'These functions belong to the harbour office, where ships ask for berths. Tool description: ';
  const names = ['list_berths', 'assign_berth', 'free_berth', 'get_ship'];
  const said = ['List free berths.', 'Give a ship a berth.', 'Free a berth.', 'Get a ship.'];

  test('an opening that a source shares is set aside and kept', () => {
    const found = poolOf({
      'x.json': names.map((name, at) => tool(name, `${opening}${said[at]}`, { [name]: { type: 'string' } })),
    });
    expect(found.tools.map(({ description }) => description)).toEqual(said);
    expect(found.tools[0]?.original.description).toBe(`${opening}${said[0]}`);
  });

  test('it is found without any grouping, among others', () => {
    const others = ['pay', 'ship', 'bake'].map((name) =>
      tool(name, `To ${name} something.`, { [name]: { type: 'string' } }),
    );
    const mixed = makeRandom(1).shuffled([
      ...others,
      ...names.map((name, at) => tool(name, `${opening}${said[at]}`, { [name]: { type: 'string' } })),
    ]);
    const found = poolOf({ 'x.json': mixed });
    expect(byName(found, 'free_berth').description).toBe('Free a berth.');
    expect(byName(found, 'pay').description).toBe('To pay something.');
  });

  test('what tells what the tools do is none', () => {
    const same = 'Creates a new order for the customer. ';
    const found = poolOf({
      'x.json': ['create_order', 'create_new_order', 'order_create'].map((name, at) =>
        tool(name, `${same}Way ${at}.`, { [`a${at}`]: { type: 'string' } }),
      ),
    });
    for (const { description } of found.tools) expect(description).toContain(same.trim());
  });
});

describe('duplicates name the tool that they repeat', () => {
  test('exact and near ones', () => {
    const found = poolOf({
      'x.json': [
        tool('get_tide', 'Get high and low water of a station.'),
        tool('get_tide', 'Get high and low water of a station.'),
        tool('getTide', 'Get the high and low water of one station.'),
        tool('get_tide_table', 'Print a table.'),
      ],
    });
    expect(found.tools.map(({ name }) => name)).toEqual(['get_tide', 'get_tide_table']);
    expect(found.report.duplicates).toBe(2);
    expect(found.told).toMatchObject([
      { kind: 'duplicate', name: 'get_tide', repeats: 'get_tide', how: 'exact' },
      { kind: 'duplicate', name: 'getTide', repeats: 'get_tide', how: 'near' },
    ]);
  });

  test('tools of the same name that do other things are no duplicates', () => {
    const found = poolOf({
      'x.json': [tool('search', 'Search ships by flag.'), tool('search', 'Find recipes with an ingredient.')],
    });
    expect(found.report).toMatchObject({ tools: 2, duplicates: 0 });
    expect(new Set(found.tools.map(({ name }) => name)).size).toBe(2);
  });

  const product = (domain: string, ...names: string[]): object => ({
    domain,
    tools: names.map((name) => tool(name, `To ${name.replaceAll('_', ' ')} here.`, { [name]: { type: 'string' } })),
  });

  test('a product keeps a tool that another product has too', () => {
    const found = poolOf({
      'x.json': [
        product('shop', 'list_users', 'sell', 'buy', 'refund'),
        product('forum', 'list_users', 'post', 'like', 'mute'),
      ],
    });
    expect(found.report).toMatchObject({ tools: 8, duplicates: 0 });
    expect(found.tools.filter(({ original }) => original.name === 'list_users').map(({ name }) => name)).toEqual([
      'shop_list_users',
      'forum_list_users',
    ]);
  });

  test('a copy of a product goes', () => {
    const names = ['list_users', 'sell', 'buy', 'refund'];
    const found = poolOf({ 'x.json': [product('shop', ...names), product('shop copy', ...names)] });
    expect(found.report).toMatchObject({ tools: 4, duplicates: 4 });
  });
});

describe('names', () => {
  test('are legal, and what stood there is kept', () => {
    const found = poolOf({
      'x.json': [tool('Größe/messen (m²)', 'a'), tool('2fa', 'b'), tool('預訂', 'c'), tool('x'.repeat(90), 'd')],
    });
    expect(found.tools.map(({ original }) => original.name)).toEqual([
      'Größe/messen (m²)',
      '2fa',
      '預訂',
      'x'.repeat(90),
    ]);
    expect(found.tools.slice(0, 2).map(({ name }) => name)).toEqual(['Große_messen_m2'.replace('ß', '_'), '_2fa']);
    for (const { name } of found.tools) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
  });

  test('another source is told by its file', () => {
    const found = poolOf({
      'a.json': [tool('search', 'Search ships by flag.')],
      'b/cookery.json': [tool('search', 'Find recipes with an ingredient.')],
    });
    expect(found.tools.map(({ name }) => name)).toEqual(['search', 'cookery_search']);
  });

  property.prop([fc.integer({ min: 1, max: 1e6 })], { numRuns: draws(20) })(
    'do not depend on the order of the tools',
    (seed) => {
      const tools = ['search', 'search', 'search', 'find', 'Find', 'list', 'list'].map((name, at) =>
        tool(name, `It does thing ${'abcdefg'[at] ?? ''}${at} to q${at}.`, { [`p${at}`]: { type: 'string' } }),
      );
      const nameOf = (items: readonly object[]): Map<string, string> =>
        new Map(poolOf({ 'x.json': items }).tools.map((each) => [each.description, each.name]));
      expect(nameOf(makeRandom(seed).shuffled(tools))).toEqual(nameOf(tools));
    },
  );
});

describe('nothing vanishes', () => {
  const broken: readonly unknown[] = [
    7,
    'text',
    null,
    { description: 'no name' },
    { name: '' },
    { name: 'bad', parameters: { type: 'string' } },
    { name: 'worse', parameters: 3 },
    [],
    { name: 'x', parameters: { type: 'object', properties: { a: { $ref: '#/nowhere' } } } },
  ];
  const good = fc.constantFrom('open', 'close', 'lift', 'lower').map((name) => tool(name, `To ${name}.`));

  property.prop([fc.array(fc.oneof(good, fc.constantFrom(...broken)), { maxLength: 12 })], { numRuns: draws(60) })(
    'tools + rejected + duplicates = input',
    (items) => {
      // the first tool is a good one, so that the file counts as a file of tools
      const all = [tool('first', 'The first.'), ...items];
      const { report } = poolOf({ 'x.json': { tools: all } });
      const counted = all.filter((item) => !Array.isArray(item));
      expect(report.tools + report.rejected_total + report.duplicates).toBe(counted.length);
    },
  );

  test('a bad file is one rejection among good files', () => {
    const { report } = poolOf({ 'a.json': '{"tools": [', 'b.json': [tool('ok', 'Fine.')], 'c.yaml': 'a: [1' });
    expect(report).toMatchObject({ tools: 1, rejected_total: 2 });
    expect(report.rejected.map(({ source }) => source.split('/').at(-1))).toEqual(['a.json', 'c.yaml']);
  });

  test('a line that is no JSON is one rejection among good lines', () => {
    const { report } = poolOf({
      'a.jsonl': `${JSON.stringify(tool('a', 'A.'))}\n{"name": \n${JSON.stringify(tool('b', 'B.'))}\n`,
    });
    expect(report).toMatchObject({ tools: 2, rejected_total: 1 });
  });

  test('nothing at all is refused, and no file is left', () => {
    expect(() => poolOf({ 'a.json': { hello: 1 } })).toThrow(/no tool schema was found/);
    expect(() => poolOf({ 'a.json': '' })).toThrow(/is empty/);
  });
});

test('the same sources give the same bytes', () => {
  expect(poolFixtures().text).toBe(poolFixtures().text);
});

describe('hostile input', () => {
  test('a billion laughs end', () => {
    const levels = Array.from({ length: 12 }, (_none, at) =>
      at === 0
        ? 'l0: &l0 [ha, ha]'
        : `l${at}: &l${at} [${Array(10)
            .fill(`*l${at - 1}`)
            .join(', ')}]`,
    );
    const { report } = poolOf({ 'a.yaml': levels.join('\n'), 'b.json': [tool('ok', 'Fine.')] });
    expect(report).toMatchObject({ tools: 1, rejected_total: 1 });
  });

  test('__proto__ is a name like any other, and no parameter', () => {
    const text =
      '[{"name": "a", "description": "d", "parameters": {"type": "dict", "properties": {"__proto__": {"type": "string"}, "ok": {"type": "string"}, "constructor": {"type": "string"}}}}]';
    const { tools } = poolOf({ 'a.json': text });
    expect(
      Object.keys((tools[0] as { parameters: { properties: object } } | undefined)?.parameters.properties ?? {}).sort(),
    ).toEqual(['constructor', 'ok']);
    expect(({} as { type?: unknown }).type).toBeUndefined();
  });

  test.each([1_000, 50_000])('a schema nested %d levels deep stops nothing', (levels) => {
    const text = `[{"name": "deep", "description": "", "parameters": ${'{"type": "dict", "properties": {"a": '.repeat(levels)}{}${'}}'.repeat(levels)}}, ${JSON.stringify(tool('ok', 'Fine.'))}]`;
    const { report } = poolOf({ 'a.json': text });
    expect(report.tools + report.rejected_total).toBe(2);
    expect(report.tools).toBeGreaterThan(0);
  });

  test('JSON nested a hundred thousand levels deep is rejected', () => {
    const { report } = poolOf({
      'a.json': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      'b.json': [tool('ok', 'Fine.')],
    });
    expect(report.tools).toBe(1);
  });
});
