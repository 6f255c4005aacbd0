// Tests the graph of a task's stored solution: each value that comes from the user or from results has a line to its
// source, and every call stands after all its sources.
import { fc, test as law } from '../support/laws.ts';
import { expect, test } from 'vitest';
import { railsOf, type Feed } from '../../studio/app/tasks/rails.ts';
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

/** Random sources of values among sixty calls. Each source stands before its value. */
const FEEDS = fc
  .array(fc.tuple(fc.nat(59), fc.integer({ min: 1, max: 60 })), { maxLength: 150 })
  .map((pairs) =>
    pairs
      .filter(([from, to]) => from < to)
      .map(([from, to]): Feed => ({ source: `${from}`, to: `${to}`, y: to * 100 + 30 })),
  );

law.prop([FEEDS])('each fed value hangs on the rail of its source, and rails of one lane never meet', (feeds) => {
  const { rails, lanes } = railsOf(feeds, new Map(feeds.map(({ source }) => [source, Number(source) * 100])));
  const hung = rails.flatMap(({ source, ends }) => ends.map(({ to, y }) => `${source} ${to} ${y}`));
  expect(hung.sort()).toEqual(feeds.map(({ source, to, y }) => `${source} ${to} ${y}`).sort());
  const spans = rails.map(({ lane, start, ends }) => ({ lane, start, last: Math.max(...ends.map(({ y }) => y)) }));
  for (const [at, one] of spans.entries()) {
    expect(one.lane).toBeLessThan(lanes);
    for (const other of spans.slice(at + 1))
      if (other.lane === one.lane) expect(one.last < other.start || other.last < one.start).toBe(true);
  }
});
