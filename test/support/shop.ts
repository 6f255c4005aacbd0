// A small environment for tests: a shop with customers, products, orders and order lines, and one control tool. It uses
// every kind of step and every column role.
import type { Environment } from '../../envs/values/environment.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import type { ToolProgram } from '../../envs/values/program.ts';
import type { Audience, Effect, Tool } from '../../envs/values/tool-schema.ts';

export const SHOP_SCHEMA = `
CREATE TABLE customers (
  customer_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  balance INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0),
  vip INTEGER NOT NULL DEFAULT 0 CHECK (vip IN (0, 1))
) STRICT;
CREATE TABLE products (
  product_id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  price INTEGER NOT NULL CHECK (price > 0),
  weight REAL NOT NULL,
  stock INTEGER NOT NULL CHECK (stock >= 0),
  tags TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE TABLE orders (
  order_id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customers (customer_id),
  status TEXT NOT NULL CHECK (status IN ('open', 'paid', 'cancelled')),
  placed_at TEXT NOT NULL,
  note TEXT
) STRICT;
CREATE TABLE order_lines (
  order_id TEXT NOT NULL REFERENCES orders (order_id) ON DELETE CASCADE,
  pos INTEGER NOT NULL,
  product_id TEXT NOT NULL REFERENCES products (product_id),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (order_id, pos)
) STRICT;
CREATE TABLE outbox (
  message_id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customers (customer_id),
  body TEXT NOT NULL
) STRICT;
CREATE INDEX orders_by_customer ON orders (customer_id);
CREATE VIEW order_totals AS
  SELECT o.order_id, sum(l.quantity * p.price) AS total
  FROM orders AS o JOIN order_lines AS l USING (order_id) JOIN products AS p USING (product_id)
  GROUP BY o.order_id;
CREATE VIEW order_documents AS
  SELECT o.order_id, o.status,
    (SELECT json_group_array(json_object('product_id', l.product_id, 'quantity', l.quantity) ORDER BY l.pos)
     FROM order_lines AS l WHERE l.order_id = o.order_id) AS lines
  FROM orders AS o;
`;

export function tool(
  name: string,
  properties: JsonObject,
  effect: Effect,
  program: ToolProgram,
  more: { audience?: Audience; required?: string[]; returns?: JsonObject } = {},
): Tool {
  return {
    name,
    description: name.replaceAll('_', ' '),
    parameters: { type: 'object', properties, required: more.required ?? Object.keys(properties) },
    audience: more.audience ?? 'agent',
    effect,
    program,
    ...(more.returns === undefined ? {} : { returns: more.returns }),
  };
}

const TEXT = { type: 'string' };
const LINES = {
  type: 'array',
  items: {
    type: 'object',
    properties: { product_id: TEXT, quantity: { type: 'integer', minimum: 1 } },
    required: ['product_id', 'quantity'],
    additionalProperties: false,
  },
};

