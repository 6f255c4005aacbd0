// Tests words in the place of ids, nouns that look like other nouns, and months for which a value holds, in a list of
// tools about ledgers. Each tool asks for the ledger, and a fund is found within a ledger.
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const LEDGER: JsonObject = { type: 'string', description: "The id of the ledger (use 'last-used' for default ledger)" };

const all = compile([
  tool('get_ledger', 'Get a ledger.', { ledger_id: LEDGER }, { ledger_id: 'string', title: 'string' }),
  tool('get_fund', 'Get a fund.', { ledger_id: LEDGER, fund_id: 'string' }),
  tool('update_fund', 'Update a fund.', { ledger_id: LEDGER, fund_id: 'string', 'name?': 'string' }),
  tool('update_fund_ledger', 'Update the planned amount of a fund in a specific month.', {
    ledger_id: LEDGER,
    month: 'string',
    fund_id: 'string',
    planned: 'number',
  }),
  tool('create_entry', 'Create an entry.', {
    ledger_id: LEDGER,
    'fund_id?': 'string',
    amount: 'number',
    'approved?': 'boolean',
  }),
  tool('get_unapproved_entries', 'Get all unapproved entries.', { ledger_id: LEDGER }),
  tool('get_entry', 'Get an entry.', { ledger_id: LEDGER, entry_id: 'string' }),
  tool('create_scheduled_entry', 'Create a scheduled entry.', { ledger_id: LEDGER, amount: 'number' }),
  tool('delete_scheduled_entry', 'Delete a scheduled entry.', { ledger_id: LEDGER, scheduled_entry_id: 'string' }),
  tool('list_scheduled_entries', 'List scheduled entries.', { ledger_id: LEDGER }),
]);
const call = playerOf(all);
const entries = call('list_scheduled_entries', { ledger_id: 'led_1001' });

test('the word for the usual row answers UNAVAILABLE, and an id works', () => {
  expect(flagOf(all, 'get_ledger')).toBe('');
  expect(call('get_ledger', { ledger_id: 'last-used' })).toBe('UNAVAILABLE');
  expect(call('get_ledger', { ledger_id: 'led_1001' })).toMatchObject({ ledger_id: 'led_1001' });
  expect(call('get_ledger', { ledger_id: 'none' })).toBe('NOT_FOUND');
});

test('the ledger of a fund is no ledger of its own, so the fund of an entry is kept', () => {
  const made = call('create_entry', { ledger_id: 'led_1001', amount: 5 }) as JsonObject;
  expect(made).toMatchObject({ ledger_id: 'led_1001', amount: 5, fund_id: null });
  expect(all.plan.tables.find(({ name }) => name === 'ledgers')?.columns.map(({ name }) => name)).not.toContain(
    'fund_id',
  );
});

test('a value that holds for a month is no value of the row', () =>
  expect(flagOf(all, 'update_fund_ledger')).toContain('month may name for which time'));

test('unapproved rows are those that are not approved', () => {
  expect(flagOf(all, 'get_unapproved_entries')).toBe('');
  const open = call('create_entry', { ledger_id: 'led_1001', amount: 7 }) as JsonObject;
  const done = call('create_entry', { ledger_id: 'led_1001', amount: 8, approved: true }) as JsonObject;
  const ids = (call('get_unapproved_entries', { ledger_id: 'led_1001' }) as JsonObject[]).map(({ id }) => id);
  expect(ids).toContain(open['id']);
  expect(ids).not.toContain(done['id']);
});

test('a scheduled entry is a noun, and no entry in the state scheduled', () => {
  expect(['create_scheduled_entry', 'delete_scheduled_entry'].map((name) => flagOf(all, name))).toEqual(['', '']);
  const made = call('create_scheduled_entry', { ledger_id: 'led_1001', amount: 3 }) as JsonObject;
  expect(Object.keys(made)).not.toContain('status');
  expect(call('delete_scheduled_entry', { ledger_id: 'led_1001', scheduled_entry_id: made['id'] ?? '' })).not.toBe(
    'NOT_FOUND',
  );
  expect(call('list_scheduled_entries', { ledger_id: 'led_1001' })).toEqual(entries);
});

test('an optional argument with a condition is refused, and the tool works without it', () => {
  const target: JsonObject = { type: 'number', description: 'New target, only works if the fund already has a target' };
  const funds = compile([
    tool('create_fund', 'Create a fund.', { name: 'string' }),
    tool('update_fund', 'Update a fund.', { fund_id: 'string', 'name?': 'string', 'target?': target }),
  ]);
  const play = playerOf(funds);
  const { id = '' } = play('create_fund', { name: 'Roof' }) as JsonObject;
  expect(play('update_fund', { fund_id: id, name: 'Floor' })).toMatchObject({ name: 'Floor' });
  expect(play('update_fund', { fund_id: id, target: 5 })).toBe('UNAVAILABLE');
});

test('a result that is declared as one text is answered as the row', () => {
  const roofs = compile([
    tool('create_roof', 'Create a roof. Returns the created roof.', { name: 'string' }, { result: 'string' }),
    tool('list_roofs', 'List roofs.', {}, { result: 'string' }),
  ]);
  expect(playerOf(roofs)('create_roof', { name: 'Slate' })).toMatchObject({ name: 'Slate' });
});
