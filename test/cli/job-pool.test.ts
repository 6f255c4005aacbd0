// Tests processes that share work: results come in the order of the items, the item on which a process died is found,
// and no other item is lost.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { JobPool, workInOrder } from '../../cli/jobs/job-pool.ts';
import { GymError } from '../../envs/errors/gym-error.ts';
import type { Task } from '../../envs/values/task.ts';
import { part } from '../support/part.ts';

const script = fileURLToPath(new URL('../support/mortal-job.ts', import.meta.url));

// the script of these tests gets another set-up and other items than real jobs, so the types do not fit
const given = (value: object): never => value as never;

function mortals(jobs: number, each = 1): JobPool<'audit'> {
  const folder = mkdtempSync(join(tmpdir(), 'callgym-jobs-'));
  const pool = new JobPool('audit', given({ folder }), { jobs, each, script });
  onTestFinished(async () => {
    await pool.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return pool;
}

async function outcomes(pool: JobPool<'audit'>, fates: readonly string[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const done of pool.inOrder(fates.map((fate, at) => given({ at, fate }))))
    found.push('error' in done ? done.error : done);
  return found;
}

test('results come in the order of the items, with numbers as written', async () => {
  const found = await outcomes(mortals(2), ['slow', 'done', 'done', 'slow', 'done']);
  expect(JSON.stringify(found)).toBe(
    JSON.stringify([0, 1, 2, 3, 4].map((at) => ({ result: { at, real: JSON.rawJSON('2.0') } }))),
  );
});

test('an item whose process died is done again; one whose processes die is named, and the others are done', async () => {
  const found = await outcomes(mortals(2, 2), ['dies once', 'done', 'dies', 'slow', 'done', 'done']);
  expect(found[2]).toEqual({ died: 'its process died 2 times (SIGKILL)' });
  expect(found.filter((each) => 'result' in (each as object)).length).toBe(5);
});

test('an error passes between processes as itself, and stops nothing', async () => {
  const found = await outcomes(mortals(1), ['done', 'fails', 'done']);
  expect(found[1]).toBeInstanceOf(GymError);
  expect((found[1] as GymError).message).toBe('item 1: is bad');
  expect(found[2]).toMatchObject({ result: { at: 2 } });
});

test('work that cannot be opened tells why, with one process and with two', async () => {
  for (const jobs of [1, 2]) {
    const items = [{ dir: '/nowhere', task: part<Task>({ id: 'a' }), options: {} }];
    const found = [];
    for await (const done of workInOrder('audit', null, items, { jobs })) found.push(done);
    expect(found).toMatchObject([{ error: { message: expect.stringContaining('/nowhere') } }]);
  }
});
