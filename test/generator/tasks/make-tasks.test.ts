// Tests tasks: they are made by executing calls, pass their own audit, and are the same for the same seed. The audit
// finds planted flaws.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadEnvironment } from '../../../envs/folder/environment-folder.ts';
import type { Task } from '../../../envs/values/task.ts';
import { TASK_SCHEMA } from '../../../envs/values/task.ts';
import { makeParser } from '../../../envs/values/validator.ts';
import { World } from '../../../envs/world/world.ts';
import { buildEnvironments } from '../../../generator/compile/build.ts';
import { auditTasks } from '../../../generator/tasks/audit.ts';
import { bandOf, makeTasks } from '../../../generator/tasks/make-tasks.ts';

/**
 * Each entry holds an environment, the number of tasks and the smallest number of kinds. In the care desk, two of three
 * tasks also use the phone of the user.
 */
const AUTHORED = [
  ['order-desk', 12, 4],
  ['carrier-care', 16, 3],
] as const;
const parse = makeParser<Task>(TASK_SCHEMA);
let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'callgym-tasks-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const worldOf = (name: string): World => new World(loadEnvironment(`fixtures/environments/${name}`));

describe.each(AUTHORED)('%s', (name, count, kinds) => {
  const world = worldOf(name);
  const { tasks } = makeTasks(world, { count, seed: 5, existing: [] });

  test('the tasks fit their schema, are sound, and no two alike', () => {
    expect(tasks.length).toBe(count);
    for (const task of tasks) parse(JSON.parse(JSON.stringify(task)));
    expect(new Set(tasks.map(({ user }) => user.opening)).size).toBe(count);
    const { report } = auditTasks(world, tasks);
    expect(report.flagged).toEqual([]);
    expect(report).toMatchObject({ tasks: count, gold_pass: count, noop_pass: 0, done_pass: 0, variants_rejected: 0 });
    expect(report).toMatchObject({ random_pass: 0, destructive_pass: 0, guess_pass: 0, recite_pass: 0 });
    expect(report.mutants).toBeGreaterThan(90);
    expect(report.mutants_killed).toBe(report.mutants);
    expect(report.variants).toBeGreaterThan(55);
  });

  test('stories among them: conditions, choices, and twins that say the same in other words and start elsewhere', () => {
    const told = tasks.filter(({ story }) => story !== undefined);
    expect(told.length).toBeGreaterThanOrEqual(3);
    expect(told.some(({ tags }) => tags.includes('condition'))).toBe(true);
    const later = told.filter(({ patch }) => patch !== undefined);
    // faults of a phone are set up by calls and not by rows, so few tasks of the care desk get a second version with
    // another right outcome
    if (name === 'order-desk') expect(later.length).toBeGreaterThan(0);
    for (const task of later) {
      const elder = tasks.find(({ id }) => id === task.twin);
      expect(elder?.user.opening).not.toBe(task.user.opening);
      expect(elder?.story).toEqual(task.story);
      expect(elder?.gold.calls).not.toEqual(task.gold.calls);
    }
    // a computed value comes with its expression, and the audit computes the value again
    const computed = told.find(({ gold }) =>
      gold.calls.some((call) => call.origins?.some(({ from }) => from === 'computed')),
    );
    const other = JSON.parse(JSON.stringify(computed)) as { story: { steps: unknown[] } } & Task;
    other.story.steps.splice(1);
    expect(auditTasks(world, [other], { mutants: 0 }).report.flagged.length).toBeGreaterThan(0);
  });

  test('several kinds; who declines has a twin that acts', () => {
    expect(new Set(tasks.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(kinds);
    const declining = tasks.filter(({ kind }) => kind === 'abstain');
    for (const task of declining) {
      const twin = tasks.find(({ id }) => id === task.twin);
      expect(twin?.twin).toBe(task.id);
      expect(Object.keys(twin?.gold.diff ?? {})).not.toEqual([]);
      expect(task.gold.diff).toEqual({});
    }
  });

  test('the same seed gives the same tasks, another seed others', () => {
    const few = (seed: number): string =>
      JSON.stringify(makeTasks(worldOf(name), { count: 2, seed, existing: [] }).tasks);
    const once = few(5);
    expect(JSON.parse(once)).toHaveLength(2);
    expect(few(5)).toBe(once);
    expect(few(6)).not.toBe(once);
  });

  test('more tasks are none of those that are there', () => {
    const more = makeTasks(world, { count: 3, seed: 5, existing: tasks }).tasks;
    const all = [...tasks, ...more];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(auditTasks(world, all, { mutants: 0 }).report.flagged).toEqual([]);
  });
});

describe('kinds and bands', () => {
  const world = worldOf('order-desk');

  test.each(['write', 'read', 'mixed', 'multi', 'abstain', 'recover', 'clarify'] as const)('%s alone', (kind) => {
    const { tasks } = makeTasks(world, { count: 2, seed: 2, kinds: [kind], existing: [] });
    expect(tasks.length).toBe(2);
    expect(tasks.filter((task) => task.kind === kind).length).toBeGreaterThanOrEqual(kind === 'abstain' ? 1 : 2);
  });

  test('hard tasks take more calls', () => {
    const { tasks } = makeTasks(world, { count: 3, seed: 2, band: 'hard', existing: [] });
    expect(tasks.map(bandOf)).toEqual(['hard', 'hard', 'hard']);
  });

  test('a first call that fails is in the task, and gold makes it again', () => {
    const [task] = makeTasks(world, { count: 1, seed: 2, kinds: ['recover'], existing: [] }).tasks;
    const [fault] = task?.faults ?? [];
    const calls = task?.gold.calls.filter(({ name }) => name === fault?.tool) ?? [];
    expect(calls.map(({ error }) => error !== undefined).slice(0, 2)).toEqual([true, false]);
  });
});

test('a compiled environment gets tasks too', async () => {
  const out = join(dir, 'built');
  for await (const _step of buildEnvironments('fixtures/tools/clinic.mcp.json', out, { seed: 1, discovery: true }));
  const world = new World(loadEnvironment(join(out, 'clinic_mcp')));
  const { tasks } = makeTasks(world, { count: 6, seed: 1, existing: [] });
  expect(tasks.length).toBe(6);
  expect(auditTasks(world, tasks).report.flagged).toEqual([]);
});

describe('the audit finds what is planted', () => {
  const world = worldOf('order-desk');
  const { tasks } = makeTasks(world, { count: 4, seed: 9, kinds: ['write', 'read'], existing: [] });
  const write = tasks.find(({ kind }) => kind === 'write') as Task;
  const read = tasks.find(({ kind }) => kind === 'read') as Task;
  const flagged = (task: Task): string =>
    auditTasks(world, [task])
      .report.flagged.map(({ reason }) => reason)
      .join('\n');
  const withGold = (task: Task, gold: Partial<Task['gold']>): Task =>
    ({ ...task, gold: { ...task.gold, ...gold } }) as Task;

  test('the tasks themselves are sound', () => {
    expect(flagged(write)).toBe('');
    expect(flagged(read)).toBe('');
  });
  test('a goal that holds at the start', () => {
    expect(flagged(withGold(write, { calls: [], diff: {} }))).toContain('deserves nothing passes: noop');
  });
  test('gold that is refused', () => {
    const calls = write.gold.calls.map((call) => ({ ...call, arguments: { ...call.arguments, no_such: 1 } }));
    expect(flagged(withGold(write, { calls }))).toMatch(/gold does not pass[\s\S]*is refused: INVALID_ARGUMENT/);
  });
  test('a diff that gold does not make', () => {
    expect(flagged(withGold(write, { diff: {} }))).toContain('gold does not pass');
  });
  test('an answer that nothing shows', () => {
    const outputs = read.gold.outputs.map((output) => ({ ...output, from: ['never shown'] }));
    expect(flagged(withGold(read, { outputs }))).toContain('gold does not pass');
  });
  test('a basis that looks at nothing', () => {
    expect(flagged({ ...write, basis: [] } as Task)).toMatch(/deserves nothing passes[\s\S]*a mutant survives/);
  });
  test('a value that the user cannot say', () => {
    const user = { ...write.user, opening: 'Please do it.', goal: 'You want it done.', facts: [] };
    expect(flagged({ ...write, user } as Task)).toContain('nothing tells');
  });
  test('the same task twice', () => {
    const { report } = auditTasks(world, [write, { ...write, id: 'again' }]);
    expect(report.flagged).toEqual([{ task: 'again', reason: `is nearly the same as ${write.id}` }]);
  });
});
