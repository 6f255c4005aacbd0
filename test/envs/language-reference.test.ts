// Tests the examples of docs/program-language.md, one for each kind of step. Together they form a program that is
// accepted and runs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseJson, type JsonObject } from '../../envs/values/json.ts';
import { stepKind, STEP_SCHEMAS, type Step } from '../../envs/values/program.ts';
import { play } from '../support/play.ts';
import { SHOP, tool } from '../support/shop.ts';

const PAGE = fileURLToPath(new URL('../../docs/program-language.md', import.meta.url));
const SCHEMA = `
CREATE TABLE variants (variant_id TEXT PRIMARY KEY, stock INTEGER NOT NULL CHECK (stock >= 0)) STRICT;
CREATE TABLE orders (order_id TEXT PRIMARY KEY, status TEXT NOT NULL) STRICT;
CREATE TABLE order_items (
  order_id TEXT NOT NULL REFERENCES orders (order_id),
  line INTEGER NOT NULL,
  item_id TEXT NOT NULL,
  variant_id TEXT NOT NULL REFERENCES variants (variant_id),
  PRIMARY KEY (order_id, line)
) STRICT;
CREATE VIEW items AS SELECT DISTINCT item_id FROM order_items;
CREATE TABLE refunds (
  refund_id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (order_id),
  created_at TEXT NOT NULL
) STRICT;
`;
const SEED = [
  { table: 'variants', row: { variant_id: 'V1', stock: 5 } },
  { table: 'orders', row: { order_id: 'O1', status: 'pending' } },
  { table: 'order_items', row: { order_id: 'O1', line: 1, item_id: 'I1', variant_id: 'V1' } },
];

test('the text for authors shows every step', () => {
  const text = readFileSync(new URL('../../generator/author/prompts/language.md', import.meta.url), 'utf8');
  expect(Object.keys(STEP_SCHEMAS).filter((kind) => !text.includes(`{"${kind}": `))).toEqual([]);
});

test('the examples of all steps make one program that does what the page says', () => {
  const examples = [...readFileSync(PAGE, 'utf8').matchAll(/```json\n([\s\S]*?)```/g)].map(
    // the examples come as plain texts; whether they are steps is checked below, when the program is made
    ([, text = '']) => parseJson(text) as unknown as Step,
  );
  const byKind = new Map(examples.map((each) => [stepKind(each), each]));
  expect([...byKind.keys()].toSorted()).toEqual(Object.keys(STEP_SCHEMAS).toSorted());
  const step = (kind: keyof typeof STEP_SCHEMAS): Step => byKind.get(kind) as Step;
  const program = [step('use'), ...(['require', 'refuse', 'run', 'each', 'fail', 'return'] as const).map(step)];
  const properties = {
    order_id: { type: 'string' },
    amount: { type: 'number' },
    items: {
      type: 'array',
      items: { type: 'object', properties: { quantity: { type: 'integer' }, variant_id: { type: 'string' } } },
    },
  };
  const game = play({
    ...SHOP,
    columns: { 'refunds.created_at': 'timestamp' },
    documents: {},
    rules: [],
    schema: SCHEMA,
    fragments: { order: [step('let')] },
    seed: SEED,
    tools: [tool('close_order', properties, 'write', program)],
  });
  const call = (order_id: string, items: JsonObject[], amount = 10): unknown => {
    const answer = game.call('close_order', { order_id, items, amount });
    return answer.ok ? answer.result : `${answer.error.code}: ${answer.error.message}`;
  };
  expect(call('O9', [])).toBe('NOT_FOUND: There is no order O9.');
  expect(call('O1', [{ quantity: 1, variant_id: 'V1' }])).toContain('NOT_FOUND: There is no item');
  expect(call('O1', [], 2000)).toBe('UNAVAILABLE: The bank does not answer.');
  // the tool keeps the changes that it made before the bank failed
  expect(call('O1', [])).toBe('PRECONDITION_FAILED: Order O1 is cancelled.');
  game.world.close();
});
