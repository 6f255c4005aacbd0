// An environment for tests that compare outcomes. It has every column role, new rows that refer to new rows, an outbox,
// and real numbers.
import type { Environment } from '../../envs/values/environment.ts';
import { tool } from './shop.ts';

const TEXT = { type: 'string' };
const INT = { type: 'integer' };

export const LEDGER: Environment = {
  format: 1,
  name: 'ledger',
  title: 'Ledger',
  description: 'Accounts and transfers.',
  origin: 'test',
  clock: '2031-05-01T09:00:00Z',
  columns: {
    'accounts.account_id': 'minted',
    'accounts.label': 'prose',
    'accounts.opened_at': 'timestamp',
    'accounts.closed_at': 'timestamp',
    'accounts.frozen': 'boolean',
    'accounts.meta': 'json',
    'transfers.transfer_id': 'minted',
    'transfers.memo': 'prose',
    'mails.mail_id': 'minted',
    'mails.body': 'prose',
  },
  documents: {},
  arguments: 'strict',
  schema: `
CREATE TABLE accounts (
  account_id TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  label TEXT,
  opened_at TEXT NOT NULL,
  closed_at TEXT,
  balance INTEGER NOT NULL DEFAULT 0,
  rate REAL NOT NULL DEFAULT 0,
  frozen INTEGER NOT NULL DEFAULT 0,
  meta TEXT,
  extra ANY
) STRICT;
CREATE TABLE transfers (
  transfer_id TEXT PRIMARY KEY,
  from_account TEXT NOT NULL REFERENCES accounts (account_id) ON DELETE CASCADE ON UPDATE CASCADE,
  to_account TEXT NOT NULL REFERENCES accounts (account_id) ON DELETE CASCADE ON UPDATE CASCADE,
  amount INTEGER NOT NULL,
  memo TEXT
) STRICT;
CREATE TABLE mails (mail_id TEXT PRIMARY KEY, receiver TEXT NOT NULL, body TEXT NOT NULL) STRICT;
CREATE TABLE links (a TEXT NOT NULL REFERENCES accounts (account_id), b TEXT NOT NULL REFERENCES accounts (account_id), PRIMARY KEY (a, b)) STRICT;
CREATE TABLE limits (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
`,
  tools: [
    tool(
      'open_account',
      { owner: TEXT, label: TEXT },
      'write',
      [
        { let: 'fresh', sql: "SELECT new_id('acc_') AS id" },
        { run: 'INSERT INTO accounts (account_id, owner, label, opened_at) VALUES (:fresh.id, :owner, :label, now())' },
        { return: ':fresh.id', shape: 'value' },
      ],
      { required: ['owner'] },
    ),
    tool(
      'transfer',
      { from: TEXT, to: TEXT, amount: INT, memo: TEXT },
      'write',
      [
        { let: 'fresh', sql: "SELECT new_id('tr_') AS id" },
        {
          run: 'INSERT INTO transfers (transfer_id, from_account, to_account, amount, memo) VALUES (:fresh.id, :from, :to, :amount, :memo)',
        },
        { return: ':fresh.id', shape: 'value' },
      ],
      { required: ['from', 'to', 'amount'] },
    ),
    tool('set_balance', { id: TEXT, balance: INT }, 'write', [
      { require: 'EXISTS (SELECT 1 FROM accounts WHERE account_id = :id)', else: ['NOT_FOUND', 'no {id}'] },
      { run: 'UPDATE accounts SET balance = :balance WHERE account_id = :id' },
    ]),
    tool('add_rates', { id: TEXT, parts: { type: 'array', items: { type: 'number' } } }, 'write', [
      { each: ':parts', as: 'p', do: [{ run: 'UPDATE accounts SET rate = rate + :p WHERE account_id = :id' }] },
    ]),
    tool('set_extra', { id: TEXT, extra: {} }, 'write', [
      { run: 'UPDATE accounts SET extra = :extra WHERE account_id = :id' },
    ]),
    tool('set_meta', { id: TEXT, meta: TEXT }, 'write', [
      { run: 'UPDATE accounts SET meta = :meta WHERE account_id = :id' },
    ]),
    tool('set_owner', { id: TEXT, owner: TEXT }, 'write', [
      { run: 'UPDATE accounts SET owner = :owner WHERE account_id = :id' },
    ]),
    tool('set_label', { id: TEXT, label: { type: ['string', 'null'] } }, 'write', [
      { run: 'UPDATE accounts SET label = :label WHERE account_id = :id' },
    ]),
    tool('freeze', { id: TEXT, frozen: { type: 'boolean' } }, 'write', [
      { run: 'UPDATE accounts SET frozen = :frozen WHERE account_id = :id' },
    ]),
    tool('close_account', { id: TEXT }, 'write', [
      { run: 'UPDATE accounts SET closed_at = now() WHERE account_id = :id' },
    ]),
    tool('reopen_account', { id: TEXT }, 'write', [
      { run: 'UPDATE accounts SET closed_at = NULL WHERE account_id = :id' },
    ]),
    tool('touch_account', { id: TEXT }, 'write', [
      { run: 'UPDATE accounts SET opened_at = now() WHERE account_id = :id' },
    ]),
    tool('rename_account', { id: TEXT, to: TEXT }, 'write', [
      { run: 'UPDATE accounts SET account_id = :to WHERE account_id = :id' },
    ]),
    tool('remove_account', { id: TEXT }, 'write', [{ run: 'DELETE FROM accounts WHERE account_id = :id' }]),
    tool('link', { a: TEXT, b: TEXT }, 'write', [
      { run: 'INSERT INTO links (a, b) VALUES (:a, :b) ON CONFLICT DO NOTHING' },
    ]),
    tool('mail', { to: TEXT, body: TEXT }, 'write', [
      { let: 'fresh', sql: 'SELECT new_id() AS id' },
      { run: 'INSERT INTO mails (mail_id, receiver, body) VALUES (:fresh.id, :to, :body)' },
      { return: ':fresh.id', shape: 'value' },
    ]),
    tool('limit', { name: TEXT, value: INT }, 'write', [
      {
        run: 'INSERT INTO limits (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      },
    ]),
    tool('unlimit', { name: TEXT }, 'write', [{ run: 'DELETE FROM limits WHERE name = :name' }]),
    tool('get_account', { id: TEXT }, 'read', [
      { let: 'x', sql: 'SELECT * FROM accounts WHERE account_id = :id', else: ['NOT_FOUND', 'no account {id}'] },
      { return: 'SELECT account_id, owner, balance, rate FROM accounts WHERE account_id = :id', shape: 'row' },
    ]),
    tool('count_accounts', {}, 'read', [{ return: 'SELECT count(*) FROM accounts', shape: 'value' }]),
    tool(
      'assert_balance',
      { id: TEXT, balance: INT },
      'read',
      [{ return: 'SELECT balance = :balance FROM accounts WHERE account_id = :id', shape: 'value' }],
      { audience: 'control', returns: { type: 'boolean' } },
    ),
    tool(
      'seed_balance',
      { id: TEXT, balance: INT },
      'write',
      [{ run: 'UPDATE accounts SET balance = :balance WHERE account_id = :id' }],
      { audience: 'control' },
    ),
  ],
  seed: [
    ...['a1', 'a2', 'a3'].map((id, at) => ({
      table: 'accounts',
      row: {
        account_id: id,
        owner: `owner ${at}`,
        label: null,
        opened_at: '2031-01-01T00:00:00Z',
        closed_at: null,
        balance: 100 * (at + 1),
        rate: 0.5,
        frozen: 0,
        meta: '{"k":1}',
        extra: null,
      },
    })),
    { table: 'transfers', row: { transfer_id: 't1', from_account: 'a1', to_account: 'a2', amount: 5, memo: 'old' } },
    { table: 'limits', row: { name: 'daily', value: 10 } },
  ],
  policy: '',
  rules: [],
};
