// Tests the quality checks that need a server: the bundled order desk passes them, and fails them if one of its parts
// gets a fault.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLocalGym, type Gym } from '../../agents/http/local-gym.ts';
import { canary } from '../../agents/quality/canary.ts';
import { contamination } from '../../agents/quality/contamination.ts';
import { oracle } from '../../agents/quality/oracle.ts';
import type { PlayedSubject } from '../../agents/quality/played-subject.ts';
import { planes } from '../../agents/quality/planes.ts';
import { SHAPES } from '../../agents/quality/shapes.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { canaryOf } from '../../envs/values/canary.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { makeTasks } from '../../generator/tasks/make-tasks.ts';
import { ORDER_DESK } from '../support/server.ts';

const COUNT = 4;
let dir: string;
let world: World;
let tasks: readonly Task[];
let gym: Gym;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'callgym-played-quality-'));
  world = openEnvironment(ORDER_DESK);
  tasks = makeTasks(world, { count: COUNT, seed: 5, existing: [] }).tasks;
  gym = await openLocalGym([{ dir: ORDER_DESK, world, tasks }]);
});
afterAll(async () => {
  await gym.close();
  world.close();
  rmSync(dir, { recursive: true, force: true });
});

const subject = (over: Partial<PlayedSubject> = {}): PlayedSubject => ({
  gym,
  world,
  tasks,
  seed: 1,
  against: [],
  ...over,
});

test('the oracle passes all, a silent agent none', async () => {
  expect(await oracle(subject())).toMatchObject({ pass: true, figure: { oracle_pass: COUNT, noop_pass: 0 } });
});

test('a task whose gold cannot be played is missed by the oracle', async () => {
  const [first] = tasks;
  if (first === undefined) throw new Error('no task was made');
  const impossible: Task = {
    ...first,
    basis: ['outputs'],
    gold: { ...first.gold, outputs: [{ key: 'total', type: 'money', value: 987_654.32 }] },
  };
  const other = await openLocalGym([{ dir: ORDER_DESK, world, tasks: [impossible] }]);
  const found = await oracle(subject({ gym: other, tasks: [impossible] }));
  await other.close();
  expect(found).toMatchObject({ pass: false, figure: { missed: [first.id] } });
});

test('a task that doing nothing solves is a miss, but not as one of two twins of which it fails the other', async () => {
  const [first] = tasks;
  if (first === undefined) throw new Error('no task was made');
  const gold = { ...first.gold, calls: [], diff: {}, outputs: [] };
  const still: Task = { ...first, id: 'still', twin: first.id, basis: ['state'], rules: [], gold };
  const pair = [{ ...first, twin: 'still' }, still];
  const { twin: _twin, ...alone } = still;
  const other = await openLocalGym([{ dir: ORDER_DESK, world, tasks: pair }]);
  const asPair = await oracle(subject({ gym: other, tasks: pair }));
  const apart = await oracle(subject({ gym: other, tasks: [alone] }));
  await other.close();
  expect(asPair).toMatchObject({ pass: true, figure: { noop_pass: 0, noop_pass_twins_apart: 1 } });
  expect(apart).toMatchObject({ pass: false, figure: { noop_pass: 1 } });
});

test('no token of a side opens the control plane; a control token does', async () => {
  expect(await planes(subject())).toMatchObject({ pass: true, figure: { open: [] } });
  const client = Object.create(gym.client, {
    ask: {
      value: async (...[method, path, body]: Parameters<typeof gym.client.ask>) =>
        gym.client.ask(method, path, body, { repeatable: false }),
    },
  }) as typeof gym.client;
  const found = await planes(subject({ gym: { client, close: async () => undefined } }));
  expect(found.pass).toBe(false);
});

test('contamination wants files, and finds our own tools in one', () => {
  expect(contamination(subject()).pass).toBeNull();
  const file = join(dir, 'benchmark.json');
  writeFileSync(file, JSON.stringify(world.environment.tools));
  expect(contamination(subject({ against: [file] })).pass).toBe(false);
});

test("a canary in a text of the environment itself is told, with its place: another one's, or a benchmark's", () => {
  for (const text of [canaryOf('another environment'), 'BENCHMARK DATA: canary GUID 26b5c67b'])
    for (const [over, place] of [
      [{ policy: text }, 'the policy'],
      [{ description: text }, 'the description'],
      [{ seed: [{ table: 'notes', row: { text } }] }, 'a row of notes'],
    ] as const) {
      const environment = { ...world.environment, ...over };
      const marked = Object.create(world, { environment: { value: environment } }) as World;
      const found = canary(subject({ world: marked }));
      expect(found).toMatchObject({ pass: false, figure: { places: expect.arrayContaining([place]) as string[] } });
    }
});

test('a canary that stands in a row is told', () => {
  expect(canary(subject()).pass).toBe(true);
  const [first, ...rest] = tasks;
  if (first === undefined) throw new Error('no task was made');
  const marked = { ...first, user: { ...first.user, persona: `says ${canaryOf(world.hash)}` } };
  expect(canary(subject({ tasks: [marked, ...rest] }))).toMatchObject({ pass: false, figure: { seen: 1 } });
});

describe('shapes of the report', () => {
  const report = {
    callgym: '0.1.0',
    seed: 1,
    environments: [
      {
        name: 'desk',
        hash: 'ab'.repeat(32),
        tools: ['look', 'act'],
        tasks: 2,
        checks: [
          { id: 'no_op', pass: true, figure: { tasks: 2 }, says: 'fine' },
          { id: 'oracle', pass: false, figure: { missed: ['t1'] }, says: 'misses | one' },
          { id: 'contamination', pass: null, figure: {}, says: 'needs files' },
        ],
      },
    ],
  };

  test('autoqc tells what was evaluated, skipped and found', () => {
    expect(JSON.parse(SHAPES.autoqc(report))).toMatchObject({
      environments: [
        {
          evaluated: ['no_op', 'oracle'],
          skipped: [{ check: 'contamination', reason: 'needs files' }],
          findings: [{ check: 'oracle', severity: 'error' }],
          verdict: 'fail',
        },
      ],
    });
  });

  test("openenv's report has its names for checks, its statuses and a manifest", () => {
    expect(JSON.parse(SHAPES.openenv(report))).toMatchObject({
      report_schema_version: '1',
      manifest: { capabilities: { declared_tools: ['look', 'act'], declared_task_count: { train: 2 } } },
      results: [
        { check_id: 'semantic.callgym_no_op', status: 'pass', measured: { tasks: 2 } },
        { check_id: 'semantic.oracle_max', status: 'fail' },
        { check_id: 'semantic.callgym_contamination', status: 'skip' },
      ],
      verdict: 'fail',
    });
  });

  test('the page has the canary and no broken table', () => {
    const page = SHAPES.page(report);
    expect(page).toContain(canaryOf('ab'.repeat(32)));
    expect(page).toContain('misses \\| one');
  });
});
