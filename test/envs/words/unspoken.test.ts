// Tests which arguments people never mention in a conversation.
import { expect, test } from 'vitest';
import { isUnspoken } from '../../../envs/words/unspoken.ts';

test('a mark of the state that was seen last is for the service, not for people', () => {
  for (const name of ['ifMatch', 'if_match', 'etag', 'expected_version', 'idempotencyKey'])
    expect(isUnspoken(name), name).toBe(true);
});

test('a match of teams and a version of an app are spoken of', () => {
  for (const name of ['match', 'match_id', 'app_version']) expect(isUnspoken(name), name).toBe(false);
});
