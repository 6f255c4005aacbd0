// Tests that the kinds of tasks for which a caller asks come in equal numbers. A kind that no story can give must not
// prevent the others.
import { expect, test } from 'vitest';
import { openEnvironment } from '../../../envs/folder/environment-folder.ts';
import type { Task } from '../../../envs/values/task.ts';
import { makeTasks } from '../../../generator/tasks/make-tasks.ts';
import { ORDER_DESK } from '../../support/server.ts';

function counted(kinds: readonly Task['kind'][], count: number): Record<string, number> {
  const world = openEnvironment(ORDER_DESK, { pool: 1 });
  const { tasks } = makeTasks(world, { count, kinds, seed: 1, existing: [] });
  world.close();
  return Object.fromEntries(kinds.map((kind) => [kind, tasks.filter((task) => task.kind === kind).length]));
}

test('reads, writes and mixed tasks come in like numbers; a task and its twin count two', () => {
  const counts = Object.values(counted(['write', 'read', 'mixed'], 9));
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  expect(counts.reduce((sum, count) => sum + count)).toBe(9);
});

test('a kind that no story of this desk gives comes as well', () => {
  const { recover, write } = counted(['write', 'recover'], 4);
  expect(recover).toBeGreaterThan(0);
  expect(write).toBeGreaterThan(0);
});
