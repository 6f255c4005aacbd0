// The rows that a query depends on, read from its text: which columns of which tables, and which values pin them.
import { describe, expect, test } from 'vitest';
import { parseSchema } from '../../envs/sql/parse-schema.ts';
import { tableReads } from '../../envs/sql/table-reads.ts';

const { schema } = parseSchema(`
CREATE TABLE orders (id TEXT PRIMARY KEY, customer TEXT NOT NULL, status TEXT NOT NULL, size INTEGER, price REAL, kind ANY, code TEXT COLLATE NOCASE) STRICT;
CREATE TABLE items (order_id TEXT NOT NULL, line INTEGER NOT NULL, thing TEXT NOT NULL, PRIMARY KEY (order_id, line)) STRICT;
CREATE TABLE things (id TEXT PRIMARY KEY, name TEXT NOT NULL, stock INTEGER NOT NULL, twice INTEGER GENERATED ALWAYS AS (stock * 2)) STRICT;
CREATE VIEW totals AS SELECT o.id, (SELECT count(*) FROM items AS i WHERE i.order_id = o.id) AS n FROM orders AS o;
CREATE VIEW grouped AS SELECT o.customer, count(*) AS n FROM orders AS o GROUP BY o.customer;
CREATE VIEW first_one AS SELECT o.id FROM orders AS o ORDER BY o.id LIMIT 1;
CREATE VIEW all_of_it AS SELECT * FROM orders;
CREATE VIEW spelled AS SELECT lower(o.id) AS id, o.status FROM orders AS o;
`);

/** Each read as table(columns)[column=place of the value]. */
function told(sql: string): string {
  const params = [...sql.matchAll(/:\w/g)].length;
  const reads = tableReads(sql, params, schema);
  return (
    reads
      ?.map(({ table, columns, pins }) => {
        const names = table.columns.map(({ name }) => name).filter((name) => columns?.has(name) === true);
        const values = pins.map(({ column, param }) => `[${table.columns[column]?.name}=${param}]`);
        return `${table.name}(${columns === undefined ? '*' : names.join(' ')})${values.join('')}`;
      })
      .join(' ') ?? 'not understood'
  );
}

describe('a value pins the rows of a table', () => {
  test.each([
    ['SELECT status FROM orders WHERE id = :id', 'orders(id status)[id=0]'],
    ['SELECT status FROM orders WHERE :id = id', 'orders(id status)[id=0]'],
    ['SELECT status FROM orders WHERE size = :n AND (id = :order.id)', 'orders(id status size)[id=1][size=0]'],
    ['SELECT * FROM orders WHERE id = :id', 'orders(*)[id=0]'],
    // through a join
    [
      'SELECT o.status FROM orders AS o JOIN items AS i ON i.order_id = o.id WHERE o.id = :id ORDER BY i.line',
      'orders(id status)[id=0] items(order_id line)[order_id=0]',
    ],
    // on the right of a LEFT JOIN
    [
      'SELECT o.status, i.line FROM orders AS o LEFT JOIN items AS i ON i.order_id = o.id WHERE o.id = :id ORDER BY i.line',
      'orders(id status)[id=0] items(order_id line)[order_id=0]',
    ],
    // into a subquery
    [
      'SELECT (SELECT count(*) FROM items AS i WHERE i.order_id = o.id) AS n FROM orders AS o WHERE o.id = :id',
      'orders(*)[id=0] items(*)[order_id=0]',
    ],
    // into a view and its subquery, and into a subquery in FROM
    ['SELECT t.n FROM totals AS t WHERE t.id = :id', 'orders(*)[id=0] items(*)[order_id=0]'],
    ['SELECT d.status FROM (SELECT id, status FROM orders) AS d WHERE d.id = :id', 'orders(id status)[id=0]'],
    // in each half of a compound
    [
      'SELECT id FROM orders WHERE id = :id UNION SELECT thing FROM items WHERE order_id = :id ORDER BY 1',
      'orders(id)[id=0] items(order_id thing)[order_id=1]',
    ],
  ])('%s', (sql, reads) => expect(told(sql)).toBe(reads));
});

describe('no value pins the rows of a table', () => {
  test.each([
    // the equality may not hold
    ['SELECT status FROM orders WHERE id = :id OR status = :s', 'orders(id status)'],
    ['SELECT status FROM orders WHERE NOT id = :id', 'orders(id status)'],
    ['SELECT status FROM orders WHERE id IS :id', 'orders(id status)'],
    ['SELECT id = :id AS same FROM orders ORDER BY id', 'orders(id)'],
    // the column is another value when it is compared
    ['SELECT status FROM orders WHERE lower(id) = :id', 'orders(id status)'],
    ['SELECT status FROM orders WHERE +id = :id', 'orders(id status)'],
    ['SELECT status FROM orders WHERE id = :id COLLATE NOCASE', 'orders(id status)'],
    ['SELECT status FROM orders WHERE code = :code', 'orders(status code)'],
    ['SELECT status FROM orders WHERE price = :price', 'orders(status price)'],
    ['SELECT status FROM orders WHERE kind = :kind', 'orders(status kind)'],
    ['SELECT status FROM spelled WHERE id = :id', 'orders(id status)'],
    // columns of other types
    [
      'SELECT i.thing FROM items AS i JOIN orders AS o ON o.id = i.line WHERE i.line = :line ORDER BY i.order_id',
      'items(order_id line thing)[line=0] orders(id)',
    ],
    // the left side of a LEFT JOIN keeps its rows
    [
      'SELECT o.status FROM orders AS o LEFT JOIN items AS i ON o.id = :id AND i.order_id = o.id ORDER BY o.id, i.line',
      'orders(id status) items(order_id line)',
    ],
    // a view that cuts off or makes groups
    ['SELECT id FROM first_one WHERE id = :id', 'orders(id)'],
    ['SELECT n FROM grouped WHERE customer = :c', 'orders(*)'],
    ['SELECT status FROM all_of_it WHERE id = :id', 'orders(*)'],
    // a query inside does not bind the one around it
    [
      'SELECT o.status FROM orders AS o WHERE EXISTS (SELECT 1 FROM items AS i WHERE i.order_id = o.id AND o.id = :id) ORDER BY o.id',
      'orders(id status) items(order_id)',
    ],
    // two tables have the column
    ['SELECT o.status FROM orders AS o, things AS t WHERE id = :id ORDER BY o.id, t.id', 'orders(id status) things(*)'],
  ])('%s', (sql, reads) => expect(told(sql)).toBe(reads));
});

test.each([
  'WITH o AS (SELECT * FROM orders) SELECT status FROM o WHERE id = :id',
  'SELECT o.status FROM orders AS o JOIN items USING (id) WHERE o.id = :id',
  'SELECT status FROM nowhere WHERE id = :id',
  'VALUES (:id)',
])('a query that is not understood: %s', (sql) => expect(told(sql)).toBe('not understood'));
