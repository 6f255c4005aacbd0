// Tests the sentences about the outcome that a task wants, with the acting side and the reason, and the comparison of a
// task with its twin, which wants another outcome.
import { expect, test } from 'vitest';
import { loadEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Task } from '../../envs/values/task.ts';
import { rightEnd } from '../../studio/app/tasks/right-end.ts';
import { differences, marked } from '../../studio/app/tasks/twin-difference.ts';
import { tasksOf } from '../support/played.ts';
import { ORDER_DESK } from '../support/server.ts';

const environment = loadEnvironment(ORDER_DESK);
const shown = {
  tools: environment.tools.map((tool) => ({ ...tool, money: '{value} euros' })),
  rules: environment.rules,
  tables: [{ name: 'orders', columns: [{ name: 'total', role: 'money' }] }],
  money: '{value} euros',
};
// the test gives only those parts of the environment that these sentences need
const known = shown as unknown as Parameters<typeof rightEnd>[1];
const [TASK] = tasksOf(ORDER_DESK, 4);

/** Returns the first task with some parts of its solution replaced. */
function withGold(gold: Partial<Task['gold']>, rules: readonly string[] = []): Task {
  return { ...TASK!, rules: [...rules], gold: { calls: [], diff: {}, outputs: [], end: 'done', ...gold } };
}

const CANCEL = {
  by: 'agent',
  name: 'cancel_order',
  arguments: { order_id: 'A1', reason: 'I changed my mind' },
} as const;
const CANCELLED = {
  orders: {
    inserted: [],
    deleted: [],
    updated: [{ key: { order_id: 'A1' }, before: { status: 'pending' }, after: { status: 'cancelled' } }],
  },
};

test('a deed has its actor and its cause, in the words of the user; then stands what is the case', () => {
  expect(rightEnd(withGold({ calls: [CANCEL], diff: CANCELLED }), known)).toEqual([
    'The agent cancels order A1, because “I changed my mind”.',
    'Then order A1 is cancelled (before: pending).',
  ]);
});

test('an amount is in units and in the currency of the service, in a call and in a row', () => {
  const diff = {
    orders: {
      inserted: [],
      deleted: [],
      updated: [{ key: { order_id: 'A1' }, before: { total: 119_250 }, after: { total: 47_500 } }],
    },
  };
  const prepare = { ...known.tools[0]!, name: 'prepare_transfer', description: 'Prepares a transfer.' };
  const calls = [{ by: 'agent', name: 'prepare_transfer', arguments: { amount: 475 } }] as const;
  expect(rightEnd(withGold({ calls, diff }), { ...known, tools: [{ ...prepare, effect: 'write' }] })).toEqual([
    'The agent prepares the transfer (amount 475 euros).',
    'Then the total of order A1 is 475.00 euros (before: 1192.50 euros).',
  ]);
});

test("looks are left out; a refusal and a passing fault are told; a change of the user is the user's", () => {
  const { order_id } = CANCEL.arguments;
  const calls: Task['gold']['calls'] = [
    { by: 'agent', name: 'get_order', arguments: { order_id }, error: { code: 'TIMEOUT', message: 'Slow.' } },
    { by: 'agent', name: 'get_order', arguments: { order_id }, result: {} },
    { ...CANCEL, error: { code: 'PRECONDITION_FAILED', message: 'It is on its way.' } },
    { ...CANCEL, by: 'user' },
  ];
  expect(rightEnd(withGold({ calls }), known)).toEqual([
    'get_order fails once (TIMEOUT), and the agent calls it again.',
    'The agent tries to cancel order A1, because “I changed my mind”; the service refuses: “It is on its way.”',
    'The user cancels order A1, because “I changed my mind”.',
    'Nothing is changed.',
  ]);
});

test('a declined wish names the rule and the reason', () => {
  const [rule] = environment.rules;
  const gold = {
    declines: [{ name: CANCEL.name, arguments: CANCEL.arguments }],
    outputs: [{ key: 'reason', type: 'reason', value: 'not_allowed' }],
  } satisfies Partial<Task['gold']>;
  const told = rightEnd(withGold(gold, [rule!.id]), known);
  expect(told[0]).toContain(
    `The agent does not cancel order A1, because “I changed my mind”, because of rule ${rule!.id}`,
  );
  expect(told[1]).toBe('The reply gives the reason: the rules do not allow it.');
});

test('every task has a right end, and each sentence begins with a capital and ends', () => {
  for (const task of tasksOf(ORDER_DESK, 4))
    for (const sentence of rightEnd(task, known)) expect(sentence).toMatch(/^[\p{L}].*(?:\.|”)$/su);
});

test('beside its twin a task shows only that in which they differ, word by word', () => {
  const twin = { ...TASK!, user: { ...TASK!.user, opening: `${TASK!.user.opening} Now.` } };
  const ends = { mine: ['It stays.'], other: ['It stays.'] };
  expect(differences(TASK!, TASK!, ends)).toEqual([]);
  expect(differences(TASK!, twin, ends).map(({ aspect }) => aspect)).toEqual(['First words']);
  expect(marked('put it on red shelves', 'put it on blue shelves')).toEqual({
    mine: [
      { text: 'put it on ', differs: false },
      { text: 'red', differs: true },
      { text: ' shelves', differs: false },
    ],
    other: [
      { text: 'put it on ', differs: false },
      { text: 'blue', differs: true },
      { text: ' shelves', differs: false },
    ],
  });
});
