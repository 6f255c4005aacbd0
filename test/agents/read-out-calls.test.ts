// Tests a proposal that contains the call as JSON: the user finds its own values in the JSON, and no other values.
import { expect, test } from 'vitest';
import { weighProposal } from '../../agents/users/weigh-proposal.ts';
import type { Wish } from '../../agents/users/wishes.ts';
import type { Slot } from '../../envs/words/things.ts';

const slot = (name: string, value: string): Slot => ({
  name,
  value,
  own: [{ label: name, value }],
  others: [],
  isRow: false,
});
const address = { street: '9892 Kunde Meadows', city: 'Boston', region: 'MA', postcode: '02113' };
const wish: Wish = {
  tool: 'update_customer_address',
  arguments: address,
  words: ['update', 'customer', 'address'],
  frames: [],
  deeds: new Set(['change']),
  slots: Object.entries(address).map(([name, value]) => slot(name, value)),
};
const told = 'Please update my address to 9892 Kunde Meadows, Boston, MA 02113.';
const weigh = (call: object): string => {
  const about = `I will call update_customer_address with ${JSON.stringify(call, null, 1)}. Shall I go ahead?`;
  return weighProposal(about, 'Shall I go ahead?', { wishes: [wish], told, order: 'month-first' }).kind;
};

test('a call that is read out as JSON is agreed to when it is the wish', () => {
  expect(weigh(address)).toBe('wanted');
  expect(weigh({ ...address, note: 'Leave it with the neighbours' })).not.toBe('wanted');
});
