// Tests that each quality check passes on a good environment, and fails on one with a fault that is made for this
// check.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import type { Environment } from '../../envs/values/environment.ts';
import type { QualityCheck } from '../../envs/values/quality.ts';
import type { Task } from '../../envs/values/task.ts';
import { World } from '../../envs/world/world.ts';
import { coverage } from '../../generator/quality/coverage.ts';
import { declarations } from '../../generator/quality/declarations.ts';
import { determinism } from '../../generator/quality/determinism.ts';
import { difficulty } from '../../generator/quality/difficulty.ts';
import { floors } from '../../generator/quality/floors.ts';
import { goldLeaks } from '../../generator/quality/gold-leaks.ts';
import { isolation } from '../../generator/quality/isolation.ts';
import { noOp } from '../../generator/quality/no-op.ts';
import { QualitySubject } from '../../generator/quality/quality-subject.ts';
import { soundness } from '../../generator/quality/soundness.ts';
import { verifier } from '../../generator/quality/verifier.ts';
import { makeTasks } from '../../generator/tasks/make-tasks.ts';
import { ORDER_DESK } from '../support/server.ts';

const COUNT = 6;
let dir: string;
let world: World;
let tasks: readonly Task[];

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'callgym-quality-test-'));
  cpSync(ORDER_DESK, join(dir, 'desk'), { recursive: true });
  world = openEnvironment(join(dir, 'desk'));
  tasks = tasksOf(world);
});
afterAll(() => {
  world.close();
  rmSync(dir, { recursive: true, force: true });
});

function tasksOf(of: World): readonly Task[] {
  return makeTasks(of, { count: COUNT, seed: 3, existing: [] }).tasks;
}

const subject = (over: { world?: World; tasks?: readonly Task[]; dir?: string } = {}): QualitySubject =>
  new QualitySubject(over.dir ?? join(dir, 'desk'), over.world ?? world, over.tasks ?? tasks, 1);

const changed = (change: Partial<Environment>): World => new World({ ...world.environment, ...change });

const many = (task: Task): Task[] => Array.from({ length: 20 }, (_each, at) => ({ ...task, id: `${task.id}-${at}` }));

describe('on the bundled order desk', () => {
  test.each<[string, (subject: QualitySubject) => QualityCheck]>([
    ['soundness', soundness],
    ['declarations', declarations],
    ['no-op', noOp],
    ['floors', floors],
    ['verifier', verifier],
    ['determinism', determinism],
    ['isolation', (each) => isolation(each)],
    ['gold leaks', goldLeaks],
  ])('%s holds', (_name, check) => {
    const found = check(subject());
    expect(found.pass, found.says).toBe(true);
  });

  test('coverage and difficulty want twenty tasks and say so', () => {
    expect(coverage(subject())).toMatchObject({ pass: null, says: 'needs 20 tasks, here are 6' });
    expect(difficulty(subject())).toMatchObject({ pass: null });
  });
});

