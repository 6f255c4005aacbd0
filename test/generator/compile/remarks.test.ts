// Tests sentences that demand nothing of a tool. Such sentences once flagged the tool, because no step fulfils them.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const bounded: JsonObject = { type: 'integer', minimum: 1, maximum: 9 };
const wells = (said: { create?: string; update?: string; list?: string; get?: string }) =>
  compile([
    tool('list_basins', 'List the basins.'),
    tool('create_basin', 'Create a basin.', { basin_code: 'string', name: 'string' }),
    tool('get_basin', 'Get a basin.', { basin_code: 'string' }),
    tool('get_well', `Get a well.${said.get ?? ''}`, { basin_code: 'string', well_no: 'integer' }),
    tool('list_wells', `List wells.${said.list ?? ''}`, {
      basin_code: 'string',
      'title?': 'string',
      'min_depth_m?': 'number',
    }),
    tool('create_well', `Add a well to a basin.${said.create ?? ''}`, {
      basin_code: 'string',
      title: 'string',
      depth_m: 'number',
      lat_deg: 'number',
      grade: bounded,
    }),
    tool('update_well', `Change a well.${said.update ?? ''}`, {
      basin_code: 'string',
      well_no: 'integer',
      'title?': 'string',
      'depth_m?': 'number',
    }),
  ]);

describe('a sentence without a rule', () => {
  test.each([
    [' Depth in metres.'],
    [' Depth and lat are given in decimal degrees, WGS84.'],
    [' All amounts are in EUR.'],
    [' Times are in UTC.'],
    [' Grade goes from 1 (poor) to 9 (rich).'],
    [" You'll get back the well including its id – keep the id, you need it for everything else."],
  ])('"%s" flags no create', (sentence) => {
    expect(flagOf(wells({ create: sentence }), 'create_well')).toBe('');
  });
  test.each([
    [' All filters are optional; they’re combined with AND.'],
    [' Filters are applied together.'],
    [' Multiple filters can be combined using AND.'],
    [' All given filters must match.'],
    [' Every filter is optional and they can be combined with AND.'],
    [' All filters are optional and joined with AND.'],
    [' You may mix the filters, each of them must apply.'],
    [' Tip: for the deep ones pass min_depth_m.'],
    [' The list is empty when nothing matches.'],
    [' Returns an empty list if no rows match.'],
  ])('"%s" flags no list', (sentence) => {
    expect(flagOf(wells({ list: sentence }), 'list_wells')).toBe('');
  });
  test('"Well numbers are unique only within a basin" repeats the key of two parts', () => {
    expect(flagOf(wells({ get: ' Well numbers are unique only within a basin.' }), 'get_well')).toBe('');
    expect(flagOf(wells({ get: ' Well numbers are unique only within a country.' }), 'get_well')).toContain('country');
  });
  test.each([
    [' At least one of the two must be provided.'],
    [' Provide at least one field to change.'],
    [' At least one of title or depth_m is required.'],
  ])('"%s" is what an update refuses', (sentence) => {
    expect(flagOf(wells({ update: sentence }), 'update_well')).toBe('');
  });
});

describe('a sentence with a rule', () => {
  test.each([[' Depth in metres below the casing.'], [' Grade goes from 1 to 5.'], [' Drillers are in Utrecht.']])(
    '"%s" flags the create',
    (sentence) => {
      expect(flagOf(wells({ create: sentence }), 'create_well')).not.toBe('');
    },
  );
  test.each([
    [' Filters are combined with OR.'],
    [' One of the given filters must match.'],
    [' The list is empty when the basin is dry.'],
  ])('"%s" flags the list', (sentence) => {
    expect(flagOf(wells({ list: sentence }), 'list_wells')).not.toBe('');
  });
  test.each([
    [' At least one of the three must be provided.'],
    [' At least one of title or colour is required.'],
    [' At least one tag must be given.'],
  ])('"%s" flags the update', (sentence) => {
    expect(flagOf(wells({ update: sentence }), 'update_well')).not.toBe('');
  });
});

