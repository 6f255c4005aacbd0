// Makes a fixed list of calls and prints every answer, the diff and the hash. The output must be the same on any
// machine at any time.
import type { JsonObject } from '../../envs/values/json.ts';
import { World } from '../../envs/world/world.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import { SHOP } from './shop.ts';

const world = new World(SHOP);
const store = new SessionStore();
const session = store.create({ id: 's', world, seed: 42 });
const calls: [string, JsonObject][] = [
  ['find_products', { query: 'BLUE I' }],
  ['place_order', { customer_id: 'bo', lines: [{ product_id: 'mug', quantity: 2 }], note: 'bitte' }],
  ['pay_order', { order_id: 'ord_1' }],
  ['get_order', { order_id: 'ord_1' }],
  ['cancel_order', { order_id: 'ord_1' }],
  ['send_mail', { customer_id: 'ada', body: 'ı İ ß' }],
];
for (const [name, args] of calls)
  process.stdout.write(`${JSON.stringify(store.call(session, { by: 'agent', name, arguments: args }))}\n`);
process.stdout.write(`${JSON.stringify(store.diff(session))}\n${store.fullHash(session)}\n${world.hash}\n`);
