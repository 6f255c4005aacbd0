// Tests tools that set one value of a row, such as update_user_email(user_id, email). They are about the row, unless
// the value is kept in rows of another table.
import { expect, test } from 'vitest';
import { compile, flagOf, listOf, playerOf, tool } from '../../support/tools.ts';

const USERS = [
  tool('create_user', 'Create a user.', { name: 'string' }, { user_id: 'string', name: 'string' }),
  tool('get_user', 'Get a user.', { user_id: 'string' }),
  tool('update_user_email', "Update a user's email.", { user_id: 'string', email: 'string' }),
];

test('a tool that sets a value is about the row', () => {
  const all = compile(USERS);
  expect(flagOf(all, 'update_user_email')).toBe('');
  const call = playerOf(all);
  const { user_id: id } = call('create_user', { name: 'Ada' }) as { user_id: string };
  call('update_user_email', { user_id: id, email: 'ada@example.com' });
  expect(call('get_user', { user_id: id })).toMatchObject({ email: 'ada@example.com' });
});

test('a value that has rows of its own stays a thing', () => {
  const emails = { emails: listOf({ email_id: 'string', address: 'string' }) };
  const all = compile([
    ...USERS,
    tool('list_user_emails', 'List the emails of a user.', { user_id: 'string' }, emails),
  ]);
  expect(flagOf(all, 'list_user_emails')).toBe('');
  expect(playerOf(all)('list_user_emails', { user_id: 'none' })).toBe('NOT_FOUND');
});