describe('a row that must be there', () => {
  const crews = (said: string) =>
    compile([
      tool('list_crews', 'List the crews.'),
      tool('create_crew', 'Create a crew.', { name: 'string' }),
      tool('get_crew', `Get a crew.${said}`, { crew_id: 'string' }),
      tool('delete_crew', `Delete a crew.${said}`, { crew_id: 'string' }),
      tool('create_trip', `Create a trip.${said}`, { crew_id: 'string', title: 'string' }),
      tool('get_trip', 'Get a trip.', { trip_id: 'string' }),
    ]);
  test.each([
    ' Fails if the crew does not exist.',
    " Fails when the crew doesn't exist.",
    ' Returns an error if no crew with this id exists.',
    ' Throws NOT_FOUND when the crew is unknown.',
    ' Returns 404 if the crew is not found.',
    ' The crew must exist.',
  ])('"%s" is what every call looks for', (sentence) => {
    const all = crews(sentence);
    expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
    const call = playerOf(all);
    for (const name of ['get_crew', 'delete_crew', 'create_trip'])
      expect(call(name, { crew_id: 'none', ...(name === 'create_trip' ? { title: 'North' } : {}) })).toBe('NOT_FOUND');
  });
  test.each([
    ' Fails if the boat does not exist.',
    ' Creates the crew if it does not exist.',
    ' Returns null if the crew does not exist.',
    ' Does nothing if the crew does not exist.',
    ' Fails if the crew exists.',
  ])('"%s" says something else, so it flags the tools', (sentence) => {
    const all = crews(sentence);
    expect(flagOf(all, 'delete_crew')).not.toBe('');
    expect(flagOf(all, 'create_trip')).not.toBe('');
  });
});

test('whole units are a rule, unless the values are whole by the schema', () => {
  const bags = (type: 'integer' | 'number' | 'string') =>
    compile([
      tool('list_bags', 'List the bags.'),
      tool('create_bag', 'Create a bag. The weight must be in whole kilograms.', { label: 'string', weight: type }),
    ]);
  expect(flagOf(bags('integer'), 'create_bag')).toBe('');
  expect(flagOf(bags('number'), 'create_bag')).toContain('whole kilograms');
  expect(flagOf(bags('string'), 'create_bag')).toContain('whole kilograms');
});

test('an unknown code is refused only where it is the key of a row', () => {
  const sale = (said: string) =>
    compile([
      tool('list_patrons', 'List the patrons.'),
      tool('create_patron', 'Create a patron.', { name: 'string' }),
      tool('create_sale', `Create a sale. ${said}`, { patron_id: 'string', voucher_code: 'string' }),
      tool('get_sale', 'Get a sale.', { sale_id: 'string' }),
    ]);
  expect(flagOf(sale('Fails if the id is unknown.'), 'create_sale')).toBe('');
  expect(flagOf(sale('Fails if the code is unknown.'), 'create_sale')).not.toBe('');
  expect(flagOf(sale('Fails if the number does not exist.'), 'create_sale')).not.toBe('');
});

test('advice about an id ends where the next clause begins', () => {
  const halls = (said: string, end = '.') =>
    compile([
      tool('list_halls', 'List the halls.'),
      tool('create_hall', `Create a hall${end}${said}`, { name: 'string', price: 'number' }),
    ]);
  expect(flagOf(halls(' You get back the id, keep it for later calls.'), 'create_hall')).toBe('');
  expect(flagOf(halls(' Returns the hall, note that the price is doubled on Sundays.'), 'create_hall')).not.toBe('');
  expect(flagOf(halls(' Returns the hall, keep the id, the price is doubled on Sundays.'), 'create_hall')).not.toBe('');
  expect(flagOf(halls(' keep the id.', ','), 'create_hall')).toBe('');
  expect(flagOf(halls(' note that the price is doubled on Sundays.', ','), 'create_hall')).not.toBe('');
  expect(flagOf(halls(' keep the id, the price is doubled on Sundays.', ','), 'create_hall')).not.toBe('');
});

describe('"null clears a value"', () => {
  const buoys = (said: string, colour: JsonObject) =>
    compile([
      tool('get_buoy', 'Get a buoy.', { buoy_id: 'string' }),
      tool('create_buoy', 'Create a buoy.', { title: 'string', 'colour?': 'string' }),
      tool('update_buoy', `Update a buoy.${said}`, { buoy_id: 'string', 'title?': 'string', 'colour?': colour }),
    ]);
  const nullable = { type: ['string', 'null'] };
  test.each([
    ' Omitted fields keep their value; null clears a field.',
    ' Pass null to clear a field.',
    ' To clear a field, pass null.',
    ' Null removes the value.',
  ])('%s', (said) => {
    const all = buoys(said, nullable);
    expect(flagOf(all, 'update_buoy')).toBe('');
    const call = playerOf(all);
    const { id, buoy_id = id } = call('create_buoy', { title: 'North', colour: 'red' }) as Record<string, string>;
    expect(call('update_buoy', { buoy_id: buoy_id ?? '', title: 'South' })).toMatchObject({ colour: 'red' });
    expect(call('update_buoy', { buoy_id: buoy_id ?? '', colour: null })).toMatchObject({ colour: null });
  });
  test('is a flag where no argument may be null', () => {
    expect(flagOf(buoys(' Null clears a field.', { type: 'string' }), 'update_buoy')).toContain('Null');
  });
});
