// Tests values that only the text of an argument limits or makes: meanings of numbers, lengths of lists, slugs.
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { enumerationInProse, legendInProse } from '../../../generator/pool/prose.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

test.each([
  ['Priority: 0.1=trivial, 1=easy, 1.5=medium, 2=hard', ['0.1', '1', '1.5', '2']],
  ['Severity (1: low, 2: medium, or 3: high)', ['1', '2', '3']],
  ['Whether it is shown. 0 = hidden, 1 = shown', ['0', '1']],
  ['Severity, 0=minor, 1=major', ['0', '1']],
])('%s', (text, values) => expect(legendInProse(text)).toEqual(values));

test.each([
  'Seconds to wait, 0=none, 1=short, 2=long',
  'Rating (1=worst, 5=best)',
  'Effort: 1=small, 5=medium, 10=large',
  'Level, e.g. 1=low, 2=high, 3=top',
  'Port of the server, 8080=test',
])('never: %s', (text) => expect(legendInProse(text)).toBeUndefined());

test.each([
  ["Cleared status - 'open', 'cleared', or 'settled' (default: 'open')", ['open', 'cleared', 'settled']],
  ['Frequency (never, daily, everyOtherWeek)', ['never', 'daily', 'everyOtherWeek']],
  ['Flag color - red, orange, green (optional)', ['red', 'orange', 'green']],
])('%s', (text, values) => expect(enumerationInProse(text)).toEqual(values));

test.each(['Fields (name, owner)', 'Type (e.g. bug, task)', 'Status of the boat', 'Currency (USD, EUR)'])(
  'never: %s',
  (text) => expect(enumerationInProse(text)).toBeUndefined(),
);

const PRIORITY: JsonObject = { type: 'number', enum: [0.5, 1, 2], description: 'Priority: 0.5=low, 1=mid, 2=high' };

const errands = (changed: JsonObject) =>
  compile([
    tool('create_errand', 'Create an errand.', { title: 'string', 'priority?': PRIORITY }),
    tool('update_errand', 'Update an errand.', { errand_id: 'string', 'priority?': changed }),
    tool('list_errands', 'List errands.', {}),
  ]);

test('a number that the legend of another tool does not name is refused', () => {
  const all = errands({ type: 'number', description: 'New priority' });
  expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
  const call = playerOf(all);
  const rows = call('list_errands', {}) as JsonObject[];
  expect(rows.every(({ priority }) => priority === null || [0.5, 1, 2].includes(Number(priority)))).toBe(true);
  const id = rows[0]?.['id'] ?? '';
  expect(call('update_errand', { errand_id: id, priority: 9 })).toBe('INVALID_ARGUMENT');
  expect(call('update_errand', { errand_id: id, priority: 2 })).toMatchObject({ priority: 2 });
});

test('a number with bounds of its own needs no legend', () => {
  const call = playerOf(errands({ type: 'number', minimum: 0, maximum: 9 }));
  const [row] = call('list_errands', {}) as JsonObject[];
  expect(call('update_errand', { errand_id: row?.['id'] ?? '', priority: 9 })).toMatchObject({ priority: 9 });
});

const boxes = (args: Parameters<typeof tool>[2]) =>
  compile([tool('create_box', 'Create a box.', { title: 'string', ...args }), tool('list_boxes', 'List boxes.', {})]);

test('a limit of an optional list of objects is kept', () => {
  const layers: JsonObject = {
    type: 'array',
    items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    description: 'Layers of the box (max 3)',
  };
  const call = playerOf(boxes({ 'layers?': layers }));
  const named = (count: number): JsonObject[] => Array.from({ length: count }, (_none, at) => ({ name: `n${at}` }));
  expect(call('create_box', { title: 'Red', layers: named(3) })).toMatchObject({ title: 'Red' });
  expect(call('create_box', { title: 'Red', layers: named(4) })).toBe('INVALID_ARGUMENT');
});

test('a slug that a call leaves out is made from the title', () => {
  const handle: JsonObject = { type: 'string', description: 'URL slug. Auto-generated from title if omitted.' };
  const all = boxes({ 'handle?': handle });
  const call = playerOf(all);
  expect(call('create_box', { title: 'Linen & Wool Apron' })).toMatchObject({ handle: 'linen-wool-apron' });
  expect(call('create_box', { title: 'Linen', handle: 'mine' })).toMatchObject({ handle: 'mine' });
});

test('another value that the service makes is asked for', () => {
  const code: JsonObject = { type: 'string', description: 'Colour of the box. Generated automatically if omitted.' };
  const all = boxes({ 'colour?': code });
  expect(flagOf(all, 'create_box')).toBe('');
  const call = playerOf(all);
  expect(call('create_box', { title: 'Linen' })).toBe('UNAVAILABLE');
  expect(call('create_box', { title: 'Linen', colour: 'red' })).toMatchObject({ colour: 'red' });
});