describe('spoiled', () => {
  const idle = (): Task => {
    const [task] = tasks;
    if (task === undefined) throw new Error('no task was made');
    return { ...task, kind: 'write', gold: { calls: [], diff: {}, outputs: [], end: 'done' }, basis: ['state'] };
  };

  test('a task that is solved at the start is passed by an idle agent, and raises the floor', () => {
    expect(noOp(subject({ tasks: [idle()] }))).toMatchObject({ pass: false, figure: { noop_pass: 1 } });
    expect(floors(subject({ tasks: [idle()] }))).toMatchObject({ pass: false, figure: { floor: 1, gap: 0 } });
  });

  test('a task whose gold is refused is a complaint of the audit', () => {
    const task = tasks.find(({ kind, gold }) => kind !== 'abstain' && gold.calls.length > 0);
    if (task === undefined) throw new Error('no task with a call was made');
    const calls = task.gold.calls.map((call) => ({ ...call, arguments: {} }));
    const found = verifier(subject({ tasks: [{ ...task, gold: { ...task.gold, calls } }] }));
    expect(found.pass).toBe(false);
  });

  test('a folder that changed since is another world', () => {
    const other = join(dir, 'changed');
    cpSync(ORDER_DESK, other, { recursive: true });
    const file = join(other, 'policy.md');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nBe brief.\n`);
    expect(determinism(subject({ dir: other })).pass).toBe(false);
  });

  test('a program that answers nothing the schema knows is not sound', () => {
    const other = join(dir, 'unsound');
    cpSync(ORDER_DESK, other, { recursive: true });
    const file = join(other, 'tools.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('FROM orders', 'FROM odours'));
    const found = soundness(subject({ dir: other }));
    expect(found.pass).toBe(false);
  });

  test('sessions that share one state are mixed', () => {
    class OneSession extends SessionStore {
      private only: ReturnType<SessionStore['create']> | undefined;
      override create(given: Parameters<SessionStore['create']>[0]): ReturnType<SessionStore['create']> {
        this.only ??= super.create(given);
        return this.only;
      }
      override close(): void {
        // the session is shared by all, so it stays open
      }
    }
    expect(isolation({ world, tasks }, () => new OneSession()).pass).toBe(false);
  });

  test('a tool without a description and an argument without a type are told', () => {
    const [first, ...rest] = world.environment.tools;
    if (first === undefined) throw new Error('no tools');
    const bare = changed({
      tools: [
        {
          ...first,
          description: '',
          parameters: { type: 'object', properties: { x: {} } },
          examples: [],
          program: [{ return: '1', shape: 'value' }],
        },
        ...rest,
      ] as Environment['tools'],
    });
    const found = declarations(subject({ world: bare }));
    expect(found.figure['faults']).toEqual([
      `${first.name}: it has no description`,
      `${first.name}: argument x has no type`,
    ]);
    expect(found.pass).toBe(false);
    bare.close();
  });

  test('an answer that the policy gives away is a leak', () => {
    const task = tasks.find(({ gold }) => gold.outputs.length > 0) ?? idle();
    const telling: Task = {
      ...task,
      user: { ...task.user, opening: 'Hello', facts: [] },
      gold: { ...task.gold, outputs: [{ key: 'total', type: 'money', value: 444.71 }] },
    };
    const leaky = changed({ policy: `${world.environment.policy}\nThe total is 444.71.` });
    expect(goldLeaks(subject({ tasks: [telling] })).pass).toBe(true);
    expect(goldLeaks(subject({ world: leaky, tasks: [telling] })).figure['leaks']).toBe(1);
    leaky.close();
  });

  test('gold is found in any usual spelling, new ids too, and on its card; other numbers are no leak', () => {
    const leaks = (of: Partial<Task['gold']>, policy: string, more: Partial<Task> = {}): unknown => {
      const task: Task = {
        ...idle(),
        user: { ...idle().user, opening: 'Hello', goal: 'Help.', facts: [] },
        gold: { ...idle().gold, outputs: [], diff: {}, ...of },
        ...more,
      };
      const leaky = changed({ policy: `${world.environment.policy}\n${policy}` });
      const found = goldLeaks(subject({ world: leaky, tasks: [task] })).figure['leaks'];
      leaky.close();
      return found;
    };
    const day: Partial<Task['gold']> = { outputs: [{ key: 'day', type: 'date', value: '2031-07-04' }] };
    expect(leaks(day, 'Nothing.')).toBe(0);
    expect(leaks(day, 'It comes on July 4, 2031.')).toBe(1);
    const money: Partial<Task['gold']> = { outputs: [{ key: 'total', type: 'money', value: 9234.5 }] };
    expect(leaks(money, 'You get $9,234.50.')).toBe(1);
    expect(leaks(money, 'You get 19234.50 or 9234.505.')).toBe(0);
    const [minted] = Object.entries(world.environment.columns).find(([, role]) => role === 'minted') ?? ['orders.id'];
    const [table = '', column = ''] = minted.split('.');
    const diff = { [table]: { inserted: [{ [column]: 'Q77777' }], updated: [], deleted: [] } };
    expect(leaks({ diff }, 'The next one is Q77777.')).toBe(1);
    expect(leaks({ diff }, 'Nothing.', { tags: ['Q77777'] })).toBe(1);
  });

  test('twenty times the same task covers little and is no profile', () => {
    expect(coverage(subject({ tasks: many(idle()) })).pass).toBe(false);
    expect(difficulty(subject({ tasks: many(idle()) })).pass).toBe(false);
  });
});
