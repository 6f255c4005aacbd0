// Tests sentences that compare two values: the call refuses values in another order.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const day = (description = ''): JsonObject => ({ type: 'string', format: 'date', description });
const hires = (said: string, ofEnd = '', change = '') =>
  compile([
    tool('list_hires', 'List the hires.'),
    tool('get_hire', 'Get a hire.', { hire_id: 'string' }),
    tool('create_hire', `Create a hire.${said}`, {
      boat: 'string',
      start_date: day(),
      end_date: day(ofEnd),
      'min_crew?': 'integer',
      'max_crew?': 'integer',
    }),
    tool('update_hire', `Change a hire.${change}`, { hire_id: 'string', 'end_date?': day(), 'start_date?': day() }),
  ]);
const hire = { boat: 'Heron', start_date: '2031-06-02', end_date: '2031-06-04' };

describe('two values of a call', () => {
  test.each([
    [' End date must be later than start date.', ''],
    [' end_date has to be after start_date.', ''],
    [' The end must come after the start.', ''],
    [' Fails if the end date is before the start date.', ''],
    [" The end date mustn't be earlier than the start date.", ''],
    ['', 'Must be after start_date.'],
    ['', 'Last day of the hire. It must be on or after the start date.'],
  ])('"%s%s" is kept', (said, ofEnd) => {
    const all = hires(said, ofEnd);
    expect(flagOf(all, 'create_hire')).toBe('');
    const call = playerOf(all);
    expect(call('create_hire', hire)).toMatchObject({ boat: 'Heron' });
    expect(call('create_hire', { ...hire, end_date: '2031-06-01' })).toBe('INVALID_ARGUMENT');
  });
  test('numbers compare too, where both are given', () => {
    const all = hires(' min_crew must not exceed max_crew.');
    expect(flagOf(all, 'create_hire')).toBe('');
    const call = playerOf(all);
    expect(call('create_hire', { ...hire, min_crew: 4 })).toMatchObject({ boat: 'Heron' });
    expect(call('create_hire', { ...hire, min_crew: 4, max_crew: 3 })).toBe('INVALID_ARGUMENT');
    expect(call('create_hire', { ...hire, min_crew: 3, max_crew: 3 })).toMatchObject({ boat: 'Heron' });
  });
  test.each([
    ' The end date must be after the tide.',
    ' End date must be after boat.',
    ' The season must be after the start date.',
  ])('"%s" compares something unknown, so it flags the tool', (said) => {
    expect(flagOf(hires(said), 'create_hire')).toContain(said.trim());
  });
});

test('an update compares with the value that stays in the row', () => {
  const all = hires('', '', ' The end date must be after the start date.');
  expect(flagOf(all, 'update_hire')).toBe('');
  const call = playerOf(all);
  const made = call('create_hire', hire) as JsonObject;
  const id = String(made['hire_id'] ?? made['id']);
  expect(call('update_hire', { hire_id: id, end_date: '2031-06-01' })).toBe('INVALID_ARGUMENT');
  expect(call('update_hire', { hire_id: id, end_date: '2031-06-09' })).toMatchObject({ end_date: '2031-06-09' });
  expect(call('update_hire', { hire_id: id, start_date: '2031-06-08' })).toMatchObject({ start_date: '2031-06-08' });
  expect(call('update_hire', { hire_id: id, start_date: '2031-06-10' })).toBe('INVALID_ARGUMENT');
});

test('the new value must be after the present one', () => {
  const all = hires('', '', ' The end date must be after the current end date.');
  expect(flagOf(all, 'update_hire')).toBe('');
  const call = playerOf(all);
  const made = call('create_hire', hire) as JsonObject;
  const id = String(made['hire_id'] ?? made['id']);
  expect(call('update_hire', { hire_id: id, end_date: '2031-06-03' })).toBe('INVALID_ARGUMENT');
  expect(call('update_hire', { hire_id: id, end_date: '2031-06-05' })).toMatchObject({ end_date: '2031-06-05' });
});

test('a text argument with the same sentence as a compared one is not compared', () => {
  const said = 'Must be after start_date.';
  const all = compile([
    tool('list_hires', 'List the hires.'),
    tool('create_hire', 'Create a hire.', {
      boat: 'string',
      start_date: day(),
      end_date: day(said),
      reminder: { type: 'string', description: said },
    }),
  ]);
  expect(flagOf(all, 'create_hire')).toContain(said);
});

describe('a new value and the one that stays', () => {
  const offers = (said: string, ofPrice: string) =>
    compile([
      tool('create_offer', 'Create an offer.', { boat: 'string', price: 'number' }),
      tool('get_offer', 'Get an offer.', { offer_id: 'string' }),
      tool('update_offer', `Change the price of an offer.${said}`, {
        offer_id: 'string',
        price: { type: 'number', description: ofPrice },
      }),
    ]);
  test.each([
    [' The new price must be higher than the old one.', ''],
    [' The new price must be higher.', ''],
    ['', 'The new price. Must be higher than the current one.'],
    ['', 'New price, higher than the present one'],
    ['', 'New price (must exceed the old price)'],
  ])('"%s%s" is kept', (said, ofPrice) => {
    const all = offers(said, ofPrice);
    expect(flagOf(all, 'update_offer')).toBe('');
    const call = playerOf(all);
    const { id } = call('create_offer', { boat: 'Heron', price: 20 }) as { id: string };
    expect(call('update_offer', { offer_id: id, price: 12 })).toBe('INVALID_ARGUMENT');
    expect(call('update_offer', { offer_id: id, price: 32 })).toMatchObject({ price: 32 });
  });
});