export const SHOP_TOOLS: readonly Tool[] = [
  tool('get_customer', { customer_id: TEXT }, 'read', [
    {
      let: 'customer',
      sql: 'SELECT * FROM customers WHERE customer_id = :customer_id',
      else: ['NOT_FOUND', 'There is no customer {customer_id}.'],
    },
    {
      return: 'SELECT * FROM customers WHERE customer_id = :customer_id',
      shape: 'row',
      with: {
        orders: {
          sql: 'SELECT order_id, status FROM orders WHERE customer_id = :row.customer_id ORDER BY order_id',
          shape: 'rows',
        },
      },
    },
  ]),
  tool(
    'find_products',
    { query: TEXT, most: { type: 'integer' } },
    'read',
    [
      {
        return:
          'SELECT * FROM products WHERE text_match(title, :query) ORDER BY price, product_id LIMIT coalesce(:most, 10)',
        shape: 'rows',
      },
    ],
    { required: ['query'] },
  ),
  tool('get_order', { order_id: TEXT }, 'read', [
    {
      let: 'order',
      sql: 'SELECT * FROM orders WHERE order_id = :order_id',
      else: ['NOT_FOUND', 'There is no order {order_id}.'],
    },
    {
      return:
        'SELECT o.*, t.total / 100.0 AS total FROM orders AS o LEFT JOIN order_totals AS t ON t.order_id = o.order_id WHERE o.order_id = :order_id',
      shape: 'row',
      with: {
        lines: {
          sql: 'SELECT product_id, quantity FROM order_lines WHERE order_id = :row.order_id ORDER BY pos',
          shape: 'rows',
        },
      },
    },
  ]),
  tool(
    'place_order',
    { customer_id: TEXT, lines: LINES, note: TEXT },
    'write',
    [
      {
        let: 'customer',
        sql: 'SELECT * FROM customers WHERE customer_id = :customer_id',
        else: ['NOT_FOUND', 'There is no customer {customer_id}.'],
      },
      { require: 'json_array_length(:lines) > 0', else: ['INVALID_ARGUMENT', 'An order needs a line.'] },
      { let: 'fresh', sql: "SELECT new_id('ord_') AS id" },
      {
        run: "INSERT INTO orders (order_id, customer_id, status, placed_at, note) VALUES (:fresh.id, :customer_id, 'open', now(), :note)",
      },
      {
        each: ':lines',
        as: 'line',
        at: 'position',
        do: [
          {
            let: 'product',
            sql: 'SELECT * FROM products WHERE product_id = :line.product_id',
            else: ['NOT_FOUND', 'There is no product {line.product_id}.'],
          },
          {
            require: ':product.stock >= :line.quantity',
            else: ['PRECONDITION_FAILED', 'Only {product.stock} of {product.title} left.'],
          },
          {
            run: [
              'UPDATE products SET stock = stock - :line.quantity WHERE product_id = :line.product_id',
              'INSERT INTO order_lines (order_id, pos, product_id, quantity) VALUES (:fresh.id, :position, :line.product_id, :line.quantity)',
            ],
          },
        ],
      },
      { return: 'SELECT order_id, status, placed_at FROM orders WHERE order_id = :fresh.id', shape: 'row' },
    ],
    { required: ['customer_id', 'lines'] },
  ),
  tool('pay_order', { order_id: TEXT }, 'write', [
    {
      let: 'order',
      sql: 'SELECT o.*, t.total FROM orders AS o JOIN order_totals AS t USING (order_id) WHERE o.order_id = :order_id',
      else: ['NOT_FOUND', 'There is no order {order_id}.'],
    },
    { require: ":order.status = 'open'", else: ['PRECONDITION_FAILED', 'The order is {order.status}.'] },
    { let: 'customer', sql: 'SELECT balance FROM customers WHERE customer_id = :order.customer_id' },
    {
      fail: ['PRECONDITION_FAILED', "The balance of {=format('%.2f', :customer.balance / 100.0)} is too low."],
      when: ':customer.balance < :order.total',
    },
    { run: 'UPDATE customers SET balance = balance - :order.total WHERE customer_id = :order.customer_id' },
    { run: "UPDATE orders SET status = 'paid' WHERE order_id = :order_id" },
    { return: 'Order {order_id} is paid.', shape: 'text' },
  ]),
  tool(
    'cancel_order',
    { order_id: TEXT },
    'write',
    [
      {
        refuse: "SELECT status FROM orders WHERE order_id = :order_id AND status <> 'open'",
        else: ['PRECONDITION_FAILED', 'The order is {status}.'],
      },
      { use: 'restock' },
      { run: 'DELETE FROM orders WHERE order_id = :order_id' },
      { return: 'true', shape: 'value' },
    ],
    { returns: { type: 'boolean' } },
  ),
  tool('send_mail', { customer_id: TEXT, body: TEXT }, 'write', [
    { run: 'INSERT INTO outbox (message_id, customer_id, body) VALUES (new_id(), :customer_id, :body)' },
    { return: 'sent', shape: 'text' },
  ]),
  tool('charge_twice', { customer_id: TEXT }, 'write', [
    { run: 'UPDATE customers SET balance = balance - 1 WHERE customer_id = :customer_id' },
    { fail: ['UNAVAILABLE', 'The bank does not answer.'], keep: true },
  ]),
  tool(
    'set_balance',
    { customer_id: TEXT, balance: { type: 'integer' } },
    'write',
    [{ run: 'UPDATE customers SET balance = :balance WHERE customer_id = :customer_id' }],
    { audience: 'control' },
  ),
  tool(
    'rate_shop',
    { stars: { type: 'integer', minimum: 1, maximum: 5 } },
    'read',
    [{ return: ':stars', shape: 'value' }],
    { audience: 'user' },
  ),
];

export const SHOP: Environment = {
  format: 1,
  name: 'shop',
  title: 'Shop',
  description: 'A small shop.',
  origin: 'test',
  clock: '2031-05-01T09:00:00Z',
  columns: {
    'orders.order_id': 'minted',
    'outbox.message_id': 'minted',
    'orders.placed_at': 'timestamp',
    'orders.note': 'prose',
    'outbox.body': 'prose',
    'customers.vip': 'boolean',
    'products.tags': 'json',
    'products.price': 'money',
    'customers.balance': 'money',
  },
  documents: { order: { view: 'order_documents', key: 'order_id' } },
  arguments: 'strict',
  fragments: {
    restock: [
      {
        let: 'lines',
        list: true,
        sql: 'SELECT product_id, quantity FROM order_lines WHERE order_id = :order_id ORDER BY pos',
        else: ['NOT_FOUND', 'There is no order {order_id}.'],
      },
      {
        each: ':lines',
        as: 'line',
        do: [{ run: 'UPDATE products SET stock = stock + :line.quantity WHERE product_id = :line.product_id' }],
      },
    ],
  },
  schema: SHOP_SCHEMA,
  tools: SHOP_TOOLS,
  seed: [
    {
      table: 'customers',
      row: { customer_id: 'ada', name: 'Ada Lund', email: 'ada@example.com', balance: 50000, vip: 1 },
    },
    { table: 'customers', row: { customer_id: 'bo', name: 'Bo Reyes', email: 'bo@example.com', balance: 900, vip: 0 } },
    {
      table: 'products',
      row: {
        product_id: 'kettle',
        title: 'Blue kettle',
        price: 3999,
        weight: 1.25,
        stock: 4,
        tags: '["kitchen","blue"]',
      },
    },
    {
      table: 'products',
      row: { product_id: 'mug', title: 'Stoneware mug', price: 1250, weight: 0.4, stock: 20, tags: '["kitchen"]' },
    },
    {
      table: 'products',
      row: { product_id: 'lamp', title: 'Desk lamp, blue', price: 5400, weight: 2, stock: 0, tags: '[]' },
    },
    {
      table: 'orders',
      row: { order_id: 'ord_1', customer_id: 'ada', status: 'open', placed_at: '2031-04-20T10:00:00Z', note: null },
    },
    { table: 'order_lines', row: { order_id: 'ord_1', pos: 0, product_id: 'mug', quantity: 2 } },
    { table: 'order_lines', row: { order_id: 'ord_1', pos: 1, product_id: 'kettle', quantity: 1 } },
  ],
  policy: 'Be kind.',
  rules: [],
};
