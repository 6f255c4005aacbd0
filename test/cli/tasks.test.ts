// Tests `callgym tasks` and `callgym audit`: tasks in a file, and their audit.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Task } from '../../envs/values/task.ts';
import { commandsIn } from '../support/command.ts';
import { lasting } from '../support/played.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dir = lasting();
const callgym = commandsIn(dir);
const DESK = join(root, 'fixtures/environments/order-desk');

const digest = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(dir, file)))
    .digest('hex');

test('tasks are appended, the same for a seed, and the audit finds them sound', async () => {
  const made = await callgym('tasks', DESK, '--count', '2', '--out', 'tasks.jsonl', '--json');
  expect(made.status).toBe(0);
  const summary = JSON.parse(made.stdout) as { tasks: number; by_kind: object; by_calls: object; rejected: object };
  expect(summary.tasks).toBe(2);
  expect(Object.keys(summary)).toEqual(expect.arrayContaining(['by_kind', 'by_calls', 'rejected', 'seconds']));
  await callgym('tasks', DESK, '--count', '2', '--out', 'again.jsonl');
  expect(digest('again.jsonl')).toBe(digest('tasks.jsonl'));
  expect((await callgym('tasks', DESK, '--count', '1', '--out', 'tasks.jsonl')).status).toBe(0);
  const lines = readFileSync(join(dir, 'tasks.jsonl'), 'utf8').trim().split('\n');
  expect(lines.length).toBe(3);
  const audit = await callgym('audit', DESK, '--tasks', 'tasks.jsonl', '--out', 'audit.md', '--json');
  expect(audit.status).toBe(0);
  expect(JSON.parse(audit.stdout)).toMatchObject({
    tasks: 3,
    gold_pass: 3,
    noop_pass: 0,
    variants_rejected: 0,
    flagged: [],
  });
  expect(readFileSync(join(dir, 'audit.md'), 'utf8')).toContain('| order-desk | 3 | 3 | 0 |');
  writeFileSync(join(dir, 'one.jsonl'), lines.slice(0, 1).join('\n'));
  const shown = await callgym('audit', DESK, '--tasks', 'one.jsonl');
  expect(shown.stdout).toMatch(/^sound {2}order-desk: 1 tasks?, gold passes 1/);
});

test('an environment that cannot be used does not stop the others; the folder of --out is made', async () => {
  const { status, stdout } = await callgym(
    'tasks',
    'nowhere',
    DESK,
    '--count',
    '1',
    '--out',
    'deep/er/tasks.jsonl',
    '--json',
  );
  expect(status).toBe(1);
  const summary = JSON.parse(stdout) as { tasks: number; unusable: string[] };
  expect(summary.tasks).toBe(1);
  expect(summary.unusable).toEqual([expect.stringContaining('nowhere')]);
  expect(readFileSync(join(dir, 'deep/er/tasks.jsonl'), 'utf8').trim().split('\n').length).toBe(1);
});

test('interrupted, what is finished is there, whole', async () => {
  const child = spawn(
    process.execPath,
    [join(root, 'cli/callgym.js'), 'tasks', DESK, '--count', '5000', '--out', 'cut.jsonl'],
    {
      cwd: dir,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  for await (const chunk of child.stderr) if (String(chunk).includes(' of 5000')) break;
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const lines = readFileSync(join(dir, 'cut.jsonl'), 'utf8').trim().split('\n');
  expect(lines.length).toBeGreaterThanOrEqual(10);
  for (const line of lines) JSON.parse(line);
  writeFileSync(join(dir, 'first.jsonl'), lines.slice(0, 2).join('\n'));
  expect((await callgym('audit', DESK, '--tasks', 'first.jsonl', '--mutants', '0')).status).toBe(0);
});

test('a flawed task: exit 1, and what is wrong with it', async () => {
  const made = readFileSync(join(dir, 'cut.jsonl'), 'utf8').trim().split('\n');
  const task = made
    .map((line) => JSON.parse(line) as Task)
    .find(({ gold }) => Object.keys(gold.diff).length > 0 && gold.outputs.length === 0);
  if (task === undefined) throw new Error('no task changes anything');
  writeFileSync(join(dir, 'flawed.jsonl'), JSON.stringify({ ...task, gold: { ...task.gold, calls: [], diff: {} } }));
  const { status, stdout } = await callgym('audit', DESK, '--tasks', 'flawed.jsonl');
  expect(status).toBe(1);
  expect(stdout).toMatch(/deserves nothing passes: noop/);
});

test.each([
  [['tasks', DESK], /--count: is missing/],
  [['tasks', DESK, '--count', '0'], /--count: is 0/],
  [['tasks', DESK, '--count', '2', '--kinds', 'write,odd'], /--kinds: is odd; there are write, read/],
  [['tasks', DESK, '--count', '2', '--difficulty', 'odd'], /--difficulty: is odd; there are easy, medium, hard/],
  [['tasks', 'nowhere', '--count', '2'], /nowhere/],
  [['audit', DESK], /tasks\.jsonl: is not there; make tasks with callgym tasks/],
  [['audit', DESK, '--tasks', 'none.jsonl'], /none\.jsonl: is not there/],
  [['audit', DESK, '--mutants', 'x'], /--mutants: is x/],
  [['tasks', DESK, '--count', '1', '--out', join(DESK, 'seed.jsonl', 'x')], /cannot be written|cannot be read/],
])('%j: exit 2 and one clear line', async (args, message) => {
  const { status, stdout, stderr } = await callgym(...args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr.trim().split('\n').length).toBe(1);
  expect(stderr).toMatch(message);
});
