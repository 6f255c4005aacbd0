// Gold as a graph: each value that the task's record derives from the user or from results has a line to its source, and
// every call stands right of all its sources.
import { expect, test } from 'vitest';
import { nodesOf } from '../../studio/app/tasks/gold-nodes.ts';
import { tasksOf } from '../support/played.ts';
import { CARRIER_CARE, ORDER_DESK } from '../support/server.ts';

const TASKS = [ORDER_DESK, CARRIER_CARE].flatMap((dir) => tasksOf(dir, 4));

test.each(TASKS.map((task) => [task.id, task] as const))('%s', (_id, task) => {
  const nodes = new Map(nodesOf(task).map((node) => [node.key, node]));
  for (const { rank, lines } of nodes.values())
    for (const { from } of lines) for (const each of from) expect(nodes.get(each)?.rank).toBeLessThan(rank);
  task.gold.calls.forEach(({ origins = [] }, at) => {
    for (const { argument, from, call, uses = [] } of origins) {
      const line = nodes.get(`call ${at}`)?.lines.find(({ name }) => name === argument.replace(/^\//, ''));
      if (line === undefined) continue;
      const wanted = [
        ...(from === 'user' ? ['user'] : []),
        ...(call === undefined ? uses : [call]).map((n) => `call ${n}`),
      ];
      expect([argument, line.from]).toEqual([argument, expect.arrayContaining(wanted)]);
    }
  });
});

test('values that an expression computes are tied to the results and facts that it names', () => {
  const computed = TASKS.flatMap(nodesOf).flatMap(({ lines }) => lines.filter(({ at }) => at.startsWith(':')));
  expect(computed.length).toBeGreaterThan(0);
  for (const { from } of computed) expect(from.length).toBeGreaterThan(0);
});
