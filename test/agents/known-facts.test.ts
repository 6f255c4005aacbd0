// Tests the names that a scripted user gives to its facts.
import { expect, test } from 'vitest';
import { knownFacts } from '../../agents/users/known-facts.ts';
import { tellFact } from '../../agents/users/tell-fact.ts';
import type { Task } from '../../envs/values/task.ts';
import { part } from '../support/part.ts';

function told(...facts: readonly (readonly [string, string | number])[]): string[] {
  const known = facts.map(([key, value]) => ({ key, value, say: 'open' as const }));
  return knownFacts(part<Task>({ user: { goal: 'You order.', facts: known }, gold: { calls: [] } })).map(tellFact);
}

test('the number of a joined story is no part of a name', () => {
  expect(told(['quantity', 2], ['quantity_5', 1])).toEqual(['the quantity is 2', 'the quantity is 1']);
  expect(told(['quantity', 2], ['quantity 2', 1])).toEqual(['the quantity is 2', 'the quantity is 1']);
});

test('a number without the bare name beside it is part of a name', () => {
  expect(told(['level_2', 7])).toEqual(['the level 2 is 7']);
});
