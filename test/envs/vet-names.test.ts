// Tests the names in a program: a statement may use a name, or a column of it, only if an earlier step defines it.
import { expect, test } from 'vitest';
import type { ToolProgram } from '../../envs/values/program.ts';
import { World } from '../../envs/world/world.ts';
import { SHOP, tool } from '../support/shop.ts';

function refusalOf(program: ToolProgram): string {
  try {
    new World({ ...SHOP, tools: [tool('probe', { id: { type: 'string' } }, 'read', program)] }).close();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

const ONE = { let: 'found', sql: 'SELECT customer_id, name FROM customers WHERE customer_id = :id' } as const;
const MANY = { let: 'rows', list: true, sql: 'SELECT customer_id FROM customers ORDER BY customer_id' } as const;
const answer = (expression: string) => ({ return: `SELECT ${expression} AS value`, shape: 'value' }) as const;

test.each<[string, ToolProgram]>([
  ['an argument', [answer(':id')]],
  ['a column of a row', [ONE, answer(':found.name')]],
  ['another column of a row', [ONE, answer(':found.customer_id')]],
])('%s is known', (_what, program) => {
  expect(refusalOf(program)).toBe('');
});

test.each<[string, ToolProgram, RegExp]>([
  ['a name that no step gives', [answer(':lost')], /:lost is not known here.*:id/],
  ['a name before its step', [answer(':found.name'), ONE], /:found is not known here/],
  ['a column that the row lacks', [ONE, answer(':found.email')], /:found has no column email.*customer_id, name/],
  ['a column of a list of rows', [MANY, answer(':rows.customer_id')], /:rows is a list of rows and has no column/],
])('%s is refused with its name', (_what, program, says) => {
  expect(refusalOf(program)).toMatch(says);
});
