// Tests how names are split into words. A name gives the same words in any spelling.
import { fc, test as property } from '../../support/laws.ts';
import { expect, test } from 'vitest';
import { ownWords, splitName } from '../../../envs/words/split-words.ts';
import { draws } from '../../support/draws.ts';

test.each([
  ['fillFuelTank', 'fill fuel tank'],
  ['fill_fuel-tanks', 'fill fuel tank'],
  ['APIKeyID', 'api key id'],
  ['getV2Users', 'get v 2 user'],
  ['order2Item', 'order 2 item'],
  ['HTTPServer', 'http server'],
  ['größeDerStraße', 'größe der straße'],
  ['訂單查詢', '訂單 單查 查詢'],
  ['', ''],
  ['__', ''],
  ['created__gte', 'created gte'],
])('%j', (name, words) => {
  expect(splitName(name).join(' ')).toBe(words);
});

test.each([
  ['order_desk__list_customers', 'list customer'],
  ['kart.cancel_booking', 'cancel booking'],
  ['order_desk__kart.cancel', 'cancel'],
  ['cancel_order', 'cancel order'],
  ['__', ''],
  ['.', ''],
])('%j has its own words, without its name space', (name, words) => {
  expect(ownWords(name).join(' ')).toBe(words);
});

property.prop(
  [
    fc.string({
      unit: fc.constantFrom('a', 'b', 'A', 'B', '1', '_', ' ', '-', '.', 'z', 'Z', '9', 's'),
      maxLength: 12,
    }),
  ],
  { numRuns: draws(2_000) },
)('plain letters are split as any others are', (name) => {
  // a foreign letter at the end forces the general rule for the whole name
  expect(splitName(`${name} ñ`)).toEqual([...splitName(name), 'ñ']);
});
