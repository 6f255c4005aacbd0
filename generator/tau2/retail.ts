// The retail domain of tau2-bench as rows: products with variants, users with payment methods, and orders with items
// and payments.
import { addressColumns, flag, jsonText, listAt, objectAt, rowList, type Tau2Domain } from './domain.ts';

const LATER = [
  'cancel_reason',
  'exchange_payment_method_id',
  'exchange_price_difference',
  'return_payment_method_id',
] as const;
const LATER_LISTS = ['exchange_items', 'exchange_new_items', 'return_items'] as const;

export const retail: Tau2Domain = {
  name: 'retail',
  databases: { agent: 'db' },
  policies: [{ files: ['policy.md'] }],
  rows({ agent }) {
    const { rows, put } = rowList();
    Object.entries(objectAt(agent['products'], 'products')).forEach(([id, value], pos) => {
      const product = objectAt(value, `products/${id}`);
      put('products', { product_id: id, pos, name: product['name'] });
      Object.entries(objectAt(product['variants'], `products/${id}/variants`)).forEach(([item, each], at) => {
        const variant = objectAt(each, `products/${id}/variants/${item}`);
        put('variants', {
          item_id: item,
          product_id: id,
          pos: at,
          options: jsonText(variant['options']),
          available: flag(variant['available']),
          price: variant['price'],
        });
      });
    });
    Object.entries(objectAt(agent['users'], 'users')).forEach(([id, value], pos) => {
      const user = objectAt(value, `users/${id}`);
      const name = objectAt(user['name'], `users/${id}/name`);
      put('users', {
        user_id: id,
        pos,
        first_name: name['first_name'],
        last_name: name['last_name'],
        ...addressColumns(user['address'], `users/${id}/address`),
        email: user['email'],
      });
      Object.entries(objectAt(user['payment_methods'], `users/${id}/payment_methods`)).forEach(([key, each], at) => {
        const { source, brand, last_four, balance } = objectAt(each, `users/${id}/payment_methods/${key}`);
        put('payment_methods', { user_id: id, id: key, pos: at, source, brand, last_four, balance });
      });
      listAt(user['orders'], `users/${id}/orders`).forEach((order, at) => {
        put('user_orders', { user_id: id, pos: at, order_id: order });
      });
    });
    for (const [id, value] of Object.entries(objectAt(agent['orders'], 'orders'))) {
      const order = objectAt(value, `orders/${id}`);
      put('orders', {
        order_id: id,
        user_id: order['user_id'],
        ...addressColumns(order['address'], `orders/${id}/address`),
        status: order['status'],
        fulfillments: jsonText(order['fulfillments']),
        ...Object.fromEntries(LATER.map((key) => [key, order[key]])),
        ...Object.fromEntries(LATER_LISTS.map((key) => [key, jsonText(order[key])])),
      });
      listAt(order['items'], `orders/${id}/items`).forEach((each, pos) => {
        const { name, product_id, item_id, price, options } = objectAt(each, `orders/${id}/items/${pos}`);
        put('order_items', { order_id: id, pos, name, product_id, item_id, price, options: jsonText(options) });
      });
      listAt(order['payment_history'], `orders/${id}/payment_history`).forEach((each, pos) => {
        const { transaction_type, amount, payment_method_id } = objectAt(each, `orders/${id}/payment_history/${pos}`);
        put('payment_history', { order_id: id, pos, transaction_type, amount, payment_method_id });
      });
    }
    return rows;
  },
};
