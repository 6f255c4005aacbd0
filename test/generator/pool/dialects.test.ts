// Tests every dialect of tool schemas: callgym recognizes it by its content, reads it and repairs it.
import { describe, expect, test } from 'vitest';
import { makeAjv } from '../../../envs/values/validator.ts';
import { DIALECTS } from '../../../generator/pool/dialects/all-dialects.ts';
import { byName, poolFixtures, poolOf } from '../../support/pool.ts';

const FIXTURES = [
  ['library.openai.json', 'openai', 10],
  ['museum.jsonl', 'openai', 4],
  ['greenhouse.anthropic.json', 'anthropic', 8],
  ['parcels.gemini.json', 'gemini', 7],
  ['clinic.mcp.json', 'mcp', 8],
  ['bakery.swagger.json', 'swagger 2', 6],
  ['allotments.openapi.yaml', 'openapi 3.1', 5],
  ['kart-track.benchmark.json', 'loose', 5],
  ['lockers.benchmark.json', 'loose', 3],
  ['tides.rapidapi.json', 'rapidapi', 3],
] as const;

test.each(FIXTURES)('%s is %s with %d tools; all schemas compile, all names are legal', (file, format, count) => {
  const { report, tools } = poolFixtures(file);
  expect(report.sources).toMatchObject([{ format, tools: count, rejected: 0, duplicates: 0 }]);
  for (const tool of tools) {
    expect(tool.name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
    expect(tool.parameters).toMatchObject({ type: 'object' });
    makeAjv().compile(tool.parameters);
    makeAjv().compile(tool.returns ?? {});
  }
});

test('every dialect has a bundled file that is read as it', () => {
  const formats = new Set<string>(FIXTURES.map(([, format]) => format));
  expect(DIALECTS.map(({ name }) => name).filter((name) => !formats.has(name))).toEqual([]);
});

test('a file that is read but holds no tools is a source of none, not a rejection', () => {
  const { report } = poolFixtures();
  expect(report.sources.find(({ path }) => path.endsWith('parts.yaml'))).toMatchObject({
    format: 'none',
    tools: 0,
    rejected: 0,
  });
});

test('dialects are told by content, whatever the file is called', () => {
  const tool = {
    name: 'pay',
    description: 'Pays.',
    parameters: { type: 'object', properties: { amount: { type: 'number' } } },
  };
  const wrapped = { type: 'function', function: tool };
  const flat = { type: 'function', ...tool };
  for (const value of [
    tool,
    [tool],
    wrapped,
    [wrapped],
    flat,
    { tools: [wrapped] },
    { pay: tool },
    [{ domain: 'd', tools: [tool] }],
  ]) {
    const { tools } = poolOf({ 'x.json': value });
    expect(tools).toMatchObject([{ name: 'pay', parameters: tool.parameters }]);
  }
});

test('a result of tools/list keeps what it says of each tool', () => {
  const found = poolOf({
    'x.json': {
      jsonrpc: '2.0',
      id: 1,
      result: {
        tools: [
          {
            name: 'read_it',
            title: 'Reads',
            inputSchema: { type: 'object' },
            outputSchema: { type: 'object', properties: { a: { type: 'string' } } },
            annotations: { readOnlyHint: true, idempotentHint: true },
          },
        ],
      },
    },
  });
  expect(found.tools).toMatchObject([
    {
      name: 'read_it',
      description: 'Reads',
      hints: { read_only: true, idempotent: true },
      returns: { properties: { a: { type: 'string' } } },
    },
  ]);
});

describe('repairs of benchmark dialects', () => {
  const kart = poolFixtures('kart-track.benchmark.json');

  test('types, and items of arrays', () => {
    expect(byName(kart, 'kart_register_driver').parameters['properties']).toMatchObject({
      height_cm: { type: 'number' },
      tags: { type: 'array', items: {} },
    });
    expect(byName(kart, 'kart_register_driver').parameters).not.toHaveProperty('properties.contact.type');
    expect(byName(kart, 'kart_get_lap_times').returns).toMatchObject({
      properties: { laps: { type: 'array', items: {} } },
    });
  });

  test('defaults and enumerations that only prose tells', () => {
    expect(byName(kart, 'kart_book_race').parameters['properties']).toMatchObject({
      kart_class: { enum: ['junior', 'standard', 'pro'], default: 'standard' },
    });
    expect(byName(kart, 'kart_get_lap_times').parameters).toMatchObject({ properties: { best: { default: 3 } } });
    const lockers = poolFixtures('lockers.benchmark.json');
    expect(byName(lockers, 'RentLocker').parameters).toMatchObject({
      properties: { size: { enum: ['small', 'medium', 'large'] }, hours: { type: 'integer', default: 4 } },
      required: ['size'],
    });
  });

  test('required names that are no parameter are dropped; what stood there is kept', () => {
    const tool = byName(kart, 'kart_book_race');
    expect(tool.parameters['required']).toEqual(['race_id', 'driver_id']);
    expect(tool.original).toMatchObject({
      name: 'kart.book_race',
      parameters: { type: 'dict', required: ['race_id', 'driver_id', 'helmet_size'] },
    });
    expect(tool.original.repairs?.join('\n')).toContain('helmet_size');
  });

  test('samples and lists of results become schemas', () => {
    const tides = poolFixtures('tides.rapidapi.json');
    expect(byName(tides, 'Stations_by_bay')).toMatchObject({
      group: 'Weather/Tide Tables',
      hints: { method: 'GET' },
      parameters: {
        properties: { bay: { type: 'string', examples: ['Northhaven'] }, limit: { type: 'number' } },
        required: ['bay'],
      },
      returns: {
        properties: {
          stations: {
            type: 'array',
            items: { properties: { station_id: { type: 'string' }, lat: { type: 'number' } } },
          },
        },
      },
    });
    expect(JSON.stringify(byName(tides, 'Stations_by_bay').returns)).not.toContain('_list_length');
    expect(byName(tides, 'Tides_station').returns).toMatchObject({
      properties: { warnings: { type: 'array' }, moon: { type: 'array', items: { type: 'string' } } },
    });
    expect(byName(poolFixtures('lockers.benchmark.json'), 'OpenLocker').returns).toMatchObject({
      properties: { opened: { type: 'boolean' } },
    });
  });

  test.each([
    ['Colour, one of: red, green, blue.', ['red', 'green', 'blue']],
    ["Must be either 'km' or 'mi'.", ['km', 'mi']],
    ['可选值：早餐、午餐', undefined],
    ["Kind of meal, e.g. 'breakfast' or 'lunch'.", undefined],
    ['A city such as Rome, Oslo or Lima', undefined],
    ['Sizes like small, medium, large etc.', undefined],
  ])('enumeration in %j', (description, values) => {
    const { tools } = poolOf({
      'x.json': [
        {
          name: 'a',
          description: '',
          parameters: { type: 'dict', properties: { p: { type: 'string', description } } },
        },
      ],
    });
    const parameter = tools[0]?.parameters as { properties: { p: { enum?: string[] } } };
    expect(parameter.properties.p.enum).toEqual(values);
  });

  test.each([
    ['How many. Default is 10.', 'integer', 10],
    ['How many (default: 2.5)', 'integer', undefined],
    ["Unit. Defaults to 'metric'", 'string', 'metric'],
    ['The default city of the user', 'string', undefined],
    ['Whether to wait; true by default... default true', 'boolean', true],
  ])('default in %j of type %s', (description, type, value) => {
    const { tools } = poolOf({
      'x.json': [
        { name: 'a', description: '', parameters: { type: 'dict', properties: { p: { type, description } } } },
      ],
    });
    const parameter = tools[0]?.parameters as { properties: { p: { default?: unknown } } };
    expect(parameter.properties.p.default).toEqual(value);
  });
});
