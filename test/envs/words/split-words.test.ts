// Names -> words: the same words however they are written.
import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { splitName } from '../../../envs/words/split-words.ts';

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
])('%j', (name, words) => {
  expect(splitName(name).join(' ')).toBe(words);
});

property.prop(
  [
    fc.string({
      unit: fc.constantFrom('a', 'b', 'A', 'B', '1', '_', ' ', '-', '.', 'z', 'Z', '9', 's'),
      maxLength: 12,
    }),
  ],
  { numRuns: 2_000 },
)('plain letters are split as any others are', (name) => {
  // one foreign letter, apart, and the whole goes the general way
  expect(splitName(`${name} ñ`)).toEqual([...splitName(name), 'ñ']);
});
