// Tests answers that are neither a list of rows nor a whole row: outlines, names alone, summaries, and results declared
// as one member without fields.
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { promisedFields } from '../../../generator/compile/read/promised-fields.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const RESULT = { result: { type: 'object', additionalProperties: true } } as const;

const cellars = compile([
  tool('create_cellar', 'Create a cellar.', { title: 'string', depth: 'number' }, RESULT),
  tool('get_cellar', 'Get a cellar.', { cellar_id: 'string' }, RESULT),
  tool('get_cellar_summary', 'Get the summary of a cellar.', { cellar_id: 'string' }, RESULT),
  tool('update_cellar_summary', 'Update the summary of a cellar.', { cellar_id: 'string', body: 'string' }, RESULT),
  tool('list_cellars', 'List cellars as an indented outline.', {}),
  tool('create_label', 'Create a label.', { name: 'string', color: 'string' }),
  tool('list_labels', 'List all label (tag) names.', {}),
]);

test('a row is answered where the result is one member without fields', () => {
  const call = playerOf(cellars);
  const made = call('create_cellar', { title: 'North', depth: 4 }) as JsonObject;
  expect(made).toMatchObject({ title: 'North', depth: 4 });
  expect(call('get_cellar', { cellar_id: made['id'] ?? '' })).toEqual(made);
  expect(Object.keys(made)).not.toContain('body');
});

test.each([
  ['get_cellar_summary', 'summary'],
  ['update_cellar_summary', 'summary'],
  ['list_cellars', 'outline'],
  ['list_labels', 'names'],
])('%s is flagged for its %s', (name, word) => expect(flagOf(cellars, name)).toContain(word));

test('"associated with the user" promises no field', () =>
  expect(promisedFields('List all cellars associated with the user.')).toEqual([]));
