// Tests that a call draws another id if its new id exists by chance, but that a key which the caller chose is refused.
import { expect, test } from 'vitest';
import type { Environment } from '../../envs/values/environment.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { play } from '../support/play.ts';
import { SHOP, tool } from '../support/shop.ts';

const TEXT: JsonObject = { type: 'string' };
const IDS = 9;

/**
 * A shop in which short mails have an id of one digit. There are only nine such ids, so a new mail often draws one that
 * exists.
 */
const FEW_IDS: Environment = {
  ...SHOP,
  tools: [
    ...SHOP.tools,
    tool('send_short_mail', { customer_id: TEXT, body: TEXT }, 'write', [
      { run: "INSERT INTO outbox (message_id, customer_id, body) VALUES (new_id('m_', 1), :customer_id, :body)" },
      { return: 'sent', shape: 'text' },
    ]),
    tool('send_named_mail', { message_id: TEXT, customer_id: TEXT }, 'write', [
      { run: 'INSERT INTO outbox (message_id, customer_id, body) VALUES (:message_id, :customer_id, new_id())' },
      { return: 'sent', shape: 'text' },
    ]),
  ],
};

const mail = (at: number): JsonObject => ({ customer_id: 'bo', body: `mail ${at}` });

test('an id that is taken by chance refuses no call', () => {
  const taken = Array.from({ length: 20 }, (_each, seed) => {
    const game = play(FEW_IDS, { seed });
    return Array.from({ length: 4 }, (_mail, at) => game.call('send_short_mail', mail(at)).ok);
  });
  expect(taken.flat().filter((ok) => !ok)).toEqual([]);
});

test('the same session draws the same ids again, also after a fork', () => {
  const one = play(FEW_IDS, { seed: 3 });
  const two = play(FEW_IDS, { seed: 3 });
  for (let at = 0; at < 5; at++) for (const game of [one, two]) game.call('send_short_mail', mail(at));
  expect(two.hash()).toBe(one.hash());
  const fork = one.store.fork(one.session, 5, 'fork');
  expect(one.store.fullHash(fork)).toBe(one.hash());
});

test('when no id is left, the call is refused', () => {
  const game = play(FEW_IDS);
  const answers = Array.from({ length: 3 * IDS }, (_mail, at) => game.call('send_short_mail', mail(at)));
  expect(answers.at(-1)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
});

test('a key that the caller names is refused when it is taken', () => {
  const game = play(FEW_IDS);
  game.call('send_named_mail', { message_id: 'mine', customer_id: 'bo' });
  expect(game.call('send_named_mail', { message_id: 'mine', customer_id: 'bo' })).toMatchObject({
    ok: false,
    error: { code: 'CONFLICT' },
  });
});
