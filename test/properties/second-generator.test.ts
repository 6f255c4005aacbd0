// Tests the verdict on episodes of a second generator, which does not use the verdict's code. The verdict must accept
// right episodes and must not accept wrong ones. For a few wrong episodes with unclear words it may also decide
// nothing.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { trajectoriesOf } from '../../bench/second-generator.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { makeRandom } from '../../envs/random.ts';
import { judge } from '../../envs/verification/judge.ts';
import { tasksOf } from '../support/played.ts';
import { CARRIER_CARE, ORDER_DESK } from '../support/server.ts';

test('it reads neither the code of the verdict nor a net diff', () => {
  const text = readFileSync(fileURLToPath(new URL('../../bench/second-generator.ts', import.meta.url)), 'utf8');
  expect(text).not.toMatch(/verification|\.diff\b|judge/);
});

test.each([ORDER_DESK, CARRIER_CARE])('%s: nothing right is rejected, nothing wrong accepted', (dir) => {
  const world = openEnvironment(dir);
  const labels = { right: 0, wrong: 0 };
  let unread = 0;
  const operators = new Set<string>();
  const mistaken = tasksOf(dir, 14).flatMap((task) =>
    trajectoriesOf(world, task, makeRandom(5, task.id)).flatMap(({ operator, label, log, messages, end }) => {
      labels[label] += 1;
      operators.add(operator);
      const { reward } = judge(world, task, log, { messages, end });
      if (label === 'wrong' && reward === null) {
        unread += 1;
        return [];
      }
      return reward === (label === 'right' ? 1 : 0) ? [] : [`${task.id} ${operator} ${reward}`];
    }),
  );
  world.close();
  expect(mistaken).toEqual([]);
  expect(labels.right).toBeGreaterThan(100);
  expect(labels.wrong).toBeGreaterThan(100);
  expect(unread).toBeLessThan(labels.wrong / 50);
  expect(operators.size).toBeGreaterThan(20);
});
