// Tests the words of a wish: a key that is printed on an object names the row, and is not a value that changes.
import { expect, test } from 'vitest';
import { makeRandom } from '../../../envs/random.ts';
import type { Leaf } from '../../../generator/tasks/atlas.ts';
import type { Goal } from '../../../generator/tasks/plan.ts';
import { wish } from '../../../generator/tasks/wish.ts';
import { checkedAs } from '../../../envs/values/json.ts';

/** Returns the wish for a call that changes the size of the row with this key. */
function sizing(table: string, key: string): string {
  const row = { table, values: { [key]: 'AB12', size: 'small' } };
  const leaf = (name: string, kind: string): Leaf =>
    checkedAs<Leaf>({ path: [name], schema: {}, required: true, meaning: { kind }, seen: [], plumbing: false });
  const goal = checkedAs<Goal>({
    tool: { name: 'set_box_size', description: 'Set the size of a box.' },
    leaves: [
      { leaf: leaf(key, 'key'), value: 'AB12', row },
      { leaf: leaf('size', 'value'), value: 'large' },
    ],
  });
  return wish(goal, [], new Set(), makeRandom(1, 'wish'));
}

test.each([
  ['parcels', 'tracking_number', 'for parcel AB12'],
  ['cars', 'license_plate', 'for car AB12'],
  ['coupons', 'coupon_code', 'with coupon AB12 as the coupon code'],
])('a row of %s by its %s is named "%s"', (table, key, said) => expect(sizing(table, key)).toContain(said));
