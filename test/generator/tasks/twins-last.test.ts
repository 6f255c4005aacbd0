import { expect, test } from 'vitest';
import { twinsLast } from '../../../generator/tasks/twins-last.ts';
import type { Task } from '../../../envs/values/task.ts';

test('a twin stands behind all first tasks, and nothing is lost', () => {
  const task = (id: string, twin?: string): Task => ({ id, ...(twin === undefined ? {} : { twin }) }) as Task;
  const tasks = [task('a', 'b'), task('b', 'a'), task('c'), task('d', 'e'), task('e', 'd'), task('f', 'gone')];
  expect(twinsLast(tasks).map(({ id }) => id)).toEqual(['a', 'c', 'd', 'f', 'b', 'e']);
});
