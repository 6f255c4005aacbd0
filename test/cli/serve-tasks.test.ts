// Tests that a server offers the tasks of one given file, and not those in the folders of its environments.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tasksToServe } from '../../cli/serve-tasks.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { CARRIER_CARE, ORDER_DESK } from '../support/server.ts';
import { taskByHand } from '../support/task-by-hand.ts';

const dir = mkdtempSync(join(tmpdir(), 'callgym-serve-tasks-'));
afterAll(() => rmSync(dir, { recursive: true }));

function fileOf(name: string, ...ids: readonly string[]): string {
  const world = openEnvironment(ORDER_DESK, { pool: 1 });
  const task = taskByHand(world, { opening: 'Hello.', calls: [] });
  world.close();
  const file = join(dir, name);
  writeFileSync(file, ids.map((id) => `${JSON.stringify({ ...task, id })}\n`).join(''));
  return file;
}

test('the tasks of an environment are those of its present version', () => {
  const served = tasksToServe([ORDER_DESK], fileOf('two.jsonl', 'a-1', 'a-2'));
  expect([...served].map(([name, tasks]) => [name, tasks.map(({ id }) => id)])).toEqual([
    ['order-desk', ['a-1', 'a-2']],
  ]);
});

test('a file that is not there, that has no task of an environment, or two of one name is told in one line', () => {
  expect(() => tasksToServe([ORDER_DESK], join(dir, 'none.jsonl'))).toThrow(/is not there/);
  expect(() => tasksToServe([CARRIER_CARE], fileOf('other.jsonl', 'a-1'))).toThrow(/has no task of carrier-care/);
  expect(() => tasksToServe([ORDER_DESK], fileOf('twice.jsonl', 'a-1', 'a-1'))).toThrow(/two tasks called a-1/);
});
