// Tests the words of single wishes: they sound like those of a person, not like the signature of a tool.
import { describe, expect, test } from 'vitest';
import { makeRandom } from '../../../envs/random.ts';
import type { Json } from '../../../envs/values/json.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import type { Leaf } from '../../../generator/tasks/atlas.ts';
import type { Goal } from '../../../generator/tasks/plan.ts';
import { wish } from '../../../generator/tasks/wish.ts';
import { winnerPhrase } from '../../../generator/tasks/winners.ts';
import { question, rowPhrase } from '../../../generator/tasks/words.ts';
import { part } from '../../support/part.ts';

const random = makeRandom(1, 'wish');

/**
 * Makes a planned call from the given values. With `table`, a value named like "loaf_id" is the key of a row of this
 * table.
 */
function goalOf(tool: string, values: Readonly<Record<string, Json>>, table?: string): Goal {
  const leaves = Object.entries(values).map(([name, value]): Goal['leaves'][number] => {
    const isKey = table !== undefined && name.endsWith('_id');
    const meaning: Leaf['meaning'] = isKey ? { kind: 'key', table, column: 'id' } : { kind: 'free' };
    const leaf: Leaf = { path: [name], meaning, plumbing: false, required: true, schema: {}, seen: [] };
    return { leaf, value, ...(isKey ? { row: { table, values: { id: value } } } : {}) };
  });
  const shown = part<Tool>({ name: tool, description: 'Does it.' });
  return { tool: shown, arguments: {}, rows: [], leaves };
}

const said = (goal: Goal): string => wish(goal, [], new Set(), random);

describe('a wish', () => {
  test('says for whom a new thing is and how many, as people do', () => {
    const goal = goalOf('create_order', { loaf_id: 'L1', customer: 'Colleen Howe', quantity: 64 }, 'loaves');
    expect(said(goal)).toBe('place an order for loaf L1, 64 of them, for Colleen Howe');
    expect(said(goalOf('create_order', { loaf_id: 'L1', quantity: 1 }, 'loaves'))).toBe(
      'place an order for loaf L1, 1 of it',
    );
  });

  test('sets a note to its words', () => {
    const goal = goalOf('set_order_note', { note: 'Ring twice.' });
    expect(said(goal)).toMatch(/^set the order note to "Ring twice\."$/);
  });

  test('keeps the verb of things that are not agreed on', () => {
    expect(said(goalOf('create_folder', { name: 'Moss' }))).toBe('create a folder called "Moss"');
  });
});

test('a row is named by its person, its price or its day without the name of the column', () => {
  const row = { table: 'bookings', values: {} };
  const named = (label: string, value: Json): string =>
    rowPhrase(row, 'B1', [{ row, value: 'B1', by: [{ label, value }] }], random);
  expect(named('customer', 'Colleen Howe')).toBe('the booking of Colleen Howe');
  expect(named('price', 104)).toBe('the booking for $104');
  expect(named('start at', '2031-05-29')).toBe('the booking on 29 May 2031');
  expect(winnerPhrase({ column: 'start_at', isFirst: false }, 'booking')).toBe('latest booking');
});

test('a question says for whom it is once, and stops once', () => {
  for (let seed = 0; seed < 20; seed++) {
    expect(question('how many orders I have', makeRandom(seed, 'q'), true)).not.toMatch(/for me/);
    expect(question('the day of the order whose note is "Ring twice."', makeRandom(seed, 'q'), true)).not.toMatch(
      /"\.$/,
    );
  }
});
