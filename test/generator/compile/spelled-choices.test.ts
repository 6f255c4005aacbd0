// Tests filters that spell the values of a column differently from the tools that write it.
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const KINDS = ['hive_box', 'smoker', 'Veil'];

const gear = (filter: JsonObject) =>
  compile([
    tool('list_gear', 'List gear.', { 'kind?': filter }),
    tool(
      'create_gear',
      'Create a piece of gear.',
      { title: 'string', kind: { type: 'string', enum: KINDS } },
      { gear_id: 'string', title: 'string', kind: 'string' },
    ),
    tool('get_gear', 'Get a piece of gear.', { gear_id: 'string' }),
  ]);

test.each([
  [['hive_boxes', 'smokers', 'Veils'], 'smokers', 'smoker'],
  [['hive-box', 'smoker', 'veil'], 'hive-box', 'hive_box'],
  [['HIVE_BOX', 'SMOKER', 'VEIL', 'all'], 'VEIL', 'Veil'],
  [KINDS, 'smoker', 'smoker'],
])('the filter %j finds the rows', (choices, asked, stored) => {
  const all = gear({ type: 'string', enum: choices });
  expect(flagOf(all, 'list_gear')).toBe('');
  const call = playerOf(all);
  call('create_gear', { title: 'The new one', kind: stored });
  const found = call('list_gear', { kind: asked }) as JsonObject[];
  expect(found.map(({ title }) => title)).toContain('The new one');
  expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set([stored]));
});

test('`all` finds every row beside choices in another spelling', () => {
  const call = playerOf(gear({ type: 'string', enum: ['HIVE_BOX', 'SMOKER', 'VEIL', 'all'] }));
  expect(call('list_gear', { kind: 'all' })).toEqual(call('list_gear', {}));
});

test.each([
  [['frames', 'boards'], 'no value is one of the rows'],
  [['smokers', 'Veils', 'boards'], 'one value has no pair'],
])('the filter %j is flagged: %s', (choices) => {
  const all = gear({ type: 'string', enum: choices });
  expect(flagOf(all, 'list_gear')).toContain('lists other values than the rows have');
});

test('a list of choices in another spelling is flagged', () => {
  const all = compile([
    tool('list_gear', 'List gear.', {
      'kinds?': { type: 'array', items: { type: 'string', enum: ['Smokers', 'Veils'] } },
    }),
    tool(
      'create_gear',
      'Create a piece of gear.',
      { title: 'string', kind: { type: 'string', enum: KINDS } },
      { gear_id: 'string', title: 'string', kind: 'string' },
    ),
  ]);
  expect(flagOf(all, 'list_gear')).not.toBe('');
});
